import { internalError } from '../../language/source/internal-error';
import { type Instruction, type Opcode, opcodeOf, OPCODES, type ValueType } from './instructions';
import type { WasmFunction, WasmImport } from './module';

/** An instruction that is not in a module yet. */
export interface WrittenInstruction extends Instruction {
  op: Opcode;
  immediate: number | ValueType | undefined;
}

/** A function as `Code` writes it: each local that was taken has a number of its own. */
export interface WrittenFunction {
  readonly name: string;
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
  /** The types of the slots, which locals share; those of the parameters come first. */
  readonly slots: readonly ValueType[];
  /** The slot of each local. */
  readonly slotOf: readonly number[];
  /** Instructions of this function alone: they are changed when it is settled. */
  readonly body: readonly WrittenInstruction[];
}

type Signature = Pick<WasmImport, 'parameters' | 'results'>;

/** The rest of the module, as far as settling a function needs it. */
export interface Callees {
  /** Returns what a function takes and leaves. */
  signatureOf(callee: number): Signature;
  /** Returns the number of a function in the module. */
  placed(callee: number): number;
}

/** Settles a function: a value stays on the stack where it can, and the other locals get their numbers. */
export function settled(written: WrittenFunction, callees: Callees): WasmFunction {
  const { name, parameters, results, slots, slotOf, body } = written;
  const { fates, left } = new Waiting(body, slotOf.length, callees);
  const isUsed = slots.map((_, slot) => slot < parameters.length);
  for (let local = 0; local < slotOf.length; local++) if (left[local] !== 0) isUsed[at(slotOf, local)] = true;
  const numbers = slots.map((_, slot) => slot);
  const locals: ValueType[] = parameters.slice();
  for (const type of TYPES) {
    for (let slot = parameters.length; slot < slots.length; slot++) {
      if (slots[slot] === type && isUsed[slot] === true) numbers[slot] = locals.push(type) - 1;
    }
  }
  const made: Instruction[] = [];
  for (let i = 0; i < body.length; i++) {
    const instruction = at(body, i);
    const { op } = instruction;
    if (fates[i] === GONE) continue;
    made.push(instruction);
    if (fates[i] === DROPPED) {
      instruction.op = 'drop';
      instruction.immediate = undefined;
    } else if (op === 'local.get' || op === 'local.set' || op === 'local.tee') {
      if (fates[i] === TEE) instruction.op = 'local.tee';
      instruction.immediate = numbers[at(slotOf, Number(instruction.immediate))];
    } else if (op === 'call') instruction.immediate = callees.placed(Number(instruction.immediate));
  }
  return { name, parameters, results, locals, body: made };
}

/** The order of locals in a function, whose bytes have a count for each run of one type. */
const TYPES: readonly ValueType[] = ['f64', 'i64', 'i32', 'v128'];

/* The fates of instructions that do not stay as they are. */
const GONE = 1;
const TEE = 2;
const DROPPED = 3;

/** The state around a block: how many values wait there, how many lie on the stack, and whether the block is reached. */
interface Around {
  readonly waiting: number;
  readonly depth: number;
  readonly isOver: boolean;
  readonly leaves: number;
}

/**
 * Finds the values that can stay on the stack from where they are set to where they are read first. Instructions keep
 * their order. A value that is set waits above the values that lie on the stack then. It can stay if as many lie below it
 * where it is read, and none of them has been taken in between.
 */
class Waiting {
  /** The fate of each instruction: 0 if it stays as it is. */
  readonly fates: Uint8Array;
  /** How many instructions are left of each local. */
  readonly left: Int32Array;
  private readonly body: readonly Instruction[];
  private readonly sets: Int32Array;
  /* The values that wait, the newest last: their local (-1 if they wait no more), where it is set, how many lie below. */
  private readonly locals: number[] = [];
  private readonly places: number[] = [];
  private readonly depths: number[] = [];
  /** Where each local waits, or -1. */
  private readonly found: Int32Array;
  /** How many values wait outside the block. */
  private outside = 0;
  /** How many values lie on the stack. */
  private depth = 0;

  constructor(body: readonly Instruction[], locals: number, callees: Callees) {
    this.body = body;
    this.fates = new Uint8Array(body.length);
    this.sets = new Int32Array(locals);
    this.left = new Int32Array(locals);
    this.found = new Int32Array(locals).fill(-1);
    for (let i = 0; i < body.length; i++) {
      const { op, immediate } = at(body, i);
      const isSet = op === 'local.set' || op === 'local.tee';
      if (op !== 'local.get' && !isSet) continue;
      const local = Number(immediate);
      this.left[local] = (this.left[local] ?? 0) + 1;
      if (isSet) this.sets[local] = (this.sets[local] ?? 0) + 1;
    }
    this.find(callees);
  }

  private find(callees: Callees): void {
    const { body } = this;
    const around: Around[] = [];
    /** Whether the rest of the block is never reached. */
    let isOver = false;
    for (let i = 0; i < body.length; i++) {
      const { op, immediate } = at(body, i);
      const effect = EFFECTS.get(op) ?? internalError('an opcode');
      switch (effect) {
        case IF:
        case BLOCK:
          if (effect === IF) this.take(1);
          around.push({ waiting: this.outside, depth: this.depth, isOver, leaves: immediate === undefined ? 0 : 1 });
          this.outside = this.locals.length;
          break;
        case ELSE:
        case END: {
          const block = around.at(-1) ?? internalError('a block');
          this.keep(this.outside);
          this.depth = block.depth;
          isOver = block.isOver;
          if (effect === ELSE) break;
          around.pop();
          this.outside = block.waiting;
          this.depth += block.leaves;
          break;
        }
        case LEAVE:
          isOver = true;
          break;
        case GET:
          if (!isOver) this.get(i, Number(immediate));
          break;
        case SET:
          if (!isOver) this.set(i, Number(immediate));
          break;
        case CALL: {
          const { parameters, results } = callees.signatureOf(Number(immediate));
          this.take(parameters.length);
          this.depth += results.length;
          break;
        }
        default:
          this.take(effect >> 1);
          this.depth += effect & 1;
          if (op === 'local.tee') this.stop(Number(immediate));
      }
    }
  }

  private set(place: number, local: number): void {
    this.take(1);
    this.stop(local);
    if (this.left[local] === 1) {
      this.fates[place] = DROPPED;
      this.left[local] = 0;
      return;
    }
    this.found[local] = this.locals.push(local) - 1;
    this.places.push(place);
    this.depths.push(this.depth);
  }

  private get(place: number, local: number): void {
    const found = this.found[local] ?? -1;
    const below = this.depths[found];
    if (found >= this.outside && (below === this.depth || (below === this.depth - 1 && this.isSwapped(place)))) {
      // One read of one value needs no local.
      const isOnly = this.left[local] === 2 && this.sets[local] === 1;
      this.fates[place] = GONE;
      this.fates[at(this.places, found)] = isOnly ? GONE : TEE;
      this.left[local] = isOnly ? 0 : at(this.left, local) - 1;
      this.stop(local);
      for (let above = found + 1; above < this.depths.length; above++) this.depths[above] = at(this.depths, above) + 1;
    }
    this.depth++;
  }

  /** Whether a value that is read may lie below the one that was read before: their order does not matter. */
  private isSwapped(place: number): boolean {
    const [before, after] = [this.body[place - 1], this.body[place + 1]];
    if (before === undefined || after === undefined || !COMMUTATIVE.has(after.op)) return false;
    const effect = EFFECTS.get(before.op);
    return effect === GET || effect === LEAVES;
  }

  /** Takes values from the stack. What waits above one of them cannot lie there. */
  private take(count: number): void {
    this.depth -= count;
    let left = this.depths.length;
    while (left > this.outside && at(this.depths, left - 1) > this.depth) left--;
    this.keep(left);
  }

  /** Keeps so many of the values that wait, the oldest. */
  private keep(left: number): void {
    while (this.locals.length > left) {
      const local = this.locals.pop() ?? -1;
      this.places.pop();
      this.depths.pop();
      if (local >= 0) this.found[local] = -1;
    }
  }

  /** The value of a local waits no more. */
  private stop(local: number): void {
    const found = this.found[local] ?? -1;
    if (found >= 0) this.locals[found] = -1;
    this.found[local] = -1;
  }
}

/** Instructions that take two values in any order. */
const COMMUTATIVE: ReadonlySet<string> = new Set([
  ...['add', 'mul', 'eq', 'ne'].flatMap((name) => ['i32', 'i64', 'f64', 'f64x2'].map((type) => `${type}.${name}`)),
  ...['and', 'or', 'xor'].flatMap((name) => ['i32', 'i64', 'v128'].map((type) => `${type}.${name}`)),
]);

/** Leaves one value, and takes none. */
const LEAVES = 1;
/* What is more than values that are taken, and at most one that is left. */
const [IF, BLOCK, ELSE, END, LEAVE, GET, SET, CALL] = [-1, -2, -3, -4, -5, -6, -7, -8] as const;
const SPECIAL: Partial<Readonly<Record<Opcode, number>>> = {
  if: IF,
  block: BLOCK,
  loop: BLOCK,
  else: ELSE,
  end: END,
  br: LEAVE,
  return: LEAVE,
  unreachable: LEAVE,
  'local.get': GET,
  'local.set': SET,
  call: CALL,
};

/* Plain instructions by what they take and leave; the others take two values, and leave one. */
const NOTHING_LEFT = /^(?:drop|br_if)$|\.set$|store|copy$|fill$/;
const NOTHING_TAKEN = /\.(?:const|get|size)$/;
const ONE_TAKEN =
  /^(?:drop|br_if)$|\.(?:set|tee|load|load16_u|grow|eqz|abs|neg|floor|sqrt|not|any_true|splat|extract_lane)$|\.(?:wrap|extend|trunc|convert|reinterpret)/;
const THREE_TAKEN = /^(?:select|memory\.copy|memory\.fill)$/;

function takes(op: Opcode): number {
  if (NOTHING_TAKEN.test(op)) return 0;
  if (THREE_TAKEN.test(op)) return 3;
  return ONE_TAKEN.test(op) ? 1 : 2;
}

/** Twice the number of values that an instruction takes, plus 1 if it leaves one; or what is special. */
const EFFECTS: ReadonlyMap<Opcode, number> = new Map(
  Object.keys(OPCODES).map((name) => {
    const op = opcodeOf(name) ?? internalError('an opcode');
    return [op, SPECIAL[op] ?? 2 * takes(op) + (NOTHING_LEFT.test(op) ? 0 : 1)];
  }),
);

function at<T>(all: ArrayLike<T>, index: number): T {
  return all[index] ?? internalError('an item');
}

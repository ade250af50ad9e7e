import { internalError } from '../language/source/internal-error';
import type { LeafValue, Operation } from '../language/operations/operation';
import { applyOperation } from '../language/operations/apply';
import { PartialApplication, Closure, type Action } from './closure';
import { CAPTURED, CONSTANT, FunctionCode, Instruction, NO_SLOT, OP, type Op } from './code';
import type { Executable } from './compile';
import { DeltaState, evalDelta, wrapBindings, type DeltaMap } from './delta';
import { evalTracedDelta } from './delta-traced';
import { Emitter } from './emit';
import { Derivatives, type Derivation } from './derivative';
import { UNFINISHED, withArguments, type Failure } from './failure';
import { Frame } from './frame';
import { BYTES, liveBytes } from './memory';
import { Decisions, Watches } from './observe';
import { newMeter, type Budget } from './outcome';
import { itemsOf, Reals } from './reals';
import { CallTree, INPUT, NO_OPERAND, record, Trace, UNRECORDED } from './trace';
import { Cell, Items, primalOf, Traced, Variant, type Value } from './value';
import { Warnings } from './warnings';

export interface MachineOptions {
  readonly budget: Budget;
  /** By core name; inputs that are not named take the program's value. */
  readonly inputs?: ReadonlyMap<string, Value>;
  /** Are the inputs' real leaves traced: for warnings only, or recorded. */
  readonly tracing?: 'none' | 'dependencies' | 'record';
  readonly decisions?: boolean;
  readonly watch?: boolean;
}

export type Status = 'running' | 'done' | 'failed';

/**
 * The abstract machine: call by value, left to right, each instruction one rule. Its state is its registers, the slots
 * of the activations, and the frames of the calls that wait; nothing is on the JavaScript stack, so it can stop after
 * any instruction, be read, and go on.
 */
export class Machine {
  readonly executable: Executable;
  readonly options: MachineOptions;
  readonly meter = newMeter();
  readonly trace: Trace;
  readonly calls = new CallTree();
  readonly warnings = new Warnings();
  readonly watches = new Watches();
  readonly decisions: Decisions | undefined;
  readonly outputs: Value[] = [];
  readonly inputs = new Map<string, Value>();
  readonly deltas: DeltaState[] = [];
  status: Status = 'running';
  failure: Failure | undefined;

  /** All activations' slots, one after the other; the running one's begin at `base`. */
  readonly slots: Value[] = [];
  readonly frames: Frame[] = [];
  /** How many of the frames are in use. */
  depth = 0;
  base = 0;
  instruction: Instruction;
  closure: Closure;
  /** The last call in the reader's text that led to the running activation. */
  site: Instruction;
  call = 0;

  private readonly reals: Reals;
  private readonly derivatives: Derivatives;
  /** How many functions handed to rd or fd are being run. */
  private inside = 0;
  private delta: DeltaState | undefined;
  /** Bytes since the last measurement, and what is always live. */
  private allocated = 0;
  private kept = 0;

  constructor(executable: Executable, options: MachineOptions) {
    const { main } = executable;
    this.executable = executable;
    this.options = options;
    this.trace = new Trace(executable.origins);
    this.reals = new Reals(executable.variants);
    this.derivatives = new Derivatives(this.trace, this.reals, this.meter, options.tracing ?? 'none');
    this.decisions = options.decisions === true ? new Decisions() : undefined;
    this.instruction = main.entry;
    this.site = new Instruction(OP.halt, undefined, 0, false);
    this.closure = new Closure(main, []);
    this.growSlots(main.size);
  }

  /** Does at most so many steps. */
  advance(maxSteps: number): Status {
    if (this.status !== 'running') return this.status;
    const { slots, frames, decisions, meter, calls } = this;
    const { constants } = this.executable;
    const recording = this.options.tracing === 'record';
    let { instruction, base, closure, site, depth, call } = this;
    let captured: readonly Value[] = closure.captured;
    let primal = 0;
    let derivative = 0;
    let allocated = 0;
    let steps = 0;

    loop: while (steps < maxSteps) {
      steps++;
      switch (instruction.op) {
        case 0 satisfies Op['halt']:
          this.status = 'done';
          break loop;

        case 1 satisfies Op['move']: {
          const { a } = instruction;
          slots[base + instruction.target] = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          instruction = instruction.next;
          break;
        }

        case 2 satisfies Op['operation1']: {
          const { a, row } = instruction;
          const x = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          if (instruction.derivative) derivative++;
          else primal++;
          if (typeof x === 'number' && decisions === undefined && row.domain?.(x) === undefined) {
            const value = row.evaluate(x, 0);
            if (!(typeof value === 'number' && !(Math.abs(value) <= row.limit))) {
              slots[base + instruction.target] = value;
              instruction = instruction.next;
              break;
            }
          }
          const value = this.operate(instruction, call, x, undefined, site);
          if (value === FAILED) break loop;
          if (value instanceof Traced) allocated += BYTES.traced;
          slots[base + instruction.target] = value;
          instruction = instruction.next;
          break;
        }

        case 3 satisfies Op['operation2']: {
          const { a, b, row } = instruction;
          const x = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          const y = b >= 0 ? slots[base + b] : other(b, captured, constants, slots);
          if (instruction.derivative) derivative++;
          else primal++;
          if (
            typeof x === 'number' &&
            typeof y === 'number' &&
            decisions === undefined &&
            row.domain?.(x, y) === undefined
          ) {
            const value = row.evaluate(x, y);
            if (!(typeof value === 'number' && !(Math.abs(value) <= row.limit))) {
              slots[base + instruction.target] = value;
              instruction = instruction.next;
              break;
            }
          }
          const value = this.operate(instruction, call, x, y, site);
          if (value === FAILED) break loop;
          if (value instanceof Traced) allocated += BYTES.traced;
          slots[base + instruction.target] = value;
          instruction = instruction.next;
          break;
        }

        case 4 satisfies Op['branch']: {
          const { a } = instruction;
          const condition = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          if (decisions !== undefined) decisions.add(condition === true ? 1 : 2);
          instruction = condition === true ? instruction.next : instruction.alternative;
          break;
        }

        case 5 satisfies Op['call']: {
          const { a, operands } = instruction;
          const callee = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          const top = base + closure.code.size;
          let entered: Closure;
          if (callee instanceof Closure && callee.code.arity === operands.length) {
            entered = callee;
            if (slots.length < top + callee.code.size && !this.growSlots(top + callee.code.size)) break loop;
            for (let i = 0; i < operands.length; i++) {
              const o = operands[i] ?? 0;
              slots[top + i] = o >= 0 ? slots[base + o] : other(o, captured, constants, slots);
            }
          } else {
            const plan = planOf(instruction, callee);
            if (plan.tag === 'split') {
              instruction = plan.head;
              break;
            }
            const values = operands.map((o) => (o >= 0 ? slots[base + o] : other(o, captured, constants, slots)));
            if (plan.tag === 'hold') {
              const held = new PartialApplication(plan.closure, [...plan.held, ...values]);
              allocated += BYTES.closure + BYTES.item * held.values.length;
              slots[base + instruction.target] = held;
              instruction = instruction.next;
              break;
            }
            entered = plan.closure;
            if (slots.length < top + entered.code.size && !this.growSlots(top + entered.code.size)) break loop;
            let slot = top;
            for (const value of plan.held) slots[slot++] = value;
            for (const value of values) slots[slot++] = value;
          }
          let frame = frames[depth];
          if (frame === undefined) {
            frame = new Frame(instruction, closure);
            frames.push(frame);
          }
          frame.instruction = instruction;
          frame.base = base;
          frame.closure = closure;
          frame.site = site;
          frame.call = call;
          depth++;
          if (recording) {
            call = calls.enter(call, instruction.origin);
            this.kept += BYTES.call;
          }
          if (instruction.readers) site = instruction;
          instruction = entryOf(entered.code, instruction.flag);
          base = top;
          closure = entered;
          ({ captured } = entered);
          break;
        }

        case 6 satisfies Op['tailCall']: {
          const { a, operands } = instruction;
          const callee = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          let entered: Closure;
          if (callee instanceof Closure && callee.code.arity === operands.length) {
            entered = callee;
            if (operands.length === 1) {
              const o = operands[0] ?? 0;
              slots[base] = o >= 0 ? slots[base + o] : other(o, captured, constants, slots);
            } else {
              // Past all slots of this activation: its own may still be needed by the next argument.
              const top = base + closure.code.size;
              if (slots.length < top + operands.length && !this.growSlots(top + operands.length)) break loop;
              for (let i = 0; i < operands.length; i++) {
                const o = operands[i] ?? 0;
                slots[top + i] = o >= 0 ? slots[base + o] : other(o, captured, constants, slots);
              }
              for (let i = 0; i < operands.length; i++) slots[base + i] = slots[top + i];
            }
          } else {
            const plan = planOf(instruction, callee);
            if (plan.tag === 'split') {
              instruction = plan.head;
              break;
            }
            const values = operands.map((o) => (o >= 0 ? slots[base + o] : other(o, captured, constants, slots)));
            if (plan.tag === 'hold') {
              const held = new PartialApplication(plan.closure, [...plan.held, ...values]);
              allocated += BYTES.closure + BYTES.item * held.values.length;
              slots[base + instruction.b] = held;
              instruction = returnOf(instruction);
              break;
            }
            entered = plan.closure;
            if (slots.length < base + entered.code.size && !this.growSlots(base + entered.code.size)) break loop;
            let slot = base;
            for (const value of plan.held) slots[slot++] = value;
            for (const value of values) slots[slot++] = value;
          }
          if (slots.length < base + entered.code.size && !this.growSlots(base + entered.code.size)) break loop;
          if (recording) {
            call = calls.enter(call, instruction.origin);
            this.kept += BYTES.call;
          }
          if (instruction.readers) site = instruction;
          instruction = entryOf(entered.code, instruction.flag);
          closure = entered;
          ({ captured } = entered);
          break;
        }

        case 7 satisfies Op['return']: {
          const { a } = instruction;
          const value = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          const frame = frames[--depth];
          if (frame === undefined) return internalError('a return without a frame');
          ({ base, closure, site, call } = frame);
          ({ captured } = closure);
          slots[base + frame.instruction.target] = value;
          instruction = frame.instruction.next;
          break;
        }

        case 8 satisfies Op['tuple']: {
          const { operands } = instruction;
          const items: Value[] = [];
          for (const o of operands) items.push(o >= 0 ? slots[base + o] : other(o, captured, constants, slots));
          allocated += BYTES.sequence + BYTES.item * operands.length;
          slots[base + instruction.target] = items;
          instruction = instruction.next;
          break;
        }

        case 9 satisfies Op['project']: {
          const { a } = instruction;
          const tuple = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          slots[base + instruction.target] = (tuple as readonly Value[])[instruction.b];
          instruction = instruction.next;
          break;
        }

        case 10 satisfies Op['construct']: {
          const { a } = instruction;
          const payload = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          allocated += BYTES.variant;
          slots[base + instruction.target] = new Variant(instruction.name, payload);
          instruction = instruction.next;
          break;
        }

        case 11 satisfies Op['cons']: {
          const { a, b } = instruction;
          const head = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          allocated += BYTES.cell;
          if (instruction.flag) {
            const [first, second] = head as readonly [Value, Cell | null];
            slots[base + instruction.target] = new Cell(first, second);
          } else {
            const tail = b >= 0 ? slots[base + b] : other(b, captured, constants, slots);
            slots[base + instruction.target] = new Cell(head, tail as Cell | null);
          }
          instruction = instruction.next;
          break;
        }

        case 12 satisfies Op['match']: {
          const { a, arms } = instruction;
          const value = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          const name = value === null ? '[]' : value instanceof Cell ? '::' : (value as Variant).name;
          let taken = -1;
          for (let i = 0; i < arms.length; i++) {
            if (arms[i]?.name === name) {
              taken = i;
              break;
            }
          }
          if (decisions !== undefined) decisions.add(taken + 3);
          const arm = arms[taken];
          if (arm === undefined) {
            if (instruction.alternative === instruction) return internalError(`no arm for ${name}`);
            instruction = instruction.alternative;
            break;
          }
          if (value instanceof Cell) {
            if (arm.tail !== NO_SLOT) {
              slots[base + arm.target] = value.head;
              slots[base + arm.tail] = value.tail;
            } else if (arm.target !== NO_SLOT) {
              slots[base + arm.target] = [value.head, value.tail];
              allocated += BYTES.sequence + 2 * BYTES.item;
            }
          } else if (arm.target !== NO_SLOT) {
            slots[base + arm.target] = (value as Variant).payload;
          }
          instruction = arm.entry;
          break;
        }

        case 13 satisfies Op['closure']: {
          const code = instruction.codes[0];
          if (code === undefined) return internalError('a closure without code');
          const { captures } = code;
          const values: Value[] = [];
          for (const o of captures) values.push(o >= 0 ? slots[base + o] : other(o, captured, constants, slots));
          allocated += BYTES.closure + BYTES.item * captures.length;
          slots[base + instruction.target] = new Closure(code, values);
          instruction = instruction.next;
          break;
        }

        case 14 satisfies Op['letrec']: {
          const { codes, target } = instruction;
          const made = codes.map((code) => new Closure(code, []));
          made.forEach((each, k) => (slots[base + target + k] = each));
          for (const each of made) {
            for (const o of each.code.captures) {
              each.captured.push(o >= 0 ? slots[base + o] : other(o, captured, constants, slots));
            }
            allocated += BYTES.closure + BYTES.item * each.captured.length;
          }
          instruction = instruction.next;
          break;
        }

        case 15 satisfies Op['sequence']: {
          const { operands } = instruction;
          const items = operands.map((o) => (o >= 0 ? slots[base + o] : other(o, captured, constants, slots)));
          if (instruction.flag) {
            slots[base + instruction.target] = new Items(items);
            allocated += BYTES.sequence + BYTES.item * items.length;
          } else {
            slots[base + instruction.target] = listOf(items, null);
            allocated += BYTES.cell * items.length;
          }
          instruction = instruction.next;
          break;
        }

        case 16 satisfies Op['foldBegin']: {
          const { a, b, target } = instruction;
          const sequence = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          const start = b >= 0 ? slots[base + b] : other(b, captured, constants, slots);
          const items = itemsOf(sequence);
          if (!(sequence instanceof Items) && !this.charge(BYTES.item * items.length)) break loop;
          slots[base + target] = items;
          slots[base + target + 1] = items.length;
          slots[base + target + 2] = start;
          if (decisions !== undefined) decisions.add(items.length);
          instruction = instruction.next;
          break;
        }

        case 17 satisfies Op['foldNext']: {
          const state = base + instruction.a;
          const index = (slots[state + 1] as number) - 1;
          if (index < 0) {
            const result = slots[state + 2];
            slots[state] = undefined;
            slots[base + instruction.target] = result;
            instruction = instruction.next;
          } else {
            slots[state + 1] = index;
            slots[state + 3] = (slots[state] as readonly Value[])[index];
            instruction = instruction.alternative;
          }
          break;
        }

        case 18 satisfies Op['length']: {
          const { a } = instruction;
          const sequence = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          slots[base + instruction.target] = lengthOf(sequence);
          instruction = instruction.next;
          break;
        }

        case 19 satisfies Op['index']: {
          const { a, b } = instruction;
          const array = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          const at = b >= 0 ? slots[base + b] : other(b, captured, constants, slots);
          const { items } = array as Items;
          const i = at as number;
          if (i < 0 || i >= items.length) {
            this.failure = outOfBounds(i, items.length);
            break loop;
          }
          slots[base + instruction.target] = items[i];
          instruction = instruction.next;
          break;
        }

        case 20 satisfies Op['append']: {
          const { a, b } = instruction;
          const left = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          const right = b >= 0 ? slots[base + b] : other(b, captured, constants, slots);
          const joined = this.append(left, right);
          if (joined === FAILED) break loop;
          slots[base + instruction.target] = joined;
          instruction = instruction.next;
          break;
        }

        case 21 satisfies Op['buildBegin']: {
          const { a, target } = instruction;
          const count = (a >= 0 ? slots[base + a] : other(a, captured, constants, slots)) as number;
          if (count < 0) {
            this.failure = {
              code: 'domain',
              message: withArguments('build needs a length that is not negative', [count]),
            };
            break loop;
          }
          if (!this.charge(BYTES.sequence + BYTES.item * count)) break loop;
          slots[base + target] = count;
          slots[base + target + 1] = [];
          slots[base + target + 2] = 0;
          if (decisions !== undefined) decisions.add(count);
          instruction = instruction.next;
          break;
        }

        case 22 satisfies Op['buildNext']: {
          const state = base + instruction.a;
          if ((slots[state + 2] as number) < (slots[state] as number)) {
            instruction = instruction.alternative;
          } else {
            const built = new Items(slots[state + 1] as readonly Value[]);
            slots[state + 1] = undefined;
            slots[base + instruction.target] = built;
            instruction = instruction.next;
          }
          break;
        }

        case 23 satisfies Op['buildStore']: {
          const state = base + instruction.a;
          (slots[state + 1] as Value[]).push(slots[state + 3]);
          slots[state + 2] = (slots[state + 2] as number) + 1;
          instruction = instruction.next;
          break;
        }

        case 24 satisfies Op['derivativeBegin']: {
          const { a, target, term } = instruction;
          const point = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          if (term?.tag !== 'derivative') return internalError('a derivative without its term');
          const { copy, derivation } = this.derivatives.begin(term, point, instruction.origin, call);
          this.inside++;
          allocated += BYTES.traced * derivation.copies;
          slots[base + target] = copy;
          slots[base + target + 1] = derivation;
          instruction = instruction.next;
          break;
        }

        case 25 satisfies Op['derivativeEnd']: {
          const [p = 0, d = 0] = instruction.operands;
          const point = p >= 0 ? slots[base + p] : other(p, captured, constants, slots);
          const direction = d >= 0 ? slots[base + d] : other(d, captured, constants, slots);
          const state = base + instruction.a;
          const value = this.endDerivative(instruction, call, slots[state + 1], slots[state + 2], point, direction);
          if (value === FAILED) break loop;
          for (let i = 0; i < 3; i++) slots[state + i] = undefined;
          slots[base + instruction.target] = value;
          instruction = instruction.next;
          break;
        }

        case 26 satisfies Op['watch']: {
          const { a, b, term } = instruction;
          const name = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          const value = b >= 0 ? slots[base + b] : other(b, captured, constants, slots);
          if (this.options.watch === true && this.inside === 0 && term !== undefined) {
            const leaves = this.watches.record(String(name), term, value, this.reals);
            this.kept += BYTES.watched + 8 * leaves;
          }
          slots[base + instruction.target] = value;
          instruction = instruction.next;
          break;
        }

        case 27 satisfies Op['output']:
          this.outputs.push(slots[base + instruction.a]);
          instruction = instruction.next;
          break;

        case 28 satisfies Op['inputBegin']: {
          const given = this.options.inputs;
          if (given?.has(instruction.name) === true) {
            slots[base + instruction.target] = given.get(instruction.name);
            instruction = instruction.alternative;
          } else {
            instruction = instruction.next;
          }
          break;
        }

        case 29 satisfies Op['inputEnd']: {
          const slot = base + instruction.target;
          this.inputs.set(instruction.name, slots[slot]);
          slots[slot] = this.input(instruction, slots[slot]);
          instruction = instruction.next;
          break;
        }

        case 30 satisfies Op['pureAction']: {
          const { a } = instruction;
          const value = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          allocated += BYTES.action;
          slots[base + instruction.target] = { tag: 'pure', value } satisfies Action;
          instruction = instruction.next;
          break;
        }

        case 31 satisfies Op['suspend']: {
          const { operands } = instruction;
          const values = operands.map((slot) => slots[base + slot]);
          allocated += BYTES.action + BYTES.item * values.length;
          slots[base + instruction.target] = {
            tag: 'suspended',
            closure,
            entry: instruction.alternative,
            slots: operands,
            values,
          } satisfies Action;
          instruction = instruction.next;
          break;
        }

        case 32 satisfies Op['deltaLetAction']: {
          const { a } = instruction;
          const delta = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          allocated += BYTES.action;
          slots[base + instruction.target] = { tag: 'deltaLet', delta, instruction, call } satisfies Action;
          instruction = instruction.next;
          break;
        }

        case 33 satisfies Op['deltaLet']: {
          const { a } = instruction;
          const delta = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          slots[base + instruction.target] = this.bindDelta(delta, instruction, call);
          instruction = instruction.next;
          break;
        }

        case 34 satisfies Op['run']: {
          const { a, target } = instruction;
          const action = (a >= 0 ? slots[base + a] : other(a, captured, constants, slots)) as Action;
          if (action.tag !== 'suspended') {
            const value =
              action.tag === 'pure' ? action.value : this.bindDelta(action.delta, action.instruction, action.call);
            if (target === NO_SLOT) {
              slots[base + instruction.b] = value;
              instruction = returnOf(instruction);
            } else {
              slots[base + target] = value;
              instruction = instruction.next;
            }
            break;
          }
          const { code } = action.closure;
          let bottom = base;
          if (target !== NO_SLOT) {
            bottom = base + closure.code.size;
            const frame = frames[depth] ?? new Frame(instruction, closure);
            frames[depth] = frame;
            frame.instruction = instruction;
            frame.base = base;
            frame.closure = closure;
            frame.site = site;
            frame.call = call;
            depth++;
          }
          if (slots.length < bottom + code.size && !this.growSlots(bottom + code.size)) break loop;
          for (let i = 0; i < action.slots.length; i++) slots[bottom + (action.slots[i] ?? 0)] = action.values[i];
          base = bottom;
          ({ closure } = action);
          ({ captured } = closure);
          instruction = action.entry;
          break;
        }

        case 35 satisfies Op['runDeltaBegin']: {
          const { a } = instruction;
          const first = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          slots[base + instruction.target] = this.delta;
          this.delta = new DeltaState(first as number);
          this.deltas.push(this.delta);
          instruction = instruction.next;
          break;
        }

        case 36 satisfies Op['runDeltaEnd']: {
          const state = base + instruction.a;
          const [, result] = slots[state + 1] as readonly [Value, Variant];
          const current = this.delta ?? internalError('the end of runDelta without its state');
          this.delta = slots[state] as DeltaState | undefined;
          allocated += (BYTES.variant + BYTES.sequence + 3 * BYTES.item) * current.bindings.length;
          slots[base + instruction.target] = wrapBindings(current, result);
          instruction = instruction.next;
          break;
        }

        case 37 satisfies Op['deltaEval']: {
          const [x, u, m] = instruction.operands.map((o) =>
            o >= 0 ? slots[base + o] : other(o, captured, constants, slots),
          );
          const value = this.evalDelta(instruction, call, x, u as Variant, m as DeltaMap);
          if (value === FAILED) break loop;
          slots[base + instruction.target] = value;
          instruction = instruction.next;
          break;
        }

        case 38 satisfies Op['deltaLookup']: {
          const { a, b } = instruction;
          const id = a >= 0 ? slots[base + a] : other(a, captured, constants, slots);
          const map = b >= 0 ? slots[base + b] : other(b, captured, constants, slots);
          slots[base + instruction.target] = (map as DeltaMap).get(id as number) ?? 0;
          instruction = instruction.next;
          break;
        }

        default:
          return internalError(`unknown instruction ${JSON.stringify(instruction.op)}`);
      }
    }

    this.instruction = instruction;
    this.base = base;
    this.closure = closure;
    this.site = site;
    this.depth = depth;
    this.call = call;
    meter.primal += primal;
    meter.derivative += derivative;
    meter.steps += steps;
    if (this.failure === undefined) this.charge(allocated);
    if (this.failure !== undefined) this.status = 'failed';
    return this.status;
  }

  /** Stops the run from outside: a budget that the driver watches. */
  stop(failure: Failure): void {
    this.failure = failure;
    this.status = 'failed';
  }

  /** An operation by the table's row, of any values; `y` is of no account where it takes one. */
  private operate(instruction: Instruction, call: number, x: Value, y: Value, site: Instruction): Value {
    const { row, flag } = instruction;
    const first = (x instanceof Traced ? x.primal : x) as LeafValue;
    const second = (y instanceof Traced ? y.primal : y) as LeafValue;
    const value = row.domain?.(first, second) === undefined ? row.evaluate(first, second) : Number.NaN;
    if (typeof value === 'number' && !(Math.abs(value) <= row.limit)) return this.refuse(row.row, [first, second]);
    this.decisions?.addOperation(row, first, second, value);
    if (!(x instanceof Traced || y instanceof Traced)) return value;
    if (!flag && row.boundary?.(first, second) === true) {
      const place = instruction.readers ? instruction : site;
      const span = this.executable.origins[place.origin];
      if (span !== undefined) this.warnings.boundary(span, row.row, first);
    }
    if (!row.isReal) return value;
    return record(this.trace, row.index, row.isBinary, x, y, value as number, instruction.origin, call);
  }

  private refuse(row: Operation, given: readonly LeafValue[]): typeof FAILED {
    const values = given.slice(0, row.parameters.length);
    const applied = applyOperation(row, values);
    if (applied.tag === 'value') return internalError(`${row.name} was refused and is defined`);
    this.failure = { code: applied.problem.code, message: withArguments(applied.problem.sentence, values) };
    return FAILED;
  }

  private endDerivative(
    instruction: Instruction,
    call: number,
    derivation: Value,
    result: Value,
    point: Value,
    direction: Value,
  ): Value {
    const { term } = instruction;
    if (term?.tag !== 'derivative') return internalError('a derivative without its term');
    this.inside--;
    const visits = this.meter.visits;
    const entries = this.trace.length;
    if (!this.charge(17 * entries)) return FAILED;
    const free = this.options.budget.bytes - this.stackBytes() - this.trace.bytes;
    const answer = this.derivatives.end(
      term,
      derivation as Derivation,
      result,
      point,
      direction,
      instruction.origin,
      call,
      free,
    );
    this.meter.nodes += entries;
    this.meter.steps += this.meter.visits - visits;
    if (answer.tag === 'value') return answer.value;
    this.failure = answer.failure.code === 'budget-memory' ? this.memoryFailure() : answer.failure;
    return FAILED;
  }

  /** An input's value as the program sees it. */
  private input(instruction: Instruction, value: Value): Value {
    const { tracing } = this.options;
    const { term, origin } = instruction;
    if (tracing === undefined || tracing === 'none' || term === undefined) return value;
    return this.reals.map(term.type, value, (real) => {
      const primal = primalOf(real);
      if (tracing === 'dependencies') return new Traced(primal, UNRECORDED);
      return new Traced(primal, this.trace.append(INPUT, NO_OPERAND, NO_OPERAND, primal, origin, 0));
    });
  }

  private append(left: Value, right: Value): Value {
    if (typeof left === 'string') {
      const joined = left + String(right);
      return this.charge(BYTES.string + BYTES.character * joined.length) ? joined : FAILED;
    }
    if (left instanceof Items) {
      const items = [...left.items, ...(right as Items).items];
      return this.charge(BYTES.sequence + BYTES.item * items.length) ? new Items(items) : FAILED;
    }
    const items = itemsOf(left);
    return this.charge(BYTES.cell * items.length) ? listOf(items, right as Cell | null) : FAILED;
  }

  private bindDelta(delta: Value, { origin }: Instruction, call: number): number {
    const state = this.delta ?? internalError('deltaLet outside runDelta');
    const span = this.executable.origins[origin] ?? internalError('an instruction without origin');
    this.kept += BYTES.deltaBinding;
    this.meter.nodes++;
    return state.bind(delta as Variant, span, call);
  }

  private evalDelta(instruction: Instruction, call: number, amount: Value, delta: Variant, map: DeltaMap): Value {
    const isTraced = this.inside > 0 || (this.options.tracing ?? 'none') !== 'none';
    const visits = this.meter.visits;
    const result = isTraced
      ? evalTracedDelta(
          amount,
          delta,
          map,
          new Emitter(this.trace, this.meter, Infinity).at(instruction.origin, call),
          this.meter,
        )
      : evalDelta(amount as number, delta, map, this.meter);
    this.meter.steps += this.meter.visits - visits;
    if (!this.charge(BYTES.mapEntry * result.size)) return FAILED;
    for (const contribution of result.values()) {
      if (Number.isFinite(primalOf(contribution))) continue;
      this.failure = { code: 'not-finite', message: 'a contribution to the derivative is too large to be a number' };
      return FAILED;
    }
    return result;
  }

  /** Makes room for slots; false, with a failure, when that is more memory than there is. */
  private growSlots(length: number): boolean {
    const { slots } = this;
    const target = Math.max(length, slots.length + 1024);
    while (slots.length < target) slots.push(undefined);
    if (this.stackBytes() + this.trace.bytes + this.kept <= this.options.budget.bytes) return true;
    this.failure = this.memoryFailure();
    return false;
  }

  private stackBytes(): number {
    return this.slots.length * BYTES.slot + this.frames.length * BYTES.frame;
  }

  /**
   * Counts what was allocated. When that might exceed the budget, what is live is measured: only that counts. False, with
   * a failure, if it is too much.
   */
  private charge(bytes: number): boolean {
    this.allocated += bytes;
    const limit = this.options.budget.bytes;
    const certain = this.stackBytes() + this.trace.bytes + this.kept;
    if (bytes <= limit && certain <= limit && this.allocated <= Math.max(limit / 8, limit - certain)) return true;
    const live = bytes + certain + (bytes + certain > limit ? 0 : liveBytes(this.roots(), limit - certain));
    this.allocated = 0;
    if (live <= limit) return true;
    this.failure = this.memoryFailure();
    return false;
  }

  private *roots(): Iterable<Value> {
    const top = this.base + this.closure.code.size;
    for (let i = 0; i < top; i++) yield this.slots[i];
    for (let i = 0; i < this.depth; i++) yield this.frames[i]?.closure;
    yield this.closure;
    yield this.outputs;
    for (const state of this.deltas) for (const binding of state.bindings) yield binding.delta;
  }

  private memoryFailure(): Failure {
    const megabytes = Math.round(this.options.budget.bytes / 1e6);
    return {
      code: 'budget-memory',
      message: `the run was stopped: it needs more than its ${megabytes} MB of memory`,
      hint: UNFINISHED.memory,
    };
  }
}

/** What an instruction's method answers when it has set `failure`. */
const FAILED = Symbol('failed');

/** Operands that are no slots. */
function other(
  operand: number,
  captured: readonly Value[],
  constants: readonly Value[],
  slots: readonly Value[],
): Value {
  const code = ~operand;
  const index = code >> 2;
  const place = code & 3;
  if (place === CONSTANT) return constants[index];
  return place === CAPTURED ? captured[index] : slots[index];
}

function entryOf(code: FunctionCode, run: boolean): Instruction {
  return run ? (code.runEntry ?? internalError(`${code.name} has no result to run`)) : code.entry;
}

/** What becomes of a call whose arguments are not exactly what a closure takes. */
type Plan =
  | { readonly tag: 'enter'; readonly closure: Closure; readonly held: readonly Value[] }
  | { readonly tag: 'hold'; readonly closure: Closure; readonly held: readonly Value[] }
  | { readonly tag: 'split'; readonly head: Instruction };

function planOf(instruction: Instruction, callee: Value): Plan {
  const closure = callee instanceof PartialApplication ? callee.closure : callee;
  const held = callee instanceof PartialApplication ? callee.values : [];
  if (!(closure instanceof Closure)) return internalError('a call of what is no function');
  const missing = closure.code.arity - held.length;
  const given = instruction.operands.length;
  if (given === missing) return { tag: 'enter', closure, held };
  if (given < missing) return { tag: 'hold', closure, held };
  return { tag: 'split', head: splitCall(instruction, missing) };
}

/** A call with more arguments than the function takes is two: of the function, and of its result, which waits in slot `b`. */
function splitCall(instruction: Instruction, first: number): Instruction {
  instruction.splits ??= new Map();
  const known = instruction.splits.get(first);
  if (known !== undefined) return known;
  const { term, origin, readers, a, b, operands } = instruction;
  const rest = new Instruction(instruction.op, term, origin, readers);
  rest.a = rest.b = b;
  rest.operands = operands.slice(first);
  rest.target = instruction.target;
  rest.next = instruction.next;
  rest.flag = instruction.flag;
  const head = new Instruction(OP.call, term, origin, readers);
  head.a = a;
  head.b = head.target = b;
  head.operands = operands.slice(0, first);
  head.next = rest;
  instruction.splits.set(first, head);
  return head;
}

/** The return of what is in slot `b` of a tail call. */
function returnOf(instruction: Instruction): Instruction {
  instruction.splits ??= new Map();
  const known = instruction.splits.get(0);
  if (known !== undefined) return known;
  const made = new Instruction(OP.return, instruction.term, instruction.origin, instruction.readers);
  made.a = instruction.b;
  instruction.splits.set(0, made);
  return made;
}

function listOf(items: readonly Value[], tail: Cell | null): Cell | null {
  let list = tail;
  for (let i = items.length - 1; i >= 0; i--) list = new Cell(items[i], list);
  return list;
}

function lengthOf(sequence: Value): number {
  if (sequence instanceof Items) return sequence.items.length;
  let length = 0;
  for (let cell = sequence as Cell | null; cell !== null; cell = cell.tail) length++;
  return length;
}

function outOfBounds(index: number, length: number): Failure {
  return {
    code: 'index',
    message:
      length === 0
        ? `there is no item ${index}: the array is empty`
        : `there is no item ${index}: the array has ${length} items, from 0 to ${length - 1}`,
  };
}

import type { Pattern, Term } from '../language/core/tree';
import type { Span } from '../language/source/span';
import { RUN_TIME_ROWS, type RunTimeRow } from './rows';

/**
 * The machine's code: one instruction per rule, linked to the next. An activation of a function has slots for its
 * parameters, its bound variables, and the values of subterms that wait for their siblings. The current instruction of
 * an activation determines its evaluation context.
 *
 * `case 3 satisfies Op['project']` keeps the cases of a switch small integers, which engines dispatch by table.
 */
export const OP = {
  halt: 0,
  move: 1,
  operation1: 2,
  operation2: 3,
  branch: 4,
  call: 5,
  tailCall: 6,
  return: 7,
  tuple: 8,
  project: 9,
  construct: 10,
  cons: 11,
  match: 12,
  closure: 13,
  letrec: 14,
  sequence: 15,
  foldBegin: 16,
  foldNext: 17,
  length: 18,
  index: 19,
  append: 20,
  buildBegin: 21,
  buildNext: 22,
  buildStore: 23,
  derivativeBegin: 24,
  derivativeEnd: 25,
  watch: 26,
  output: 27,
  inputBegin: 28,
  inputEnd: 29,
  dataEnd: 47,
  pureAction: 30,
  suspend: 31,
  deltaLetAction: 32,
  deltaLet: 33,
  run: 34,
  runDeltaBegin: 35,
  runDeltaEnd: 36,
  deltaEval: 37,
  deltaLookup: 38,
  mark: 39,
  enter: 40,
  fail: 41,
  sequenceBegin: 42,
  sequenceNext: 43,
  boundOperation: 44,
  toArray: 45,
  update: 46,
} as const;
export type Op = typeof OP;
export type Opcode = Op[keyof Op];

/**
 * The location of an operand: a slot of the activation (`>= 0`), or `~operand` for a captured value, a constant or a
 * top-level slot, as its two low bits say.
 */
export const CAPTURED = 0;
export const CONSTANT = 1;
export const GLOBAL = 2;

export function encode(place: typeof CAPTURED | typeof CONSTANT | typeof GLOBAL, index: number): number {
  return ~((index << 2) | place);
}

/**
 * The field `a` of a mark: an instruction without effect, compiled on request for observers of the machine. `open` and
 * `close` surround a redex E[R] that is not a primitive and has a context; `bind` marks the redex `let p = V in N`.
 */
export const MARK = { open: 0, close: 1, bind: 2 } as const;

/** The field `b` of a letrec whose functions may be entered any number of times. */
export const UNBOUNDED = -1;

/** The `target` of an instruction whose value is the result of its function. */
export const NO_SLOT = -1;

export interface CodeArm {
  readonly name: string;
  /** The slot of the payload, or NO_SLOT; for `::` with a pair as pattern, the slot of the head. */
  readonly target: number;
  /** For `::` with a pair as pattern, the slot of the tail; otherwise NO_SLOT. */
  readonly tail: number;
  readonly entry: Instruction;
}

const NO_ROW: RunTimeRow = RUN_TIME_ROWS.not;
const NO_OPERANDS: readonly number[] = [];
const NO_ARMS: readonly CodeArm[] = [];
const NO_CODES: readonly FunctionCode[] = [];

/** An instruction. All have the same shape, whatever the opcode, so that the machine's loads are monomorphic. */
export class Instruction {
  readonly op: Opcode;
  /** The core term whose rule this instruction executes. */
  readonly term: Term | undefined;
  /** An index into `Executable.origins`. */
  readonly origin: number;
  /** Whether the origin is in the reader's text. */
  readonly readers: boolean;
  target = NO_SLOT;
  a = 0;
  b = 0;
  operands: readonly number[] = NO_OPERANDS;
  next: Instruction = this;
  /** The other branch, or the body of a loop. */
  alternative: Instruction = this;
  row: RunTimeRow = NO_ROW;
  /** For an operation: whether its work counts as the derivative's. */
  derivative = false;
  /**
   * For an operation: whether its two operands are the same variable. For a call: whether its result, an action, is
   * run.
   */
  flag = false;
  name = '';
  /** For a `bind` mark, or a projection that takes a pattern apart: the pattern that is bound. */
  pattern: Pattern | undefined = undefined;
  arms: readonly CodeArm[] = NO_ARMS;
  codes: readonly FunctionCode[] = NO_CODES;
  /** For a call, made on demand: the call split in two, by the number of arguments of the first; for 0, a return. */
  splits: Map<number, Instruction> | undefined = undefined;

  constructor(op: Opcode, term: Term | undefined, origin: number, readers: boolean) {
    this.op = op;
    this.term = term;
    this.origin = origin;
    this.readers = readers;
  }
}

/** A lambda with all directly following parameters. */
export class FunctionCode {
  readonly name: string;
  readonly parameters: readonly Pattern[];
  readonly origin: Span;
  readonly arity: number;
  /** The number of slots of an activation. */
  size: number;
  entry: Instruction;
  /** If the result is an action: the entry of the body that runs it at once. */
  runEntry: Instruction | undefined = undefined;
  /** Undefined for the program itself. */
  body: Term | undefined = undefined;
  /** Operands in the activation that makes the closure. */
  readonly captures: number[] = [];
  /** The names of the captured values, in the same order. */
  readonly captured: string[] = [];
  /** Whether it contains actions, whose activations keep only the slots that they mention. */
  hasActions = false;

  constructor(name: string, parameters: readonly Pattern[], origin: Span, entry: Instruction) {
    this.name = name;
    this.parameters = parameters;
    this.arity = parameters.length;
    this.origin = origin;
    this.size = parameters.length;
    this.entry = entry;
  }
}

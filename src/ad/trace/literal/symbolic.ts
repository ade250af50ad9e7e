import type { Type } from '../../../language/types/type';
import { REAL } from '../../../language/types/type';
import type { FreshNames } from '../../../language/core/fresh-names';
import { freshNames } from '../../../language/core/fresh-names';
import { RESERVED_NAMES } from '../../../language/core/reserved-names';
import type { Pattern, Term } from '../../../language/core/tree';
import type { LeafValue } from '../../../language/operations/operation';
import { internalError } from '../../../language/source/internal-error';
import { NOWHERE, type Span } from '../../../language/source/span';
import { planOf } from '../../../semantics/calls';
import { BoundedClosure, Closure, PartialApplication } from '../../../semantics/closure';
import { CAPTURED, CONSTANT, type Instruction, MARK, type Op } from '../../../semantics/code';
import { advance } from '../../../semantics/machine';
import type { MachineState, Status } from '../../../semantics/state';
import type { Value } from '../../../semantics/value';
import { writtenName } from '../anf';
import { type Binder, symbolicReverse } from './differentiate';
import { reverseSize, type Size } from './reverse-size';
import { type Binding, Segment } from './segment';
import {
  constant,
  iteratedPair,
  iteratedProduct,
  namesOf,
  traceSize,
  traceVariable,
  type TraceTerm,
  type TraceType,
  type TraceVariable,
} from './term';
import { traceTypeOf, typeOfTrace } from './types';

/** Larger terms are not made. */
export const LITERAL_LIMIT = 20_000;

/** What has no reals, in a trace. */
const STAR: TraceTerm = { tag: 'unit', origin: NOWHERE };

/** Why there is no trace term. */
export type NoTrace =
  | { readonly tag: 'outside'; readonly reason: string; readonly span: Span }
  | { readonly tag: 'too large'; readonly what: 'trace' | 'derivative'; readonly size: Size; readonly span: Span };

/**
 * Symbolic evaluation φ | ρ |- M ~> C (Abadi & Plotkin, Figures 4 and 5) by the rules that run the program: an observer
 * of the machine, whose steps are the ordinary rules (Figures 2 and 3). To every slot of the machine, which holds a closed
 * value V', it has the value V that the rules write, with its free variables; each redex that fires adds what its rule
 * adds to C. So C takes time linear in the run, and nothing is evaluated twice.
 *
 * A redex R in a context, E[R] ~> let x:T_V = C in D, opens a segment that becomes C when its value is known; primitive
 * redexes are bound at once. Where the context is trivial the last binding is the term itself: `Segment`. Leaf types, which
 * traces do not have, are evaluated as the rules do booleans: their value takes the redex's place.
 */
export class SymbolicEvaluation {
  readonly fresh: FreshNames = freshNames(RESERVED_NAMES);
  /** Free in C: the inputs, as they come. */
  readonly inputs: TraceVariable[] = [];
  /** The last first. */
  readonly segments: Segment[] = [new Segment('program')];
  problem: NoTrace | undefined;
  /** In ordinary evaluation: why the derivative that ended last has no term. */
  past: NoTrace | undefined;
  /** The value that the program put out last, in terms of the names. */
  result: TraceTerm = STAR;
  /** W.R_V(x:T. C) of the derivative that ended last. */
  derived: TraceTerm | undefined;
  private readonly slots: (TraceTerm | undefined)[] = [];
  private readonly captured = new WeakMap<Closure, readonly TraceTerm[]>();
  private readonly held = new WeakMap<PartialApplication, readonly TraceTerm[]>();
  private readonly binders: Binder[] = [];
  /** `fst(z)` of a tuple of more than two that is being taken apart: by z. */
  private readonly prefixes = new Map<string, TraceVariable>();
  private size = 0;
  private count = 0;
  private readonly ordinary: boolean;
  /** In ordinary evaluation: whether the derivative that ends next is wanted as a term. */
  wantsDerived = true;

  /** `ordinary`: evaluation of the program is, so that there are terms only inside its derivatives. */
  constructor(mode: 'symbolic' | 'ordinary' = 'symbolic') {
    this.ordinary = mode === 'ordinary';
  }

  /** One step of the machine, and what its rule adds to C. */
  step(machine: MachineState): Status {
    if (this.problem?.tag === 'outside') return advance(machine, 1);
    const { instruction, base, closure } = machine;
    const at: Place = { instruction, base, closure, machine };
    const leaves = this.leavesOf(at);
    const callee = isCall(instruction) ? machine.read(instruction.a) : undefined;
    const frame = machine.frames[machine.depth - 1];
    const back = frame === undefined ? undefined : frame.base + frame.instruction.target;
    const arity = arityOf(at);
    const status = advance(machine, 1);
    if (status === 'failed') return status;
    this.rule(at, leaves, callee, back, arity);
    if (this.size > LITERAL_LIMIT && this.problem === undefined) {
      this.problem = { tag: 'too large', what: 'trace', size: { nodes: this.size, least: true }, span: originOf(at) };
    }
    return status;
  }

  /** What a slot of the machine holds, with its free variables. */
  valueAt(slot: number): TraceTerm | undefined {
    return this.slots[slot];
  }

  /** The terms under way inside the outermost derivative under way; none outside. */
  open(): readonly Segment[] {
    const outermost = this.segments.findIndex(({ kind }) => kind === 'derivative');
    return outermost < 0 ? [] : this.segments.slice(outermost);
  }

  /** C, with the inputs free: when the machine is done. */
  term(): TraceTerm {
    const [outer] = this.segments;
    return outer?.close(this.result) ?? internalError('the program has no segment');
  }

  private rule(
    at: Place,
    leaves: readonly (LeafValue | undefined)[],
    callee: Value,
    back: number | undefined,
    arity: number,
  ): void {
    const { instruction, base, machine } = at;
    const { term } = instruction;
    const target = base + instruction.target;
    switch (instruction.op) {
      case 1 satisfies Op['move']:
        this.slots[target] = this.value(at, instruction.a, term?.type ?? REAL);
        return;
      case 2 satisfies Op['operation1']:
      case 3 satisfies Op['operation2']:
        this.operation(at, leaves);
        return;
      case 5 satisfies Op['call']:
      case 6 satisfies Op['tailCall']:
        this.call(at, callee);
        return;
      case 7 satisfies Op['return']:
        if (back !== undefined) this.slots[back] = this.value(at, instruction.a, term?.type ?? REAL);
        return;
      case 8 satisfies Op['tuple']:
        this.slots[target] = this.tuple(at);
        return;
      case 9 satisfies Op['project']:
        this.project(at, arity);
        return;
      case 13 satisfies Op['closure']:
      case 14 satisfies Op['letrec']:
        this.close(at);
        return;
      case 40 satisfies Op['enter']:
        this.enter(at);
        return;
      case 24 satisfies Op['derivativeBegin']:
        this.beginDerivative(at);
        return;
      case 25 satisfies Op['derivativeEnd']:
        this.endDerivative(at);
        return;
      case 26 satisfies Op['watch']:
        this.slots[target] = this.value(at, instruction.b, term?.type ?? REAL);
        return;
      case 27 satisfies Op['output']:
        this.result = this.value(at, instruction.a, term?.type ?? REAL);
        return;
      case 28 satisfies Op['inputBegin']:
        if (machine.instruction === instruction.next) this.segments.push(new Segment('default'));
        else this.input(at);
        return;
      case 29 satisfies Op['inputEnd']:
        if (this.segments.at(-1)?.kind === 'default') {
          this.segments.pop();
          this.input(at);
        }
        return;
      case 39 satisfies Op['mark']:
        this.mark(at);
        return;
      case 0 satisfies Op['halt']:
      case 4 satisfies Op['branch']:
        return;
      default:
        this.outside(term, 'sums, variants, lists and arrays have no trace term yet');
    }
  }

  /** op(V) ~> op(V); V + W ~> V + W. */
  private operation(at: Place, leaves: readonly (LeafValue | undefined)[]): void {
    const { instruction, base } = at;
    const { row, operands } = instruction;
    const target = base + instruction.target;
    if (!row.isReal) {
      this.slots[target] = STAR;
      return;
    }
    const origin = originOf(at);
    const reals = row.row.parameters.flatMap((leaf, k) =>
      leaf === 'real' ? [this.value(at, operands[k] ?? 0, REAL)] : [],
    );
    const [left, right] = reals;
    const made: TraceTerm =
      row.row.name === 'add' && left !== undefined && right !== undefined
        ? { tag: 'sum', type: { tag: 'real' }, left, right, origin }
        : { tag: 'operation', operation: row.row.name, leaves, argument: iteratedPair(reals, origin), origin };
    this.slots[target] = this.bindRedex(made, { tag: 'real' });
  }

  /** f(V) ~> let x:T = V in C. */
  private call(at: Place, callee: Value): void {
    const { instruction, base, closure } = at;
    const { term, operands } = instruction;
    const types = argumentTypes(term, operands.length, instruction.a === instruction.b);
    const given = operands.map((operand, k) => this.value(at, operand, types[k] ?? REAL));
    const isTail = instruction.op === (6 satisfies Op['tailCall']);
    const plan =
      callee instanceof Closure && callee.code.arity === operands.length
        ? { tag: 'enter' as const, closure: callee }
        : planOf(instruction, callee);
    if (plan.tag === 'split') return;
    const before = callee instanceof PartialApplication ? (this.held.get(callee) ?? []) : [];
    if (plan.tag === 'hold') {
      const made = at.machine.slots[base + (isTail ? instruction.b : instruction.target)];
      if (made instanceof PartialApplication) this.held.set(made, [...before, ...given]);
      this.slots[base + (isTail ? instruction.b : instruction.target)] = STAR;
      return;
    }
    const top = isTail ? base : base + closure.code.size;
    // The variable of W.rd_V(x:T. N) is bound by the derivative itself.
    const isBinder = term?.tag === 'derivative' && term.function.tag === 'lambda';
    [...before, ...given].forEach((value, k) => {
      const pattern = plan.closure.code.parameters[k];
      if (pattern !== undefined)
        this.slots[top + k] = isBinder ? value : this.bindPattern(pattern, value, originOf(at));
    });
  }

  private tuple(at: Place): TraceTerm {
    const { operands, term } = at.instruction;
    const types =
      term?.type.tag === 'product'
        ? term.type.items
        : term?.type.tag === 'record'
          ? term.type.fields.map((field) => field.type)
          : [];
    return iteratedPair(
      operands.map((operand, k) => this.value(at, operand, types[k] ?? REAL)),
      originOf(at),
    );
  }

  /** fst(V) ~> fst(V), snd(V) ~> snd(V): as often as the component's place in the nesting wants. */
  private project(at: Place, arity: number): void {
    const { instruction, base } = at;
    const { pattern, b: index } = instruction;
    const target = base + instruction.target;
    const tuple = this.value(at, instruction.a, REAL);
    const origin = originOf(at);
    if (pattern === undefined) {
      if (!hasReals(instruction.term?.type)) this.slots[target] = STAR;
      else this.slots[target] = this.component(tuple, index, arity, origin, false);
    } else if (pattern.type.tag === 'function' || isLeaf(pattern.type)) {
      this.slots[target] = STAR;
    } else {
      this.slots[target] = this.bindPattern(pattern, this.component(tuple, index, arity, origin, true), origin);
    }
  }

  /** Component `index` of an iterated product; those of a pattern share the tuples before them (`let <x, y, z> = M in N`). */
  private component(tuple: TraceTerm, index: number, arity: number, origin: Span, shared: boolean): TraceTerm {
    let value = tuple;
    for (let size = arity; size > 1; size--) {
      if (index === size - 1) return this.part('snd', value, origin);
      const name = value.tag === 'variable' ? value.name : '';
      const known = shared ? this.prefixes.get(name) : undefined;
      if (known === undefined) {
        const first = this.part('fst', value, origin);
        if (shared && size > 2) {
          const prefix = this.bindName('z', typeOfTrace(first), first, origin);
          this.prefixes.set(name, prefix);
          value = prefix;
        } else value = first;
      } else value = known;
    }
    return value;
  }

  private part(tag: 'fst' | 'snd', pair: TraceTerm, origin: Span): TraceTerm {
    const made: TraceTerm = { tag, pair, origin };
    return this.bindRedex(made, typeOfTrace(made));
  }

  private close({ instruction, base, closure, machine }: Place): void {
    instruction.codes.forEach((code, k) => {
      const made = machine.slots[base + instruction.target + k];
      this.slots[base + instruction.target + k] = STAR;
      if (!(made instanceof Closure)) return;
      const values = code.captures.map((operand) => this.operand(operand, base, closure));
      this.captured.set(made, values);
    });
  }

  /** The function's own name is bound anew: to a closure that may be entered once less, with the same captured values. */
  private enter({ instruction, base, closure, machine }: Place): void {
    if (!(closure instanceof BoundedClosure)) return;
    closure.group.forEach((outer, k) => {
      const made = machine.slots[base + instruction.target + k];
      if (made instanceof Closure) this.captured.set(made, this.captured.get(outer) ?? []);
    });
  }

  private beginDerivative(at: Place): void {
    const { instruction, base } = at;
    const { term } = instruction;
    if (term?.tag !== 'derivative') return internalError('a derivative without its term');
    const type = traceTypeOf(term.point.type);
    if (type === undefined) {
      this.outside(term, 'the point of a derivative with sums, variants or sequences in it has no trace term yet');
      return;
    }
    const point = this.value(at, instruction.a, term.point.type);
    const parameter = term.function.tag === 'lambda' ? term.function.parameter : undefined;
    const name = parameter?.tag === 'variable' ? writtenName(parameter) : 'x';
    const x = traceVariable(this.fresh(name), type, originOf(at));
    this.binders.push({ variables: [x], at: [point] });
    this.segments.push(new Segment('derivative'));
    this.slots[base + instruction.target] = x;
  }

  /**
   * W.rd_V(x:T. N) ~> W.R_V(x:T. C); and M.fd_{U,L}(x:T. N), which is M.rd_{0_U}(y:U. y.rd_L(x:T. N)), likewise.
   */
  private endDerivative(at: Place): void {
    const { instruction, base } = at;
    const { term } = instruction;
    const segment = this.segments.pop();
    const binder = this.binders.pop();
    if (term?.tag !== 'derivative' || segment === undefined || binder === undefined) {
      return internalError('a derivative ends that did not begin');
    }
    const result = this.slots[base + instruction.a + 2] ?? STAR;
    const direction = this.value(at, instruction.operands[1] ?? 0, term.direction.type);
    const c = segment.close(result);
    const isOutermost = this.ordinary && this.binders.length === 0;
    const isWanted = this.problem === undefined && (!isOutermost || this.wantsDerived);
    // What is not part of a larger term has names of its own, so that those of later terms do not depend on it.
    const fresh = isOutermost
      ? freshNames([...RESERVED_NAMES, ...namesOf(c, direction, ...binder.variables, ...binder.at)])
      : this.fresh;
    const made = isWanted ? this.derivative(term.operator, direction, binder, c, originOf(at), fresh) : undefined;
    const type = term.operator === 'rd' ? typeOfBinder(binder) : typeOfTrace(result);
    this.slots[base + instruction.target] = made === undefined ? this.unmade(type, at) : this.bindRedex(made, type);
    this.derived = made;
    if (isOutermost) {
      this.size = 0;
      this.past = this.problem;
      this.problem = undefined;
    }
  }

  /** The value of a redex whose term is not made. */
  private unmade(type: TraceType, at: Place): TraceTerm {
    return traceVariable(this.fresh(`t${++this.count}`), type, originOf(at));
  }

  /** Whether there is no term that could be added to. */
  private get isQuiet(): boolean {
    return this.problem !== undefined || (this.ordinary && this.binders.length === 0);
  }

  private derivative(
    operator: 'rd' | 'fd',
    direction: TraceTerm,
    binder: Binder,
    c: TraceTerm,
    span: Span,
    fresh: FreshNames,
  ): TraceTerm | undefined {
    if (operator === 'rd') return this.reverse(direction, binder, c, span, fresh);
    const type = typeOfTrace(c);
    const y = traceVariable(fresh('y'), type, span);
    const inner = this.reverse(y, binder, c, span, fresh);
    const zero: TraceTerm = { tag: 'zero', type, origin: span };
    return inner && this.reverse(direction, { variables: [y], at: [zero] }, inner, span, fresh);
  }

  private reverse(w: TraceTerm, binder: Binder, c: TraceTerm, span: Span, fresh: FreshNames): TraceTerm | undefined {
    const size = reverseSize(w, binder, c);
    if (size.nodes > LITERAL_LIMIT) {
      this.problem = { tag: 'too large', what: 'derivative', size, span };
      return undefined;
    }
    return symbolicReverse(w, binder, c, fresh);
  }

  private input(at: Place): void {
    const { instruction, base } = at;
    const { term } = instruction;
    const type = term && traceTypeOf(term.type);
    if (type === undefined) {
      this.outside(term, 'an input with sums, variants or sequences in it has no trace term yet');
      return;
    }
    const x = traceVariable(this.fresh(instruction.name), type, originOf(at));
    this.inputs.push(x);
    this.slots[base + instruction.target] = x;
  }

  private mark(at: Place): void {
    const { instruction, base } = at;
    const { term, pattern } = instruction;
    const target = base + instruction.target;
    switch (instruction.a) {
      case MARK.open:
        this.segments.push(new Segment('redex'));
        return;
      // let x:T = V in N ~> let x:T = V in C
      case MARK.bind:
        if (pattern !== undefined)
          this.slots[target] = this.bindPattern(pattern, this.slots[target] ?? STAR, originOf(at));
        return;
      // E[R] ~> let x:T_V = C in D
      default: {
        const segment = this.segments.pop() ?? internalError('a segment closes that was not opened');
        const value = this.slots[target] ?? STAR;
        if (term?.type.tag === 'function') this.escape(at, segment);
        this.slots[target] =
          hasReals(term?.type) || term?.type.tag === 'unit'
            ? this.bindRedex(segment.close(value), typeOfTrace(value), segment.size)
            : STAR;
      }
    }
  }

  /** A function may not take along variables that are bound in what made it: in the paper functions are no values. */
  private escape({ instruction, base, machine }: Place, segment: Segment): void {
    const made = machine.slots[base + instruction.target];
    const values =
      made instanceof Closure ? this.captured.get(made) : made instanceof PartialApplication ? this.held.get(made) : [];
    if (values?.some((value) => segment.binds(value)) === true) {
      this.outside(instruction.term, 'a function that leaves the scope of a real that it uses has no trace term yet');
    }
  }

  /** let x:T = V in ...: for a variable, x; for a pattern, the tuple that is then taken apart. */
  private bindPattern(pattern: Pattern, value: TraceTerm, origin: Span): TraceTerm {
    if (pattern.type.tag === 'function' || isLeaf(pattern.type)) return STAR;
    const name = pattern.tag === 'variable' ? writtenName(pattern) : 'z';
    return this.bindName(name, typeOfTrace(value), value, origin);
  }

  private bindName(name: string, type: TraceType, value: TraceTerm, origin: Span): TraceVariable {
    const unique = this.fresh(name);
    this.add({ name: unique, type, value, rule: 'let' });
    return traceVariable(unique, type, origin);
  }

  /** E[R] ~> let x:T_V = C in D, for x that is new. `made`: nodes of the value, where they have been counted before. */
  private bindRedex(value: TraceTerm, type: TraceType, made?: number): TraceTerm {
    const name = this.fresh(`t${++this.count}`);
    this.add({ name, type, value, rule: 'context' }, made);
    return traceVariable(name, type, value.origin);
  }

  private add(binding: Binding, made?: number): void {
    if (this.isQuiet) return;
    const segment = this.segments.at(-1) ?? internalError('no segment is open');
    const size = made ?? traceSize(binding.value);
    segment.add(binding, size);
    this.size += made === undefined ? 1 + size : 1;
  }

  /** The value of an operand with its free variables. */
  private value({ base, closure, machine }: Place, operand: number, type: Type): TraceTerm {
    if (operand < 0 && (~operand & 3) === CONSTANT) {
      const literal = machine.executable.constants[~operand >> 2];
      return type.tag === 'real' && typeof literal === 'number' ? constant(literal, NOWHERE) : STAR;
    }
    return this.operand(operand, base, closure);
  }

  private operand(operand: number, base: number, closure: Closure): TraceTerm {
    if (operand >= 0) return this.slots[base + operand] ?? STAR;
    const index = ~operand >> 2;
    return ((~operand & 3) === CAPTURED ? this.captured.get(closure)?.[index] : this.slots[index]) ?? STAR;
  }

  private leavesOf({ instruction, machine }: Place): readonly (LeafValue | undefined)[] {
    if (instruction.op !== (2 satisfies Op['operation1']) && instruction.op !== (3 satisfies Op['operation2']))
      return [];
    return instruction.row.row.parameters.map((leaf, k) =>
      leaf === 'real' ? undefined : (machine.read(instruction.operands[k] ?? 0) as LeafValue),
    );
  }

  private outside(term: Term | undefined, reason: string): void {
    this.problem = { tag: 'outside', reason, span: term?.origin ?? NOWHERE };
  }
}

/** Where a step is taken: the registers before it. */
interface Place {
  readonly instruction: Instruction;
  readonly base: number;
  readonly closure: Closure;
  readonly machine: MachineState;
}

function originOf({ instruction, machine }: Place): Span {
  return machine.executable.origins[instruction.origin] ?? NOWHERE;
}

function isCall({ op }: Instruction): boolean {
  return op === (5 satisfies Op['call']) || op === (6 satisfies Op['tailCall']);
}

/** Of a projection: how many components the tuple has. */
function arityOf({ instruction, machine }: Place): number {
  return instruction.op === (9 satisfies Op['project']) ? (machine.read(instruction.a) as readonly Value[]).length : 0;
}

function argumentTypes(term: Term | undefined, count: number, isRest: boolean): readonly Type[] {
  if (term?.tag === 'derivative') return [term.point.type];
  const types: Type[] = [];
  let callee: Term | undefined = term;
  for (; callee?.tag === 'apply'; callee = callee.function) types.push(callee.argument.type);
  types.reverse();
  // The second half of a call that gives more arguments than the function takes.
  return isRest ? types.slice(-count) : types.slice(0, count);
}

function isLeaf({ tag }: Type): boolean {
  return tag === 'int' || tag === 'bool' || tag === 'string';
}

/** Whether a redex of this type is bound in the trace. */
function hasReals(type: Type | undefined): boolean {
  return type !== undefined && type.tag !== 'function' && !isLeaf(type);
}

function typeOfBinder({ variables }: Binder): TraceType {
  return iteratedProduct(variables.map((variable) => variable.type));
}

import { REAL } from '../../../language/types/type';
import { type FreshNames, freshNames } from '../../../language/core/fresh-names';
import { RESERVED_NAMES } from '../../../language/core/reserved-names';
import type { Term, VariantDeclaration } from '../../../language/core/tree';
import type { LeafValue } from '../../../language/operations/operation';
import { internalError } from '../../../language/source/internal-error';
import { NOWHERE } from '../../../language/source/span';
import { planOf } from '../../../semantics/calls';
import type { Op } from '../../../semantics/code';
import { advance } from '../../../semantics/machine';
import type { MachineState, Status } from '../../../semantics/state';
import type { Value } from '../../../semantics/value';
import { nameAsWritten } from '../anf/anf';
import { Contexts } from './contexts';
import { derivativeTerm } from './derivative-term';
import { binderOf } from './binder';
import type { TraceBinder } from './differentiate';
import { arityAt, leavesAt, originAt, type InstructionPlace } from './place';
import type { Segment } from './segment';
import { Shadow } from './shadow';
import { iteratedPair, namesOf, TRACE_REAL, type TraceTerm, type TraceVariable } from './term';
import { typeOfTrace } from './types';
import { UNIT_TERM, type TraceTypes, traceTypes } from './representation';
import { Structures } from './structures';
import { type NoTrace, TOO_DEEP, TRACE_LIMIT, TraceWriter } from './writer';

/**
 * Symbolic evaluation φ | ρ |- M ~> C (Abadi & Plotkin, Figures 4 and 5) by the rules that run the program: an observer
 * of the machine, whose steps are the ordinary rules (Figures 2 and 3). Every slot of the machine holds a closed value
 * V'; this class keeps the value V that the rules write, with its free variables. Each redex that fires adds what its
 * rule adds to C. So C takes time linear in the run, and nothing is evaluated twice.
 *
 * A redex R in a context, E[R] ~> let x:T_V = C in D, opens a segment that becomes C when its value is known; primitive
 * redexes are bound at once. In a trivial context the last binding is the term itself: `Segment`. Traces have no leaf
 * types: the rules evaluate them like booleans, and their value replaces the redex.
 */
export class SymbolicEvaluation {
  /**
   * The free variables of C: the inputs, in order. An input that is not a tuple of a size given by its type has
   * several.
   */
  readonly inputs: TraceVariable[] = [];
  /** What stands for each input: its variable, or the tuple of its variables. */
  readonly patterns: TraceTerm[] = [];
  /** Ordinary evaluation only: why the derivative that ended last has no term. */
  past: NoTrace | undefined;
  /** The last value that the program put out, with its free variables. */
  result: TraceTerm = UNIT_TERM;
  /** W.R_V(x:T. C) of the derivative that ended last. */
  derived: TraceTerm | undefined;
  private readonly shadow = new Shadow();
  private readonly binders: TraceBinder[] = [];
  private readonly writer: TraceWriter;
  private readonly ordinary: boolean;
  private readonly types: TraceTypes;
  private readonly structures: Structures;
  private readonly contexts: Contexts;
  /** Ordinary evaluation only: whether to build the term of the derivative that ends next. */
  wantsDerived = true;

  /** In mode `ordinary` the program is evaluated, and there are terms only inside its derivatives. */
  constructor(variants: readonly VariantDeclaration[], mode: 'symbolic' | 'ordinary' = 'symbolic') {
    this.ordinary = mode === 'ordinary';
    this.types = traceTypes(variants);
    this.writer = new TraceWriter(this.types, () => this.isClosed);
    this.structures = new Structures(this.writer, this.shadow, this.types, () => this.isClosed);
    this.contexts = new Contexts(this.writer, this.shadow, this.types, this.structures);
  }

  /** Whether all values are closed: in ordinary evaluation outside derivatives. */
  private get isClosed(): boolean {
    return this.ordinary && this.binders.length === 0;
  }

  get fresh(): FreshNames {
    return this.writer.fresh;
  }

  /** The terms under construction, the newest last. */
  get segments(): readonly Segment[] {
    return this.writer.segments;
  }

  get problem(): NoTrace | undefined {
    return this.writer.problem;
  }

  /** Takes one step of the machine and adds to C what its rule adds. */
  step(machine: MachineState): Status {
    if (this.problem?.tag === 'outside') return advance(machine, 1);
    const { instruction, base, closure } = machine;
    const at: InstructionPlace = { instruction, base, closure, machine };
    const leaves = leavesAt(at);
    const operand = machine.read(instruction.a);
    const takesIndex = instruction.op === (19 satisfies Op['index']) || instruction.op === (46 satisfies Op['update']);
    const index = takesIndex ? machine.read(instruction.b) : undefined;
    const frame = machine.frames[machine.depth - 1];
    const back = frame === undefined ? undefined : frame.base + frame.instruction.target;
    const arity = arityAt(at);
    const status = advance(machine, 1);
    if (status === 'failed') return status;
    this.rule(at, leaves, operand, index, back, arity);
    const { writer } = this;
    if (writer.problem?.span === NOWHERE) writer.problem = { ...writer.problem, span: originAt(at) };
    if (writer.size > TRACE_LIMIT) writer.problem ??= { tag: 'too large', what: 'trace', span: originAt(at) };
    return status;
  }

  /** Returns the value of a slot with its free variables. */
  valueAt(slot: number): TraceTerm | undefined {
    return this.shadow.slots[slot];
  }

  /** Returns the terms under construction inside the outermost running derivative; none outside. */
  open(): readonly Segment[] {
    const outermost = this.segments.findIndex(({ kind }) => kind === 'derivative');
    return outermost < 0 ? [] : this.segments.slice(outermost);
  }

  /** Returns C, with the inputs free, once the machine is done. */
  term(): TraceTerm {
    const [outer] = this.segments;
    return outer?.close(this.result) ?? internalError('the program has no segment');
  }

  private rule(
    at: InstructionPlace,
    leaves: readonly (LeafValue | undefined)[],
    operand: Value,
    index: Value,
    back: number | undefined,
    arity: number,
  ): void {
    const { instruction, base, machine } = at;
    const { term } = instruction;
    const target = base + instruction.target;
    switch (instruction.op) {
      case 1 satisfies Op['move']:
        this.shadow.slots[target] = this.shadow.value(at, instruction.a, term?.type ?? REAL);
        return;
      case 2 satisfies Op['operation1']:
      case 3 satisfies Op['operation2']:
        this.operation(at, leaves);
        return;
      case 5 satisfies Op['call']:
      case 6 satisfies Op['tailCall']:
        this.call(at, operand);
        return;
      case 7 satisfies Op['return']:
        if (back === undefined) return internalError('a return without a call');
        this.shadow.slots[back] = this.shadow.value(at, instruction.a, term?.type ?? REAL);
        return;
      case 8 satisfies Op['tuple']:
        this.structures.tuple(at);
        return;
      case 9 satisfies Op['project']:
        this.structures.project(at, arity);
        return;
      case 10 satisfies Op['construct']:
        this.structures.construct(at);
        return;
      case 11 satisfies Op['cons']:
        this.structures.cons(at);
        return;
      case 12 satisfies Op['match']:
        this.structures.match(at, operand);
        return;
      case 13 satisfies Op['closure']:
        this.shadow.close(at);
        return;
      case 14 satisfies Op['letrec']:
        this.shadow.define(at);
        return;
      case 15 satisfies Op['sequence']:
        this.structures.sequence(at);
        return;
      case 16 satisfies Op['foldBegin']:
        this.structures.beginFold(at, operand);
        return;
      case 17 satisfies Op['foldNext']:
        this.structures.nextOfFold(at);
        return;
      case 18 satisfies Op['length']:
        this.shadow.slots[target] = UNIT_TERM;
        return;
      case 19 satisfies Op['index']:
        this.structures.index(at, operand, index);
        return;
      case 20 satisfies Op['append']:
        this.structures.append(at, operand);
        return;
      case 21 satisfies Op['buildBegin']:
        this.structures.beginBuild(at);
        return;
      case 22 satisfies Op['buildNext']:
        this.structures.nextOfBuild(at);
        return;
      case 23 satisfies Op['buildStore']:
        this.structures.storeInBuild(at);
        return;
      case 45 satisfies Op['toArray']:
        this.structures.toArray(at, operand);
        return;
      case 46 satisfies Op['update']:
        this.structures.update(at, operand, index);
        return;
      case 40 satisfies Op['enter']:
        this.shadow.enter(at);
        return;
      case 24 satisfies Op['derivativeBegin']:
        this.beginDerivative(at);
        return;
      case 25 satisfies Op['derivativeEnd']:
        this.endDerivative(at);
        return;
      case 26 satisfies Op['watch']:
        this.shadow.slots[target] = this.shadow.value(at, instruction.b, term?.type ?? REAL);
        return;
      case 27 satisfies Op['output']:
        this.result = this.shadow.slots[base + instruction.a] ?? UNIT_TERM;
        return;
      case 28 satisfies Op['inputBegin']:
        if (machine.instruction === instruction.next) this.writer.open('default');
        else this.input(at);
        return;
      case 29 satisfies Op['inputEnd']:
        if (this.segments.at(-1)?.kind === 'default') {
          this.writer.pop();
          this.input(at);
        }
        return;
      case 39 satisfies Op['mark']:
        this.contexts.mark(at);
        return;
      case 0 satisfies Op['halt']:
      case 4 satisfies Op['branch']:
        return;
      default:
        this.outside(term, 'values of the module Delta have no trace term');
    }
  }

  /** op(V) ~> op(V); V + W ~> V + W. */
  private operation(at: InstructionPlace, leaves: readonly (LeafValue | undefined)[]): void {
    const { instruction, base } = at;
    const { row, operands } = instruction;
    const target = base + instruction.target;
    if (!row.isReal) {
      this.shadow.slots[target] = UNIT_TERM;
      return;
    }
    const origin = originAt(at);
    const reals = row.row.parameters.flatMap((leaf, k) =>
      leaf === 'real' ? [this.shadow.value(at, operands[k] ?? 0, REAL)] : [],
    );
    const [left = UNIT_TERM, right = UNIT_TERM] = reals;
    const made: TraceTerm =
      row.row.name === 'add'
        ? { tag: 'sum', type: { tag: 'real' }, left, right, origin }
        : { tag: 'operation', operation: row.row.name, leaves, argument: iteratedPair(reals, origin), origin };
    this.structures.settle(at, target, REAL, () => this.writer.bindRedex(made, TRACE_REAL));
  }

  /** f(V) ~> let x:T = V in C. */
  private call(at: InstructionPlace, callee: Value): void {
    const { instruction, base, closure } = at;
    const { term, operands } = instruction;
    const isTail = instruction.op === (6 satisfies Op['tailCall']);
    const plan = planOf(instruction, callee);
    if (plan.tag === 'split') return;
    const { parameters } = plan.closure.code;
    const before = this.shadow.heldBy(callee);
    const given = operands.map((operand, k) =>
      this.shadow.value(at, operand, parameters[before.length + k]?.type ?? REAL),
    );
    if (plan.tag === 'hold') {
      this.shadow.hold(at, base + (isTail ? instruction.b : instruction.target), [...before, ...given]);
      return;
    }
    const top = isTail ? base : base + closure.code.size;
    // W.rd_V(x:T. N) binds its own variable.
    const isBinder = term?.tag === 'derivative' && term.function.tag === 'lambda';
    [...before, ...given].forEach((value, k) => {
      const pattern = parameters[k] ?? internalError('an argument without its parameter');
      this.shadow.slots[top + k] = isBinder ? value : this.writer.bindPattern(pattern, value, originAt(at));
    });
  }

  private beginDerivative(at: InstructionPlace): void {
    const { instruction, base, machine } = at;
    const { term } = instruction;
    if (term?.tag !== 'derivative') return internalError('a derivative without its term');
    const parameter = term.function.tag === 'lambda' ? term.function.parameter : undefined;
    const name = parameter?.tag === 'variable' ? nameAsWritten(parameter) : 'x';
    const given = this.shadow.value(at, instruction.a, term.point.type);
    const part = (side: 'fst' | 'snd', pair: TraceTerm): TraceTerm => this.writer.part(side, pair, originAt(at));
    const place = { name, origin: originAt(at), fresh: this.fresh };
    const binder = binderOf(place, machine.read(instruction.a), term.point.type, this.types, { term: given, part });
    if (binder === undefined) {
      this.outside(term, TOO_DEEP);
      return;
    }
    this.binders.push(binder);
    this.writer.open('derivative');
    this.shadow.slots[base + instruction.target] = binder.pattern;
  }

  /** W.rd_V(x:T. N) ~> W.R_V(x:T. C), and fd by two of these. */
  private endDerivative(at: InstructionPlace): void {
    const { instruction, base } = at;
    const { term } = instruction;
    const segment = this.writer.pop();
    const binder = this.binders.pop();
    if (term?.tag !== 'derivative' || binder === undefined) {
      return internalError('a derivative ended without beginning');
    }
    const result = this.shadow.slots[base + instruction.a + 2] ?? UNIT_TERM;
    const direction = this.shadow.value(at, instruction.operands[1] ?? 0, term.direction.type);
    const c = segment.close(result);
    const isOutermost = this.ordinary && this.binders.length === 0;
    const isWanted = this.problem === undefined && (!isOutermost || this.wantsDerived);
    // A derivative that is not part of a larger term gets its own names, so that later terms do not depend on it.
    const fresh = isOutermost
      ? freshNames([...RESERVED_NAMES, ...namesOf(c, direction, binder.pattern, ...binder.at)])
      : this.fresh;
    const made = isWanted ? derivativeTerm(term.operator, direction, binder, c, originAt(at), fresh) : undefined;
    const target = base + instruction.target;
    if (made === undefined || made.tag === 'too large') {
      if (made !== undefined) this.writer.problem = made;
      this.derived = undefined;
      const type = term.operator === 'rd' ? typeOfTrace(binder.pattern) : typeOfTrace(result);
      this.structures.settle(at, target, term.type, () => this.writer.unmade(type, originAt(at)));
    } else {
      this.derived = made;
      this.structures.settle(at, target, term.type, () => this.writer.bindRedex(made, typeOfTrace(made)));
    }
    if (isOutermost) {
      this.writer.size = 0;
      this.past = this.problem;
      this.writer.problem = undefined;
    }
  }

  private input(at: InstructionPlace): void {
    const { instruction, base, machine } = at;
    const { term } = instruction;
    if (term === undefined) return internalError('an input without its term');
    const value = machine.slots[base + instruction.target];
    const place = { name: instruction.name, origin: originAt(at), fresh: this.fresh };
    const binder = binderOf(place, value, term.type, this.types);
    if (binder === undefined) {
      this.outside(term, TOO_DEEP);
      return;
    }
    this.inputs.push(...binder.variables);
    this.patterns.push(binder.pattern);
    this.shadow.slots[base + instruction.target] = binder.pattern;
  }

  private outside(term: Term | undefined, reason: string): void {
    this.writer.problem = { tag: 'outside', reason, span: term?.origin ?? NOWHERE };
  }
}

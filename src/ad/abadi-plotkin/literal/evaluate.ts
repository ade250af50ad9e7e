import { integer, largeInteger } from '../../../language/source/counted';
import { freshNames } from '../../../language/core/fresh-names';
import type { CoreProgram } from '../../../language/core/tree';
import { error, type Diagnostic } from '../../../language/source/diagnostic';
import { internalError } from '../../../language/source/internal-error';
import type { Type } from '../../../language/types/type';
import { compile, type Executable } from '../../../semantics/compile';
import { evaluate, run, type Run } from '../../../semantics/evaluate';
import type { Budget, Meter, Outcome } from '../../../semantics/outcome';
import { partsOf } from '../../../semantics/leaves';
import type { MachineState, Status } from '../../../semantics/state';
import type { Task } from '../../../semantics/task';
import { primalOf, type Value } from '../../../semantics/value';
import type { Main, Point } from '../../engine';
import { inputsAt } from '../../executable';
import { tooLarge } from '../../fragment';
import { programOfMain } from '../../main';
import { TUPLE_DEPTH_LIMIT } from './representation';
import { SymbolicEvaluation } from './symbolic';
import { LITERAL_LIMIT, type NoTrace, TRACE_LIMIT } from './writer';
import { iteratedPair, letIn, namesOf, traceDepth, type TraceTerm, type TraceVariable } from './term';
import { traceToCore } from './to-core';

/** φ | ρ |- M ~> C for the main expression: ρ has the inputs, which are free in C. */
export interface LiteralTrace {
  readonly term: TraceTerm;
  readonly inputs: readonly TraceVariable[];
  /** The tuple of the inputs. */
  readonly pattern: TraceTerm;
  readonly fresh: SymbolicEvaluation['fresh'];
  readonly run: Run;
}

const MARKED = new WeakMap<Main, Executable>();

/** Traces the main expression; with `bound`, its approximant (Figure 8). */
export function* traceLiterally(main: Main, point: Point, budget: Budget, bound?: number): Task<Outcome<LiteralTrace>> {
  const data = main.definitions.find(({ tag }) => tag === 'data');
  if (data?.tag === 'data') return { tag: 'failed', diagnostic: tooLarge('trace', data).reason };
  const executable = bound === undefined ? markedOf(main) : compile(programOfMain(main), { marks: true, bound });
  const symbolic = new SymbolicEvaluation(main.variants);
  const step = (machine: MachineState, steps: number): Status => {
    for (let i = 0; i < steps; i++) {
      const status = symbolic.step(machine);
      if (status !== 'running') return status;
      if (symbolic.problem !== undefined) break;
    }
    return machine.status;
  };
  const options = { budget, inputs: inputsAt(main, point) };
  const task = run(executable, options, step);
  for (;;) {
    const next = task.next();
    if (symbolic.problem !== undefined) return { tag: 'failed', diagnostic: noTrace(symbolic.problem) };
    if (next.done === true) {
      if (next.value.tag !== 'ok') return next.value;
      const term = symbolic.term();
      const { inputs, fresh } = symbolic;
      const pattern = iteratedPair(symbolic.patterns, main.body.origin);
      // The inputs are one iterated pair.
      if (traceDepth(term) > TUPLE_DEPTH_LIMIT || traceDepth(pattern) > TUPLE_DEPTH_LIMIT)
        return { tag: 'failed', diagnostic: tooDeep(main) };
      return { tag: 'ok', value: { term, inputs, pattern, fresh, run: next.value.value } };
    }
    yield;
  }
}

function markedOf(main: Main): Executable {
  const known = MARKED.get(main);
  if (known !== undefined) return known;
  const executable = compile(programOfMain(main), { marks: true });
  MARKED.set(main, executable);
  return executable;
}

/** Returns the diagnostic for a missing literal trace, or a missing literal derivative. */
export function noTrace(problem: NoTrace): Diagnostic {
  const { span } = problem;
  if (problem.tag === 'outside') return unsupported(problem.reason, span);
  const hint = 'use `trace-anf`, which binds every intermediate value once and stays linear';
  if (problem.what === 'trace')
    return unsupported(`the trace term has more than ${integer(TRACE_LIMIT)} nodes`, span, hint);
  const count = largeInteger(problem.nodes);
  return unsupported(
    `the derivative by Figure 6's rules has ${count} nodes; the limit is ${integer(LITERAL_LIMIT)}`,
    span,
    hint,
  );
}

function tooDeep(main: Main): Diagnostic {
  const hint = 'use `trace-anf`, which binds every intermediate value once and is not nested';
  return unsupported(`the trace term is nested more than ${TUPLE_DEPTH_LIMIT} deep`, main.body.origin, hint);
}

function unsupported(message: string, span: Diagnostic['span'], hint?: string): Diagnostic {
  return error('unsupported', span, message, { hint });
}

/** Returns the reals of a closed trace term's value, left to right, by ordinary evaluation. */
export function* evaluateTrace(
  term: TraceTerm,
  budget: Budget,
): Task<Outcome<{ readonly reals: readonly number[]; readonly meter: Meter }>> {
  const fresh = freshNames(namesOf(term));
  yield;
  const core = traceToCore(term, fresh);
  yield;
  const program: CoreProgram = { variants: [], items: [{ tag: 'output', term: core, origin: core.origin }] };
  const outcome = yield* evaluate(program, { budget });
  if (outcome.tag !== 'ok') return outcome;
  return { tag: 'ok', value: { reals: realsOf(outcome.value.outputs[0], core.type), meter: outcome.value.meter } };
}

function realsOf(value: Value, type: Type): readonly number[] {
  if (type.tag === 'real') return [primalOf(value)];
  return type.tag === 'product' ? type.items.flatMap((item, at) => realsOf(partsOf(value)[at], item)) : [];
}

/** let x1:T1 = V1 in ... C: closes a trace over its inputs at the point. */
export function closeTrace({ term, inputs }: LiteralTrace, at: readonly TraceTerm[]): TraceTerm {
  return inputs.reduceRight(
    (body, { name, type }, k) => letIn(name, type, at[k] ?? internalError('an input without a value'), body),
    term,
  );
}

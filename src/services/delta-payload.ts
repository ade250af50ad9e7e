import { error } from '../language/source/diagnostic';
import type { Main, Point } from '../ad/engine';
import { reverse } from '../ad/krawiec/engines';
import { graphOf, graphSize, runReverse } from '../ad/krawiec/reverse-run';
import type { DeltaGraph } from '../ad/krawiec/graph';
import type { ReverseRun } from '../ad/krawiec/reverse-run';
import { differentiatesInside, straighten } from '../ad/via-trace';
import { printCore } from '../language/core/print';
import { itemTerms, walk } from '../language/core/traverse';
import type { Term } from '../language/core/tree';
import { OPERATION_NAMES, type OperationName } from '../language/operations/names';
import type { Span } from '../language/source/span';
import { showType } from '../language/types/print';
import { DELTA_KINDS, type DeltaPayload, type Focus, type LeafEnds } from '../protocol/messages';
import type { Budget, Outcome } from '../semantics/outcome';
import { realValues } from '../semantics/present';
import type { Task } from '../semantics/task';
import { callsOf } from './delta-calls';
import { pasteable } from './pasteable';
import { unwritablePoint } from './unwritable';
import { valueEnds } from './value-ends';

/** Larger graphs are not shown. */
export const MOST_NODES = 200_000;
/** Longer translations, of traces, are not printed. */
const MOST_PRINTED_BINDINGS = 2_000;

export interface DeltaRun {
  /** What was run: the main expression, or its trace. */
  readonly subject: { readonly main: Main; readonly point: Point };
  readonly executed: ReverseRun;
  readonly graph: DeltaGraph;
  readonly via: 'trace' | undefined;
}

/** The run of `reverse` with its graph; of the main expression's trace where that differentiates inside. */
export function* runDelta(main: Main, point: Point, budget: Budget): Task<Outcome<DeltaRun>> {
  let subject = { main, point };
  const via = differentiatesInside(main) ? 'trace' : undefined;
  if (via === 'trace') {
    const straight = yield* straighten(main, point, budget);
    if (straight.tag !== 'ok') return straight;
    subject = straight.value;
  }
  const fragment = reverse.fragment(subject.main);
  if (fragment.tag === 'outside') return { tag: 'failed', diagnostic: fragment.reason };
  const outcome = yield* runReverse(subject.main, subject.point, budget, true);
  if (outcome.tag !== 'ok') return outcome;
  const executed = outcome.value;
  const nodes = graphSize(subject.main, subject.point, executed);
  if (nodes > MOST_NODES) {
    const message = `the Delta graph has ${nodes.toLocaleString('en-GB')} nodes; up to ${MOST_NODES.toLocaleString('en-GB')} can be shown`;
    const hint = 'fewer iterations make a smaller graph with the same pattern';
    return { tag: 'failed', diagnostic: error('too-large', main.body.origin, message, { hint }) };
  }
  yield;
  return { tag: 'ok', value: { subject, executed, graph: graphOf(subject.main, subject.point, executed), via } };
}

export function* deltaPayload(main: Main, point: Point, focus: Focus, budget: Budget): Task<Outcome<DeltaPayload>> {
  const outcome = yield* runDelta(main, point, budget);
  if (outcome.tag !== 'ok') return outcome;
  const { subject, executed, graph, via } = outcome.value;
  yield;
  const calls = callsOf(subject.main, executed, graph);
  return {
    tag: 'ok',
    value: {
      focus,
      ...graph,
      operations: operationsOf(subject.main, graph),
      ...calls,
      ends: endsOf(main, point, graph),
      translation: translationOf(subject, executed, via),
      translationType: showType(executed.wrapped.type),
      via,
      meter: executed.result.meter,
    },
  };
}

function translationOf(
  { main, point }: DeltaRun['subject'],
  { program, bindings }: ReverseRun,
  via: 'trace' | undefined,
): string {
  if (via === 'trace' && bindings.length > MOST_PRINTED_BINDINGS) {
    return `-- the translation of the trace makes ${bindings.length} bindings; up to ${MOST_PRINTED_BINDINGS} are printed`;
  }
  const unwritable = unwritablePoint(main, point);
  return unwritable === undefined ? printCore(pasteable(program())) : `-- ${unwritable.message}`;
}

const BINDING = DELTA_KINDS.indexOf('binding');

/** By their places; of a place at which several stand, none. */
function operationsOf(main: Main, { count, kinds, ids, origins, wrapperFrom }: DeltaGraph): DeltaPayload['operations'] {
  const at = new Map<string, OperationName | undefined>();
  const keyOf = ({ cell, start, end }: Span): string => `${cell} ${start} ${end}`;
  const enter = (term: Term): void => {
    if (term.tag !== 'operation') return;
    const key = keyOf(term.origin);
    at.set(key, at.has(key) && at.get(key) !== term.operation ? undefined : term.operation);
  };
  for (const item of main.definitions) for (const term of itemTerms(item)) walk(term, { enter });
  walk(main.body, { enter });
  const operations = new Int16Array(count).fill(-1);
  for (let node = 0; node < count; node++) {
    if (kinds[node] !== BINDING || (ids[node] ?? 0) >= wrapperFrom) continue;
    const [cell = 0, start = 0, end = 0] = origins.subarray(3 * node, 3 * node + 3);
    const name = at.get(keyOf({ cell, start, end }));
    if (name !== undefined) operations[node] = OPERATION_NAMES.indexOf(name);
  }
  return operations;
}

/** Of more leaves that nothing reaches, the places are not looked for. */
const MOST_ENDS = 100;

function endsOf(main: Main, point: Point, graph: DeltaGraph): readonly LeafEnds[] {
  const reached = reachedFrom(graph);
  const ends: LeafEnds[] = [];
  let leaf = 0;
  main.parameters.forEach(({ type }, parameter) => {
    let found: LeafEnds['ends'] | undefined;
    const last = leaf + realValues(point.arguments[parameter], type, main.variants).length;
    for (; leaf < last; leaf++) {
      if (reached[leaf] === 1 || ends.length >= MOST_ENDS) continue;
      found ??= valueEnds(main, parameter);
      ends.push({ leaf, ends: found });
    }
  });
  return ends;
}

/** One for a node that the result's Delta contains. */
function reachedFrom({ count, operands, result }: DeltaGraph): Uint8Array {
  const reached = new Uint8Array(count);
  reached[result] = 1;
  for (let node = result; node >= 0; node--) {
    if (reached[node] !== 1) continue;
    for (const operand of operands.subarray(2 * node, 2 * node + 2)) if (operand >= 0) reached[operand] = 1;
  }
  return reached;
}

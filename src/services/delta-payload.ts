import { counted, integer } from '../language/source/counted';
import { error } from '../language/source/diagnostic';
import type { Main, Point, RanOn } from '../ad/engine';
import { reverse } from '../ad/krawiec/engines';
import { graphOf, graphSize, runReverse } from '../ad/krawiec/reverse-run';
import type { DeltaGraph } from '../ad/krawiec/graph';
import type { ReverseRun } from '../ad/krawiec/reverse-run';
import { reducedMain, subjectOf } from '../ad/subject';
import { longestTrace } from '../ad/via-trace';
import { itemTerms, walk } from '../language/core/traverse';
import type { Term } from '../language/core/tree';
import { OPERATION_NAMES, type OperationName } from '../language/operations/names';
import type { Span } from '../language/source/span';
import { DELTA_KINDS, type DeltaPayload, type Focus, type LeafEnds } from '../protocol/messages';
import type { Budget, Outcome } from '../semantics/outcome';
import { realValues } from '../semantics/present';
import type { Task } from '../semantics/task';
import type { Recording } from '../ad/recording';
import type { DeltaReply, DeltaRequest } from '../protocol/delta';
import { callsOf } from './delta-calls';
import { foldedGraph, foldedRun, MOST_NODES } from './delta-folded';
import { describeFocus, type Loaded, locatePoint } from './program';
import { recordedAt } from './recorded';
import { valueEnds } from './value-ends';
import { entriesOf, formOfEntry, namesOfEntries, sourcesAt } from './value-names';

/** A run of `reverse`. */
export interface SubjectRun {
  /** What was run: the main expression without derivatives inside, or its trace. */
  readonly subject: { readonly main: Main; readonly point: Point };
  readonly executed: ReverseRun;
  readonly ranOn: RanOn;
}

export interface DeltaRun extends SubjectRun {
  readonly graph: DeltaGraph;
}

/** Runs `reverse` on the main expression without derivatives inside, or on its trace. */
export function* runSubject(main: Main, point: Point, budget: Budget): Task<Outcome<SubjectRun>> {
  const found = yield* subjectOf(main, point, budget);
  if (found.tag !== 'ok') return found;
  const { ranOn, ...subject } = found.value;
  const fragment = reverse.fragment(subject.main);
  if (fragment.tag === 'outside') return { tag: 'failed', diagnostic: fragment.reason };
  const outcome = yield* runReverse(subject.main, subject.point, budget, true);
  return outcome.tag === 'ok' ? { tag: 'ok', value: { subject, executed: outcome.value, ranOn } } : outcome;
}

/** Runs `reverse`, and makes the graph of its Delta. */
export function* runDelta(main: Main, point: Point, budget: Budget): Task<Outcome<DeltaRun>> {
  const outcome = yield* runSubject(main, point, budget);
  if (outcome.tag !== 'ok') return outcome;
  const { subject, executed } = outcome.value;
  const nodes = graphSize(subject.main, subject.point, executed);
  if (nodes > MOST_NODES) {
    const message = `the Delta graph has ${counted(nodes, 'node')}; up to ${integer(MOST_NODES)} can be shown`;
    const hint = 'fewer iterations make a smaller graph with the same pattern';
    return { tag: 'failed', diagnostic: error('too-large', main.body.origin, message, { hint }) };
  }
  yield;
  return { tag: 'ok', value: { ...outcome.value, graph: graphOf(subject.main, subject.point, executed) } };
}

/** Returns the graph of a long trace, in which some folds are open. */
export function* deltaAnswer(loaded: Loaded, { inputs, budget, open }: DeltaRequest): Task<DeltaReply> {
  if (loaded.tag === 'wrong') return { state: 'error', diagnostics: loaded.diagnostics };
  const { program } = loaded;
  const located = yield* locatePoint(program, inputs, budget);
  if (located === undefined || program.focus === undefined) return { state: 'error', diagnostics: [] };
  if (located.tag !== 'ok') return { state: 'error', diagnostics: [located.diagnostic] };
  const { point } = located.value;
  const reduced = yield* reducedMain(located.value.main, point, budget);
  if (reduced.tag !== 'ok') return { state: 'error', diagnostics: [reduced.diagnostic] };
  const { main } = reduced.value;
  const recorded = yield* recordedAt(main, point, budget);
  if (recorded.tag !== 'ok') return { state: 'error', diagnostics: [recorded.diagnostic] };
  const focus = describeFocus(program, program.focus, point, recorded.value.value);
  const made = yield* foldedRun(main, point, recorded.value);
  const graph = made.tag === 'ok' ? yield* foldedGraph(made.value, focus, new Set(open), program.texts) : made;
  return graph.tag === 'ok'
    ? { state: 'ok', payload: graph.value }
    : { state: 'error', diagnostics: [graph.diagnostic] };
}

/** Returns the Delta graph of the main expression at the point. */
export function* deltaPayload(
  given: Main,
  point: Point,
  focus: Focus,
  budget: Budget,
  texts: readonly string[],
): Task<Outcome<DeltaPayload>> {
  const reduced = yield* reducedMain(given, point, budget);
  if (reduced.tag !== 'ok') return reduced;
  const { main } = reduced.value;
  const recorded = yield* recordedAt(main, point, budget);
  if (recorded.tag === 'ok' && recorded.value.trace.length > longestTrace(main)) {
    const made = yield* foldedRun(main, point, recorded.value);
    return made.tag === 'ok' ? yield* foldedGraph(made.value, focus, new Set(), texts) : made;
  }
  const outcome = yield* runDelta(main, point, budget);
  if (outcome.tag !== 'ok') return outcome;
  const { subject, executed, graph } = outcome.value;
  yield;
  const calls = callsOf(subject.main, executed, graph);
  return {
    tag: 'ok',
    value: {
      focus,
      ...graph,
      amount: executed.amount,
      operations: operationsOf(subject.main, graph),
      ...namesOf(main, graph, recorded, focus),
      sources: sourcesAt(graph.origins, texts),
      ...calls,
      ends: endsOf(main, point, graph),
      ranOn: reduced.value.ranOn,
      folded: undefined,
      meter: executed.result.meter,
    },
  };
}

const BINDING = DELTA_KINDS.indexOf('binding');

/** Returns the operation of each binding, found by its place in the source; none where several operations have that place. */
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

/** Returns the names and operations of the bindings, those of the trace's entries. */
function namesOf(
  main: Main,
  graph: DeltaGraph,
  recorded: Outcome<Recording>,
  { leaves }: Focus,
): Pick<DeltaPayload, 'names' | 'forms'> {
  if (recorded.tag !== 'ok') return { names: undefined, forms: [] };
  const { trace } = recorded.value;
  const names = namesOfEntries(main, recorded.value);
  const bindings = Array.from(graph.kinds.keys()).filter(
    (node) => graph.kinds[node] === BINDING && (graph.ids[node] ?? 0) < graph.wrapperFrom,
  );
  const entries = entriesOf(bindings, graph, recorded.value);
  const labels = leaves.map(({ label }) => label);
  return {
    names: Array.from(graph.kinds, (_, node) => {
      const entry = entries.get(node);
      return entry === undefined ? '' : (names?.[entry] ?? `t${entry + 1}`);
    }),
    forms: Array.from(graph.kinds, (_, node) => {
      const entry = entries.get(node);
      return entry === undefined ? '' : formOfEntry(trace, entry, names, labels);
    }),
  };
}

/** The most unreached leaves for which the places are looked up where their values end. */
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

/** Returns an array with 1 for each node that the result's Delta contains. */
function reachedFrom({ count, operands, result }: DeltaGraph): Uint8Array {
  const reached = new Uint8Array(count);
  reached[result] = 1;
  for (let node = result; node >= 0; node--) {
    if (reached[node] !== 1) continue;
    for (const operand of operands.subarray(2 * node, 2 * node + 2)) if (operand >= 0) reached[operand] = 1;
  }
  return reached;
}

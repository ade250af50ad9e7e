import { combinatorsOf, curry, runCombinators, type CombinatorRun } from '../ad/differentiable-curry/engines';
import { widthOfSpace, type Combinator } from '../ad/differentiable-curry/combinator';
import { componentOf } from '../ad/differentiable-curry/machine/environment';
import { arrowText, combinatorLabel, functionName, printCombinators } from '../ad/differentiable-curry/print';
import type { Call, Tangent } from '../ad/differentiable-curry/machine/tangent';
import type { Method, Observer, RunRecord } from '../ad/differentiable-curry/machine/run';
import { showIn, showTangent } from '../ad/differentiable-curry/show';
import { SIMPLY_TYPED } from '../ad/differentiable-curry/curry';
import { DEPENDENTLY_TYPED } from '../ad/differentiable-curry/curry-dependent';
import type { Main, Point } from '../ad/engine';
import { leafLabels, pointReals } from '../ad/point';
import { reducedMain } from '../ad/subject';
import { longestTrace, straighten } from '../ad/via-trace';
import { asTex, asText } from '../ad/notation/line';
import { internalError } from '../language/source/internal-error';
import type { Diagnostic } from '../language/source/diagnostic';
import type { VariantDeclaration } from '../language/core/tree';
import {
  MOST_LINES,
  MOST_RUNS,
  type AgainPayload,
  type CombinatorNode,
  type CombinatorsPayload,
  type CombinatorsReply,
  type CombinatorsRequest,
  type RunPayload,
  type TracePart,
  type VersionPayload,
} from '../protocol/combinators';
import { counted } from '../language/source/counted';
import { error } from '../language/source/diagnostic';
import { partOfTrace } from '../ad/part-of-trace';
import type { Recording } from '../ad/recording';
import { foldName } from '../protocol/folds';
import { foldedRun } from './delta-folded';
import type { Budget, Outcome } from '../semantics/outcome';
import { showStart } from '../semantics/present';
import type { Task } from '../semantics/task';
import type { Value } from '../semantics/value';
import { MOST_IN_LINE } from './brief';
import { recordedAt } from './recorded';
import { locatePoint, type Loaded } from './program';

/** Returns the main expression as combinators, and the runs of both versions at the point. */
export function* combinatorsAnswer(
  loaded: Loaded,
  { inputs, budget, part }: CombinatorsRequest,
): Task<CombinatorsReply> {
  const wrong = (...diagnostics: readonly Diagnostic[]): CombinatorsReply => ({ state: 'error', diagnostics });
  if (loaded.tag === 'wrong') return wrong(...loaded.diagnostics);
  const located = yield* locatePoint(loaded.program, inputs, budget);
  if (located === undefined) return wrong();
  if (located.tag !== 'ok') return wrong(located.diagnostic);
  return yield* combinatorsAt(located.value.main, located.value.point, budget, part);
}

/** Returns the main expression as combinators, and the runs of both versions; of a long trace, those of a part. */
export function* combinatorsAt(main: Main, point: Point, budget: Budget, part?: number): Task<CombinatorsReply> {
  const wrong = (...diagnostics: readonly Diagnostic[]): CombinatorsReply => ({ state: 'error', diagnostics });
  const reduced = yield* reducedMain(main, point, budget);
  if (reduced.tag !== 'ok') return wrong(reduced.diagnostic);
  const { ranOn } = reduced.value;
  if (ranOn.via === undefined) return yield* payloadOf(reduced.value.main, point, budget, ranOn);
  const recorded = yield* recordedAt(main, point, budget);
  if (recorded.tag !== 'ok') return wrong(recorded.diagnostic);
  if (recorded.value.trace.length > longestTrace(main))
    return yield* partAnswer(main, point, recorded.value, budget, part);
  const straight = yield* straighten(main, point, budget);
  return straight.tag === 'ok'
    ? yield* payloadOf(straight.value.main, straight.value.point, budget, ranOn)
    : wrong(straight.diagnostic);
}

/** The most entries of a part of a long trace. */
const LONGEST_PART = 2000;
/** Steps for the simply typed version of a part: in code without calls it doubles its work at each let, and rarely finishes. */
const SIMPLY_TYPED_STEPS = 1e6;
/** The most parts that are offered. */
const MOST_PARTS = 300;

/** Returns a part of a long trace as combinators: a call or an iteration that is short enough. */
function* partAnswer(
  main: Main,
  point: Point,
  recording: Recording,
  budget: Budget,
  wanted: number | undefined,
): Task<CombinatorsReply> {
  const run = yield* foldedRun(main, point, recording);
  if (run.tag !== 'ok') return { state: 'error', diagnostics: [run.diagnostic] };
  const { folds } = run.value;
  const choices: TracePart[] = [];
  for (let fold = 1; fold < folds.first.length && choices.length < MOST_PARTS; fold++) {
    const [first, end] = [folds.first[fold] ?? 0, folds.end[fold] ?? 0];
    if (end - first > LONGEST_PART || first < point.arguments.length) continue;
    choices.push({ part: fold, label: `${foldName(folds, fold) || 'entries'}, t${first + 1} to t${end}` });
  }
  const shown = choices.find(({ part }) => part === wanted)?.part ?? choices[0]?.part;
  if (shown === undefined) {
    const message = `the trace has ${counted(recording.trace.length, 'entry', 'entries')}, and none of its calls is short enough to be shown`;
    const hint = 'use fewer iterations or less data';
    return { state: 'error', diagnostics: [error('unsupported', main.body.origin, message, { hint })] };
  }
  const labels = leafLabels(main, point);
  const part = yield* partOfTrace(main, { ...run.value, labels }, folds.first[shown] ?? 0, folds.end[shown] ?? 0);
  const simply = { ...budget, steps: Math.min(budget.steps, SIMPLY_TYPED_STEPS) };
  const reply = yield* payloadOf(part.main, part.point, budget, { via: 'trace' }, simply);
  if (reply.state !== 'ok') return reply;
  const parts = { shown, entries: recording.trace.length, choices };
  return { state: 'ok', payload: { ...reply.payload, parts } };
}

function* payloadOf(
  main: Main,
  point: Point,
  budget: Budget,
  ranOn: CombinatorsPayload['ranOn'],
  simply = budget,
): Task<CombinatorsReply> {
  const fragment = curry.fragment(main);
  if (fragment.tag === 'outside') return { state: 'error', diagnostics: [fragment.reason] };
  const combinators = combinatorsOf(main);
  const { lines, nodes } = printCombinators(combinators);
  yield;
  const versions: VersionPayload[] = [];
  const indices = new Map(nodes.map((node, i) => [node, i]));
  for (const method of [SIMPLY_TYPED, DEPENDENTLY_TYPED]) {
    const spent = method === SIMPLY_TYPED ? simply : budget;
    versions.push(yield* versionOf(method, main, point, spent, indices));
    yield;
  }
  return {
    state: 'ok',
    payload: {
      lines: lines.slice(0, MOST_LINES),
      total: lines.length,
      nodes: describedNodes(nodes),
      origins: Int32Array.from(nodes.flatMap(({ origin: { cell, start, end } }) => [cell, start, end])),
      text: asText(lines),
      tex: asTex(lines),
      type: arrowText(combinators.main),
      ranOn,
      parts: undefined,
      leaves: leafLabels(main, point),
      versions,
    },
  };
}

function describedNodes(nodes: readonly Combinator[]): readonly CombinatorNode[] {
  const bodies = new Map(nodes.flatMap((term) => bodiesOf(term)));
  return nodes.map((term) => {
    const bodyOf = bodies.get(term);
    return {
      tag: term.tag,
      type: arrowText(term),
      ...(term.tag === 'curry' || term.tag === 'rec' ? { name: functionName(term) } : {}),
      ...(bodyOf === undefined ? {} : { bodyOf }),
    };
  });
}

/** Returns the bodies of the functions that a combinator makes, with their names. */
function bodiesOf(term: Combinator): readonly (readonly [Combinator, string])[] {
  if (term.tag === 'rec') return term.functions.map(({ name, body }) => [body, name]);
  return term.tag === 'curry' ? [[term.body, functionName(term)]] : [];
}

/** A run that is short enough to be shown is run again with an observer. */
function* versionOf(
  method: Method,
  main: Main,
  point: Point,
  budget: Budget,
  indices: ReadonlyMap<Combinator, number>,
): Task<VersionPayload> {
  const engine = method.id;
  const first = yield* runCombinators(method, main, point, budget);
  if (first.tag !== 'ok') return { engine, status: first.tag, diagnostic: first.diagnostic };
  const { result, again } = first.value;
  const { value, derivative, meter } = result;
  return {
    engine,
    status: 'ok',
    value: showStart(value, main.target, 6, main.variants, MOST_IN_LINE),
    derivatives: pointReals(main, { ...point, arguments: derivative }),
    meter,
    again: againOf(again, indices),
    runs: meter.nodes > MOST_RUNS ? undefined : yield* watched(method, main, point, budget, indices),
  };
}

function againOf(
  counts: ReadonlyMap<Combinator, number>,
  indices: ReadonlyMap<Combinator, number>,
): readonly AgainPayload[] {
  return [...counts]
    .map(([term, count]) => ({ node: indices.get(term) ?? -1, name: functionName(term), count }))
    .sort((a, b) => b.count - a.count || a.node - b.node);
}

/** The observed parts of a run. */
interface Seen {
  readonly input: Value;
  readonly value: Value;
  pulled: { readonly given: Tangent; readonly back: Tangent } | undefined;
  readonly again: RunRecord[];
}

function* watched(
  method: Method,
  main: Main,
  point: Point,
  budget: Budget,
  indices: ReadonlyMap<Combinator, number>,
): Task<readonly RunPayload[] | undefined> {
  const seen = new Map<RunRecord, Seen>();
  const observer: Observer = {
    evaluated: (run, input, value) => {
      seen.set(run, { input, value, pulled: undefined, again: [] });
    },
    pulled: (run, given, back) => {
      const known = seen.get(run);
      if (known !== undefined) known.pulled = { given, back };
    },
    again: (closure: RunRecord, _: Call, body: RunRecord) => {
      seen.get(closure)?.again.push(body);
    },
  };
  const outcome: Outcome<CombinatorRun> = yield* runCombinators(method, main, point, budget, observer);
  return outcome.tag === 'ok' ? flattened(outcome.value.run, seen, indices, main.variants) : undefined;
}

/** Parents come first, parts in the order in which they ran. */
function flattened(
  root: RunRecord,
  seen: ReadonlyMap<RunRecord, Seen>,
  indices: ReadonlyMap<Combinator, number>,
  variants: readonly VariantDeclaration[],
): readonly RunPayload[] {
  const found: RunPayload[] = [];
  const pending: Flattening[] = [{ run: root, parent: -1, as: 'part', isBody: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { run, parent, as, isBody } = next;
    const { term, runs } = run;
    const { input, value, pulled, again } = seen.get(run) ?? internalError('a run that was not observed');
    const at = found.length;
    found.push({
      parent,
      as,
      argument: isBody ? argumentOf(term, input, variants) : undefined,
      node: indices.get(term) ?? -1,
      label: combinatorLabel(term),
      input: showIn(term.source, input, variants),
      value: showIn(term.target, value, variants),
      given: pulled && showTangent(pulled.given, term.target, variants),
      back: pulled && showTangent(pulled.back, term.source, variants),
    });
    const calls = term.tag === 'eval' || term.tag === 'intrinsic';
    for (const body of again.toReversed()) pending.push({ run: body, parent: at, as: 'again', isBody: true });
    for (const part of runs.toReversed()) pending.push({ run: part, parent: at, as: 'part', isBody: calls });
  }
  return found;
}

interface Flattening extends Pick<RunPayload, 'parent' | 'as'> {
  readonly run: RunRecord;
  /** Whether it is the body of a called function. */
  readonly isBody: boolean;
}

/** Returns the last entry of a body's context. */
function argumentOf(body: Combinator, input: Value, variants: readonly VariantDeclaration[]): string {
  const entry = body.source.tag === 'context' ? body.source.entry : undefined;
  if (entry === undefined) return internalError('a function without an argument');
  return showIn(entry.type, componentOf(input, widthOfSpace(body.source) - 1), variants);
}

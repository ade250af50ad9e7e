import type { Main, Point } from '../ad/engine';
import { leafLabels, pointReals, pointWith } from '../ad/point';
import { type JetsOfRun, jetsAlong, jetsFrom } from '../ad/taylor/jets';
import { seedsAlong } from '../ad/taylor/seeds';
import type { Diagnostic } from '../language/source/diagnostic';
import {
  type ChosenJets,
  type JetChoice,
  type JetResult,
  type JetsReply,
  type JetsRequest,
  MOST_DIRECTIONS,
  MOST_JET_LEAVES,
  mostOrder,
  type Polarisation,
} from '../protocol/jets';
import { jetShape, type JetShape, MIXED_SECOND, positionIn } from '../semantics/jets/multi-index';
import { type Budget, newMeter, type Outcome } from '../semantics/outcome';
import { realLeaves } from '../semantics/present';
import type { Task } from '../semantics/task';
import { Traced, type Value } from '../semantics/value';
import { jetWindow } from './jet-window';
import { namesOfEntries } from './value-names';
import { focusLabel, type Loaded, locatePoint } from './program';

/** Returns the jet of every entry of the trace at the point, along the chosen leaves. */
export function* jetsAnswer(loaded: Loaded, { inputs, budget, choice: wished }: JetsRequest): Task<JetsReply> {
  const wrong = (...diagnostics: readonly Diagnostic[]): JetsReply => ({ state: 'error', diagnostics });
  if (loaded.tag === 'wrong') return wrong(...loaded.diagnostics);
  const { program } = loaded;
  const located = yield* locatePoint(program, inputs, budget);
  if (located === undefined || program.focus === undefined) return wrong();
  if (located.tag !== 'ok') return wrong(located.diagnostic);
  const { main, point } = located.value;
  const leafCount = pointReals(main, point).length;
  if (leafCount === 0) return wrong();
  const choice = possible(wished, leafCount);
  const shape = choice.restricted ? MIXED_SECOND : jetShape(choice.leaves.length, choice.order);
  const directions = choice.leaves.map((leaf) => along(main, point, [leaf]));
  const labels = leafLabels(main, point);
  const chosen: ChosenJets = { choice, leaves: labels.slice(0, MOST_JET_LEAVES), leafCount };
  const overspent = (diagnostic: Diagnostic): JetsReply => ({
    state: 'error',
    diagnostics: [{ ...diagnostic, hint: diagnostic.hint ?? OTHER_CHOICE }],
    chosen,
  });
  const run = yield* jetsFrom(main, point, shape, seedsAlong(main, point, shape, directions), budget);
  if (run.tag !== 'ok') return overspent(run.diagnostic);
  const results = yield* resultsOf(main, point, choice, run.value, budget);
  if (results.tag !== 'ok') return overspent(results.diagnostic);
  const { recording, jets } = run.value;
  const trace = jetWindow(
    recording.trace,
    results.value.flatMap(({ entry }) => (entry === undefined ? [] : [entry])),
    labels,
    namesOfEntries(main, recording),
  );
  const rows = new Map(Array.from(trace.entries, (entry, row) => [entry, row] as const));
  const size = shape.indices.length;
  return {
    state: 'ok',
    payload: {
      ...chosen,
      label: focusLabel(program, program.focus),
      trace,
      jets: Float64Array.from(
        { length: trace.entries.length * size },
        (_, i) => jets[(trace.entries[Math.floor(i / size)] ?? 0) * size + (i % size)] ?? NaN,
      ),
      results: results.value.map((each) => ({
        ...each,
        entry: each.entry === undefined ? undefined : rows.get(each.entry),
      })),
      resultCount: recording.results.length,
    },
  };
}

const OTHER_CHOICE = 'try a lower order, other inputs, or slightly different input values';

/**
 * Returns the choice restricted to the point's leaves: leaves that it does not have are replaced by the first unused
 * ones.
 */
function possible({ leaves, order, restricted }: JetChoice, leafCount: number): JetChoice {
  const count = Math.min(Math.max(1, leaves.length), MOST_DIRECTIONS, leafCount);
  const chosen: number[] = [];
  for (const leaf of [...leaves, ...Array.from({ length: count }, (_, i) => i)]) {
    if (chosen.length < count && leaf >= 0 && leaf < leafCount && !chosen.includes(leaf)) chosen.push(leaf);
  }
  const isRestricted = restricted && count === 2;
  return {
    leaves: chosen,
    order: isRestricted ? 2 : Math.max(1, Math.min(order, mostOrder(count))),
    restricted: isRestricted,
  };
}

/** Returns the direction that moves the given leaves, each by 1. */
export function along(main: Main, point: Point, leaves: readonly number[]): readonly Value[] {
  return pointWith(
    main,
    point,
    pointReals(main, point).map((_, leaf) => (leaves.includes(leaf) ? 1 : 0)),
  );
}

/** Returns the jets of the real leaves of the value. */
export function* resultsOf(
  main: Main,
  point: Point,
  choice: JetChoice,
  run: JetsOfRun,
  budget: Budget,
): Task<Outcome<readonly JetResult[]>> {
  const { shape, recording } = run;
  const polarisations = yield* polarised(main, point, choice, shape, run, budget);
  if (polarisations.tag !== 'ok') return polarisations;
  const labels = realLeaves(recording.value, main.target, 'result', main.variants).map(({ label }) => label);
  return {
    tag: 'ok',
    value: run.results.slice(0, MOST_JET_LEAVES).map((jet, i) => {
      const real = recording.results[i];
      return {
        label: labels[i] ?? 'result',
        entry: real instanceof Traced && real.node >= 0 ? real.node : undefined,
        jet: Array.from(jet),
        polarisation: polarisations.value[i],
      };
    }),
  };
}

const TWICE = jetShape(1, 2);

/** Runs three sweeps of the (1,2) jets: along both leaves, along the first, along the second. */
function* polarised(
  main: Main,
  point: Point,
  { leaves }: JetChoice,
  shape: JetShape,
  { recording }: JetsOfRun,
  budget: Budget,
): Task<Outcome<readonly Polarisation[]>> {
  if (leaves.length !== 2 || positionIn(shape, [1, 1]) === undefined) return { tag: 'ok', value: [] };
  const thirds: (readonly number[])[] = [];
  for (const moved of [leaves, leaves.slice(0, 1), leaves.slice(1)]) {
    const seeds = seedsAlong(main, point, TWICE, [along(main, point, moved)]);
    const run = yield* jetsAlong(main, recording, TWICE, seeds, newMeter(), budget);
    if (run.tag !== 'ok') return run;
    thirds.push(run.value.results.slice(0, MOST_JET_LEAVES).map((jet) => jet[2] ?? 0));
  }
  const [both = [], first = [], second = []] = thirds;
  return { tag: 'ok', value: both.map((each, i) => ({ both: each, first: first[i] ?? 0, second: second[i] ?? 0 })) };
}

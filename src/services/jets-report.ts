import type { Main, Point } from '../ad/engine';
import { leafLabels } from '../ad/point';
import { jetsFrom } from '../ad/taylor/jets';
import { seedsAlong } from '../ad/taylor/seeds';
import { counted } from '../language/source/counted';
import { error } from '../language/source/diagnostic';
import { MOST_DIRECTIONS, MOST_ENTRIES, type JetResult, mostOrder } from '../protocol/jets';
import type { Json } from '../protocol/messages';
import { jetShape, type JetShape, MIXED_SECOND } from '../semantics/jets/multi-index';
import type { Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { along, resultsOf } from './jets';
import type { Report } from './report';
import { atPoint, type PointOptions } from './reports';
import { formOfEntry, namesOfEntries } from './value-names';

export interface JetsWanted {
  /** The labels of the leaves to move; undefined for the first ones. */
  readonly along: readonly string[] | undefined;
  /** The number of directions, if the leaves are not named. */
  readonly directions: number | undefined;
  readonly order: number;
  /** The (2,2)' of section 2.3. */
  readonly restricted: boolean;
}

export interface JetsBody {
  readonly leaves: readonly string[];
  readonly shape: JetShape;
  readonly restricted: boolean;
  /** The number of entries of the trace, of which the first are listed. */
  readonly count: number;
  readonly entries: readonly EntryJet[];
  readonly results: readonly JetResult[];
}

export interface EntryJet {
  readonly name: string;
  /** `x * y`; empty for an input. */
  readonly form: string;
  readonly jet: readonly number[];
}

/** Reports the jets of the trace at the point (Huot, Staton & Vákár, sections 2 and 3). */
export function* jetsReport(
  texts: readonly string[],
  options: PointOptions,
  wanted: JetsWanted,
): Task<Report<JetsBody>> {
  return yield* atPoint(texts, options, (main, point) => jetsAt(main, point, options, wanted));
}

function* jetsAt(main: Main, point: Point, { budget }: PointOptions, wanted: JetsWanted): Task<Outcome<JetsBody>> {
  const labels = leafLabels(main, point);
  const found = chosenLeaves(main, labels, wanted);
  if (found.tag !== 'ok') return found;
  const chosen = found.value;
  const shape = wanted.restricted ? MIXED_SECOND : jetShape(chosen.length, wanted.order);
  const directions = chosen.map((leaf) => along(main, point, [leaf]));
  const run = yield* jetsFrom(main, point, shape, seedsAlong(main, point, shape, directions), budget);
  if (run.tag !== 'ok') return run;
  const { recording, jets } = run.value;
  const choice = { leaves: chosen, order: shape.order, restricted: wanted.restricted };
  const results = yield* resultsOf(main, point, choice, run.value, budget);
  if (results.tag !== 'ok') return results;
  const { trace } = recording;
  const names = namesOfEntries(main, recording);
  const size = shape.indices.length;
  const entries = Array.from({ length: Math.min(trace.length, MOST_ENTRIES) }, (_, entry): EntryJet => ({
    name: labels[entry] ?? names?.[entry] ?? `t${entry + 1}`,
    form: entry < labels.length ? '' : formOfEntry(trace, entry, names, labels),
    jet: Array.from(jets.subarray(entry * size, (entry + 1) * size)),
  }));
  return {
    tag: 'ok',
    value: {
      leaves: chosen.map((leaf) => labels[leaf] ?? ''),
      shape,
      restricted: wanted.restricted,
      count: trace.length,
      entries,
      results: results.value,
    },
  };
}

/** Returns the indices of the leaves to move, or what is wrong with the choice. */
function chosenLeaves(
  { body: { origin } }: Main,
  labels: readonly string[],
  { along: named, directions, order, restricted }: JetsWanted,
): Outcome<readonly number[]> {
  const wrong = (code: string, message: string, hint: string): Outcome<never> => {
    return { tag: 'failed', diagnostic: error(code, origin, message, { hint }) };
  };
  const reals = counted(labels.length, 'real input');
  const unknown = named?.find((label) => !labels.includes(label));
  if (unknown !== undefined) {
    const known = `${labels.slice(0, MOST_LISTED).join(', ')}${labels.length > MOST_LISTED ? ', ...' : ''}`;
    return wrong('unknown-input', `there is no real input \`${unknown}\``, `the real inputs are ${known}`);
  }
  const count = named?.length ?? directions ?? (restricted ? 2 : Math.min(2, labels.length));
  if (count === 0) return wrong('jets', 'there is no real input to take derivatives along', ADD_ONE);
  if (count > labels.length)
    return wrong('jets', `the program has ${reals}, too few for ${count} directions`, 'choose fewer directions');
  if (restricted && count !== 2)
    return wrong('jets', 'restricted jets have two directions', 'name two real inputs, or leave out `--restricted`');
  if (count > MOST_DIRECTIONS || order > mostOrder(count)) {
    const what = `${counted(count, 'direction')} and order ${order}`;
    return wrong('too-large', `the jets for ${what} are too large`, LIMITS);
  }
  const leaves = named?.map((label) => labels.indexOf(label)) ?? Array.from({ length: count }, (_, leaf) => leaf);
  return { tag: 'ok', value: leaves };
}

const MOST_LISTED = 12;
const ADD_ONE = 'add one: `input x : real = 1`';
const LIMITS = `the limits are ${[1, 2, 3].map((k) => `order ${mostOrder(k)} for ${counted(k, 'direction')}`).join(', ')}`;

export function jetsJson({ leaves, shape, restricted, count, entries, results }: JetsBody): {
  readonly [key: string]: Json;
} {
  return {
    along: [...leaves],
    order: shape.order,
    restricted,
    indices: shape.indices.map((index) => [...index]),
    results: results.map(({ label, jet, polarisation }) => ({
      label,
      jet: [...jet],
      ...(polarisation !== undefined && { polarisation: { ...polarisation } }),
    })),
    count,
    entries: entries.map(({ name, form, jet }) => ({ name, form, jet: [...jet] })),
  };
}

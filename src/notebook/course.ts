/** The course: units in their order, as `public/notebooks/course.json` holds them. */
export interface Course {
  readonly units: readonly Unit[];
}

/** A unit of the course, or a part of its capstone. */
export interface Unit {
  readonly id: string;
  readonly title: string;
  /** What a learner can do after it. */
  readonly goal: string;
  readonly audiences: readonly Audience[];
  /** Ids of notebooks, in the order in which they are read. */
  readonly notebooks: readonly string[];
  /** The stars of each exercise, by NOTEBOOK/ID. Exercises that no unit lists are optional, as those with three stars. */
  readonly exercises: Readonly<Record<string, Stars>>;
  /** Ids of other notebooks about the same matter. */
  readonly more: readonly string[];
}

/** One star is routine, two are standard, three are optional. */
export type Stars = 1 | 2 | 3;

/** L: first-year students of machine learning. P: graduates in programming languages. R: researchers of differentiation. */
export const AUDIENCES = ['L', 'P', 'R'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** An exercise by its notebook and its id in there: `NOTEBOOK/ID`. */
export function exerciseKey(notebook: string, exercise: string): string {
  return `${notebook}/${exercise}`;
}

/** Returns the notebook and the id of `NOTEBOOK/ID`; undefined for other texts. */
export function partsOfKey(key: string): { readonly notebook: string; readonly exercise: string } | undefined {
  const [, notebook, exercise] = /^([\w-]+)\/(\S+)$/.exec(key) ?? [];
  return notebook === undefined || exercise === undefined ? undefined : { notebook, exercise };
}

export interface UnitMarks {
  /** The numbers of exercises that are passed, and of all, by stars from one. */
  readonly passed: readonly [number, number, number];
  readonly all: readonly [number, number, number];
  /** Whether every exercise with one star is passed, and half of those with two. */
  readonly isPassed: boolean;
}

export function marksOfUnit({ exercises }: Unit, hasPassed: (key: string) => boolean): UnitMarks {
  const passed: [number, number, number] = [0, 0, 0];
  const all: [number, number, number] = [0, 0, 0];
  for (const [key, stars] of Object.entries(exercises)) {
    all[INDEX[stars]] += 1;
    if (hasPassed(key)) passed[INDEX[stars]] += 1;
  }
  return { passed, all, isPassed: passed[0] === all[0] && 2 * passed[1] >= all[1] };
}

const INDEX = { 1: 0, 2: 1, 3: 2 } as const satisfies Record<Stars, number>;

import type { Audience } from './audiences';

/** The course: units in their order, as `public/notebooks/course.json` holds them. */
export interface Course {
  readonly units: readonly Unit[];
  /** The exercises of the placement quiz, as NOTEBOOK/ID in the order of the units, and the ids of the units that they stand for. */
  readonly placement: Readonly<Record<string, string>>;
}

/** The notebook of the placement quiz, and the audience that it is for. */
export const PLACEMENT = 'placement';
export const PLACED: Audience = 'R';

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
  /** What the lesson view offers from this unit on. */
  readonly introduces?: Introduced;
}

/** Panels and engines, by name. */
export interface Introduced {
  readonly panels: readonly string[];
  readonly engines: readonly string[];
}

/** One star is routine, two are standard, three are optional. */
export type Stars = 1 | 2 | 3;

/** An exercise by its notebook and its id in there: `NOTEBOOK/ID`. */
export function exerciseKey(notebook: string, exercise: string): string {
  return `${notebook}/${exercise}`;
}

/** Returns the notebook and the id of `NOTEBOOK/ID`; undefined for other texts. */
export function partsOfKey(key: string): { readonly notebook: string; readonly exercise: string } | undefined {
  const [, notebook, exercise] = /^([\w-]+)\/(\S+)$/.exec(key) ?? [];
  return notebook === undefined || exercise === undefined ? undefined : { notebook, exercise };
}

/** Returns what the course has introduced by the unit of a notebook; nothing for other notebooks. */
export function introducedUntil({ units }: Course, notebook: string): readonly Introduced[] {
  const at = units.findIndex(({ notebooks, more }) => notebooks.includes(notebook) || more.includes(notebook));
  return units.slice(0, at + 1).flatMap(({ introduces }) => introduces ?? []);
}

/** Returns whether a unit is for the readers of an audience; without one, it is for everyone. */
export function isFor({ audiences }: Pick<Unit, 'audiences'>, audience: Audience | undefined): boolean {
  return audience === undefined || audiences.includes(audience);
}

/** A notebook that the course leads to. */
export interface Stop {
  readonly notebook: string;
  readonly unit: Unit;
  /** Whether it is in another unit than the notebook that leads to it. */
  readonly isElsewhere: boolean;
}

/** Returns the notebooks before and after one, in the units for an audience and its own unit. */
export function wayFrom(
  { units }: Course,
  notebook: string,
  audience: Audience | undefined,
): { readonly previous?: Stop | undefined; readonly next?: Stop | undefined } {
  const own = units.find(({ notebooks }) => notebooks.includes(notebook));
  if (own === undefined) return {};
  const way = units
    .filter((unit) => unit === own || isFor(unit, audience))
    .flatMap((unit) => unit.notebooks.map((id) => ({ notebook: id, unit, isElsewhere: unit !== own })));
  const at = way.findIndex((stop) => stop.notebook === notebook);
  return { previous: way[at - 1], next: way[at + 1] };
}

/** Returns the unit to start at after the placement quiz: the first whose question has not passed, or else the one after them all. */
export function placedAt({ units, placement }: Course, hasPassed: (key: string) => boolean): Unit | undefined {
  const entries = Object.entries(placement);
  const open = entries.find(([key]) => !hasPassed(key))?.[1];
  const last = units.findIndex(({ id }) => id === entries.at(-1)?.[1]);
  return open === undefined ? units[last + 1] : units.find(({ id }) => id === open);
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

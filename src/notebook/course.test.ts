import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Audience, AUDIENCES } from './audiences';
import {
  type Course,
  exerciseKey,
  introducedUntil,
  marksOfUnit,
  partsOfKey,
  PLACED,
  placedAt,
  PLACEMENT,
  type Unit,
  wayFrom,
} from './course';
import { shownPanels } from './document';
import { exercisesOf } from './exercises';
import { parseNotebook } from './parse';

const FOLDER = new URL('../../public/notebooks/', import.meta.url);
const COURSE = JSON.parse(readFileSync(new URL('course.json', FOLDER), 'utf8')) as Course;
const { units } = COURSE;
const shipped = readdirSync(FOLDER).flatMap((file) => (file.endsWith('.md') ? [file.replace('.md', '')] : []));
const exercises = shipped.flatMap((id) =>
  exercisesOf(parseNotebook(readFileSync(new URL(`${id}.md`, FOLDER), 'utf8'))).map((exercise) =>
    exerciseKey(id, exercise.id),
  ),
);

describe('the course', () => {
  const notebooks = units.flatMap((unit) => [...unit.notebooks, ...unit.more]);
  const keys = units.flatMap((unit) => Object.keys(unit.exercises));

  test('names each shipped notebook once', () => {
    expect([...notebooks, PLACEMENT].toSorted()).toEqual([...new Set([...notebooks, ...shipped])].toSorted());
  });

  test('names each exercise once, as NOTEBOOK/ID', () => {
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(notebooks).toContain(partsOfKey(key)?.notebook);
  });

  test('gives each exercise the stars that its notebook shows', () => {
    const stars = new Map(units.flatMap((unit) => Object.entries(unit.exercises)));
    for (const id of shipped.filter((each) => !each.startsWith('capstone-'))) {
      const text = readFileSync(new URL(`${id}.md`, FOLDER), 'utf8');
      for (const { index, 1: exercise = '' } of text.matchAll(/^```pullback exercise=(\w+)/gmu)) {
        const heading = text
          .slice(0, index)
          .match(/^(?:## |\*\*).*$/gmu)
          ?.at(-1);
        const shown = heading?.match(/^\*\*★*|★*$/u)?.[0].replace('**', '');
        expect(shown?.length, `${id}/${exercise}`).toBe(stars.get(exerciseKey(id, exercise)) ?? 0);
      }
    }
  });

  test('names only what there is', () => {
    const missing = [
      ...notebooks.filter((id) => !shipped.includes(id)),
      ...keys.filter((key) => !exercises.includes(key)),
    ];
    expect(missing).toEqual([]);
  });

  test('has thirteen units and a capstone, for three audiences', () => {
    const forAudience = (audience: string): string =>
      units.flatMap(({ id, audiences }) => (audiences.some((each) => each === audience) ? [id] : [])).join(' ');
    expect(AUDIENCES.map(forAudience)).toEqual([
      '1 2 3 4 5 6 7 9 A B C',
      '2 3 6 7 8 9 10 11 12 A B C D E',
      '3 6 7 8 9 10 12 13 A B C D F',
    ]);
    for (const { title, goal, exercises: stars } of units) {
      expect(title).not.toBe('');
      expect(goal).toMatch(/\.$/);
      expect(Object.values(stars)).toContain(1);
      for (const count of Object.values(stars)) expect([1, 2, 3]).toContain(count);
    }
  });
});

describe('the way through the course', () => {
  const stops = (notebook: string, audience?: Audience): readonly (string | undefined)[] => {
    const { previous, next } = wayFrom(COURSE, notebook, audience);
    return [previous?.notebook, next?.notebook, next?.isElsewhere === true ? next.unit.id : undefined];
  };

  test('leads from notebook to notebook, and at the end of a unit to the next unit', () => {
    expect(stops('product-and-sine')).toEqual([undefined, 'differencing', undefined]);
    expect(stops('differencing')).toEqual(['product-and-sine', 'language-tour', '2']);
    expect(stops('capstone-f-judge')).toEqual(['capstone-e-functions', undefined, undefined]);
  });

  test('leaves out the units for others', () => {
    expect(stops('ap-dot-product', 'P')).toEqual(['chain-rule', 'kr-jacobian-both-plans', '6']);
    expect(stops('chain-rule', 'R')).toEqual([undefined, 'ap-dot-product', undefined]);
    // The unit that the reader is in counts, whoever it is for.
    expect(stops('differencing', 'R')).toEqual(['product-and-sine', 'chain-rule', '3']);
  });

  test('does not lead away from notebooks that are not on it', () => {
    expect(stops('orbit')).toEqual([undefined, undefined, undefined]);
  });
});

describe('the placement quiz', () => {
  const keys = Object.keys(COURSE.placement);

  test('has one question for each unit of its audience before the capstone, in their order', () => {
    expect(keys).toEqual(exercises.filter((key) => partsOfKey(key)?.notebook === PLACEMENT));
    const own = units.filter(({ audiences, id }) => audiences.includes(PLACED) && /^\d/.test(id));
    expect(Object.values(COURSE.placement)).toEqual(own.map(({ id }) => id));
  });

  test('suggests the first unit whose question has not passed, and the capstone after all', () => {
    const after = (...passed: readonly string[]) => placedAt(COURSE, (key) => passed.includes(key))?.id;
    expect(after()).toBe('3');
    expect(after(...keys.slice(0, 2))).toBe('7');
    expect(after(...keys.slice(1))).toBe('3');
    expect(after(...keys)).toBe('A');
  });
});

describe('what the lesson view offers', () => {
  test('is introduced once, by the first unit whose notebooks show it', () => {
    const introduced = units.flatMap(({ introduces }) => introduces ?? []);
    const panels = introduced.flatMap((each) => each.panels);
    const engines = introduced.flatMap((each) => each.engines);
    expect(panels).toEqual([...new Set(panels)]);
    expect(engines).toEqual([...new Set(engines)]);
    for (const { notebooks, introduces } of units) {
      const shown = notebooks.flatMap((id) =>
        parseNotebook(readFileSync(new URL(`${id}.md`, FOLDER), 'utf8')).cells.flatMap((cell) =>
          cell.tag === 'code' ? shownPanels(cell) : [],
        ),
      );
      const known = introducedUntil(COURSE, notebooks[0] ?? '').flatMap((each) => each.panels);
      expect(shown.filter((panel) => !known.includes(panel))).toEqual([]);
      expect(introduces?.panels.filter((panel) => !shown.includes(panel)) ?? []).toEqual([]);
    }
  });

  test('is all panels and engines in the end, and none outside the course', () => {
    const all = introducedUntil(COURSE, 'capstone-f-judge');
    expect(all.flatMap(({ panels }) => panels).toSorted()).toEqual(
      'combinators compiled delta derivative descent gradient growth jets plot steps trace'.split(' '),
    );
    expect(all.flatMap(({ engines }) => engines).toSorted()).toEqual(
      'compiled curry curry-dependent forward numeric reverse reverse-delta reverse-dense tape taylor trace trace-anf'.split(
        ' ',
      ),
    );
    expect(introducedUntil(COURSE, 'mine')).toEqual([]);
  });
});

describe('a unit', () => {
  const unit: Unit = {
    id: '1',
    title: 'One',
    goal: 'Pass.',
    audiences: ['L'],
    notebooks: ['n'],
    exercises: { 'n/a': 1, 'n/b': 1, 'n/c': 2, 'n/d': 2, 'n/e': 2, 'n/f': 3 },
    more: [],
  };
  const marks = (passed: string): ReturnType<typeof marksOfUnit> =>
    marksOfUnit(unit, (key) => passed.split(' ').includes(key));

  test('is passed with every exercise of one star and half of those of two', () => {
    expect(marks('n/a n/b n/c n/d')).toEqual({ passed: [2, 2, 0], all: [2, 3, 1], isPassed: true });
    expect(marks('n/a n/b n/c').isPassed).toBe(false);
    expect(marks('n/a n/c n/d n/e n/f').isPassed).toBe(false);
  });
});

test.each([
  ['kr-the-array/back', { notebook: 'kr-the-array', exercise: 'back' }],
  ['back', undefined],
  ['../a/b', undefined],
  ['a/', undefined],
])('%s is a key or is not', (key, parts) => {
  expect(partsOfKey(key)).toEqual(parts);
});

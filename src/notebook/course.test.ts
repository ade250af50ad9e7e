import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AUDIENCES, exerciseKey, marksOfUnit, partsOfKey, type Course, type Unit } from './course';
import { exercisesOf } from './exercises';
import { parseNotebook } from './parse';

const FOLDER = new URL('../../public/notebooks/', import.meta.url);
const { units } = JSON.parse(readFileSync(new URL('course.json', FOLDER), 'utf8')) as Course;
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
    expect(notebooks.toSorted()).toEqual([...new Set([...notebooks, ...shipped])].toSorted());
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

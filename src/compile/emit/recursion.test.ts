import { describe, expect, test } from 'vitest';
import { mainOf } from '../../ad/main';
import { checked } from '../../testing/checked';
import { flatten } from '../flatten/flatten';
import { visit } from '../ir/blocks';
import type { IrProgram } from '../ir/program';
import { ConstantData } from './data';
import { WORD } from './layout';
import { Recursion } from './recursion';

function flat(text: string): IrProgram {
  const found = mainOf(checked(`input x : real = 1\ninput n : int = 4\n${text}\n`));
  const made = found === undefined ? undefined : flatten(found.main);
  if (made?.tag !== 'program') throw new Error('nothing to compile');
  return made.program;
}

const recursionOf = (program: IrProgram, data = new ConstantData()): Recursion => new Recursion(program, data, () => 0);

/** Returns for each recursive call of a function whether the function ends with it. */
function tails(text: string, name: string): readonly boolean[] {
  const program = flat(text);
  const given = [...program.functions.values()].find((each) => each.name === name);
  if (given === undefined) throw new Error('no function');
  const calls = recursionOf(program).callsIn(given);
  const found: boolean[] = [];
  visit(given.body, (statement) => {
    if (statement.tag === 'call' && calls.numberOf(statement) !== undefined) found.push(calls.isTail(statement));
  });
  return found;
}

describe('a function ends with a call', () => {
  test.each([
    ['go (n - 1, s * 2)', [true]],
    ['if s > 9 then go (n - 1, s / 2) else go (n - 2, s)', [true, true]],
    ['if s > 9 then s * go (n - 1, s) else go (n - 2, s)', [false, true]],
    ['go (n - 1, s) + 1', [false]],
    ['let y = go (n - 1, s) in let z = sin y in y', [false]],
    ['let y = go (n - 1, s) in go (n - 2, y)', [false, true]],
  ])('in %s: %o', (body, expected) => {
    const text = `let rec go (n : int, s) = if n < 1 then s else ${body} in go (n, x)`;
    expect(tails(text, 'go')).toEqual(expected);
  });

  test.each([
    ['go (n - 1, b, a)', [true]],
    ['let (c, d) = go (n - 1, a, b) in (d, c)', [false]],
    ['let (c, d) = go (n - 1, a, b) in (c, a)', [false]],
    ['let (c, d) = go (n - 1, a, b) in (c, d)', [true]],
  ])('that returns two values, in %s: %o', (body, expected) => {
    const text = `let rec go (n : int, a, b) = if n < 1 then (a, b) else ${body} in go (n, x, 2)`;
    expect(tails(text, 'go')).toEqual(expected);
  });
});

describe('the room on the host’s stack', () => {
  const names = (text: string, has: (recursion: Recursion, id: number) => boolean): readonly string[] => {
    const program = flat(text);
    const recursion = recursionOf(program);
    return [...program.functions.values()].filter(({ id }) => has(recursion, id)).map(({ name }) => name);
  };
  const text = `let plain y = sin y
let rec even (k : int) = if k < 1 then plain x else x + odd (k - 1)
  and odd (k : int) = if k < 1 then x else even (k - 1) * 2
let rec alone (k : int) = if k < 1 then 1 else x * alone (k - 1) + even k
plain (alone n)`;

  test('is for recursive functions and those that lead to them', () => {
    expect(names(text, (recursion, id) => recursion.isRecursive(id)).toSorted()).toEqual(['alone', 'even', 'odd']);
    expect(names(text, (recursion, id) => recursion.takesRoom(id)).toSorted()).toEqual([
      'alone',
      'even',
      'main',
      'odd',
    ]);
  });

  test('is shared by as many as can run inside one another', () => {
    const nested = (depth: number): IrProgram => {
      const others = Array.from(
        { length: depth },
        (_, i) => `let rec f${i + 1} (k : int) y = if k < 1 then f${i} k y else f${i + 1} (k - 1) y * y\n`,
      );
      return flat(`let f0 (k : int) y = y * toReal k\n${others.join('')}f${depth} n x`);
    };
    expect([1, 2, 3, 5, 9].map((depth) => recursionOf(nested(depth)).share)).toEqual([3, 3, 4, 5, 6]);
  });

  test('has beside it a place for the most values that a recursive function takes or returns', () => {
    const sizes = ['(a, a, a)', 'a'].map((result) => {
      const data = new ConstantData();
      const { end } = data;
      recursionOf(flat(`let rec go (k : int, a) = if k < 1 then ${result} else go (k - 1, a) in go (n, x)`), data);
      return (data.end - end) / WORD;
    });
    expect(sizes).toEqual([3, 2]);
  });
});

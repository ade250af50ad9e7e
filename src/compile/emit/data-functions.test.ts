import { describe, expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { Items } from '../../semantics/value';
import { checked, focusOf } from '../../testing/checked';
import { type Compiled, compileProgram } from '../compile';
import { Unsupported } from '../unsupported';

/** A round of a loop over reals takes eight of them, so both loops have some and none of these. */
const LENGTHS = [0, 1, 2, 7, 8, 9, 15, 16, 17, 24];

function compiled(expression: string): Compiled {
  const made = compileProgram(focusOf(checked(`input xs : array real = toArray [1]\n${expression}\n`)).main);
  if (made instanceof Unsupported) throw new Error(made.message);
  return made;
}

const array = (length: number, item: (index: number) => number): Items =>
  new Items(Array.from({ length }, (_, index) => item(index)));

describe.each(LENGTHS)('an array of %i reals', (length) => {
  test('is added to its shadow', () => {
    const weights = array(length, (i) => i + 1);
    const answer = compiled('xs').gradient([array(length, () => 2)], weights, COMMAND_LINE_BUDGET);
    expect(answer).toEqual({ tag: 'values', values: [weights, array(length, () => 2)] });
  });

  test('is a gradient if all of them are finite, wherever one is not', () => {
    const made = compiled('map (fun x -> 1e200 * x) xs');
    const ones = array(length, () => 1);
    const ends = (hole: number): string =>
      made.gradient(
        [ones],
        array(length, (i) => (i === hole ? 1e200 : 1)),
        COMMAND_LINE_BUDGET,
      ).tag;
    expect(Array.from({ length }, (_, hole) => ends(hole))).toEqual(Array.from({ length }, () => 'fault'));
    expect(ends(length)).toBe('values');
  });
});

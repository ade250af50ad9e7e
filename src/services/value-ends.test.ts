import { expect, it } from 'vitest';
import { deltaOf } from '../testing/delta/delta-of';
import { OPERATION_NAMES } from '../language/operations/names';

/** Returns `how: text` of each end, by leaf. */
function ends(text: string): Readonly<Record<string, readonly string[]>> {
  const payload = deltaOf(text);
  return Object.fromEntries(
    payload.ends.map(({ leaf, ends: found }) => [
      payload.focus.leaves[leaf]?.label ?? '',
      found.map(({ how, span }) => `${how}: ${text.slice(span.start, span.end)}`),
    ]),
  );
}

const INPUTS = 'input x : real = 2\ninput y : real = 3\n';

it('reports nothing for inputs that the derivative reaches', () => {
  expect(ends(`${INPUTS}x * y`)).toEqual({});
});

it('finds the condition that an input decides, through lets and calls', () => {
  expect(ends(`${INPUTS}if x > 1 then y else 0.0`)).toEqual({ x: ['condition: x > 1', 'name: x'] });
  const called = `${INPUTS}let positive a = a > 0\nlet z = x * 2\nif positive z then y else y * y`;
  expect(ends(called)).toEqual({ x: ['condition: a > 0', 'name: x'] });
});

it('finds where a value is made an int', () => {
  expect(ends(`${INPUTS}let n = floor (x * 2)\ny * toReal n`)).toEqual({ x: ['number: floor (x * 2)', 'name: x'] });
});

it('finds the name in a branch that was not taken, but not in unused code', () => {
  expect(ends(`${INPUTS}if y > 5 then x else y`)).toEqual({ x: ['name: x'] });
  expect(ends(`${INPUTS}let unused = x * 2\ny`)).toEqual({ x: [] });
});

it('follows a value into functions that are handed over', () => {
  const text = `input a : array real = [1, 2]\ninput y : real = 3\nlet big = map (fun v -> if v > 0 then 1.0 else 2.0) a\ny * big[0]`;
  const found = ends(text);
  expect(Object.keys(found)).toHaveLength(2);
  for (const each of Object.values(found)) expect(each).toContain('condition: v > 0');
});

it('names the operation of every binding of the program', () => {
  const payload = deltaOf(`${INPUTS}x * y + sin x`);
  const names = Array.from(payload.operations, (index) => OPERATION_NAMES[index]).filter((name) => name !== undefined);
  expect(names).toEqual(['multiply', 'sin', 'add']);
});

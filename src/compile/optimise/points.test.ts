import { describe, expect, test } from 'vitest';
import { type Around, valueAfter } from '../../testing/ir/examples';
import type { Block } from '../ir/tree';
import { counted } from './counted';
import { withoutDead } from './dead';
import { splitPoints } from './points';
import { simplify } from './simplify';
import { unroll } from './unroll';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => counted(block, numbers, kinds);
const parts = (block: Block, { numbers }: Around): Block =>
  splitPoints(simplify(unroll(block, numbers), numbers), numbers);
const after = (text: string): string =>
  valueAfter(text, simple, loops, simple, parts, simple, parts, simple, withoutDead);

const INPUTS = 'input x : real = 1\ninput y : real = 2\ninput xs : array real = [1, 2]\n';
const F = 'let f v = sin (v[0] * v[1])\n';

describe('an array of known items', () => {
  test('at which a gradient is taken becomes its items', () => {
    expect(after(`${INPUTS}${F}let g = grad f [x, y] in g[0] * g[1]`)).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, d2 : array0)
        r7, r8 = rd (r3 : real, r4 : real) {
          r5 = multiply r3, r4
          r6 = sin r5
          results r6
        } at r0, r1 along 1
        r9 = multiply r7, r8
        results r9"
    `);
  });

  test('that a function gives becomes its items, if the cotangent has as many', () => {
    expect(after(`${INPUTS}let g = rd (fun v -> [v * v, sin v]) x [y, 1] in g * y`)).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, d2 : array0)
        r6 = rd (r3 : real) {
          r4 = multiply r3, r3
          r5 = sin r3
          results r4, r5
        } at r0 along r1, 1
        r7 = multiply r6, r1
        results r7"
    `);
  });

  test('in the direction of which a derivative is taken becomes its items, and so does the result', () => {
    expect(after(`${INPUTS}let g = fd (fun v -> [v[0] * v[1], v[1]]) [x, y] [y, 1] in g[0] * g[1]`))
      .toMatchInlineSnapshot(`
        "main(r0 : real, r1 : real, d2 : array0)
          r6, r7 = fd (r3 : real, r4 : real) {
            r5 = multiply r3, r4
            results r5, r4
          } at r0, r1 along r1, 1
          r8 = multiply r6, r7
          results r8"
      `);
  });

  test('is split in derivatives inside derivatives', () => {
    expect(after(`${INPUTS}${F}let h = hessian f [x, y] in h[0][1] * h[1][1]`)).not.toMatch(/array \[/);
    expect(after(`${INPUTS}${F}(hvp f [x, y] [y, x])[1]`)).not.toMatch(/array \[/);
    expect(after(`${INPUTS}let j = jacobian (fun v -> [v[0] * v[1], v[0]]) [x, y] in j[0][1]`)).not.toMatch(/array \[/);
  });

  test('is split where it is a point, though it is read by an index that is not known', () => {
    const made = after(`${INPUTS}input i : int = 1\nlet g = grad (fun v -> v[i] * v[0]) [x, y] in g[0] * g[1]`);
    expect(made).toMatch(/rd \(r\d+ : real, r\d+ : real\)/);
  });
});

test.each([
  ['of unknown length', 'sum (grad f xs)', /rd \(d/],
  ['of more than eight items', 'sum (grad f [x, y, x, y, x, y, x, y, x])', /rd \(d/],
  ['of eight items', 'sum (grad f [x, y, x, y, x, y, x, y])', /rd \(r/],
  ['of pairs', 'sum (map fst (grad (fun v -> fst v[0] * snd v[1]) [(x, 1.0), (y, x)]))', /rd \(d/],
  ['with a direction of unknown length', 'fd f [x, y] xs', /fd \(d/],
  ['with a direction of another length', 'fd f [x, y] [x, y, x]', /fd \(d/],
  ['with a cotangent of unknown length', 'rd (fun v -> [v, v * v]) x xs', /results d\d+\n {2}\} at/],
  ['with a cotangent of another length', 'rd (fun v -> [v, v * v]) x [y]', /results d\d+\n {2}\} at/],
])('an array %s', (_, expression, expected) => {
  expect(after(`${INPUTS}${F}${expression}`)).toMatch(expected);
});

/** The tangent types of functions: "The Differentiable Curry", Figure 6 and Definitions 5.1 and 5.2. */
import { expect, test } from 'vitest';
import { mainFrom } from '../../testing/translated-main';
import { combinatorsOf } from './engines';
import { printCombinators } from './print';
import { tangentTypes, type Version } from './tangent-types';

function typesOf(version: Version, text: string): readonly string[] {
  return tangentTypes(version, printCombinators(combinatorsOf(mainFrom(text))).nodes).slice(0, -1);
}

const SEVERAL = `type Shape = Disc real | Empty
input x : real * int = (2, 3)
input s : Shape = Disc 1
let area c = fun k -> match k with Disc r -> r * c | Empty -> fst x
let each = fun (f, xs) -> fold (y, t) -> f y + t over xs from fst x
area 3 s + each ((fun y -> y * fst x), [1, 2])`;

test('Figure 6: by type, where a function has the list of its calls', () => {
  const types = typesOf('curry', SEVERAL);
  expect(types).toContain('T[λ c] = [(real, [(Shape, real)])]');
  expect(types).toContain('T[λ k] = [(Shape, real)]');
  expect(types).toContain('T[λ (f, xs)] = [((real ⇝ real) * array real, real)]');
});

test('Definition 5.2: by value, where a function has the tangents of what it captured', () => {
  const types = typesOf('curry-dependent', SEVERAL);
  expect(types).toContain('T[λ k] = (x : (real * unit), s : T[Shape], c : real)');
});

test('recursive functions have a line each after that of their binding, and a program without functions has none', () => {
  const text = 'input x : real = 2\nlet rec f n = if n < 1 then x else g (n - 1)\n  and g n = f n * x\nf 3';
  expect(typesOf('curry', text)).toEqual([
    'T[λ (f, g)] = [((real ⇝ real) * (real ⇝ real), real)]',
    'T[f] = [(real, real)]',
    'T[g] = [(real, real)]',
  ]);
  expect(typesOf('curry-dependent', text)).toEqual([
    'T[λ (f, g)] = (x : real)',
    'T[f] = (x : real)',
    'T[g] = (x : real)',
  ]);
  expect(typesOf('curry', 'input x : real = 2\nx * x')).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { elaborate } from '../language/elaborate/elaborate';
import { parse } from '../language/syntax/parser';
import { compile } from './compile';
import { run } from './evaluate';
import { drain } from './task';

const BUDGET = { seconds: 10, steps: 1e7, bytes: 1e9 };

/** Returns the outputs of the approximants for n = 0, 1, ...; undefined for those that are undefined. */
function approximants(text: string, upTo: number): readonly unknown[] {
  const { program } = elaborate([parse(text, 0).program]);
  if (program === undefined) throw new Error('the program has a type');
  return Array.from({ length: upTo + 1 }, (_, bound) => {
    const outcome = drain(run(compile(program, { bound }), { budget: BUDGET }));
    if (outcome.tag === 'ok') return outcome.value.outputs[0];
    expect(outcome.diagnostic.code).toBe('approximant');
    return undefined;
  });
}

describe('bounded recursion (Abadi & Plotkin, Figure 8)', () => {
  test('a function is entered n times deep', () => {
    const factorial = 'let rec f n = if n < 0.5 then 1.0 else n * f (n - 1)\n\nf 3';
    expect(approximants(factorial, 5)).toEqual([undefined, undefined, undefined, undefined, 6, 6]);
  });

  test('nested and tail calls count, parallel calls do not', () => {
    const loop = 'let rec down n = if n < 0.5 then n else down (n - 1)\n\ndown 2';
    expect(approximants(loop, 4)).toEqual([undefined, undefined, undefined, 0, 0]);
    const twice = 'let rec f x = if x < 0.5 then 1.0 else f (x - 1) + f (x - 1)\n\nf 2 + f 2';
    expect(approximants(twice, 4)).toEqual([undefined, undefined, undefined, 8, 8]);
  });

  test('functions defined together share their bound', () => {
    const parity =
      'let rec even n = if n < 0.5 then 1.0 else odd (n - 1) and odd n = if n < 0.5 then 0 else even (n - 1)\n\neven 2';
    expect(approximants(parity, 4)).toEqual([undefined, undefined, undefined, 1, 1]);
  });

  test('a local function keeps its captured values, and a function inside it keeps the current bound', () => {
    const local = 'let g y = let rec f n = if n < 0.5 then y else (fun z -> f z + 1) (n - 1) in f 2\n\ng 5.0';
    expect(approximants(local, 4)).toEqual([undefined, undefined, undefined, 7, 7]);
  });

  test('a program without recursion is its own approximant', () => {
    expect(approximants('let f x = x + 1\n\nf 2.0', 1)).toEqual([3, 3]);
  });
});

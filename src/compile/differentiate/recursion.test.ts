import { expect, test } from 'vitest';
import { mainOf } from '../../ad/main';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { checked, focusOf } from '../../testing/checked';
import { stagesOf } from '../../testing/ir/stages';
import { compileProgram } from '../compile';
import { printProgram } from '../ir/print';
import { Unsupported } from '../unsupported';

/** Prints the kinds of what the way back of a function gets: adjoints of its results, and arguments with their shadows. */
function given(text: string): string | undefined {
  const main = mainOf(checked(`${text}\n`))?.main;
  const stages = main && stagesOf(main);
  const program = stages?.after[0]?.program;
  const parameters = program && /function go_back\.\d+\((.*)\)/.exec(printProgram(program))?.[1];
  return parameters?.replace(/\w+ : /g, '').replace(/array\d/g, 'array');
}

const INPUTS = 'input x : real = 0.3\ninput ys : array real = [1, 2]\ninput n : int = 3\ninput zs : list real = [1]\n';
/** A test that costs much: what calls itself only once after it does not become a loop. */
const DEAR = 'let dear v = (fold (_, s) -> max s 0 over range 0 (floor v) from v) > 9\n';

test.each([
  [
    'what it passes on',
    'let rec go (k : int) = if dear (toReal k) then x else x * sin (go (k - 1)) + ys[0] in go n',
    'real, real, array, int, array',
  ],
  [
    'the rests of lists',
    'let rec go (l, m) = match (l, m) with (z :: r, w :: s) -> if dear z then x else z * w + sin (go (r, s)) | _ -> x in go (zs, 0 :: zs)',
    'real, real, list real, list real, list real, list real',
  ],
  [
    'a sum and a square of arguments',
    'let rec go (l, v) = match l with [] -> v | z :: rest -> if dear z then v else exp (go (rest, (v + z) ^ 2)) in go (zs, x)',
    'real, list real, real, list real',
  ],
])('the way back of recursion gets %s', (_, text, expected) => {
  expect(given(INPUTS + DEAR + text)).toBe(expected);
});

test.each([
  [
    'what costs much to compute',
    'let rec go (l, v) = match l with [] -> v | z :: rest -> if dear z then v else exp (go (rest, sin v)) in go (zs, x)',
    'real, list real, list real',
  ],
  [
    'a quotient by a number',
    'let rec go (l, v) = match l with [] -> v | z :: rest -> if dear z then v else exp (go (rest, v / 3)) in go (zs, x)',
    'real, list real, list real',
  ],
  [
    'a power of a number',
    'let rec go (l, v) = match l with [] -> v | z :: rest -> if dear z then v else exp (go (rest, v ^ 3)) in go (zs, x)',
    'real, list real, list real',
  ],
  [
    'what costs much in one of two calls',
    'let rec go (k : int, v) = if k < 1 then v else exp (go (k - 1, v + 1)) * exp (go (k - 1, sin v)) in go (n, x)',
    'real, int',
  ],
])('it takes from the stack %s', (_, text, expected) => {
  expect(given(INPUTS + DEAR + text)).toBe(expected);
});

test('the way back of functions that do not call themselves takes all from the stack', () => {
  const text =
    'let rec go (k : int) = if k < 1 then x else sin (other (k - 1)) * other (k - 2) and other k = if k < 1 then x * x else cos (go (k - 1)) in go n * go (n + 1)';
  expect(given(INPUTS + DEAR + text)).toBe('real');
});

test.each([
  [
    'a real',
    'let rec go (k : int, v) = if k < 1 then v * v else if mod k 2 = 0 then v * sin (go (k - 1, v)) else go (k - 1, 2) in go (4, x)',
    Math.sin(2 * Math.sin(4)),
  ],
  [
    'a list',
    'let rec go (k : int, l) = if k < 1 then l else if mod k 2 = 0 then sum (go (k - 1, l)) :: l else go (k - 1, [2]) in sum (go (4, [x]))',
    1,
  ],
])('a call that depends on nothing, after a tail call with a constant, has no way back: %s', (_, text, expected) => {
  const { main, point } = focusOf(checked(`${INPUTS}${text}\n`));
  const made = compileProgram(main);
  const found = made instanceof Unsupported ? made : made.gradient(point.arguments, 1, COMMAND_LINE_BUDGET);
  expect(found).toMatchObject({ tag: 'values', values: { 0: expected } });
});

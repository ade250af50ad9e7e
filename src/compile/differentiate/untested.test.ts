import { expect, test } from 'vitest';
import { gradientAround } from '../../testing/ir/examples';

/** Returns how often the gradient of a program computes `softplus`, which second derivatives do not need. */
function softplusIn(text: string): number {
  const { after } = gradientAround(text, 'fresh');
  return after.match(/ softplus /g)?.length ?? 0;
}

const INPUTS = 'input a : real = 0.2\ninput b : real = 0.4\ninput xs : array real = [0.3, 0.5]\n';

const terms = (count: number): string =>
  Array.from({ length: count }, (_, i) => `softplus (x * b + ${i}.5)`).join(' + ');

/** A loop whose way back is another loop. */
const loop = (step: string): string => `foldl (fun (s, x) -> sin (s * ${step})) a xs`;

test('the way back of a derivative does not compute the value again, which is tested on the way there', () => {
  expect(softplusIn(`${INPUTS}let f x = ${terms(3)}\n${loop('deriv f x')}`)).toBe(3);
  expect(softplusIn(`${INPUTS}let f x = ${terms(3)}\n${loop('fd f x b')}`)).toBe(3);
  expect(softplusIn(`${INPUTS}let f x = ${terms(3)}\n${loop('deriv (deriv f) x')}`)).toBe(3);
});

test('nor does it where the function is called', () => {
  const count = 30;
  const text = `${INPUTS}let f x = ${terms(count)}\n${loop('deriv f x')} + ${loop('deriv f (x + b)')}`;
  expect(softplusIn(text)).toBe(2 * count);
});

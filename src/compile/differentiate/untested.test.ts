import { expect, test } from 'vitest';
import { blockAfter, gradientAround } from '../../testing/ir/examples';
import { intConstant, realConstant } from '../ir/builder';
import type { Statement } from '../ir/tree';
import { untested } from './untested';

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

test('reals that were tested have the same bits; ints and what was not tested stay as they are', () => {
  const seen: Statement[] = [];
  blockAfter(
    ['real', 'int'],
    (b, x, n) => {
      if (x === undefined || n === undefined) return [];
      b.operation('exp', x);
      b.operation('addInt', n, intConstant(1));
      b.operation('less', x, realConstant(1));
      b.add(['real'], { tag: 'operation', operation: 'sin', arguments: [x], derivative: true });
      return [];
    },
    (block) => {
      const made = untested(block);
      seen.push(...made.statements);
      return made;
    },
  );
  const marks = seen.map((each) => each.tag === 'operation' && [each.operation, each.derivative, each.exact]);
  expect(marks).toEqual([
    ['exp', true, true],
    ['addInt', false, undefined],
    ['less', false, undefined],
    ['sin', true, undefined],
  ]);
});

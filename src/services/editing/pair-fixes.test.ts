import { expect, test } from 'vitest';
import { newLanguageApi } from '../../testing/language';
import { evaluated } from '../../testing/run-source';
import { applyEdits } from './rename';

const service = newLanguageApi();
const check = (text: string) => service.check({ revision: 1, cells: [text] }).cells[0]?.diagnostics;

test.each([
  ['max (1, 2)', 'max 1 2'],
  ['max(1, 2)', 'max 1 2'],
  ['max (1 + 1, (sin 2))', 'max (1 + 1) (sin 2)'],
  ['max (-1, [2][0])', 'max (-1) [2][0]'],
  ['min (max (1, 2), 3)', 'min (max 1 2) 3'],
  ['let p = (1, 2)\nmax p', 'let p = (1, 2)\nmax p.1 p.2'],
  ['comp (layer neuron, neuron) (2, ([(1, 0)], ([1], 0)))', 'comp (layer neuron) neuron (2, ([(1, 0)], ([1], 0)))'],
  [
    'let net x = comp (layer neuron, neuron) x\nnet (2, ([(1, 0)], ([1], 0)))',
    'let net x = comp (layer neuron) neuron x\nnet (2, ([(1, 0)], ([1], 0)))',
  ],
])('a pair of arguments gets a hint, and its fix keeps the value: %s', (text, expected) => {
  let fixed = text;
  for (let hints = check(text)?.length ?? 0; hints > 0; hints -= 1) {
    const found = check(fixed) ?? [];
    expect(found.map(({ severity, code }) => [severity, code])).toEqual(
      Array.from({ length: hints }, () => ['hint', 'pair-of-arguments']),
    );
    const fix = service.fixes({ revision: 1, cells: [fixed], cell: 0 }).at(-1);
    fixed = applyEdits([fixed], fix?.edits ?? [])[0] ?? '';
  }
  expect(fixed).toBe(expected);
  expect(check(fixed)).toEqual([]);
  expect(evaluated(fixed)).toBe(evaluated(text));
});

test.each([
  'foldl max 0 [1, 2]',
  'map max [(1, 2)]',
  'zipWith squaredError [1] [2]',
  '(1, 2) |> max',
  'max 1 2',
  'let net = comp (layer neuron) neuron\nnet (2, ([(1, 0)], ([1], 0)))',
  'layer neuron (2, [(0, 0)])',
  'let max (a, b) = a + b\nmax (1, 2)',
])('no hint: %s', (text) => {
  expect(check(text)).toEqual([]);
});

import { expect, test } from 'vitest';
import type { PlotLeaf, PlotSubject } from '../../../protocol/plot';
import { placedInputs } from './place';

const SPAN = { cell: 0, start: 0, end: 1 };

function leaf(input: number, ...path: readonly (string | number)[]): PlotLeaf {
  return { label: path.join('.'), value: 0, span: SPAN, place: { input, path }, range: undefined };
}

const SUBJECT: PlotSubject = {
  label: 'f',
  span: SPAN,
  total: 5,
  results: ['f'],
  inputs: [
    { name: 'x', value: 1 },
    { name: 'q', value: [[1, 2], { a: 3 }] },
    { name: 'm', value: { tag: 'Just', value: 4 } },
  ],
  leaves: [leaf(0), leaf(1, 0, 1), leaf(1, 1, 'a'), leaf(2, 'value'), { ...leaf(0), place: undefined }],
};

test('moving a leaf keeps the rest of its input', () => {
  expect(placedInputs(SUBJECT, {}, [{ leaf: 0, value: 7 }])).toEqual([['x', 7]]);
  expect(placedInputs(SUBJECT, { q: [[5, 6], { a: 8 }] }, [{ leaf: 2, value: 7 }])).toEqual([
    ['q', [[5, 6], { a: 7 }]],
  ]);
  expect(placedInputs(SUBJECT, {}, [{ leaf: 3, value: 7 }])).toEqual([['m', { tag: 'Just', value: 7 }]]);
});

test('two leaves of one input move at once', () => {
  const placements = [
    { leaf: 1, value: 7 },
    { leaf: 2, value: 9 },
  ];
  expect(placedInputs(SUBJECT, {}, placements)).toEqual([['q', [[1, 7], { a: 9 }]]]);
});

test('a leaf that is not of an input, or of an input that changed shape, is ignored', () => {
  expect(placedInputs(SUBJECT, {}, [{ leaf: 4, value: 7 }])).toEqual([]);
  expect(placedInputs(SUBJECT, { q: [[5]] }, [{ leaf: 2, value: 7 }])).toEqual([['q', [[5]]]]);
});

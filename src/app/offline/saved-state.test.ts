import { expect, test } from 'vitest';
import { EMPTY_NOTEBOOK } from '../../notebook/document';
import { NOT_RUN } from '../store/results';
import { readState, type SavedState, savedState, writeState } from './saved-state';
import { store } from '../store/store';

const hostile = '</script><!--<script>\u2028"\\ <img src=x onerror=alert(1)>';

const STATE: SavedState = {
  notebook: EMPTY_NOTEBOOK,
  current: 1,
  textRevision: 1,
  versions: { 1: 1 },
  overrides: { [hostile]: hostile, x: 1.5 },
  check: undefined,
  dependencies: {},
  results: {},
};

test('no text of a notebook ends the element that the state stands in, and all of it is read back', () => {
  const written = writeState(STATE);
  expect(written).not.toContain('<');
  expect(readState(written)).toEqual(STATE);
});

test('numbers that JSON does not have and the columns of a series are read back', () => {
  const columns = [Float64Array.of(1, NaN, -Infinity, -0, 1e-300), new Float64Array(0)];
  const numbers = { values: [NaN, Infinity, -Infinity, -0, 0.1], columns };
  const state = { ...STATE, overrides: JSON.parse('{}') as SavedState['overrides'], numbers };
  expect(readState(writeState(state))).toEqual(state);
});

test('a cell with very long series is left out, to be run again', () => {
  const series = (length: number) => [
    {
      name: 'loss',
      labels: ['loss'],
      columns: [new Float64Array(length)],
      leafCount: 1,
      span: { cell: 0, start: 0, end: 1 },
    },
  ];
  const withSeries = (length: number) => ({ ...NOT_RUN, value: { ...NOT_RUN.value, failedSeries: series(length) } });
  const { results } = savedState({ ...store.getState(), results: { 1: withSeries(10), 2: withSeries(200_000) } });
  expect(Object.keys(results)).toEqual(['1']);
});

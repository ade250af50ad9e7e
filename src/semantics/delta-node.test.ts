import { expect, test } from 'vitest';
import { DELTA_ZERO, deltaAdd, deltaLet, deltaNode, deltaScale, deltaVar, tracedDeltaNode } from './delta-node';
import { Traced, Variant } from './value';

const one = deltaVar(1);
const traced = new Variant('Delta.Scale', [new Traced(2, 0), one]);

test.each([
  DELTA_ZERO,
  one,
  new Variant('Delta.OneHot', 1),
  deltaScale(2, one),
  deltaAdd(one, one),
  deltaLet(2, one, one),
])('reads %o as a Delta', (delta) => {
  expect(deltaNode(delta)).toBe(delta);
  expect(tracedDeltaNode(delta)).toBe(delta);
});

test.each([
  new Variant('Zero', undefined),
  new Variant('Delta.Zero', 1),
  new Variant('Delta.Var', 'x'),
  new Variant('Delta.OneHot', undefined),
  new Variant('Delta.Scale', 2),
  new Variant('Delta.Scale', [2]),
  new Variant('Delta.Scale', ['2', one]),
  new Variant('Delta.Scale', [2, 1]),
  new Variant('Delta.Add', [one, one, one]),
  new Variant('Delta.Add', [1, one]),
  new Variant('Delta.Add', [one, 1]),
  new Variant('Delta.Let', [2, one]),
  new Variant('Delta.Let', [one, one, one]),
  new Variant('Delta.Let', [2, 1, one]),
  new Variant('Delta.Let', [2, one, 1]),
])('refuses %o', (value) => {
  expect(() => deltaNode(value)).toThrow('not a Delta');
  expect(() => tracedDeltaNode(value)).toThrow('not a Delta');
});

test('a coefficient can be traced if the sweep is', () => {
  expect(tracedDeltaNode(traced)).toBe(traced);
  expect(() => deltaNode(traced)).toThrow('not a Delta of numbers');
});

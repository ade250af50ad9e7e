import { describe, expect, it } from 'vitest';
import { deltaOf } from '../testing/delta/delta-of';

const LOOP = (turns: number): string => `input x : real = 0.5
input n : int = ${turns}
let step (y, k) = y * 0.5 + sin (x * toReal k) * 0.01
let rec go (k, y) = if k = 0 then y else go (k - 1, step (y, k))
go (n, x)`;

describe('the limit of a Delta graph', () => {
  it('counts the nodes that are shown', () => {
    expect(deltaOf(LOOP(10_000)).count).toBe(190_006);
    expect(() => deltaOf(LOOP(11_000))).toThrow('the Delta graph has 209,006 nodes; up to 200,000 can be shown');
  }, 60_000);
});

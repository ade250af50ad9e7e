import { describe, expect, it } from 'vitest';
import { nodesAt } from './pointing';
import { store } from './store';

// x * y + sin x: x, y, x * y, sin x, the sum, and a second node of the product.
const ORIGINS = Int32Array.from(
  [
    [0, 1],
    [4, 5],
    [0, 5],
    [8, 13],
    [0, 13],
    [0, 5],
  ].flatMap(([a, b]) => [0, a ?? 0, b ?? 0]),
);
const at = (start: number, end = start) => nodesAt({ cell: 0, start, end }, ORIGINS, 6);

describe('pointing', () => {
  it('ends only by its source: an editor that is left late does not clear a panel’s pointing', () => {
    const { pointTo } = store.getState();
    const pointed = () => store.getState().pointed?.from;
    pointTo({ cell: 0, start: 0, end: 1 }, 'editor');
    pointTo({ cell: 0, start: 1, end: 2 }, 'gradient');
    pointTo(undefined, 'editor');
    expect(pointed()).toBe('gradient');
    pointTo(undefined, 'gradient');
    expect(pointed()).toBeUndefined();
  });

  it('changes when a click follows the pointer to the same place, not when the pointer follows a click', () => {
    const { pointTo } = store.getState();
    const place = { cell: 0, start: 3, end: 3 };
    pointTo(place, 'editor');
    pointTo(place, 'editor', true);
    const chosen = store.getState().pointed;
    expect(chosen?.chosen).toBe(true);
    pointTo(place, 'editor');
    expect(store.getState().pointed).toBe(chosen);
    pointTo({ ...place, start: 2 }, 'editor');
    expect(store.getState().pointed?.chosen).toBe(false);
    pointTo(undefined, 'editor');
  });
});

describe('nodesAt', () => {
  it('takes the innermost origins around a position', () => {
    expect(at(9)).toEqual([3]);
    expect(at(2)).toEqual([2, 5]);
    expect(at(6)).toEqual([4]);
  });

  it('takes all nodes of a range that is an origin', () => {
    expect(at(0, 5)).toEqual([2, 5]);
  });

  it('takes the nodes within a range that is not an origin', () => {
    expect(at(0, 6)).toEqual([0, 1, 2, 5]);
  });

  it('falls back to the nodes around a range', () => {
    expect(at(9, 11)).toEqual([3]);
  });

  it('distinguishes cells', () => {
    expect(nodesAt({ cell: 1, start: 0, end: 5 }, ORIGINS, 6)).toEqual([]);
  });
});

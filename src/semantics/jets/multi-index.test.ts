import { describe, expect, it } from 'vitest';
import { jetShape, MIXED_SECOND, positionIn, sizeOfJet } from './multi-index';

describe('indices', () => {
  it("have the paper's order and number", () => {
    expect(jetShape(2, 2).indices).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
      [2, 0],
    ]);
    expect(jetShape(1, 3).indices).toEqual([[0], [1], [2], [3]]);
    expect(MIXED_SECOND.indices).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
    for (const [k, R] of [
      [1, 1],
      [1, 9],
      [2, 2],
      [3, 5],
      [4, 3],
    ] as const) {
      const { indices } = jetShape(k, R);
      expect(indices).toHaveLength(sizeOfJet(k, R));
      expect([indices[0], indices.at(-1)]).toEqual([Array(k).fill(0), [R, ...Array<number>(k - 1).fill(0)]]);
      indices.forEach((index, i) => {
        expect(positionIn(jetShape(k, R), index)).toBe(i);
      });
    }
    expect(positionIn(MIXED_SECOND, [0, 2])).toBeUndefined();
    expect(jetShape(2, 3)).toMatchObject({ directions: 2, order: 3 });
    expect(MIXED_SECOND).toMatchObject({ directions: 2, order: 2 });
    expect(Array.from(jetShape(2, 3).factorials)).toEqual([1, 1, 2, 6, 1, 1, 2, 2, 2, 6]);
  });
});

import { describe, expect, it } from 'vitest';
import { parseNotebook } from '../../notebook/parse';
import { estimatedHeight, extentBetween, grown, renderedExtents, topsOf } from './cell-window';

describe('the cells between two heights', () => {
  const tops = topsOf([100, 50, 200, 50]);

  it('are those that any part of is between them', () => {
    expect(extentBetween(tops, 0, 100)).toEqual({ from: 0, to: 2 });
    expect(extentBetween(tops, 120, 130)).toEqual({ from: 1, to: 2 });
    expect(extentBetween(tops, 149, 151)).toEqual({ from: 1, to: 3 });
    expect(extentBetween(tops, 10, 1000)).toEqual({ from: 0, to: 4 });
  });

  it('are the nearest ones outside the notebook, and none without cells', () => {
    expect(extentBetween(tops, -500, -400)).toEqual({ from: 0, to: 1 });
    expect(extentBetween(tops, 5000, 6000)).toEqual({ from: 3, to: 4 });
    expect(extentBetween(topsOf([]), 0, 900)).toEqual({ from: 0, to: 0 });
  });

  it('are as few among 100,000 cells', () => {
    const many = topsOf(Array.from({ length: 100_000 }, () => 40));
    const { from, to } = extentBetween(many, 2_000_000, 2_000_900);
    expect(from).toBe(50_000);
    expect(to - from).toBeLessThan(25);
  });
});

describe('the extents that are rendered', () => {
  it('are the window and the pinned cells, in order and apart', () => {
    expect(renderedExtents({ from: 10, to: 20 }, [3, 40, 40])).toEqual([
      { from: 3, to: 4 },
      { from: 10, to: 20 },
      { from: 40, to: 41 },
    ]);
  });

  it('are one where they touch; what is not there is left out', () => {
    expect(renderedExtents({ from: 10, to: 20 }, [-1, 8, 9, 15, 20])).toEqual([{ from: 8, to: 21 }]);
    expect(renderedExtents({ from: 0, to: 0 }, [-1])).toEqual([]);
  });

  it('grow to the whole notebook, downwards first', () => {
    expect(grown({ from: 2, to: 5 }, 3, 7)).toEqual({ from: 2, to: 7 });
    expect(grown({ from: 2, to: 7 }, 3, 7)).toEqual({ from: 0, to: 7 });
  });
});

it('a cell with more lines, or with longer ones, is estimated to be higher', () => {
  const heightOf = (text: string): number =>
    parseNotebook(`\`\`\`pullback\n${text}\n\`\`\`\n`).cells.reduce((sum, cell) => sum + estimatedHeight(cell), 0);
  expect(heightOf('1\n2\n3')).toBeGreaterThan(heightOf('1'));
  expect(heightOf('1 + '.repeat(100))).toBeGreaterThan(heightOf('1 + 1'));
});

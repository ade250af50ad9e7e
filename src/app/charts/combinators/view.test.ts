import { describe, expect, it } from 'vitest';
import type { CombinatorDrawing, DrawnBox } from './layout';
import { firstOfRun, litPlaces, towards, wholeRun } from './view';

const room = { width: 700, height: 320 };

function boxAt(run: number, x: number, of: Partial<DrawnBox> = {}): DrawnBox {
  const place = { x, y: 85, width: 60, height: 30, middle: 100 };
  return { run, key: undefined, kind: 'leaf', label: '', ...place, ...of };
}

/** A row of boxes, 100 units apart. */
function rowOf(count: number): CombinatorDrawing {
  const boxes = Array.from({ length: count }, (_, run) => boxAt(run, 100 * run));
  return { boxes, wires: [], captions: [], ties: [], width: 100 * count, height: 200, entry: 100 };
}

describe('the view of a run', () => {
  it('shows all of it at Fit, however wide it is', () => {
    for (const count of [1, 20, 5_000]) {
      const drawing = rowOf(count);
      const { k, x, y } = wholeRun(drawing, room);
      expect(x).toBeGreaterThanOrEqual(11.9);
      expect(k * drawing.width + x).toBeLessThanOrEqual(room.width - 11.9);
      expect(k * 100 + y).toBeCloseTo(room.height / 2);
    }
  });

  it('shows a wide one from its input at first, so that it can be read', () => {
    const { k, x } = firstOfRun(rowOf(5_000), room);
    expect(k).toBe(0.8);
    expect(x).toBe(12);
  });

  it('stays where one of the places is in view, and else goes to the nearest', () => {
    const drawing = rowOf(100);
    const view = { k: 1, x: -2_000, y: 60 };
    const after = (...lit: readonly number[]) => towards(litPlaces(drawing, new Set(lit), new Set()), view, room);
    expect(after(2, 23)).toBeUndefined();
    expect(after()).toBeUndefined();
    const next = after(2, 40, 90);
    expect(next?.k).toBe(1);
    const at = 4_030 + (next?.x ?? 0);
    expect(at).toBeGreaterThan(100);
    expect(at).toBeLessThan(room.width / 2);
    expect(100 + (next?.y ?? 0)).toBe(room.height / 2);
  });

  it('looks for the title of an open box, the fold that hides a run, and the wires of what has no box', () => {
    const drawing: CombinatorDrawing = {
      ...rowOf(0),
      boxes: [
        boxAt(1, 0, { kind: 'open', key: '1', y: 0, width: 4_000, height: 300 }),
        boxAt(2, 500, { kind: 'closed', key: '2' }),
        boxAt(3, 900, { kind: 'bar', width: 6, y: 20, height: 200 }),
      ],
      wires: [{ run: 4, x: 1_200, y: 100, width: 50, forwards: '1', backwards: '', title: '', ends: false }],
    };
    const places = (lit: readonly number[], ...hiding: readonly `${number}`[]) =>
      litPlaces(drawing, new Set(lit), new Set(hiding));
    expect(places([1])).toEqual([{ x: 60, y: 12, width: 120, height: 24 }]);
    expect(places([7], '2')).toMatchObject([{ x: 530, y: 100 }]);
    expect(places([3])).toMatchObject([{ x: 903, y: 100 }]);
    expect(places([4])).toMatchObject([{ x: 1_225, y: 100 }]);
  });
});

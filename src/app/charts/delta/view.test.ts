import { describe, expect, it } from 'vitest';
import type { GraphPlacement } from './geometry';
import { firstView, followed, wholeView } from './view';

function drawingOf(width: number, height: number): GraphPlacement {
  return {
    flow: 'right',
    x: Float32Array.of(46, width - 46),
    y: Float32Array.of(24, height - 24),
    along: Float32Array.of(46, width - 46),
    bendsAlong: new Float32Array(0),
    pitch: Infinity,
    width,
    height,
    bendOffsets: new Int32Array(3),
    bends: new Float32Array(0),
  };
}

const room = { width: 740, height: 310 };
const node = (x: number, y: number) => ({ x, y, width: 92, height: 48 });

describe('the view of a graph', () => {
  it('shows all of it at Fit, however large it is', () => {
    for (const width of [100, 2_200, 800_000, 1e8]) {
      const { k, x, y } = wholeView(drawingOf(width, 400), room);
      expect(x).toBeGreaterThanOrEqual(13.9);
      expect(k * width + x).toBeLessThanOrEqual(room.width - 13.9);
      expect(y).toBeGreaterThanOrEqual(13.9);
      expect(k * 400 + y).toBeLessThanOrEqual(room.height - 13.9);
    }
  });

  it('shows inputs and result at first, as long as labels can be read', () => {
    const drawing = drawingOf(1_100, 400);
    expect(firstView(drawing, 1, room)).toEqual(wholeView(drawing, room));
    expect(firstView(drawingOf(2_600, 500), 1, room).k).toBe(0.8);
  });

  it('shows the result of a high graph above the buttons', () => {
    const drawing = { ...drawingOf(300, 5_000), flow: 'down' as const };
    const { k, y } = firstView(drawing, 1, room);
    expect(k * 5_000 + y).toBe(room.height - 44);
  });

  it('shows the result of a large one at first', () => {
    const drawing = drawingOf(50_000, 900);
    const { k, x } = firstView(drawing, 1, room);
    expect(k).toBe(0.8);
    expect(k * (drawing.x[1] ?? 0) + x).toBeLessThan(room.width);
  });

  it('does not move a graph that is whole in view, whatever fires', () => {
    const drawing = drawingOf(1_000, 300);
    const whole = wholeView(drawing, room);
    for (const at of [46, 500, 954]) expect(followed(drawing, whole, room, [node(at, 24)], 0)).toBeUndefined();
  });

  it('does not move while what fires is in view, at the border too', () => {
    const drawing = drawingOf(10_000, 300);
    const view = { k: 1, x: -1_000, y: 5 };
    expect(followed(drawing, view, room, [node(1_046, 30)], 0)).toBeUndefined();
    expect(followed(drawing, view, room, [node(1_400, 30), node(46, 30)], 0)).toBeUndefined();
  });

  it('brings what fires into view where it is not, with what comes next, and never shows nothing', () => {
    const drawing = drawingOf(10_000, 300);
    for (const [view, at] of [
      [{ k: 1, x: -9_000, y: 5 }, 46],
      [{ k: 1, x: 9_000, y: 4_000 }, 5_000],
      [{ k: 4, x: 0, y: 0 }, 9_954],
    ] as const) {
      const next = followed(drawing, view, room, [node(at, 150)], 0);
      expect(next?.k).toBe(view.k);
      const x = (next?.k ?? 0) * at + (next?.x ?? 0);
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(room.width);
      const y = (next?.k ?? 0) * 150 + (next?.y ?? 0);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(room.height);
    }
  });

  it('comes as near as can be read to what is looked for', () => {
    const drawing = drawingOf(800_000, 300);
    const found = followed(drawing, wholeView(drawing, room), room, [node(400_000, 150)], 0.8);
    expect(found?.k).toBe(0.8);
    expect(0.8 * 400_000 + (found?.x ?? 0)).toBeCloseTo(room.width / 2);
  });
});

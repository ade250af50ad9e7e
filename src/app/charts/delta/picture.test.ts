import { describe, expect, it } from 'vitest';
import { deltaOf } from '../../../testing/delta/delta-of';
import { layout } from '../../../services/layout-service';
import { layoutRequest, placementOf } from './geometry';
import { drawnGraph } from './graph';
import { paletteOf } from './look';
import type { DrawnStructure } from './node';
import { deltaPicture, type PictureStyle } from './picture';
import { type DrawingState, restingState } from './state';
import { sweepOf } from './sweep';

const palette = paletteOf(
  (name) => `#${name}`,
  (name) => name,
);
const style: PictureStyle = { ...palette, fontFaces: '' };

function drawn(program: string): DrawnStructure & { readonly state: DrawingState } {
  const payload = { ...deltaOf(program), names: undefined };
  const graph = drawnGraph(payload, 'paper');
  const placement = placementOf(layout(layoutRequest(graph, 'right', 1)), 'right', layoutRequest(graph, 'right', 1));
  return { graph, placement, state: restingState(payload, sweepOf(payload)) };
}

const wholeOf = ({ placement }: DrawnStructure) => ({ x: 0, y: 0, width: placement.width, height: placement.height });
const count = (text: string, part: string): number => text.split(part).length - 1;

describe('the picture of a Delta graph', () => {
  it('has every node, with its label and its numbers', () => {
    const graph = drawn('input x : real = 2\ninput y : real = 3\nx * y + sin x');
    const svg = deltaPicture(graph, graph.state, wholeOf(graph), style);
    expect(count(svg, '<use ')).toBe(graph.graph.count);
    expect(count(svg, '>Scale</text>')).toBe(graph.graph.kinds.filter((kind) => kind === 'scale').length);
    for (const text of ['>x</text>', '>w4</text>', '>2.584</text>', '>-0.4161</text>']) expect(svg).toContain(text);
    expect(count(svg, '<rect id=')).toBeLessThan(graph.graph.count);
  });

  it('takes less than 10 MB for 19,000 nodes', () => {
    const graph = drawn(
      'input x : real = 0.5\ninput n : int = 1000\nlet step (y, k) = y * 0.5 + sin (x * toReal k) * 0.01\nlet rec go (k, y) = if k = 0 then y else go (k - 1, step (y, k))\ngo (n, x)',
    );
    expect(graph.graph.count).toBe(19_006);
    const svg = deltaPicture(graph, graph.state, wholeOf(graph), style);
    expect(svg.length).toBeLessThan(10e6);
    expect(count(svg, '<use ')).toBe(19_006);

    const { x = NaN, y = NaN } = { x: graph.placement.x[9_000], y: graph.placement.y[9_000] };
    const part = deltaPicture(graph, graph.state, { x: x - 400, y: y - 150, width: 800, height: 300 }, style);
    expect(count(part, '<use ')).toBeGreaterThan(5);
    expect(count(part, '<use ')).toBeLessThan(120);
    expect(part.length).toBeLessThan(1e6);
  });
});

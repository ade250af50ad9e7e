import { describe, expect, it } from 'vitest';
import { deltaOf } from '../../../testing/delta/delta-of';
import { layout } from '../../../services/layout-service';
import { closedCalls } from './calls';
import { layoutRequest, placementOf } from './geometry';
import { drawnGraph, type DeltaStyle } from './graph';
import { type DrawnNode, drawnNode, type DrawnStructure, type NodeText } from './node';
import { type DrawingState, restingState } from './state';
import { sweepOf } from './sweep';
import { deltaTikz } from './tikz';

const PROGRAM = 'input x : real = -0.00012345\nlet relu a = max 0 (a * x) + a\nrelu (sin x) * -123456.789 + x / 3';

interface Example extends DrawnStructure {
  readonly state: DrawingState;
}

function example(style: DeltaStyle, closed = false, program = PROGRAM): Example {
  const known = deltaOf(program);
  const payload = style === 'source' ? known : { ...known, names: undefined };
  const graph = drawnGraph(payload, style, closed ? { closed: closedCalls(payload, () => true) } : {});
  const placement = placementOf(layout(layoutRequest(graph, 'right', 1)), 'right', layoutRequest(graph, 'right', 1));
  return { graph, placement, state: restingState(payload, sweepOf(payload)) };
}

function nodesOf({ state, ...structure }: Example): readonly DrawnNode[] {
  return Array.from({ length: structure.graph.count }, (_, index) => drawnNode(structure, state, index));
}

/** From the left to the right end of a text, by the widths of the page's fonts. */
function reach({ text, x, anchor, font }: NodeText): readonly [number, number] {
  const width = text.length * (font === 'name' ? 11 : font === 'code' ? 8.4 : 7.6);
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return [left, left + width];
}

const EXAMPLES = [
  ['paper', false],
  ['cards', false],
  ['paper', true],
  ['cards', true],
  ['source', false],
  ['source', true],
] as const;

describe('a drawn node', () => {
  it.each(EXAMPLES)('keeps its texts apart and within its box: %s, calls collapsed: %s', (style, closed) => {
    for (const { box, texts } of nodesOf(example(style, closed)))
      texts.forEach((text, i) => {
        const [left, right] = reach(text);
        expect(left).toBeGreaterThan(box.x - box.width / 2);
        expect(right).toBeLessThan(box.x + box.width / 2);
        for (const other of texts.slice(0, i)) {
          const [otherLeft, otherRight] = reach(other);
          expect(right < otherLeft || otherRight < left || Math.abs(text.y - other.y) >= 18).toBe(true);
        }
      });
  });

  it('has the primal value of every input and binding, and what it has received', () => {
    for (const style of ['paper', 'cards', 'source'] as const) {
      const shown = nodesOf(example(style, false, 'input x : real = 2\n{ cube = x * x * x }')).map(
        ({ texts }) => Object.fromEntries(texts.map(({ part, text }) => [part, text])) as Record<string, string>, // every part once
      );
      expect(shown.filter(({ primal }) => primal !== undefined).map(({ primal }) => primal)).toEqual([
        ...['2', '4', '8'],
        ...(style === 'source' ? [] : ['8']), // the wrapper's
      ]);
      expect(shown.filter(({ received }) => received !== undefined).map(({ received }) => received)).toEqual([
        ...['12', '2', '1'],
        ...(style === 'source' ? [] : ['1']),
      ]);
    }
  });

  it('has no numbers where it is a box of which several nodes are used', () => {
    const pair = example(
      'paper',
      true,
      'input x : real = 2\nlet both a = (a * a, sin a)\nlet (p, q) = both x\np * q + p',
    );
    const box = nodesOf(pair).find(({ roles }) => roles.includes('box'));
    expect(box?.texts.map(({ part }) => part)).toEqual(['label']);
  });

  it('shows what a step of the sweep brings below a node that keeps nothing', () => {
    const { state, ...structure } = example('paper', false, 'input x : real = 2\nx * x');
    const { sweep } = state;
    for (let done = 1; done < sweep.count; done++) {
      const at = structure.graph.drawn[sweep.nodes[done - 1] ?? -1] ?? -1;
      const node = drawnNode(structure, { ...state, playing: true, done }, at);
      expect(node.roles).toContain('visiting');
      expect(node.texts.some(({ part }) => part === 'received' || part === 'amount')).toBe(true);
    }
  });
});

describe('the TikZ picture', () => {
  it.each(EXAMPLES)('has no two texts on one spot: %s, calls collapsed: %s', (style, closed) => {
    const { state, ...structure } = example(style, closed);
    const places = deltaTikz(structure, state).match(/text, anchor=[^]*? at \([^)]*\)/g) ?? [];
    const spots = places.map((place) => place.slice(place.lastIndexOf('(')));
    expect(spots.length).toBeGreaterThan(structure.graph.count / 2);
    expect(new Set(spots).size).toBe(spots.length);
  });
});

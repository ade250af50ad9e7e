import { describe, expect, it } from 'vitest';
import { layout } from '../../../services/layout-service';
import { added, deltaExample, productAndSine, scaled, varOf, zero } from './example';
import { alongFlow, firstAt, nodeUnder } from './canvas';
import { drawEdge, layoutRequest, PathText, placementOf, rowAt } from './geometry';
import { boxNumber } from './numbers';
import { drawnGraph, nodeLabel, sameStructure } from './graph';
import { cardText, deltaOfNode, nodeText } from './text';
import { outline } from './outline';
import { searchNodes } from './search';
import { drawnSteps } from './state';
import { sweepOf } from './sweep';

const payload = productAndSine(1.5, 2);

describe('the drawn Delta graph', () => {
  it('has every constructor as a node in the paper’s style', () => {
    const graph = drawnGraph(payload, 'paper');
    expect(graph.count).toBe(payload.count);
    expect(graph.kinds.filter((kind) => kind === 'scale')).toHaveLength(5);
  });

  it('has inputs and bindings alone as cards, with the edges between them', () => {
    const graph = drawnGraph(payload, 'cards');
    expect(graph.kinds).toEqual(['input', 'input', 'binding', 'binding', 'binding', 'binding']);
    expect(Array.from(graph.operands)).toEqual([-1, -1, -1, -1, 0, 1, 0, -1, 2, 3, 4, -1]);
    expect(Array.from(graph.wrapper)).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it('shows every node of the payload somewhere, in either style', () => {
    for (const style of ['paper', 'cards'] as const)
      expect(Array.from(drawnGraph(payload, style).drawn)).not.toContain(-1);
  });

  it('leaves a binding of more than two variables unmerged', () => {
    const at = { cell: 0, start: 0, end: 1 };
    const leaves = ['a', 'b', 'c'].map((label) => ({ label, value: 1, span: at }));
    const wide = deltaExample(leaves, [added(varOf(1), added(varOf(2), varOf(3)))]);
    expect(drawnGraph(wide, 'cards').count).toBe(wide.count);
  });

  it('keeps its structure when only numbers change, and its size with it', () => {
    const moved = productAndSine(-0.123456, 1e6);
    expect(sameStructure(payload, moved)).toBe(true);
    expect(drawnGraph(moved, 'cards').widths).toEqual(drawnGraph(payload, 'cards').widths);
    const other = deltaExample(payload.focus.leaves, [added(varOf(1), varOf(2))]);
    expect(sameStructure(payload, other)).toBe(false);
  });

  it('draws the whole label of a leaf in a tree, and both ends of a longer one', () => {
    const label = (name: string): string => {
      const at = { cell: 0, start: 0, end: 1 };
      const deep = deltaExample([{ label: name, value: 1, span: at }], [scaled(2, varOf(1))]);
      const graph = drawnGraph(deep, 'paper');
      const shown = nodeLabel(deep, graph, 0);
      expect(graph.widths[0]).toBeGreaterThan(8 * shown.length + 40);
      expect(cardText(deep, deep.kinds.indexOf(1))).toBe(`w2 = 2·${shown}`);
      return shown;
    };
    expect(label('game.Node.1.Node.1.Node.1.Leaf')).toBe('game.Node.1.Node.1.Node.1.Leaf');
    expect(label('game.Node.1.Node.2.Node.1.Node.2.Leaf')).toBe('game.Node.1.No…ode.1.Node.2.Leaf');
  });

  it('says what a binding is, as a Delta and as a linear form', () => {
    const binding = payload.kinds.indexOf(1);
    expect(nodeText(payload, binding)).toBe('w3 = Add (Scale 2 x) (Scale 1.5 y)');
    expect(cardText(payload, binding)).toBe('w3 = 2·x + 1.5·y');
    expect(deltaOfNode(deltaExample([], [scaled(2, zero)]), 1)).toBe('Scale 2 Zero');
  });
});

describe('the numbers of the drawing', () => {
  it('have room in their boxes in every form', () => {
    const values = [1 / 3, -0.0069921, 1e-300, -8.8731e-121, 1.23456e149, -1.23456e-308, 123456789, -99999.5, 5e-324];
    for (const value of [...values, 0, -0, Infinity, -Infinity]) {
      expect(boxNumber(value).length).toBeLessThanOrEqual(8);
      expect(Number.isFinite(value) && value !== 0).toBe(!['0', '∞', '-∞'].includes(boxNumber(value)));
    }
    expect(boxNumber(0.0069921)).toBe('0.006992');
    expect(boxNumber(-8.8731e-121)).toBe('-9e-121');
    for (const value of values) {
      const extreme = deltaExample(payload.focus.leaves, [
        added(scaled(value, varOf(1)), scaled(-Math.abs(value), varOf(2))),
      ]);
      const graph = drawnGraph(extreme, 'cards');
      expect(graph.widths[2]).toBeGreaterThanOrEqual(8.4 * nodeLabel(extreme, graph, 2).length + 16);
    }
  });

  it('subtract where a card’s coefficient is negative', () => {
    const lost = deltaExample(payload.focus.leaves, [added(scaled(-2, varOf(1)), scaled(-0.00749, zero))]);
    expect(cardText(lost, lost.result)).toBe('w3 = -2·x - 0.00749·0');
    expect(nodeText(lost, lost.result)).toBe('w3 = Add (Scale (-2) x) (Scale (-0.00749) Zero)');
  });
});

describe('a long drawing', () => {
  const turns = 400;
  const bindings = Array.from({ length: turns }, (_, i) => added(scaled(0.5, varOf(i + 2)), scaled(2, varOf(1))));
  const long = deltaExample(payload.focus.leaves.slice(0, 1), [scaled(1, varOf(1)), ...bindings]);
  const graph = drawnGraph(long, 'paper');

  it.each(['right', 'down'] as const)('is broken into rows that have the shape of a page: %s', (flow) => {
    const placement = placementOf(layout(layoutRequest(graph, flow, 1)), flow, layoutRequest(graph, flow, 1));
    expect(placement.pitch).toBeLessThan(Infinity);
    const ratio = placement.width / placement.height;
    expect(ratio).toBeGreaterThan(flow === 'right' ? 1 : 0.4);
    expect(ratio).toBeLessThan(flow === 'right' ? 4 : 2);
    for (let index = 0; index < graph.count; index++) {
      const [x, y] = [placement.x[index] ?? NaN, placement.y[index] ?? NaN];
      const [broad, high] = [(graph.widths[index] ?? 0) / 2, (graph.heights[index] ?? 0) / 2];
      expect(Math.min(x - broad, y - high)).toBeGreaterThanOrEqual(-0.01);
      expect(x + broad).toBeLessThanOrEqual(placement.width + 0.01);
      expect(y + high).toBeLessThanOrEqual(placement.height + 0.01);
    }
  });

  it('has lines that end at a row’s end and go on at the start of the next', () => {
    const placement = placementOf(layout(layoutRequest(graph, 'right', 1)), 'right', layoutRequest(graph, 'right', 1));
    let broken = 0;
    for (let slot = 0; slot < 2 * graph.count; slot++) {
      const pen = new PathText();
      drawEdge(pen, graph, placement, slot, true);
      const lines = pen.text.split('M').slice(1);
      if (lines.length > 1) broken++;
      for (const line of lines) {
        const numbers = line.split(/[LC ]/).map(Number);
        const across = numbers.filter((_, i) => i % 2 === 1).map((y) => rowAt(placement, y));
        expect(new Set(across).size).toBe(1);
      }
    }
    expect(broken).toBeGreaterThan(2);
  });
});

describe('the places of the drawing', () => {
  const graph = drawnGraph(payload, 'paper');
  const placement = placementOf(layout(layoutRequest(graph, 'right', 1)), 'right', layoutRequest(graph, 'right', 1));

  it('run from left to right', () => {
    for (let slot = 0; slot < 2 * graph.count; slot++) {
      const operand = graph.operands[slot] ?? -1;
      if (operand >= 0) expect(placement.x[operand]).toBeLessThan(placement.x[slot >> 1] ?? 0);
    }
  });

  it('let every edge end at the border of its user', () => {
    const pen = new PathText();
    const user = graph.kinds.indexOf('binding');
    drawEdge(pen, graph, placement, 2 * user, false);
    const [, x] = /[LC ]([\d.]+) [\d.]+$/.exec(pen.text) ?? [];
    expect(Number(x)).toBeCloseTo((placement.x[user] ?? 0) - (graph.widths[user] ?? 0) / 2, 0);
  });

  it('are found again by a point and by their place along the flow', () => {
    const flow = alongFlow(graph, placement);
    for (let index = 0; index < graph.count; index++)
      expect(nodeUnder(graph, placement, flow, placement.x[index] ?? 0, placement.y[index] ?? 0)).toBe(index);
    expect(nodeUnder(graph, placement, flow, -500, 0)).toBe(-1);
    expect(firstAt(flow, Infinity)).toBe(graph.count);
  });

  it('know which step of the sweep runs along which edge', () => {
    const sweep = sweepOf(payload);
    for (const style of ['paper', 'cards'] as const) {
      const drawn = drawnGraph(payload, style);
      const steps = drawnSteps(payload, drawn, sweep);
      for (let slot = 0; slot < 2 * drawn.count; slot++)
        expect((steps[slot] ?? -1) >= 0).toBe((drawn.operands[slot] ?? -1) >= 0);
    }
  });
});

describe('the graph as text', () => {
  it('finds a node by DeltaId, by name, by kind', () => {
    const graph = drawnGraph(payload, 'paper');
    const found = (query: string) => searchNodes(payload, graph, [], query).map((node) => nodeText(payload, node));
    expect(found('w4')[0]).toMatch(/^w4 = Scale/);
    expect(found('3')[0]).toMatch(/^w3 = /);
    expect(found('X')).toEqual(['input x = 1.5']);
    expect(found('zero')).toEqual(['Zero']);
    expect(found('  ')).toEqual([]);
  });

  it('is a tree that opens binding by binding', () => {
    expect(outline(payload, new Set()).map(({ level }) => level)).toEqual([1, 1, 1, 1, 1, 1]);
    const w3 = payload.kinds.indexOf(1);
    const open = outline(payload, new Set([String(w3)]));
    expect(open.slice(2, 8).map(({ text }) => text)).toEqual([
      'w3 = Add (Scale 2 x) (Scale 1.5 y)',
      'Add',
      'Scale by 2',
      'Var x',
      'Scale by 1.5',
      'Var y',
    ]);
  });
});

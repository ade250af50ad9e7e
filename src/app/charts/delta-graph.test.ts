import { describe, expect, it } from 'vitest';
import { layout } from '../../services/layout-service';
import { added, deltaExample, productAndSine, scaled, variable, zero } from './delta-example';
import { alongFlow, firstAt, nodeUnder } from './delta-canvas';
import { drawEdge, layoutRequest, PathText, placementOf } from './delta-geometry';
import { cardText, deltaGraph, deltaText, nodeLabel, nodeText, sameStructure } from './delta-graph';
import { outline } from './delta-outline';
import { searchNodes } from './delta-search';
import { drawnSteps } from './delta-state';
import { sweepOf } from './sweep';

const payload = productAndSine(1.5, 2);

describe('the drawn Delta graph', () => {
  it('has every constructor as a node in the paper’s style', () => {
    const graph = deltaGraph(payload, 'paper');
    expect(graph.count).toBe(payload.count);
    expect(graph.kinds.filter((kind) => kind === 'scale')).toHaveLength(5);
  });

  it('has inputs and bindings alone as cards, with the edges between them', () => {
    const graph = deltaGraph(payload, 'cards');
    expect(graph.kinds).toEqual(['input', 'input', 'binding', 'binding', 'binding', 'binding']);
    expect(Array.from(graph.operands)).toEqual([-1, -1, -1, -1, 0, 1, 0, -1, 2, 3, 4, -1]);
    expect(Array.from(graph.wrapper)).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it('shows every node of the payload somewhere, in either style', () => {
    for (const style of ['paper', 'cards'] as const)
      expect(Array.from(deltaGraph(payload, style).drawn)).not.toContain(-1);
  });

  it('leaves a binding of more than two variables unmerged', () => {
    const at = { cell: 0, start: 0, end: 1 };
    const leaves = ['a', 'b', 'c'].map((label) => ({ label, value: 1, span: at }));
    const wide = deltaExample(leaves, [added(variable(1), added(variable(2), variable(3)))]);
    expect(deltaGraph(wide, 'cards').count).toBe(wide.count);
  });

  it('keeps its structure when only numbers change, and its size with it', () => {
    const moved = productAndSine(-0.123456, 1e6);
    expect(sameStructure(payload, moved)).toBe(true);
    expect(deltaGraph(moved, 'cards').widths).toEqual(deltaGraph(payload, 'cards').widths);
    const other = deltaExample(payload.focus.leaves, [added(variable(1), variable(2))]);
    expect(sameStructure(payload, other)).toBe(false);
  });

  it('draws the whole label of a leaf in a tree, and both ends of a longer one', () => {
    const label = (name: string): string => {
      const at = { cell: 0, start: 0, end: 1 };
      const deep = deltaExample([{ label: name, value: 1, span: at }], [scaled(2, variable(1))]);
      const graph = deltaGraph(deep, 'paper');
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
    expect(nodeText(payload, binding)).toBe('w3 = Add (Scale (2, x), Scale (1.5, y))');
    expect(cardText(payload, binding)).toBe('w3 = 2·x + 1.5·y');
    expect(deltaText(deltaExample([], [scaled(2, zero)]), 1)).toBe('Scale (2, Zero)');
  });
});

describe('the places of the drawing', () => {
  const graph = deltaGraph(payload, 'paper');
  const placement = placementOf(layout(layoutRequest(graph, 'right', 1)), 'right');

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
      const drawn = deltaGraph(payload, style);
      const steps = drawnSteps(payload, drawn, sweep);
      for (let slot = 0; slot < 2 * drawn.count; slot++)
        expect((steps[slot] ?? -1) >= 0).toBe((drawn.operands[slot] ?? -1) >= 0);
    }
  });
});

describe('the graph as text', () => {
  it('finds a node by DeltaId, by name, by kind', () => {
    const graph = deltaGraph(payload, 'paper');
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
      'w3 = Add (Scale (2, x), Scale (1.5, y))',
      'Add',
      'Scale by 2',
      'Var x',
      'Scale by 1.5',
      'Var y',
    ]);
  });
});

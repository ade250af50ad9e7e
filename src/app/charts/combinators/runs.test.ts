import { describe, expect, test } from 'vitest';
import type { CombinatorNode, RunPayload } from '../../../protocol/combinators';
import { termRows } from './lines';
import { type CombinatorDrawing, drawingOf, type DrawnBox, nextBox } from './layout';
import { firstOpen, outlineOf } from './outline';
import {
  callName,
  foldsAround,
  hidingFolds,
  MOST_BOXES,
  openFolds,
  readText,
  runName,
  runTree,
  shortText,
  type RunTree,
} from './runs';

interface Sketch {
  readonly tag: CombinatorNode['tag'];
  readonly label?: string;
  readonly name?: string;
  readonly bodyOf?: string;
  readonly argument?: string;
  readonly value?: string;
  readonly parts?: readonly Sketch[];
  readonly again?: readonly Sketch[];
}

/** A tree of runs, each of a node of its own. */
function treeOf(root: Sketch): RunTree {
  const nodes: CombinatorNode[] = [];
  const runs: RunPayload[] = [];
  const add = (sketch: Sketch, parent: number, as: RunPayload['as']): void => {
    const { tag, label = tag, name, bodyOf, argument, value = `v${runs.length}` } = sketch;
    const at = runs.length;
    nodes.push({
      tag,
      type: 't',
      ...(name === undefined ? {} : { name }),
      ...(bodyOf === undefined ? {} : { bodyOf }),
    });
    runs.push({ parent, as, argument, node: at, label, input: '(x = 2)', value, given: '1', back: '(x: 3)' });
    for (const part of sketch.parts ?? []) add(part, at, 'part');
    for (const body of sketch.again ?? []) add(body, at, 'again');
  };
  add(root, -1, 'part');
  return runTree(nodes, runs);
}

const sine: Sketch = { tag: 'operation', label: 'sin' };
const projection: Sketch = { tag: 'proj', label: 'proj 1' };

function call(...parts: readonly Sketch[]): Sketch {
  return { tag: 'eval', parts: [{ tag: 'compose', bodyOf: 'λ y', argument: '3', parts: [projection, ...parts] }] };
}

function closure(again: number, body: Sketch = sine): Sketch {
  const bodies = Array.from({ length: again }, (_, i) => ({ ...body, bodyOf: 'λ y', argument: String(i) }));
  return { tag: 'curry', name: 'λ y', again: bodies };
}

function drawn(tree: RunTree, which: 'first' | 'all' | 'none' = 'first'): CombinatorDrawing {
  return drawingOf(tree, openFolds(tree, which));
}

function labels({ boxes }: CombinatorDrawing): readonly string[] {
  return boxes.map(({ label }) => label).filter((label) => label !== '');
}

function boxOf({ boxes }: CombinatorDrawing, label: string): DrawnBox {
  const found = boxes.find((box) => box.label === label);
  if (found === undefined) throw new Error(`no box ${label}`);
  return found;
}

describe('the names of runs', () => {
  const tree = treeOf({ tag: 'prod', parts: [closure(1), call(sine)] });
  test('say which function is made, called, or ran again', () => {
    expect(tree.runs.map((_, run) => runName(tree, run))).toEqual([
      'prod',
      'curry λ y',
      'sin',
      'eval λ y',
      'compose',
      'proj 1',
      'sin',
    ]);
    expect(callName(tree, 2)).toBe('λ y at 0');
  });
  test('have functions as λ and true minus signs, and are cut', () => {
    expect(readText('(<function>, -0.5, 1e-7)')).toBe('(λ, -0.5, 1e-7)');
    expect(shortText('[1, 2, 3, 4]', 6)).toBe('[1, 2…');
  });
});

describe('the folds of a run', () => {
  test('are calls three deep, and bodies that ran again and call others', () => {
    const tree = treeOf({
      tag: 'prod',
      parts: [closure(2), closure(2, call(sine)), call(call(call(sine)))],
    });
    const open = openFolds(tree, 'first');
    const isOpen = (run: number): boolean => open.has(`${run}`);
    const calls = tree.runs.flatMap(({ label }, run) => (label === 'eval' ? [run] : []));
    expect([...open].filter((key) => key.startsWith('again'))).toEqual(['again 2', 'again 3']);
    expect(calls.slice(-3).map(isOpen)).toEqual([true, true, false]);
    expect(openFolds(tree, 'none').size).toBe(0);
    expect(openFolds(tree, 'all').size).toBe(tree.folds.length);
  });

  test('are opened from outside to inside, as long as there is room', () => {
    const wide: Sketch = { tag: 'prod', parts: Array.from({ length: MOST_BOXES - 20 }, () => sine) };
    const tree = treeOf({ tag: 'prod', parts: [call(wide), call(wide), call(sine)] });
    const open = openFolds(tree, 'all');
    const calls = tree.runs.flatMap(({ label }, run) => (label === 'eval' ? [open.has(`${run}`)] : []));
    expect(calls).toEqual([true, false, true]);
  });

  test('around a run are those that hide it, and the outermost is lit for it', () => {
    const tree = treeOf({
      tag: 'prod',
      parts: [closure(1, call(sine)), ...Array.from({ length: 8 }, () => projection)],
    });
    const hidden = tree.runs.findIndex(({ label }) => label === 'sin');
    const around = foldsAround(tree, hidden);
    expect(around).toEqual(['again 2', '2']);
    expect(labels(drawingOf(tree, new Set(around)))).toContain('sin');
    expect(labels(drawingOf(tree, new Set(['again 2'])))).not.toContain('sin');
    expect([...hidingFolds(tree, new Set(), new Set([hidden]))]).toEqual(['again 2']);
    expect([...hidingFolds(tree, new Set(['again 2']), new Set([hidden]))]).toEqual(['2']);
    const projections = tree.parts[0]?.slice(1).map((run) => hidingFolds(tree, new Set(), new Set([run])).size);
    expect(projections).toEqual([0, 1, 1, 1, 1, 1, 1, 0]);
  });
});

describe('the picture of a run', () => {
  test('has ∘ from left to right, and prod from above to below', () => {
    const drawing = drawn(
      treeOf({
        tag: 'compose',
        parts: [
          { tag: 'prod', parts: [projection, { ...projection, label: 'const 3' }] },
          { ...sine, label: '+' },
        ],
      }),
    );
    const [first, second, sum] = ['proj 1', 'const 3', '+'].map((label) => boxOf(drawing, label));
    expect(second?.x).toBe(first?.x);
    expect(second?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0));
    expect(sum?.x).toBeGreaterThan(Math.max(...[first, second].map((box) => (box?.x ?? 0) + (box?.width ?? 0))));
    expect(drawing.boxes.filter(({ kind }) => kind === 'bar')).toHaveLength(2);
  });

  test('has a value and a tangent on each wire, and what the parts of a prod share once', () => {
    const drawing = drawn(treeOf({ tag: 'prod', parts: [projection, sine] }));
    const texts = drawing.wires.map(({ forwards, backwards }) => `${forwards ?? ''} | ${backwards ?? ''}`);
    expect(texts).toEqual([
      '(x = 2) → | ← (x: 3)',
      ' | ← (x: 3)',
      'v1 → | ← 1',
      ' | ← (x: 3)',
      'v2 → | ← 1',
      'v0 → | ← 1',
    ]);
  });

  test('has brackets of ∘ no matter how, and each wire is of its ∘', () => {
    const left: Sketch = { tag: 'compose', parts: [{ tag: 'compose', parts: [projection, sine] }, sine] };
    const right: Sketch = { tag: 'compose', parts: [projection, { tag: 'compose', parts: [sine, sine] }] };
    const places = (sketch: Sketch): readonly number[] => drawn(treeOf(sketch)).boxes.map(({ x }) => x);
    expect(places(left)).toEqual(places(right));
    expect(drawn(treeOf(left)).wires.map(({ run }) => run)).toEqual([0, 1, 0, 0]);
  });

  test('keeps boxes inside their box, and beside each other', () => {
    const tree = treeOf({
      tag: 'compose',
      parts: [
        { tag: 'prod', parts: [closure(3), { tag: 'if', parts: [sine, call(sine)] }] },
        { tag: 'fold', parts: [sine, projection, sine, call(sine)] },
      ],
    });
    const { boxes, width, height } = drawn(tree, 'all');
    const inside = (a: DrawnBox, b: DrawnBox): boolean =>
      a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;
    const apart = (a: DrawnBox, b: DrawnBox): boolean =>
      a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height;
    expect(boxes.length).toBeGreaterThan(15);
    const whole: DrawnBox = { run: -1, key: undefined, kind: 'open', label: '', x: 0, y: 0, width, height, middle: 0 };
    boxes.forEach((a, i) => {
      expect(inside(a, whole)).toBe(true);
      for (const b of boxes.slice(i + 1))
        expect([a.label, b.label, apart(a, b) || (a.kind === 'open' && inside(b, a))]).toEqual([
          a.label,
          b.label,
          true,
        ]);
    });
  });

  test('has bodies that ran again below their closure, of many the first two and the last', () => {
    const tree = treeOf(closure(9));
    const drawing = drawn(tree, 'none');
    expect(labels(drawing)).toEqual(['curry λ y', '▸ ↻ λ y at 0', '▸ ↻ λ y at 1', '▸ … 6 more', '▸ ↻ λ y at 8']);
    expect(drawing.ties).toHaveLength(4);
    expect(labels(drawingOf(tree, new Set(['more 0'])))).toHaveLength(10);
  });

  test('says of a condition which way it went, and has no wire out of it', () => {
    const condition: Sketch = { ...sine, value: 'false' };
    const drawing = drawn(treeOf({ tag: 'if', parts: [condition, sine] }));
    expect(drawing.captions.map(({ text }) => text)).toEqual(['condition', 'else']);
    expect(drawing.wires.filter(({ ends }) => ends)).toHaveLength(1);
  });

  test('is deep where the program is', () => {
    let body: Sketch = sine;
    for (let i = 0; i < 400; i++) body = call(body);
    const tree = treeOf(body);
    const open = new Set(tree.folds.map(({ key }) => key));
    expect(drawingOf(tree, open).boxes.length).toBeGreaterThan(800);
  });
});

test('arrow keys go from a box to the nearest one', () => {
  const drawing = drawn(
    treeOf({ tag: 'compose', parts: [{ tag: 'prod', parts: [projection, { ...sine, label: 'cos' }] }, sine] }),
  );
  const labelAfter = (key: string, from: string): string | undefined =>
    nextBox(key, drawing, boxOf(drawing, from))?.label;
  expect(nextBox('ArrowRight', drawing, undefined)?.label).toBe('proj 1');
  expect(labelAfter('ArrowDown', 'proj 1')).toBe('cos');
  expect(labelAfter('ArrowUp', 'cos')).toBe('proj 1');
  expect(labelAfter('ArrowRight', 'cos')).toBe('sin');
  expect(labelAfter('ArrowRight', 'sin')).toBe('sin');
  expect(labelAfter('Home', 'sin')).toBe('proj 1');
  expect(nextBox('x', drawing, undefined)).toBeUndefined();
});

test('the text twin has the parts of a run, then what ran again', () => {
  const tree = treeOf({ tag: 'prod', parts: [closure(2), call(sine)] });
  expect(outlineOf(tree, new Set()).map(({ run }) => run)).toEqual([0]);
  const seen = outlineOf(tree, new Set([0, 1]));
  expect(seen.map(({ run, level }) => [run, level])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 3],
    [4, 2],
  ]);
  expect(seen.at(-1)).toMatchObject({ path: '4', expandable: true });
  expect([...firstOpen(tree, 3)]).toEqual([0, 1, 4]);
});

test('long definitions are folded, the main expression never', () => {
  const definition = (lines: number) =>
    Array.from({ length: lines }, (_, i) => ({ indent: i === 0 ? 0 : 1, pieces: [] }));
  const lines = [...definition(1), ...definition(4), ...definition(20), ...definition(30)];
  const rows = termRows(lines, new Set());
  expect(rows).toHaveLength(1 + 4 + 1 + 30);
  expect(rows[5]).toEqual({ line: 5, fold: { open: false, lines: 20 } });
  expect(termRows(lines, new Set([1, 5]))).toHaveLength(1 + 1 + 20 + 30);
});

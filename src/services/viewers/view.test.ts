import { describe, expect, test } from 'vitest';
import type { NetworkView, OutputView, RowsView, TreeNode, ViewCell } from '../../protocol/views';
import type { OutputValue } from '../../protocol/messages';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { realLeaves } from '../../semantics/present';
import { drain } from '../../semantics/task';
import { newService, repliesTo } from '../../testing/ask';
import { createLoader } from '../loader';
import { readInputs, reference } from '../program';
import { outputItems, valuePayload } from '../value-payload';

const budget = { ...PAGE_BUDGET, seconds: 60 };
const service = newService();

function request(text: string) {
  return { cells: [text], cell: 0, inputs: {}, budget };
}

function ran(text: string) {
  const loaded = drain(createLoader()(request(text)));
  if (loaded.tag === 'wrong') throw new Error(loaded.diagnostics[0]?.message);
  const { program } = loaded;
  const inputs = readInputs(program, {});
  const outcome = inputs.tag === 'ok' ? drain(reference(program, inputs.value, budget, false)) : inputs;
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return { program, run: outcome.value };
}

function outputsOf(text: string): readonly OutputValue[] {
  const { program, run } = ran(text);
  return valuePayload(program, run, undefined, 0).outputs;
}

function viewOf(text: string): OutputView | undefined {
  return outputsOf(text).at(-1)?.view;
}

function kindOf(text: string): OutputView['kind'] | 'text' {
  return viewOf(text)?.kind ?? 'text';
}

function viewAs<Kind extends OutputView['kind']>(kind: Kind, text: string): Extract<OutputView, { kind: Kind }> {
  const view = viewOf(text);
  if (view?.kind !== kind) throw new Error(`${view?.kind ?? 'text'} instead of ${kind}`);
  return view as Extract<OutputView, { kind: Kind }>; // by the comparison above
}

function rows(text: string): RowsView {
  const view = viewOf(text);
  if (view?.kind !== 'table' && view?.kind !== 'matrix' && view?.kind !== 'list') throw new Error('no rows');
  return view;
}

async function rowsFrom(text: string, from: number, count: number): Promise<readonly (readonly ViewCell[])[]> {
  const [reply] = await repliesTo(service, 'rows', { ...request(text), output: 0, from, count });
  if (reply?.state !== 'ok') throw new Error(JSON.stringify(reply));
  return reply.rows;
}

test.each([
  ['text', '1 + 2'],
  ['text', '"a string"'],
  ['text', '[1, 2, 3]'],
  ['text', '(1, [2, 3])'],
  ['text', '{ x = 1, y = [1, 2] }'],
  ['table', '[{ x = 1, y = 2 }]'],
  ['table', '{ x = 1, y = 2 } :: []'],
  ['text', 'filter (fun row -> row.x > 1) [{ x = 1 }]'],
  ['matrix', '[[1, 2], [3, 4]]'],
  ['matrix', 'build 3 (fun i -> build 2 (fun j -> i + j))'],
  ['matrix', '(1.5 :: 2 :: []) :: (3 :: 4 :: []) :: []'],
  ['text', '[[1, 2], [3]]'],
  ['text', '[[1, 2]]'],
  ['text', '[[1], [2]]'],
  ['text', '[[true, false], [true, true]]'],
  ['list', 'range 0 25'],
  ['text', 'range 0 24'],
  ['list', 'build 30 (fun i -> [toReal i])'],
  ['graph', 'fun (x : real) -> x * x'],
  ['graph', 'sin'],
  ['text', 'fun (x : real) (y : real) -> x * y'],
  ['text', 'fun (n : int) -> toReal n'],
  ['pictures', '(picture [Draw.curve sin], 1)'],
  ['pictures', '{ loss = 1, fits = [(0, picture [])] }'],
  ['text', 'take 0 (picture [] :: [])'],
  ['text', 'type Shape = Circle real | Square real\nCircle 2'],
  ['tree', 'type Tree = Leaf real | Node (Tree * Tree)\nNode (Leaf 1, Leaf 2)'],
  ['text', 'type Tree = Leaf real | Node (Tree * Tree)\nLeaf 1'],
])('an output is shown as %s: %s', (kind, text) => {
  expect(kindOf(text)).toBe(kind);
});

describe('a table', () => {
  test('has the fields as columns, numbers as numbers and other values as texts', () => {
    const view = rows('[{ name = "a", size = 1 / 3, count = 2, on = true, place = (0.1, 1 / 3) }]');
    expect(view.columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'count real',
      'name text',
      'on text',
      'place text',
      'size real',
    ]);
    expect(view.first).toEqual([
      [
        2,
        { text: 'a', full: 'a' },
        { text: 'true', full: 'true' },
        { text: '(0.1, 0.333333)', full: '(0.1, 0.3333333333333333)' },
        1 / 3,
      ],
    ]);
  });

  test('sends its first rows and its length, and other rows on request', async () => {
    const text = 'build 100000 (fun i -> { i = i, square = toReal (i * i) })';
    const { first, count } = rows(text);
    expect(count).toBe(100_000);
    expect(first).toHaveLength(200);
    expect(first[3]).toEqual([3, 9]);
    expect(await rowsFrom(text, 99_998, 10)).toEqual([
      [99_998, 99_998 ** 2],
      [99_999, 99_999 ** 2],
    ]);
    expect(await rowsFrom(text, 5, 100_000)).toHaveLength(500);
    expect(await rowsFrom('1 + 1', 0, 10)).toEqual([]);
  });
});

describe('a matrix', () => {
  test('has its numbers and its largest magnitude', () => {
    expect(rows('[[1, -7], [2.5, 3]]')).toMatchObject({
      ...{ kind: 'matrix', columnCount: 2, count: 2, most: 7 },
      first: [
        [1, -7],
        [2.5, 3],
      ],
    });
  });

  test('has numbers also where they are under differentiation', () => {
    expect(rows('input x : real = 2\n[[x, 1], [x * x, 3]]').first).toEqual([
      [2, 1],
      [4, 3],
    ]);
  });

  test('is cut where it is wide', () => {
    const { columns, columnCount, first } = rows('build 1000 (fun i -> build 1000 (fun j -> toReal (i + j)))');
    expect([columns.length, columnCount, first[0]?.length]).toEqual([64, 1000, 64]);
  });
});

test('a long list has its first and its last items', () => {
  const { first, last, count } = rows('build 100000 (fun i -> toReal i)');
  expect([first[0], first.length, count]).toEqual([[0], 200, 100_000]);
  expect(last).toEqual([[99_997], [99_998], [99_999]]);
  expect(rows('range 0 30').last).toEqual([]);
});

describe('a tree', () => {
  const TREE = 'type Tree = Leaf real | Node (Tree * int * Tree)\n';
  const drawn = (nodes: readonly TreeNode[]): readonly string[] =>
    nodes.map(({ level, label, children, sent }) => `${'  '.repeat(level)}${label.text} ${sent}/${children}`);

  test('has its nodes in preorder, with what of their payloads is no node', () => {
    const view = viewAs('tree', `${TREE}Node (Leaf (-1), 7, Node (Leaf (1 / 3), 8, Leaf 3))`);
    expect(drawn(view.nodes)).toEqual([
      'Node 7 2/2',
      '  Leaf (-1) 0/0',
      '  Node 8 2/2',
      '    Leaf 0.333333 0/0',
      '    Leaf 3 0/0',
    ]);
    expect(view.nodes[3]?.label.full).toBe('Leaf 0.3333333333333333');
  });

  test('finds its nodes in sequences, records and other types', () => {
    const rose = 'type Rose = Rose { name : string, below : list Rose }\n';
    const view = viewAs(
      'tree',
      `${rose}Rose { name = "a", below = [Rose { name = "b", below = [] }, Rose { name = "c", below = [] }] }`,
    );
    expect(drawn(view.nodes)).toEqual([
      'Rose name = "a" 2/2',
      '  Rose { below = [], name = "b" } 0/0',
      '  Rose { below = [], name = "c" } 0/0',
    ]);
  });

  test('is sent from the top down, and the rest by branch', async () => {
    const text = `type Chain = End | Link (int * Chain)
let rec chain n = if n < 1 then End else Link (n, chain (n - 1))
chain 1000`;
    const { nodes } = viewAs('tree', text);
    expect(nodes).toHaveLength(300);
    expect(drawn(nodes.slice(-1))).toEqual([`${'  '.repeat(299)}Link 701 0/1`]);
    const [reply] = await repliesTo(service, 'branch', {
      ...{ ...request(text), output: 0, from: 0 },
      path: Array.from({ length: 299 }, () => 0),
    });
    expect(reply?.state === 'ok' && drawn(reply.nodes.slice(0, 2))).toEqual(['Link 700 1/1', '  Link 699 1/1']);
  });

  test('of shared parts is no larger than what is sent of it', () => {
    const text = `${TREE}let rec grow n = if n < 1 then Leaf 0 else let t = grow (n - 1) in Node (t, n, t)\ngrow 40`;
    expect(viewAs('tree', text).nodes).toHaveLength(300);
  });

  test('gets the children of a wide node in parts', async () => {
    const text = 'type Rose = Rose (int * list Rose)\nRose (0, map (fun i -> Rose (i, [])) (range 1 1001))';
    expect(viewAs('tree', text).nodes).toHaveLength(300);
    const [reply] = await repliesTo(service, 'branch', { ...request(text), output: 0, path: [], from: 998 });
    expect(reply?.state === 'ok' && drawn(reply.nodes)).toEqual(['Rose (999, []) 0/0', 'Rose (1000, []) 0/0']);
  });
});

describe('the parameters of a network', () => {
  /** The sizes of the layers, and each weight and bias by its leaf. */
  function checked(text: string): string {
    const { program, run } = ran(text);
    const item = outputItems(program).at(-1);
    const view = viewAs('network', text);
    const leaves = realLeaves(run.outputs.at(-1), item?.term.type ?? { tag: 'unit' }, 'p', program.core.variants);
    expect(view.leaves).toBe(leaves.length);
    const used = new Set<number>();
    for (const { weights, biases, leaf } of view.layers) {
      weights.forEach((row, i) => {
        row.forEach((weight, j) => {
          const at = leaf.weights + i * leaf.weightStep + j;
          used.add(at);
          expect(leaves[at]?.value).toBe(weight);
        });
      });
      biases.forEach((bias, i) => {
        const at = leaf.biases + i * leaf.biasStep;
        used.add(at);
        expect(leaves[at]?.value).toBe(bias);
      });
    }
    expect(used.size).toBe(leaves.length);
    return sizes(view);
  }

  const sizes = ({ inputs, layers }: NetworkView): string =>
    [inputs, ...layers.map(({ neurons }) => neurons)].join(' ');
  const seeded = 'let w k n = build n (fun i -> uniform k i - 0.5)\n';

  test.each([
    ['2 3 1', '([([2, -1], 0.5), ([-1, 1.5], 0.25), ([1, 1], -0.5)], ([1, -1, 0.5], 0))'],
    ['2 2 1', '{ hidden = [([2, -1], 0.5), ([-1, 1.5], 0.25)], output = ([1, -1], 0) }'],
    ['2 3 2', '([[1, 2], [3, 4], [5, 6]], [7, 8, 9]) :: ([[1.5, 2.5, 3.5], [4.5, 5.5, 6.5]], [7.5, 8.5]) :: []'],
    ['2 2 1', '[{ bias = [1, 2], weights = [[3, 4], [5, 6]] }, { bias = [7], weights = [[8, 9]] }]'],
    ['1 1 1', '({ b = 1, w = [2] }, { b = 3, w = [4] })'],
    ['2 3 3 1', `(build 3 (fun i -> (w i 2, 0.5)), (build 3 (fun i -> (w i 3, toReal i)), ([1, 2, 3], 0)))`],
  ])('of sizes %s are a diagram: %s', (expected, value) => {
    expect(checked(`${seeded}${value}`)).toBe(expected);
  });

  test.each([
    ['one layer', '[([1, 2], 3), ([4, 5], 6)]'],
    ['one layer of a matrix', '([[1, 2], [3, 4]], [5, 6])'],
    ['sizes that do not fit', '([([2, -1], 0.5), ([-1, 1.5], 0.5)], ([1, -1, 0.5], 0))'],
    ['ragged weights', '([([2, -1], 0.5), ([-1], 0.5)], ([1, -1], 0))'],
    ['fewer biases than neurons', '(([[1, 2], [3, 4]], [5]), ([[1, 2]], [3]))'],
    ['something else inside', '([([2, -1], 0.5)], ([1], 0), 3)'],
  ])('are none with %s', (_, value) => {
    expect(kindOf(value)).toBe('text');
  });

  test('are drawn up to some neurons a layer', () => {
    const layer = (inputs: number, neurons: number): string => `build ${neurons} (fun i -> (w i ${inputs}, toReal i))`;
    const view = viewAs('network', `${seeded}(${layer(300, 200)}, ${layer(200, 2)})`);
    expect(sizes(view)).toBe('300 200 2');
    expect(view.layers.map(({ weights }) => `${weights.length} ${weights[0]?.length ?? 0}`)).toEqual(['64 64', '2 64']);
    expect(view.leaves).toBe(200 * 301 + 2 * 201);
  });
});

test('the views of all outputs together are bounded, and many outputs have none', () => {
  const wide = 'let m = build 300 (fun i -> build 300 (fun j -> toReal (i + j) / 3))\n';
  const size = (text: string): number => JSON.stringify(outputsOf(text).map(({ view }) => view)).length;
  expect(size(`${wide}${'m\n'.repeat(200)}`)).toBeLessThan(600_000);
  expect(outputsOf(`${wide}${'m\n'.repeat(201)}`).every(({ view }) => view === undefined)).toBe(true);
});

describe('pictures in a value', () => {
  test('are named by their places; the rest is a text', () => {
    const text = 'let p = picture [Draw.curve sin]\n{ loss = 1 / 3, fits = (0, p) :: (1, p) :: [], best = p }';
    expect(viewOf(text)).toEqual({
      kind: 'pictures',
      text: '{ best = <picture>, fits = [(0, <picture>), (1, <picture>)], loss = 0.333333 }',
      full: '{ best = <picture>, fits = [(0, <picture>), (1, <picture>)], loss = 0.3333333333333333 }',
      parts: [[0], [1, 0, 1], [1, 1, 1]],
      count: 3,
    });
  });

  test('are no more than named in the text', () => {
    const { program, run } = ran('(picture [Draw.points [(1, 2)]], 3)');
    const { outputs, result } = valuePayload(program, run, undefined, 0);
    expect([result?.text, outputs[0]?.text]).toEqual(['(<picture>, 3)', '(<picture>, 3)']);
  });

  test('are bounded', () => {
    const { text, parts, count } = viewAs('pictures', 'map (fun x -> picture [Draw.points [(x, x)]]) (range 0 1000)');
    expect([text.length, parts.length, count]).toEqual([1001, 12, 1000]);
  });
});

describe('the graph of a function', () => {
  const pictureOf = async (text: string) => {
    const replies = await repliesTo(service, 'picture', {
      ...{ ...request(text), output: 0, x: undefined, y: undefined, width: 300, height: 200 },
    });
    const last = replies.at(-1);
    if (last?.state !== 'ok') throw new Error(JSON.stringify(last));
    return last.picture;
  };

  test('is a curve from -5 to 5, with the name of its argument', async () => {
    const { x, xLabel, marks } = await pictureOf('input a : real = 2\nfun t -> a * t');
    expect([x, xLabel, marks.length]).toEqual([[-5, 5], 't', 1]);
    const [curve] = marks;
    expect(curve?.kind === 'curve' && [curve.ys[0], curve.ys.at(-1)]).toEqual([-10, 10]);
  });

  test('is over the range of the input of that name', async () => {
    const text = 'input x : real = 1 in -1 .. 3\nlet f x = x * x\nlet g = f\ng';
    expect(await pictureOf(text)).toMatchObject({ x: [-1, 3], xLabel: 'x' });
  });

  test.each(['sin', 'grad (fun x -> x ^ 3)', 'let rec f x = if x < 0 then 0.0 else f (x - 1) + 1\nf'])(
    'is drawn whatever the function is: %s',
    async (text) => {
      const [curve] = (await pictureOf(text)).marks;
      expect(curve?.kind === 'curve' && curve.ys.every(Number.isFinite)).toBe(true);
    },
  );
});

import { describe, expect, test, vi } from 'vitest';
import type { DrawnMark, Picture, PictureReply, PictureRequest } from '../../protocol/picture';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { setLongestStretch } from '../../semantics/working-time';
import { newService, repliesTo } from '../../testing/ask';

const BUDGET = { ...PAGE_BUDGET, seconds: 60 };
const service = newService();

async function replies(text: string, asked: Partial<PictureRequest> = {}): Promise<readonly PictureReply[]> {
  const question = {
    ...{ cells: [text], cell: 0, inputs: {}, budget: BUDGET },
    ...{ output: 0, x: undefined, y: undefined, width: 300, height: 200 },
    ...asked,
  };
  // Each reply gives its arrays away, as one from a worker does.
  return repliesTo(service, 'picture', question, (reply) => structuredClone(reply, { transfer: buffersIn(reply) }));
}

function buffersIn(value: unknown): ArrayBuffer[] {
  if (value instanceof Float64Array) return value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(buffersIn) : [];
}

async function drawn(marks: string, asked: Partial<PictureRequest> = {}, before = ''): Promise<Picture> {
  const last = (await replies(`${before}\npicture [${marks}]`, asked)).at(-1);
  if (last?.state !== 'ok') throw new Error(JSON.stringify(last));
  return last.picture;
}

type MarkOf<Kind, Mark = DrawnMark> = Mark extends { readonly kind: infer Own }
  ? Kind extends Own
    ? Mark
    : never
  : never;

async function markOf<Kind extends DrawnMark['kind']>(kind: Kind, marks: string, before = ''): Promise<MarkOf<Kind>> {
  const { marks: all } = await drawn(marks, {}, before);
  const found = all.find((mark): mark is MarkOf<Kind> & DrawnMark => mark.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
}

describe('the marks of a picture', () => {
  test.each([
    ['pairs', '[(1, 2), (3, 4)]'],
    ['rows', '[[1, 2], [3, 4]]'],
    ['records', '[{ x = 1, y = 2 }, { x = 3, y = 4 }]'],
    ['a list', '((1, 2) :: (3, 4) :: [])'],
    ['items with more', '[("a", 1, 2, 7), ("b", 3, 4, 8)]'],
  ])('are points at the first two reals of %s', async (_, items) => {
    const { xs, ys } = await markOf('points', `Draw.points ${items}`);
    expect([[...xs], [...ys]]).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  test('are a line of reals over their index', async () => {
    const { xs, ys } = await markOf('line', 'Draw.line [5.0, 6, 7]');
    expect([[...xs], [...ys]]).toEqual([
      [0, 1, 2],
      [5, 6, 7],
    ]);
  });

  test('are arrows, texts, bars, a heat map, and straight lines', async () => {
    const { dxs, dys } = await markOf('arrows', 'Draw.arrows [((1, 2), (3, 4))]');
    expect([...dxs, ...dys]).toEqual([3, 4]);
    expect((await markOf('texts', 'Draw.texts [(1, 2, "here")]')).texts).toEqual(['here']);
    const bars = await markOf('bars', 'Draw.bars [("a", 2), ("b", 3)]');
    expect([bars.labels, [...bars.heights]]).toEqual([
      ['a', 'b'],
      [2, 3],
    ]);
    const { rows, columns, values } = await markOf('heatmap', 'Draw.heatmap [[1, 2], [3]]');
    expect([rows, columns, ...values]).toEqual([2, 2, 1, 2, 3, NaN]);
    expect((await markOf('horizontal', 'Draw.horizontal 3')).at).toBe(3);
    expect((await markOf('vertical', 'Draw.vertical 4')).at).toBe(4);
  });

  test('count every real of a histogram once', async () => {
    const { edges, counts } = await markOf('histogram', 'Draw.histogram [0.0, 0.1, 0.1, 0.9, 1]');
    expect(edges.length).toBe(counts.length + 1);
    expect(counts.reduce((total, count) => total + count, 0)).toBe(5);
    expect((await markOf('histogram', 'Draw.histogram [3.0, 3, 3]')).counts).toEqual(Float64Array.of(3));
    expect((await markOf('histogram', 'Draw.histogram ([] : array real)')).counts).toHaveLength(0);
    expect((await markOf('histogram', 'Draw.histogram [0.0, 1e300]')).counts.reduce((a, b) => a + b)).toBe(2);
    const huge = await markOf('histogram', 'Draw.histogram [-1e308, 0, 1e308]');
    expect(huge.counts.filter((count) => count > 0)).toEqual(Float64Array.of(1, 1, 1));
    expect(huge.edges.every(Number.isFinite)).toBe(true);
  });

  test('have groups, shades and names', async () => {
    const points = await markOf('points', 'Draw.named "data" (Draw.groups ["a", "b"] (Draw.points [(1, 2), (3, 4)]))');
    expect(points).toMatchObject({ name: 'data', groups: ['a', 'b'], shades: undefined });
    expect((await markOf('points', 'Draw.shades [0.5] (Draw.points [(1, 2)])')).shades).toEqual(Float64Array.of(0.5));
    const { notes, marks } = await drawn('Draw.groups ["a"] (Draw.points [(1, 2), (3, 4)])');
    expect(marks[0]).toMatchObject({ groups: undefined });
    expect(notes).toEqual(['1 group for 2 items: all have one colour.']);
  });

  test('that cannot be drawn are named', async () => {
    const { notes, marks } = await drawn(
      'Draw.arrows [(1, 2, 3)], Draw.line [[1, 2], [3]], Draw.named "t" (Draw.title "x")',
    );
    expect(marks.map(({ kind }) => kind)).toEqual(['arrows', 'line']);
    expect(notes).toEqual([
      '1 of 1 item cannot be drawn: an arrow needs four numbers: x, y, and how far it goes.',
      '1 of 2 items cannot be drawn: an item of a line needs two numbers, x and y.',
      'A setting cannot be coloured or named.',
    ]);
  });
});

describe('the functions of a picture', () => {
  test('are sampled at each pixel, with what surrounds them', async () => {
    const slope = 'input slope : real = 2\nlet total = slope + 1';
    const { marks } = await drawn('Draw.curve (fun x -> total * x), Draw.xRange 0 10', { inputs: { slope: 4 } }, slope);
    const [curve] = marks;
    if (curve?.kind !== 'curve') throw new Error('no curve');
    expect(curve.xs).toHaveLength(301);
    expect([curve.xs[0], curve.xs[300]]).toEqual([0, 10]);
    expect([...curve.ys]).toEqual([...curve.xs].map((x) => 5 * x));
  });

  test('have gaps where they are undefined', async () => {
    const { xs, ys } = await markOf('curve', 'Draw.curve log, Draw.xRange (-1) 1');
    expect([...ys].map(Number.isNaN)).toEqual([...xs].map((x) => x <= 0));
  });

  const FIELD = 'picture [Draw.field (fun (x, y) -> x + 10 * y), Draw.xRange 0 1, Draw.yRange 0 1]';

  test('of the plane are drawn once where that does not take long', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(1000);
    const all = await replies(FIELD);
    vi.restoreAllMocks();
    expect(all.map(({ state }) => state)).toEqual(['ok']);
  });

  test('of the plane have their values on a grid, from coarse to fine', async () => {
    let now = 1000;
    // Each look at the clock takes a while.
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 4));
    const all = await replies(FIELD);
    vi.restoreAllMocks();
    expect(all.map(({ state }) => state)).toEqual(['partial', 'partial', 'ok']);
    const sizes = all.map((reply) => {
      const field = reply.state === 'error' ? undefined : reply.picture.marks[0];
      if (field?.kind !== 'field') throw new Error('no field');
      const { columns, rows, values } = field;
      expect([values[0], values[columns - 1], values.at(-1)]).toEqual([0, 1, 11]);
      expect(values).toHaveLength(columns * rows);
      return columns;
    });
    expect(sizes).toEqual([11, 26, 76]);
    expect(await markOf('boundary', 'Draw.boundary 0.5 (fun (x, y) -> x * y)')).toMatchObject({ level: 0.5 });
    expect(await markOf('contours', 'Draw.contours 8 (fun (x, y) -> x * y)')).toMatchObject({ level: 8 });
  });
});

describe('a function that takes the machine long', () => {
  const network = `data rows : array (array real) = [[1, 2], [3, 4]]
input w : real = 0.5
let rec sum (n, x) = if n < 1 then 0.0 else sin (x * toReal n) * w + sum (n - 1, x)
let total (x, y) = sum (60, x + rows[0][1] * y)`;
  const valueAt = async (text: string): Promise<unknown> => {
    const [reply] = await repliesTo(service, 'plot', {
      ...{ cells: [text], cell: 0, inputs: {}, budget: BUDGET },
      ...{ across: 'x', up: undefined, result: 0, x: [0, 1] as const, y: undefined },
    });
    return reply?.state === 'error' || reply?.picture.kind !== 'curve' ? undefined : reply.picture.values.at(-1);
  };

  test('has the same values by compiled code', async () => {
    const text = 'Draw.field total, Draw.xRange 0 1, Draw.yRange 0 1';
    const { marks } = await drawn(text, {}, network);
    const [field] = marks;
    if (field?.kind !== 'field') throw new Error('no field');
    const expected = await valueAt(`${network}\ninput x : real = 1\ntotal (x, 1)`);
    expect(expected).toBeTypeOf('number');
    expect(field.values.at(-1)).toBe(expected);
    expect(field.values.every(Number.isFinite)).toBe(true);
  });

  test('has gaps where it is undefined', async () => {
    const marks = 'Draw.field (fun (x, y) -> total (x, y) + log y), Draw.xRange 0 1, Draw.yRange (-1) 1';
    const field = (await drawn(marks, {}, network)).marks[0];
    if (field?.kind !== 'field') throw new Error('no field');
    const { columns, rows, values } = field;
    const undefinedRows = Array.from({ length: rows }, (_, row) => Number.isNaN(values[row * columns]));
    expect(undefinedRows.indexOf(false)).toBe(Math.floor(rows / 2) + 1);
    expect(undefinedRows.lastIndexOf(true)).toBe(Math.floor(rows / 2));
  });
});

describe('the axes of a picture', () => {
  test('show everything, with some room', async () => {
    const { x, y, home } = await drawn('Draw.points [(0, 10), (10, 30)]');
    expect([x, y]).toEqual([
      [-0.5, 10.5],
      [9, 31],
    ]);
    expect(home).toEqual({ x, y });
  });

  test('have the ranges that are asked for, first by the reader', async () => {
    const marks = 'Draw.points [(0, 10), (10, 30)], Draw.xRange 0 20, Draw.yRange 0 40';
    expect(await drawn(marks)).toMatchObject({ x: [0, 20], y: [0, 40] });
    expect(await drawn(marks, { x: [1, 2], y: [3, 4] })).toMatchObject({
      ...{ x: [1, 2], y: [3, 4] },
      home: { x: [0, 20], y: [0, 40] },
    });
    expect(await drawn(`${marks}, Draw.xRange 5 5`)).toMatchObject({ notes: ['The range of x from 5 to 5 is empty.'] });
  });

  test('show all of a curve that a few points only mark, wherever they are', async () => {
    const relu = 'Draw.curve (fun x -> if x < 0 then 0 else x), Draw.xRange (-2) 2';
    for (const points of ['[(0, 0)]', '[(1, 1)]', '[(0.1, 0.1), (0.2, 0.2)]', '[(2, 2), (-2, 0), (1, 1)]'])
      expect((await drawn(`${relu}, Draw.points ${points}`)).y).toEqual([-0.1, 2.1]);
  });

  test('keep data in view beside a curve with a pole', async () => {
    const { y } = await drawn('Draw.points [(-1, 1), (1, 2)], Draw.curve (fun x -> 1 / x)');
    expect(y[0]).toBeGreaterThan(-8);
    expect(y[1]).toBeLessThan(8);
  });

  test('give a histogram intervals of one width, also where they are logarithmic', async () => {
    const marks = 'Draw.histogram [1, 10, 10, 100, 1000, 0], Draw.xLog';
    const { edges, counts } = await markOf('histogram', marks);
    expect([...edges].map((each) => Math.log10(each))).toEqual([0, 1, 2, 3, 4].map((each) => expect.closeTo(each)));
    expect([...counts]).toEqual([1, 2, 1, 1]);
    expect((await drawn(marks)).notes).toEqual([
      'What has an x of 0 or less is not drawn, because the axis across is logarithmic.',
    ]);
  });

  test('say what a logarithmic axis leaves out of bars and of a range', async () => {
    const { notes } = await drawn('Draw.bars [("a", 0), ("b", 100)], Draw.yLog, Draw.yRange (-1) 200');
    expect(notes).toEqual([
      'What has a y of 0 or less is not drawn, because the upright axis is logarithmic.',
      'The range of y begins above 0, because this axis is logarithmic.',
    ]);
  });

  test('can be logarithmic', async () => {
    const { x, y, xLog, yLog, notes } = await drawn(
      'Draw.points [(1, 10), (100, 1000), (-1, 5)], Draw.xLog, Draw.yLog',
    );
    expect([xLog, yLog]).toEqual([true, true]);
    expect(x[0]).toBeGreaterThan(0);
    expect(x[1]).toBeGreaterThan(100);
    expect(y[0]).toBeLessThan(5);
    expect(notes).toEqual(['What has an x of 0 or less is not drawn, because the axis across is logarithmic.']);
  });

  test.each([
    ['nothing', ''],
    ['one point', 'Draw.points [(3, 4)]'],
    ['points in one place', 'Draw.points [(0, 0), (0, 0)]'],
    ['huge numbers', 'Draw.points [(-1.7e308, 1.7e308), (1.7e308, -1.7e308)]'],
    ['one huge point', 'Draw.points [(1.79e308, -1.79e308)]'],
    ['tiny numbers', 'Draw.points [(5e-324, 0), (0, 5e-324)]'],
    ['a constant', 'Draw.curve (fun _ -> 3.0)'],
    ['a function without values', 'Draw.curve (fun x -> log (0 - x * x - 1))'],
    ['tiny numbers on logarithmic axes', 'Draw.points [(5e-324, 1), (1, 1.7e308)], Draw.xLog, Draw.yLog'],
  ])('are finite for %s', async (_, marks) => {
    const { x, y } = await drawn(marks);
    for (const [low, high] of [x, y]) {
      expect(low).toBeLessThan(high);
      expect(Number.isFinite(high - low)).toBe(true);
      expect(high - low).toBeGreaterThan(1e-301);
    }
  });

  test('show as much of huge numbers as an axis can, and say what is left out', async () => {
    const { x, y, notes } = await drawn('Draw.points [(-1e308, 1e308), (1e308, 1e308)]');
    expect(x).toEqual([-8.8e307, 8.8e307]);
    expect(y[0]).toBeLessThan(1e308);
    expect(y[1]).toBeGreaterThan(1e308);
    expect(notes).toEqual(['Numbers beyond 8.8e307 are not drawn: no axis is that long.']);
    expect((await drawn('Draw.xRange (-1.7e308) 1.7e308, Draw.curve sin')).x).toEqual([-8.8e307, 8.8e307]);
    const { notes: tiny } = await drawn('Draw.points [(5e-324, 1), (0, 2)]');
    expect(tiny).toEqual(['Differences below 1e-300 are not drawn: no axis is that short.']);
  });

  test('are sampled over all of a long logarithmic axis', async () => {
    const marks = 'Draw.points [(5e-324, 1), (1e308, 1)], Draw.curve (fun x -> 2.0), Draw.xLog';
    const curve = (await drawn(marks)).marks.find(({ kind }) => kind === 'curve');
    if (curve?.kind !== 'curve') throw new Error('no curve');
    expect(curve.xs.every((x, i) => x > 0 && x < Infinity && x >= (curve.xs[i - 1] ?? 0))).toBe(true);
  });

  test('of settings say what they are', async () => {
    const marks = 'Draw.title "t", Draw.xLabel "a", Draw.yLabel "b", Draw.square';
    expect(await drawn(marks)).toMatchObject({ title: 't', xLabel: 'a', yLabel: 'b', square: true });
  });
});

describe('a picture that cannot be drawn', () => {
  test('says why', async () => {
    const [reply] = await replies('picture [Draw.points [(log (0 - 1), 2)]]');
    expect(reply).toMatchObject({ state: 'error', diagnostics: [{ code: 'domain' }] });
    expect(await replies('1 + 1')).toEqual([{ state: 'error', diagnostics: [] }]);
    expect(await replies('picture []', { inputs: { z: 1 } })).toMatchObject([{ state: 'error' }]);
  });

  test('says that its time limit is reached, by the machine and by compiled code', async () => {
    const reached = { state: 'error', diagnostics: [{ code: 'budget-time', message: 'Time limit of 0.4 s reached.' }] };
    for (const endless of ['let rec loop x = loop (x + 1)', 'let rec loop x = 1 + loop (x + 1)'])
      expect(
        await replies(`${endless}\npicture [Draw.points [(loop 0, 1)]]`, { budget: { ...BUDGET, seconds: 0.4 } }),
      ).toMatchObject([reached]);
  });

  test('is coarse where time runs out', async () => {
    const slow = 'let rec spin (n, x) = if n < 1 then x else spin (n - 1, sin x)';
    const text = `${slow}\npicture [Draw.field (fun (x, y) -> spin (100000, x)), Draw.points [(1, 2)]]`;
    const last = (await replies(text, { budget: { ...BUDGET, seconds: 0.3 } })).at(-1);
    expect(last).toMatchObject({
      state: 'ok',
      picture: { notes: ['The time limit was reached, so functions are drawn coarsely or in part.'] },
    });
  });
});

test('a picture that compiled code takes long for is drawn in stretches', async () => {
  setLongestStretch(0.01);
  try {
    const loop = 'let rec go (n : int) x = if n = 0 then x else go (n - 1) (x / 2 + 1)\nlet far = go 50000000 0\n';
    // The machine would need more time.
    const asked = { budget: { ...BUDGET, seconds: 10 } };
    const { marks, notes } = await drawn('Draw.points [(far, 7)], Draw.curve (fun x -> far + x)', asked, loop);
    expect(marks[0]).toMatchObject({ xs: Float64Array.of(2), ys: Float64Array.of(7) });
    const curve = marks[1];
    if (curve?.kind !== 'curve') throw new Error('no curve');
    expect(curve.ys).toEqual(curve.xs.map((x) => x + 2));
    expect(notes).toEqual([]);
  } finally {
    setLongestStretch(Infinity);
  }
});

describe('an input of two reals', () => {
  test('is a handle of the pictures that depend on it, and stands in them', async () => {
    const before = 'input p : real * real = (40, 2)\nlet (a, _) = p\ninput q : real * real = (7, 7)\n';
    const { handles, home } = await drawn('Draw.points [(0, 0)], Draw.horizontal a', {}, before);
    expect(handles).toEqual([{ name: 'p', x: 40, y: 2 }]);
    expect(home.x[1]).toBeGreaterThan(40);
    const moved = await drawn('Draw.points [p]', { inputs: { p: [-3, 5] } }, before);
    expect(moved.handles).toEqual([{ name: 'p', x: -3, y: 5 }]);
    expect((await drawn('Draw.points [(0, 0)]', {}, before)).handles).toEqual([]);
  });
});

test('lines of equal value that are nowhere in view are said', async () => {
  expect(await drawn('Draw.contours 5 (fun _ -> 3.0)')).toMatchObject({
    notes: ['No contours are in view: the function is 3 everywhere.'],
  });
  expect(await drawn('Draw.boundary 100 (fun (x, _) -> x)')).toMatchObject({
    notes: ['No boundary at 100 is in view: the function is between -5 and 5.'],
  });
  expect(await drawn('Draw.boundary 4 (fun (x, _) -> x), Draw.contours 3 fst')).toMatchObject({ notes: [] });
});

test('a picture without data says so', async () => {
  const notes = ['There is nothing to draw: the marks have no items.'];
  for (const marks of ['', 'Draw.points []', 'Draw.line [], Draw.bars [], Draw.texts []'])
    expect(await drawn(marks)).toMatchObject({ notes });
  for (const marks of ['Draw.points [(1, 2)]', 'Draw.points [], Draw.curve sin', 'Draw.horizontal 1'])
    expect(await drawn(marks)).toMatchObject({ notes: [] });
});

describe('a picture within an output', () => {
  const text = 'let p x = picture [Draw.points [(x, x)], Draw.curve (fun y -> x * y)]\n';
  const partOf = async (output: string, part: readonly number[]): Promise<readonly number[]> => {
    const last = (await replies(`${text}${output}`, { part })).at(-1);
    if (last?.state !== 'ok') throw new Error(JSON.stringify(last));
    return last.picture.marks.flatMap((mark) => ('xs' in mark ? [mark.xs[0] ?? NaN] : []));
  };

  test.each([
    ['a tuple', '(1, p 7)', [1]],
    ['a record', '{ z = 1, fit = p 7 }', [0]],
    ['an array', '[p 1, p 7]', [1]],
    ['a list of tuples', '(0, p 1) :: (1, p 7) :: []', [1, 1]],
  ])('is drawn from %s', async (_, output, part) => {
    expect((await partOf(output, part))[0]).toBe(7);
  });

  test('is none where the part is something else', async () => {
    expect((await replies(`${text}(1, p 7)`, { part: [0] })).at(-1)).toEqual({ state: 'error', diagnostics: [] });
  });
});

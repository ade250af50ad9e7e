import { describe, expect, test } from 'vitest';
import {
  type CurvePicture,
  type FieldPicture,
  MOST_PLOT_LEAVES,
  type PlotReply,
  type PlotRequest,
} from '../protocol/plot';
import { PAGE_BUDGET } from '../semantics/outcome';
import { newService, repliesTo } from '../testing/ask';

const BUDGET = { ...PAGE_BUDGET, seconds: 60 };

async function replies(
  text: string,
  asked: Partial<PlotRequest> = {},
  service = newService(),
): Promise<readonly PlotReply[]> {
  const question = {
    ...{ cells: [text], cell: 0, inputs: {}, budget: BUDGET },
    ...{ across: undefined, up: undefined, result: 0, x: undefined, y: undefined },
    ...asked,
  };
  return repliesTo(service, 'plot', question, (reply) => {
    // The reply is sent as by a worker: its arrays are transferred.
    const buffers = reply.state === 'error' ? [] : arraysOf(reply.picture);
    return structuredClone(reply, { transfer: buffers });
  });
}

function arraysOf(picture: CurvePicture | FieldPicture): ArrayBuffer[] {
  const { at } = picture.point;
  const own =
    picture.kind === 'curve'
      ? [picture.xs, picture.values, picture.firsts, picture.seconds, picture.joins]
      : [picture.values, picture.arrows];
  return [...own, ...(at.status === 'ok' ? [at.derivatives] : [])].map(({ buffer }) => buffer);
}

async function drawn(text: string, asked: Partial<PlotRequest> = {}, service = newService()) {
  const last = (await replies(text, asked, service)).at(-1);
  if (last === undefined || last.state === 'error') throw new Error(JSON.stringify(last));
  return last;
}

async function curve(text: string, asked: Partial<PlotRequest> = {}, service = newService()): Promise<CurvePicture> {
  const { picture } = await drawn(text, asked, service);
  if (picture.kind !== 'curve') throw new Error(picture.kind);
  return picture;
}

/** Returns the value of the drawn curve at a place, as a straight line between the samples around it. */
function valueAt({ xs, values }: CurvePicture, x: number): number {
  const right = xs.findIndex((sample) => sample >= x);
  const [x0 = x, x1 = x, y0 = NaN, y1 = NaN] = [xs[right - 1], xs[right], values[right - 1], values[right]];
  return x1 === x ? y1 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

describe('a curve', () => {
  test('goes through its point, also where that is on a peak that is narrower than the first samples', async () => {
    const service = newService();
    for (const x of [0.3, 0.3004, -2.7]) {
      const picture = await curve(`input x : real = ${x} in -4 .. 4\n1 / (1 + ((x - 0.3) / 0.001) ^ 2)`, {}, service);
      expect(picture.point.at.status).toBe('ok');
      const value = picture.point.at.status === 'ok' ? (picture.point.at.derivatives[0] ?? NaN) : NaN;
      expect(valueAt(picture, x)).toBeCloseTo(value, 3);
    }
    // Outside the range of the plot there is nothing to go through.
    expect((await curve('input x : real = 9\nx ^ 2', { x: [0, 1] })).xs.at(-1)).toBe(1);
  });

  test('is of the first real, over its range or one around its value, and has the derivatives at the point', async () => {
    const own = await curve('input x : real = 2 in -3 .. 5\nx ^ 3');
    expect(own.x).toEqual([-3, 5]);
    expect(own.point.x).toBe(2);
    expect(own.point.at).toMatchObject({ status: 'ok', warning: undefined });
    expect(own.point.at.status === 'ok' && Array.from(own.point.at.derivatives)).toEqual([8, 12, 12, 6, 0, 0, 0, 0, 0]);
    expect((await curve('input x : real = 2\nx ^ 3')).x).toEqual([-2, 6]);
    // The range stays while the input is moved, until the input leaves it.
    expect((await curve('input x : real = 2\nx ^ 3', { inputs: { x: 5 } })).x).toEqual([-2, 6]);
    expect((await curve('input x : real = 2\nx ^ 3', { inputs: { x: 8 } })).x[1]).toBeGreaterThan(8);
  });

  test('goes along the requested leaf, with the others as they are set', async () => {
    const text =
      'input n : int = 2\ninput p : real * list real = (1, [5, 6])\ninput y : real = 3\np.1 * y + sum p.2 * toReal n';
    const { subject, picture } = await drawn(text, { across: 'p.2[1]', inputs: { y: 10 } });
    expect(subject.leaves.map(({ label }) => label)).toEqual(['p.1', 'p.2[0]', 'p.2[1]', 'y']);
    expect(subject.leaves[2]).toMatchObject({ value: 6, place: { input: 1, path: [1, 1] } });
    expect(subject.inputs[1]).toEqual({ name: 'p', value: [1, [5, 6]] });
    if (picture.kind !== 'curve') throw new Error(picture.kind);
    expect([picture.across, picture.x]).toEqual([2, [-6, 18]]);
    expect(picture.values[0]).toBe(1 * 10 + (5 - 6) * 2);
  });

  test('is of the requested real of the result', async () => {
    const text = 'input x : real = 2 in 0 .. 4\n(x, { a = x * x, b = [x ^ 3] })';
    const { subject } = await drawn(text);
    expect(subject.results).toEqual(['f.1', 'f.2.a', 'f.2.b[0]']);
    expect((await curve(text, { result: 1 })).values.at(-1)).toBe(16);
    expect((await curve(text, { result: 9 })).values.at(-1)).toBe(64);
  });

  test('is drawn around a point at which the program is undefined', async () => {
    const { point, gaps } = await curve('input x : real = -1 in -4 .. 4\nlog x');
    expect(point.at).toMatchObject({ status: 'undefined', reason: { code: 'domain' } });
    expect(gaps).toHaveLength(1);
    const pair = await drawn('input x : real = -1 in -4 .. 4\n(log x, x)', { result: 1 });
    expect(pair.subject.results).toEqual(['f.1', 'f.2']);
  });

  test('has a result that may be shorter elsewhere', async () => {
    const { gaps } = await curve('input x : real = 1 in -1 .. 1\nif x < 0 then [x] else [x, 2 * x]', { result: 1 });
    expect(gaps).toMatchObject([{ from: -1, reason: { code: 'shape' } }]);
  });

  test('says that the point lies on a kink', async () => {
    const { point } = await curve('input x : real = 0 in -1 .. 1\nrelu x');
    expect(point.at).toMatchObject({ status: 'ok', warning: expect.stringContaining('not smooth') as string });
  });

  test('of a differentiated function has a fixed point, given by the program', async () => {
    const { subject, picture } = await drawn('let f x = x ^ 3\ngrad f 2');
    expect(subject).toMatchObject({ leaves: [{ value: 2, place: undefined }], inputs: [] });
    expect(picture.point.at).toMatchObject({ status: 'ok' });
  });

  test('of derivatives inside has derivatives as well', async () => {
    const { firsts, xs } = await curve('input x : real = 1 in 0 .. 2\nlet f t = t ^ 4\ngrad f x');
    expect(firsts.every((first, i) => Math.abs(first - 12 * (xs[i] ?? 0) ** 2) < 1e-9)).toBe(true);
  });

  test('is the same, at once, while its own input moves', async () => {
    const service = newService();
    const text = 'input x : real = 1 in 0 .. 2\ninput y : real = 1\nsin (x * y)';
    const [first, second] = [await curve(text, {}, service), await curve(text, { inputs: { x: 1.5 } }, service)];
    expect([second.xs, second.values, second.point.x]).toEqual([first.xs, first.values, 1.5]);
    const other = await curve(text, { inputs: { x: 1.5, y: 2 } }, service);
    expect(other.values).not.toEqual(first.values);
  });

  test('has as many leaves as can be listed', async () => {
    const list = `[${Array.from({ length: 300 }, (_, i) => i).join(', ')}]`;
    const { subject } = await drawn(`input xs : list real = ${list}\nsum xs`);
    expect([subject.leaves.length, subject.total]).toEqual([MOST_PLOT_LEAVES, 300]);
  });

  test('a newer question ends an older one', async () => {
    const service = newService();
    const text =
      'input x : real = 1 in 0 .. 2\nlet rec loop (a, n) = if n = 0 then a else loop (sin a + x, n - 1)\nloop (x, 3000)';
    const older = replies(text, {}, service);
    const newer = replies(text, { inputs: { x: 2 } }, service);
    expect(await older).toEqual([]);
    expect((await newer).at(-1)).toMatchObject({ state: 'ok' });
  });
});

describe('nothing to draw', () => {
  test.each([
    '1 + 1',
    'input n : int = 2\nn + 1',
    'input x : real = 1\nx < 2',
    'input x : real = 1\nfun y -> x * y',
    '',
  ])('%s', async (text) => {
    expect((await replies(text)).at(-1)).toMatchObject({ state: 'error', diagnostics: [] });
  });

  test('a program that does not check says why', async () => {
    const [reply] = await replies('input x : real = 1\nx + nope');
    expect(reply).toMatchObject({ state: 'error', diagnostics: [{ code: expect.any(String) as string }] });
  });
});

describe('a field', () => {
  test('has values on a grid, and the gradient as arrows and at the point', async () => {
    const text = 'input x : real = 1 in -2 .. 2\ninput y : real = 0.5 in -1 .. 3\nx ^ 2 * y + log y';
    const { picture } = await drawn(text, { across: 'x', up: 'y' });
    if (picture.kind !== 'field') throw new Error(picture.kind);
    const { size, values, arrows, x, y, point } = picture;
    // A fast machine has time for the finest grid.
    expect([65, 201]).toContain(size);
    expect([x, y, picture.coarse]).toEqual([[-2, 2], [-1, 3], false]);
    expect(values).toHaveLength(size * size);
    expect(values.at(-1)).toBeCloseTo(12 + Math.log(3), 12);
    expect(values[0]).toBeNaN();
    const exact = Array.from({ length: arrows.length / 4 }, (_, i) => Array.from(arrows.slice(4 * i, 4 * i + 4)));
    expect(exact.length).toBeGreaterThan(60);
    for (const [atX = NaN, atY = NaN, byX = NaN, byY = NaN] of exact) {
      expect(byX).toBeCloseTo(2 * atX * atY, 10);
      expect(byY).toBeCloseTo(atX ** 2 + 1 / atY, 10);
    }
    expect(point.at.status === 'ok' && Array.from(point.at.derivatives)).toEqual([0.5 + Math.log(0.5), 1, 3]);
  });

  test('with swapped axes has swapped derivatives', async () => {
    const text = 'input x : real = 1 in -2 .. 2\ninput y : real = 2 in -1 .. 3\n3 * x + y ^ 2';
    const { picture } = await drawn(text, { across: 'y', up: 'x' });
    expect(picture).toMatchObject({ across: 1, up: 0, x: [-1, 3], y: [-2, 2] });
    expect(picture.point.at.status === 'ok' && Array.from(picture.point.at.derivatives)).toEqual([7, 4, 3]);
  });
});

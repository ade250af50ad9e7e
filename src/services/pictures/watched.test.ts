import { describe, expect, test } from 'vitest';
import type { RunReply, Series } from '../../protocol/messages';
import type { PictureReply } from '../../protocol/picture';
import { MOST_FRAMES } from '../../semantics/observe';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { newService, repliesTo } from '../../testing/ask';

const BUDGET = { ...PAGE_BUDGET, seconds: 60 };

/** Fits a line to two points, and watches both it and the points. */
function fitting(steps: number): string {
  return `
let data = [(0, 1), (1, 3)]
let loss (a, b) = mean (map (fun (x, y) -> (a * x + b - y) ^ 2) data)
let rec fit (n : int) (a, b) =
  let line x = a * x + b in
  let _ = watch "fit" (picture [Draw.points data, Draw.curve line]) in
  let _ = watch "a" a in
  if n = 0 then (a, b) else
  let (da, db) = grad loss (a, b) in
  fit (n - 1) (a - 0.1 * da, b - 0.1 * db)
fit ${steps} (0, 0)`;
}

interface Ran {
  readonly series: readonly Series[];
  readonly at: (record: number) => Promise<PictureReply | undefined>;
}

/** Runs a program, and asks for the picture "fit" at records. */
async function ran(text: string, isRun = true): Promise<Ran> {
  const service = newService();
  const about = { cells: [text], inputs: {}, budget: BUDGET };
  let last: RunReply | undefined;
  if (isRun)
    await service.run({ ...about, revision: 1, jobs: [{ cell: 0, products: ['value'] }] }, (reply) => {
      last = reply;
    });
  const series = last?.state === 'ok' && last.product === 'value' ? last.payload.series : [];
  return {
    series,
    at: async (record) => {
      const output = { series: 'fit', record, place: 'panel' } as const;
      const question = { ...about, cell: 0, output, x: undefined, y: undefined, width: 300, height: 200 };
      return (await repliesTo(service, 'picture', question)).at(-1);
    },
  };
}

/** The height of the drawn curve at its first and last place. */
function ends(reply: PictureReply | undefined): readonly [number, number] {
  const curve = reply?.state === 'ok' ? reply.picture.marks.find((mark) => mark.kind === 'curve') : undefined;
  if (curve === undefined) throw new Error(JSON.stringify(reply));
  return [curve.ys[0] ?? NaN, curve.ys.at(-1) ?? NaN];
}

function numbers(series: readonly Series[], name: string): Float64Array {
  return series.find((one) => one.name === name)?.columns[0] ?? new Float64Array();
}

/** The slope of the drawn line. */
function slopeOf(reply: PictureReply | undefined): number {
  if (reply?.state !== 'ok') throw new Error(JSON.stringify(reply));
  const [low, high] = ends(reply);
  return (high - low) / (reply.picture.x[1] - reply.picture.x[0]);
}

describe('a picture that is watched', () => {
  test('is drawn as it was at each record', async () => {
    const { series, at } = await ran(fitting(20));
    expect(series.find(({ name }) => name === 'fit')).toMatchObject({ pictures: 21, columns: [] });
    const slopes = numbers(series, 'a');
    for (const record of [0, 1, 7, 20]) {
      const reply = await at(record);
      expect(reply).toMatchObject({ state: 'ok', record });
      expect(slopeOf(reply)).toBeCloseTo(slopes[record] ?? NaN, 10);
    }
  });

  test('has axes that stand still', async () => {
    const { at } = await ran(fitting(20));
    const views = [await at(0), await at(5), await at(20)];
    const shown = views.map((reply) => (reply?.state === 'ok' ? [reply.picture.x, reply.picture.y] : undefined));
    expect(shown[0]?.[1]?.[1]).toBeGreaterThan(3);
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[2]).toEqual(shown[0]);
  });

  test('is drawn by a worker that has not run the program', async () => {
    const [first, second] = [await ran(fitting(5)), await ran(fitting(5), false)];
    expect(ends(await second.at(3))).toEqual(ends(await first.at(3)));
  });

  test('keeps some records of a long compiled run, and its last', async () => {
    const steps = 100_000;
    const { series, at } = await ran(fitting(steps));
    expect(series.find(({ name }) => name === 'fit')?.pictures).toBe(steps + 1);
    const slopes = numbers(series, 'a');
    expect(slopes).toHaveLength(steps + 1);
    const reply = await at(1_001);
    if (reply?.state !== 'ok') throw new Error(JSON.stringify(reply));
    const { record = NaN } = reply;
    expect(record).toBeLessThanOrEqual(1_001);
    expect(record).toBeGreaterThan(1_001 - (4 * steps) / MOST_FRAMES);
    expect(slopeOf(reply)).toBeCloseTo(slopes[record] ?? NaN, 10);
    expect(await at(steps)).toMatchObject({ state: 'ok', record: steps });
  });

  test('is drawn under inputs and with data of the program', async () => {
    const { at } = await ran(`input shift : real = 2
let f x = x + shift
let rec go (n : int) = let _ = watch "fit" (picture [Draw.curve (fun x -> f x + toReal n)]) in if n = 0 then 0 else go (n - 1)
go 3`);
    const [low] = ends(await at(2));
    const reply = await at(2);
    expect(low).toBeCloseTo((reply?.state === 'ok' ? reply.picture.x[0] : NaN) + 3, 10);
  });

  test('says which parameter stands in its way', async () => {
    const { at } = await ran(`let rec go (n : int) model =
  let _ = watch "fit" (picture [Draw.curve model]) in if n = 0 then 0.0 else go (n - 1) model
go 3 (fun x -> x)`);
    expect(await at(0)).toMatchObject({
      state: 'error',
      diagnostics: [{ message: 'the picture depends on `model`, a parameter that holds a function' }],
    });
  });

  test('is still the value of its watch', async () => {
    const { series, at } = await ran('watch "fit" (picture [Draw.points [(1, 2)]])');
    expect(series).toMatchObject([{ name: 'fit', pictures: 1 }]);
    expect(await at(0)).toMatchObject({ state: 'ok', picture: { marks: [{ kind: 'points' }] } });
  });
});

test("a reader's record with any names of fields is no picture", async () => {
  const { series } = await ran('let _ = watch "mine" { watchedPicture = 3, a = 1.5 } in 2.0');
  expect(series.map(({ pictures, labels }) => ({ pictures, labels }))).toEqual([
    { pictures: undefined, labels: ['mine.a', 'mine.watchedPicture'] },
  ]);
});

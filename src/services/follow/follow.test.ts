import { describe, expect, test } from 'vitest';
import type { OutputsAtStepReply } from '../../protocol/outputs';
import type { ShownStep } from '../../protocol/subject';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { newService, repliesTo } from '../../testing/ask';

const BUDGET = { ...PAGE_BUDGET, seconds: 60 };

const LOSS = `let data = [(0, 1), (1, 3), (2, 4)]
let loss (a, b) = mean (map (fun (x, y) -> (a * x + b - y) ^ 2) data)
let step p = subtract p (scale 0.1 (grad loss p))
`;
const DESCEND = `${LOSS}let rec descend (n : int) line =
  let _ = watch "loss" (loss (watch "line" line)) in
  if n < 1 then line else descend (n - 1) (step line)
`;

interface Asking {
  readonly cell?: number;
  readonly inputs?: Readonly<Record<string, number>>;
}

async function reply(
  texts: readonly string[],
  { cell: at = texts.length - 1, ...step }: Omit<ShownStep, 'cell'> & { readonly cell?: number },
  { cell = texts.length - 1, inputs = {} }: Asking = {},
): Promise<OutputsAtStepReply | undefined> {
  const request = { cells: texts, cell, inputs, budget: BUDGET, step: { cell: at, ...step } };
  return (await repliesTo(newService(), 'outputsAtStep', request)).at(-1);
}

/** The texts of the outputs at a record of a series; undefined for those that do not follow. */
async function at(
  text: string | readonly string[],
  series: string,
  record: number,
  asking?: Asking & { readonly of?: number },
): Promise<readonly (string | undefined)[] | undefined> {
  const texts = typeof text === 'string' ? [text] : text;
  const found = await reply(
    texts,
    { series, record, ...(asking?.of === undefined ? {} : { cell: asking.of }) },
    asking,
  );
  return found?.state === 'ok' ? found.outputs.map((output) => output?.full) : undefined;
}

/** The texts of the outputs of a program at its end. */
async function outputs(text: string): Promise<readonly (string | undefined)[]> {
  const request = { cells: [text], cell: 0, inputs: {}, budget: BUDGET, from: 0, count: 10 };
  const found = (await repliesTo(newService(), 'outputs', request)).at(-1);
  return found?.state === 'ok' ? found.outputs.map(({ full }) => full) : [];
}

describe('outputs at a step are those of a run that stops there', () => {
  const shapes: Readonly<Record<string, (steps: number) => string>> = {
    'a definition': (n) => `${DESCEND}let found = descend ${n} (0, 0)\nfound\nloss found`,
    'a call in an output': (n) => `${DESCEND}loss (descend ${n} (0, 0))`,
    'a loop that watches its loss alone': (n) => `${LOSS}let rec train (n : int) w =
  if watch "loss" (loss w) < 1e-30 then w else if n < 1 then w else train (n - 1) (step w)
let trained = train ${n} (0, 0)
trained
trained.1 + 1`,
    'a loop with a state': (n) => `${LOSS}let rec roll (n : int) (p, v) =
  let _ = watch "loss" (loss p) in
  if n < 1 then p else
    let v = subtract (scale 0.4 v) (scale 0.1 (grad loss p)) in
    roll (n - 1) (add p v, v)
roll ${n} ((0, 0), (0, 0))`,
    'what a base computes': (n) => `${LOSS}let rec go (n : int) p =
  let now = watch "loss" (loss p) in
  let twice = 2 * now in
  if n < 1 then (p, twice) else go (n - 1) (step p)
let (p, l) = go ${n} (0, 0)
l`,
    'a loop in a function': (n) => `${LOSS}let fit (n : int) start =
  let rec go (n : int) p = let _ = watch "loss" (loss p) in if n < 1 then p else go (n - 1) (step p) in
  go n start
let found = fit ${n} (0, 0)
loss found`,
    'a loop over a list': (n) => `${LOSS}let rec go rates p =
  let _ = watch "loss" (loss p) in
  match rates with
  | [] -> p
  | rate :: rest -> go rest (subtract p (scale rate (grad loss p)))
loss (go [${[0.1, 0.2, 0.05, 0.1, 0.3].slice(0, n).join(', ')}] (0, 0))`,
    'a loop of the prelude whose function watches': (
      n,
    ) => `${LOSS}let watched p = let _ = watch "loss" (loss p) in step p
let found = iterate ${n} watched (0, 0)
found`,
    'an optimiser with a state': (n) => `${LOSS}let roll (p, v) =
  let _ = watch "loss" (loss p) in
  Step.momentum 0.1 0.5 loss (p, v)
let found = fst (iterate ${n} roll ((0, 0), (0, 0)))
found`,
  };
  test.each(Object.entries(shapes))('%s', async (_, program) => {
    for (const k of [0, 1, 4]) expect(await at(program(5), 'loss', k)).toEqual(await outputs(program(k)));
  });

  test('what was recorded before the loop is at no step of it', async () => {
    const text = `${LOSS}let watched p = let _ = watch "loss" (loss p) in step p
let before = watched (3, 3)
let found = iterate 3 watched (0, 0)
found
before`;
    expect(await at(text, 'loss', 0)).toBeUndefined();
    expect(await at(text, 'loss', 2)).toEqual([...(await outputs(`${LOSS}step (0, 0)`)), undefined]);
  });

  test('of two loops the one that made the record stops', async () => {
    const text = `${DESCEND}let one = descend 2 (0, 0)\nlet two = descend 3 (5, 5)\none\ntwo`;
    const [second] = await outputs(`${DESCEND}descend 1 (5, 5)`);
    const [first] = await outputs(`${DESCEND}descend 1 (0, 0)`);
    expect(await at(text, 'line', 1)).toEqual([first, undefined]);
    expect(await at(text, 'line', 4)).toEqual([undefined, second]);
  });

  test('a loop that begins where another one stopped goes on from there', async () => {
    const text = `${DESCEND}let rec polish (n : int) p = if n < 1 then p else polish (n - 1) (step p)
let one = descend 3 (0, 0)
polish 2 one`;
    expect(await at(text, 'line', 1)).toEqual(await outputs(`${DESCEND}descend 3 (0, 0)`));
  });

  test('inputs move the steps', async () => {
    const text = `input start : real = 0\n${DESCEND}let found = descend 5 (start, 0)\nfound`;
    expect(await at(text, 'line', 0, { inputs: { start: 7 } })).toEqual(['(7, 0)']);
  });

  test('the outputs of later cells follow the run of their cell', async () => {
    const texts = [`${DESCEND}loss (1, 1)\nlet found = descend 5 (0, 0)\nfound`, 'loss found\n1 + 1'];
    const [lossThere] = await outputs(`${DESCEND}loss (descend 2 (0, 0))`);
    expect(await at(texts, 'line', 2, { of: 0 })).toEqual([lossThere, undefined]);
  });

  test('of a long run, too', async () => {
    const program = (n: number): string => `${DESCEND}let found = descend ${n} (0, 0)\nfound`;
    expect(await at(program(30_000), 'line', 20_000)).toEqual(await outputs(program(20_000)));
  });
});

describe('no output follows', () => {
  test.each([
    [
      'a recursion that goes on after its call',
      'let rec go (n : int) x = let _ = watch "x" x in if n < 1 then x else 1 + go (n - 1) (x / 2)',
    ],
    [
      'a loop with several results',
      'let rec go (n : int) x = let _ = watch "x" x in if n < 1 then x else if x < 0.01 then 0 - x else go (n - 1) (x / 2)',
    ],
    [
      'a loop with functions in its result',
      'let rec go (n : int) f = let _ = watch "x" (f 1) in if n < 1 then f 2 else go (n - 1) (fun x -> f x / 2)\nlet started x = go 5 (fun y -> y + x)',
    ],
    [
      'a series with a computed name',
      'let rec go (n : int) x = let _ = watch ("x" ++ "") x in if n < 1 then x else go (n - 1) (x / 2)',
    ],
  ])('of %s', async (_, text) => {
    const call = text.includes('started') ? 'started 1' : 'go 5 1';
    expect(await at(`${text}\nlet found = ${call}\nfound`, 'x', 2)).toBeUndefined();
  });

  test('of records that a run does not have', async () => {
    expect(await at(`${DESCEND}descend 5 (0, 0)`, 'line', 6)).toBeUndefined();
    expect(await at(`${DESCEND}descend 5 (0, 0)`, 'other', 0)).toBeUndefined();
  });

  test('of a cell that does not depend on the run', async () => {
    expect(await at([`${DESCEND}descend 5 (0, 0)`, 'loss (1, 2)'], 'line', 1, { of: 0 })).toBeUndefined();
  });
});

test('a picture is drawn at a step, on axes that stand still', async () => {
  const text = `${DESCEND}let found = descend 5 (0, 0)\npicture [Draw.points data, Draw.curve (fun x -> found.1 * x + found.2)]`;
  const service = newService();
  const pictureAt = async (record: number) => {
    const step = { cell: 0, series: 'line', record };
    const request = { cells: [text], cell: 0, inputs: {}, budget: BUDGET, step, output: 0 };
    const made = await repliesTo(service, 'picture', {
      ...request,
      x: undefined,
      y: undefined,
      width: 200,
      height: 100,
    });
    const last = made.at(-1);
    if (last?.state !== 'ok') throw new Error(JSON.stringify(last));
    return last.picture;
  };
  const [first, third] = [await pictureAt(0), await pictureAt(3)];
  const heights = (picture: typeof first) =>
    picture.marks.flatMap((mark) => (mark.kind === 'curve' ? [...mark.ys] : []));
  expect(heights(first).every((y) => y === 0)).toBe(true);
  expect(heights(third).at(-1)).toBeGreaterThan(1);
  expect(third.home).toEqual(first.home);
});

import { describe, expect, test } from 'vitest';
import type { ContoursPayload, ContoursReply, ContoursRequest, MomentReply } from '../protocol/descent';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { newService, repliesTo } from '../testing/ask';
import { createContours } from './contours';
import { loadWhole } from './loader';

const BUDGET = { ...PAGE_BUDGET, seconds: 60 };
const DESCENT = `input rate : real = 0.1
input curve : real = 2
let half a b = 0.5 * a + b
let bowl (a, b) = (a - 1) ^ 2 + curve * b ^ 2
let edge (a, b) = log a + b
let rec descend (n : int) p =
  if watch "loss" (bowl (watch "p" p)) < 1e-9 || n = 0 then p
  else
    let g = grad bowl p in
    let p = (p.1 - rate * g.1, p.2 - rate * g.2) in
    descend (n - 1) p
descend 20 (half 1 2, edge (1, 3))`;

type Asked = Partial<ContoursRequest>;

async function replies(asked: Asked, service = newService()): Promise<readonly ContoursReply[]> {
  const request = {
    cells: [DESCENT],
    cell: 0,
    inputs: {},
    budget: BUDGET,
    function: undefined,
    x: [0, 2],
    y: [-1, 1],
  } as const;
  return repliesTo(service, 'contours', { ...request, ...asked });
}

async function contoursOf(asked: Asked, service = newService()): Promise<ContoursPayload> {
  const last = (await replies(asked, service)).at(-1);
  if (last === undefined || last.state === 'error') throw new Error(JSON.stringify(last));
  return last.contours;
}

describe('contours', () => {
  test('are of the function that the program differentiates, on a fine grid over the ranges', async () => {
    const { functions, chosen, size, values, coarse } = await contoursOf({});
    expect(functions.map(({ name, type }) => [name, type])).toEqual([
      ['half', 'real -> real -> real'],
      ['bowl', 'real * real -> real'],
      ['edge', 'real * real -> real'],
    ]);
    expect([chosen, size, coarse]).toEqual(['bowl', 65, false]);
    for (const [row, column] of [
      [0, 0],
      [64, 64],
      [10, 33],
    ] as const) {
      const [a, b] = [(column / 64) * 2, -1 + (row / 64) * 2];
      expect(values[row * 65 + column]).toBeCloseTo((a - 1) ** 2 + 2 * b * b, 12);
    }
  });

  test('are of a function that the reader chooses, in either form, with gaps where it is undefined', async () => {
    const half = await contoursOf({ function: 'half' });
    expect(half.values[65 * 65 - 1]).toBe(2);
    const edge = await contoursOf({ function: 'edge', x: [-1, 1] });
    expect(edge.values[0]).toBeNaN();
    expect(edge.values[64]).toBe(-1);
    expect((await contoursOf({ function: 'gone' })).chosen).toBe('bowl');
  });

  test('follow the inputs, and remember values that do not depend on them', async () => {
    const service = newService();
    const before = await contoursOf({}, service);
    const rated = await contoursOf({ inputs: { rate: 0.2 } }, service);
    expect(rated).toEqual(before);
    const curved = await contoursOf({ inputs: { curve: 3 } }, service);
    expect(curved.values[0]).toBe(4);
    expect(before.values[0]).toBe(3);
  });

  test('say so where there is nothing to draw', async () => {
    expect(await replies({ cells: ['watch "p" (1, 2)'] })).toEqual([
      { state: 'error', functions: [], chosen: undefined, diagnostics: [] },
    ]);
    expect((await replies({ cells: ['let f (a, b) = a * nope'] }))[0]).toMatchObject({
      state: 'error',
      diagnostics: [{ code: 'unknown-name' }],
    });
    expect((await replies({ cells: ['let k = log (0 - 1)\nlet f (a, b) = a * b * k\nf (1, 2)'] }))[0]).toMatchObject({
      state: 'error',
      chosen: 'f',
      functions: [{ name: 'f' }],
      diagnostics: [{ code: 'domain' }],
    });
  });

  test('of a function that never ends are an error in time', async () => {
    const endless = 'let rec spin x = spin (x + 1)\nlet f (a, b) = spin (a * b)\nf (1, 2)';
    expect((await replies({ cells: [endless], budget: { ...PAGE_BUDGET, seconds: 0.2 } })).at(-1)).toMatchObject({
      state: 'error',
      diagnostics: [{ code: 'budget-time' }],
    });
  });

  test('that take long are answered from coarse to fine, until the time limit', () => {
    let time = 0;
    // Each point takes a millisecond.
    const draw = createContours(() => time++);
    const answers = (seconds: number): readonly unknown[] => {
      const received: unknown[] = [];
      const request = { cells: [DESCENT], cell: 0, inputs: {}, function: undefined, x: [0, 2], y: [-1, 1] } as const;
      drain(
        draw(loadWhole([DESCENT]), { ...request, budget: { ...BUDGET, seconds } }, (made) => {
          if (made.state !== 'error') received.push([made.state, made.contours.size, made.contours.coarse]);
        }),
      );
      return received;
    };
    expect(answers(0.6)).toEqual([
      ['partial', 17, false],
      ['ok', 17, true],
    ]);
    expect(answers(60)).toEqual([
      ['partial', 17, false],
      ['partial', 33, false],
      ['ok', 65, false],
    ]);
    expect(answers(0.6)).toEqual([['ok', 65, false]]);
  });

  test('a newer question ends an older one, and runs go on beside it', async () => {
    const service = newService();
    const old = replies({ function: 'edge' }, service);
    const young = replies({}, service);
    const moment = repliesTo(service, 'moment', {
      cells: [DESCENT],
      cell: 0,
      inputs: {},
      budget: BUDGET,
      series: 'p',
      record: 0,
    });
    expect(await old).toEqual([]);
    expect(await young).toHaveLength(1);
    expect((await moment)[0]?.state).toBe('ok');
  });
});

describe('the moment of a record', () => {
  const ask = async (
    series: string,
    record: number,
    cells: readonly string[] = [DESCENT],
    budget = BUDGET,
  ): Promise<MomentReply | undefined> => {
    const asked = { cells, cell: cells.length - 1, inputs: { rate: 0.25 }, budget, series, record };
    return (await repliesTo(newService(), 'moment', asked))[0];
  };

  test('has the names and values of the text, without hidden bindings', async () => {
    const reply = await ask('p', 1);
    if (reply?.state !== 'ok') throw new Error(JSON.stringify(reply));
    const { moment } = reply;
    expect(moment.value).toBe('(1.75, 0)');
    expect(DESCENT.slice(moment.span.start, moment.span.end)).toBe('(watch "p" p)');
    expect(
      moment.activations.map(({ of, name, variables }) => [of, name, variables.map((v) => `${v.name} = ${v.value}`)]),
    ).toEqual([
      ['function', 'descend', ['n = 19', 'p = (1.75, 0)']],
      ['program', undefined, ['rate = 0.25', 'curve = 2']],
    ]);
  });

  test.each([
    ['a loop', 'descend 5000 (4, 1)'],
    ['a loop after another', 'descend (if (descend 30 (1, 1)).1 > 9 then 0 else 5000) (4, 1)'],
    ['a call in a function', 'let start u = descend 5000 u\nstart (4, 1)'],
    ['a loop with records before it', 'let before = watch "p" (7, 7)\ndescend 5000 before'],
  ])('is the same if the machine cannot reach it from the beginning: %s', async (_, call) => {
    const text = `input rate : real = 0.001
let rec descend (n : int) (a, b) =
  let (x, y) = watch "p" (a, b) in
  let _ = watch "p" (x - y, y) in
  if n < 1 then (a, b) else descend (n - 1) (a - rate * x, b - rate * y)
${call}`;
    const all = await ask('p', 7_000, [text]);
    expect(all?.state).toBe('ok');
    const isReached = !call.includes('start u');
    const scarce = await ask('p', 7_000, [text], { ...BUDGET, steps: 20_000 });
    expect(scarce).toEqual(
      isReached ? all : { state: 'error', diagnostics: [expect.objectContaining({ code: 'budget-steps' })] },
    );
  });

  test('has no values of the prelude', async () => {
    const reply = await ask('w', 0, ['input rate : real = 1', 'let turn = rate * pi\nwatch "w" (turn + pi)']);
    if (reply?.state !== 'ok') throw new Error(JSON.stringify(reply));
    expect(reply.moment.activations.flatMap(({ variables }) => variables.map(({ name }) => name))).toEqual([
      'rate',
      'turn',
    ]);
  });

  test('cuts long values', async () => {
    const text = 'let f x = watch "w" x\nlet big = (1, 2, 3, 4, 5, 6, 7, 8)\nf big.1';
    const reply = await ask('w', 0, ['input rate : real = 1', text]);
    if (reply?.state !== 'ok') throw new Error(JSON.stringify(reply));
    expect(reply.moment.activations.at(-1)?.variables.at(-1)?.value).toBe('(1, 2, 3, 4, 5, 6, … 2 more)');
  });

  test('that is never reached has no diagnostic; one after a failure has its diagnostic', async () => {
    expect(await ask('p', 1000)).toEqual({ state: 'error', diagnostics: [] });
    const failing = 'input rate : real = 1\nlet rec f x = f (watch "x" (log x - rate))\nf 2';
    expect(await ask('x', 500, [failing])).toMatchObject({ state: 'error', diagnostics: [{ code: 'domain' }] });
  });
});

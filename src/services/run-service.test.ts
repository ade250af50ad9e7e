import { afterEach, describe, expect, test, vi } from 'vitest';
import { ENGINES } from '../ad/registry';
import type {
  DeltaPayload,
  GradientPayload,
  ProductName,
  RunReply,
  RunRequest,
  TracePayload,
  ValuePayload,
} from '../protocol/messages';
import { PAGE_BUDGET } from '../semantics/outcome';
import { newService, repliesTo } from '../testing/ask';
import { LONG } from '../testing/runs';
import type { RunService } from './run-service';

const ALL: readonly ProductName[] = ['value', 'gradient', 'trace', 'delta'];
const OPENING = 'input x : real = 2 in -4 .. 4\ninput y : real = 3 in -4 .. 4\nx * y + sin x';

let revision = 0;

function request(text: string, products = ALL, inputs: RunRequest['inputs'] = {}): RunRequest {
  return { revision: ++revision, cells: [text], jobs: [{ cell: 0, products }], inputs, budget: PAGE_BUDGET };
}

async function replies(service: RunService, asked: RunRequest): Promise<readonly RunReply[]> {
  const received: RunReply[] = [];
  await service.run(asked, (reply) => {
    received.push(reply);
  });
  return received;
}

interface Payloads {
  readonly value: ValuePayload;
  readonly trace: TracePayload;
  readonly delta: DeltaPayload;
  readonly gradient: GradientPayload;
}

function payloadOf<P extends ProductName>(all: readonly RunReply[], product: P): Payloads[P] {
  const found = all.find((reply) => reply.product === product && reply.state === 'ok');
  if (found?.state !== 'ok') throw new Error(`${product}: ${JSON.stringify(all)}`);
  return found.payload as Payloads[P];
}

describe('the run service', () => {
  test('answers all products of a program as they are wanted, and the gradient by the slower engines at last', async () => {
    const all = await replies(newService(), request(OPENING));
    const whole = all.filter(({ state }) => state === 'ok').map(({ product }) => product);
    expect(whole).toEqual([...ALL.filter((product) => product !== 'gradient'), 'gradient']);
    expect([...new Set(all.map(({ product }) => product))]).toEqual(ALL);
    const value = payloadOf(all, 'value');
    expect(value.outputs).toMatchObject([{ type: 'real', text: '6.9093', full: '6.909297426825682' }]);
    expect(value.inputs).toMatchObject([
      { name: 'x', type: 'real', value: 2 },
      { name: 'y', value: 3 },
    ]);
    expect(value.focus).toMatchObject({
      label: 'x * y + sin x',
      value: '6.9093',
      leaves: [{ label: 'x', value: 2 }, { label: 'y' }],
    });
    const gradient = payloadOf(all, 'gradient');
    expect(gradient.agreement).toBe('agree');
    for (const column of gradient.engines)
      expect(column).toMatchObject({ status: 'ok', derivatives: [expect.anything(), expect.closeTo(2, 9)] });
    const trace = payloadOf(all, 'trace');
    expect(trace).toMatchObject({ count: 5, window: 5, inputLabels: ['x', 'y'] });
    expect([...trace.adjoints]).toEqual([3 + Math.cos(2), 2, 1, 1, 1]);
    expect(trace.size).toBe(12);
    const delta = payloadOf(all, 'delta');
    expect(delta.count).toBe(delta.kinds.length);
    expect(delta.ranOn).toEqual({});
  });

  test('shows partial results of the gradient, engine by engine', async () => {
    const partial = (await replies(newService(), request(OPENING, ['gradient']))).filter(
      ({ state }) => state === 'partial',
    );
    expect(partial).toHaveLength(ENGINES.length);
  });

  test('takes inputs by their names, and remembers what it has computed', async () => {
    const service = newService();
    const moved = await replies(service, request(OPENING, ALL, { x: 0 }));
    expect(payloadOf(moved, 'value').outputs[0]?.text).toBe('0');
    const again = await replies(service, request(OPENING, ALL, { x: 0 }));
    expect(again.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(payloadOf(again, 'trace')).toEqual(payloadOf(moved, 'trace'));
  });

  test('a product that is wanted later is about the inputs of its request', async () => {
    const service = newService();
    for (const x of [0, 1, 1, 0]) {
      await replies(service, request(OPENING, ['value'], { x }));
      const [later] = await replies(service, request(OPENING, ['trace'], { x }));
      const [alone] = await replies(newService(), request(OPENING, ['trace'], { x }));
      expect({ ...later, revision: 0 }).toEqual({ ...alone, revision: 0 });
    }
    const [delta] = await replies(service, request(OPENING, ['delta'], { x: 1 }));
    expect(delta?.state === 'ok' && delta.product === 'delta' && delta.payload.focus.leaves[0]?.value).toBe(1);
  });

  test('a program that is wrong or undefined has its diagnostics as the reply to each product', async () => {
    const wrong = await replies(newService(), request('input x : real = 0\nlog x'));
    expect(wrong.map((reply) => (reply.state === 'error' ? reply.diagnostics[0]?.code : reply.state))).toEqual(
      ALL.map(() => 'domain'),
    );
    const misspelt = await replies(newService(), request('lgo 1', ['value']));
    expect(misspelt[0]?.state).toBe('error');
    const given = await replies(newService(), request(OPENING, ['value'], { x: 'much' }));
    expect(given[0]).toMatchObject({ state: 'error', diagnostics: [{ code: 'input-value' }] });
  });

  test('what has nothing to differentiate has a value alone', async () => {
    const all = await replies(newService(), request('1 + 2'));
    expect(all.map(({ product, state }) => [product, state])).toEqual([
      ['value', 'ok'],
      ['gradient', 'empty'],
      ['trace', 'empty'],
      ['delta', 'empty'],
    ]);
  });

  test('a program of pictures ends before its limit, because pictures are drawn apart; one that is watched does not', async () => {
    const points = 'Draw.points (build 2000000 (fun i -> (sin (toReal i), cos (toReal i))))';
    const budget = { ...PAGE_BUDGET, seconds: 0.3 };
    const last = async (text: string): Promise<RunReply | undefined> =>
      (await replies(newService(), { ...request(text, ['value']), budget })).at(-1);
    expect(await last(`picture [${points}]`)).toMatchObject({ state: 'ok' });
    const watched = `picture [Draw.points [(watch "a" 1.0, 2)], ${points}]`;
    expect(await last(watched)).toMatchObject({ state: 'error', diagnostics: [{ code: 'budget-time' }] });
  });

  test.each([
    ['an output', 'x ^ 2 + 1'],
    ['a derivative inside an output', 'let loss p = p ^ 2 * x\nlet found = grad loss 3 + 1\nfound'],
  ])('what a picture follows stays what is differentiated: %s', async (_, output) => {
    const picture = 'picture [Draw.curve (fun t -> t * x), Draw.points [(x, 1)]]';
    const plain = await replies(newService(), request(`input x : real = 3\n${output}`));
    const drawn = await replies(newService(), request(`input x : real = 3\n${output}\n${picture}`));
    const shown = (all: readonly RunReply[]): unknown => {
      const { result, focus } = payloadOf(all, 'value');
      const { engines } = payloadOf(all, 'gradient');
      return { result, focus, derivatives: engines.map((each) => (each.status === 'ok' ? each.derivatives : each)) };
    };
    expect(shown(drawn)).toEqual(shown(plain));
    expect(payloadOf(drawn, 'value').outputs.map(({ isPicture }) => isPicture)).toEqual([false, true]);
    const alone = await replies(newService(), request(`input x : real = 3\n${picture}`));
    expect(payloadOf(alone, 'value').result).toBeUndefined();
    expect(alone.find(({ product }) => product === 'gradient')).toMatchObject({ state: 'empty' });
  });

  test('what stands beside pictures in an output is computed by compiled code where the machine is slow', async () => {
    const text = `let rec go (n : int) w = if n = 0 then w else go (n - 1) (w / 2 + 1)
let w = go 10000000 3
let fits = (0, picture [Draw.horizontal w]) :: (1, picture [Draw.curve (fun x -> w * x)]) :: []
{ fits = fits, loss = (w, "far") }`;
    const { meter, outputs } = payloadOf(await replies(newService(), request(text, ['value'])), 'value');
    expect(meter.steps).toBe(0);
    expect(outputs[0]).toMatchObject({
      text: '{ fits = [(0, <picture>), (1, <picture>)], loss = (2, "far") }',
      view: {
        kind: 'pictures',
        parts: [
          [0, 0, 1],
          [0, 1, 1],
        ],
        count: 2,
      },
    });
  });

  test('a newer request ends an older one at its next slice', async () => {
    const service = newService();
    const old = replies(
      service,
      request('let rec f n = if n < 0.5 then 0 else 1 + f (n - 1)\ninput n : real = 1000000\nf n'),
    );
    const young = await replies(service, request(OPENING, ['value']));
    expect(young).toHaveLength(1);
    expect(await old).toEqual([]);
  });

  test('a divergent program ends within its budget', async () => {
    const asked = { ...request('let rec f x = f (x + 1)\nf 0', ['value']), budget: { ...PAGE_BUDGET, steps: 1e5 } };
    expect((await replies(newService(), asked)).at(-1)).toMatchObject({
      state: 'error',
      diagnostics: [{ code: 'budget-time' }],
    });
  });

  test('a focus that differentiates inside has the Delta of a program without derivatives', async () => {
    const all = await replies(newService(), request('deriv (fun x -> x * deriv (fun y -> x * y) 1) 4'));
    expect(payloadOf(all, 'delta').ranOn).toEqual({ inner: ['dual numbers'] });
    expect(payloadOf(all, 'value').focus).toMatchObject({ leaves: [{ label: 'x', value: 4 }], value: '16' });
  });

  test('says which cotangent the derivatives are for, unless it is the 1 of a real', async () => {
    const cotangentOf = async (text: string): Promise<string | undefined> =>
      payloadOf(await replies(newService(), request(text, ['value'])), 'value').focus?.cotangent;
    expect(await cotangentOf('input x : real = 2\nx * x')).toBeUndefined();
    expect(await cotangentOf('input x : real = 2\n(x, [x * x], "label")')).toBe('(1, [1], "label")');
    expect(await cotangentOf('rd (fun x -> x * x) 3 7')).toBe('7');
  });

  test('a long trace crosses whole, folded by iteration, and its graph with the folds as nodes', async () => {
    const text = (n: number): string =>
      `let rec f (n, x) = if n < 0.5 then x else f (n - 1, x * 1.00001)\ninput x : real = 1\nf (${n}, x)`;
    const long = payloadOf(await replies(newService(), request(text(30_000), ['trace'])), 'trace');
    expect([long.count, long.window, long.values.length]).toEqual([30_001, 30_001, 30_001]);
    expect(long.folds.labels).toEqual(['f']);
    expect([long.folds.first[1], long.folds.end[1], long.folds.counts[1]]).toEqual([1, 30_001, 30_000]);
    const large = payloadOf(await replies(newService(), request(text(60_000), ['delta'])), 'delta');
    expect(large.callTree.names).toEqual(['', '60,000 × f']);
    expect(large.folded).toMatchObject({ entries: 60_001, hidden: Int32Array.of(0, 60_000) });
  });

  const NAT = 'type Nat = Z | S (real * Nat)\n';
  const DEEP = [
    `${NAT}input x : real = 2\nlet rec make (n, acc) = if n = 0 then acc else make (n - 1, S (x, acc))\nmake (4000, Z)`,
    `${NAT}let rec make (n, acc) = if n = 0 then acc else make (n - 1, S (1, acc))
input t : Nat = make (4000, Z)
let rec total (t, acc) = match t with Z -> acc | S (x, rest) -> total (rest, acc + x * x)
total (t, 0)`,
  ];
  test.each(LONG ? DEEP : DEEP.slice(1))(
    'values nested as deep as memory allows have all products: %#',
    async (text) => {
      const all = await replies(newService(), request(text));
      for (const product of ALL) expect(payloadOf(all, product)).toBeDefined();
      expect(structuredClone(all)).toHaveLength(all.length);
      const about = { cells: [text], cell: 0, inputs: {}, budget: PAGE_BUDGET };
      const [translation] = await repliesTo(newService(), 'translation', about);
      if (translation?.state !== 'ok') throw new Error(JSON.stringify(translation));
      expect(translation.text).toMatch(/is nested more than 200 levels deep|^type Nat/u);
    },
  );

  test('what a run watched until it failed comes with its error', async () => {
    const text = 'let rec grow x = grow (2 * watch "x" x)\ngrow 1';
    const [reply] = await replies(newService(), request(text, ['value']));
    if (reply?.state !== 'error') throw new Error(JSON.stringify(reply));
    expect(reply.diagnostics.map(({ code }) => code)).toEqual(['not-finite']);
    expect(reply.series?.map(({ name, columns }) => [name, columns[0]?.length])).toEqual([['x', 1024]]);
  });

  test('the focus of a last derivative is its function, at the point', async () => {
    const label = async (text: string): Promise<unknown> =>
      payloadOf(await replies(newService(), request(text, ['value'])), 'value').focus;
    expect(await label('deriv (fun x -> x ^ 3 + 1) 2')).toMatchObject({ label: 'x ^ 3 + 1', value: '9' });
    expect(await label('let f (x, y) = x * y\ngrad f (2, 3)')).toMatchObject({ label: 'f', value: '6' });
  });
});

describe('a run that takes long', () => {
  const descent = (
    steps: number,
  ): string => `let loss (a, b) = sum (map (fun i -> (a * toReal i + b - 1) ^ 2) (range 0 100)) / 300000
let rec descend (n : int) (a, b) =
  let p = watch "p" (a, b) in
  if n = 0 then p else
  let (da, db) = grad loss p in
  descend (n - 1) (a - 0.1 * da, b - 0.1 * db)
descend ${steps} (2, 2)`;
  const asked = (text: string, seconds?: number): RunRequest => {
    const made = request(text, ['value']);
    return { ...made, jobs: [{ cell: 0, products: ['value'], seconds }] };
  };
  const countOf = (reply: RunReply | undefined): number =>
    (reply?.state === 'error' ? reply.series?.[0]?.columns[0]?.length : undefined) ?? 0;

  test('is computed by compiled code, with what it watches', async () => {
    const value = payloadOf(await replies(newService(), asked(descent(20_000))), 'value');
    expect(value.series).toMatchObject([{ name: 'p', labels: ['p.1', 'p.2'] }]);
    expect(value.series[0]?.columns[0]).toHaveLength(20_001);
    expect(value.result?.full).toBe(`(${value.series[0]?.columns.map((column) => column.at(-1)).join(', ')})`);
  });

  test('reports what it has, waits at its limit, and goes on from there when it is run longer', async () => {
    const service = newService();
    const text = descent(1_000_000_000);
    const first = await replies(service, asked(text, 0.6));
    expect(first.map(({ state }) => state).slice(0, -1)).toEqual(first.slice(1).map(() => 'partial'));
    expect(first.length).toBeGreaterThan(1);
    expect(first.at(-1)).toMatchObject({
      state: 'error',
      diagnostics: [{ code: 'budget-time', message: 'Time limit of 0.6 s reached.' }],
    });
    const count = countOf(first.at(-1));
    expect(count).toBeGreaterThan(100);
    const more = await replies(service, asked(text, 0.7));
    expect(countOf(more.at(-1))).toBeGreaterThan(count);
    const [partial] = more;
    if (partial?.state === 'partial' && partial.product === 'value')
      expect(partial.progress.seconds).toBeGreaterThan(0.6);
  });

  describe('by a clock that ticks when it is read', () => {
    afterEach(() => {
      vi.restoreAllMocks();
    });

    const counts = (all: readonly RunReply[]): readonly number[] =>
      all.flatMap((reply) =>
        reply.state === 'partial' && reply.product === 'value'
          ? [reply.progress.series[0]?.columns[0]?.length ?? 0]
          : [],
      );

    test('reports early where nothing is shown yet, and not where other inputs have been run', async () => {
      let now = 0;
      vi.spyOn(performance, 'now').mockImplementation(() => (now += 5));
      const service = newService();
      const text = `input rate : real = 0.1\n${descent(12).replaceAll('0.1 *', 'rate *')}`;
      expect(counts(await replies(service, request(text, ['value'])))[0]).toBeGreaterThan(0);
      const again = await replies(service, request(text, ['value'], { rate: 0.2 }));
      expect(again.map(({ state }) => state)).toEqual(['ok']);
    });

    test('never reports less than before, although compiled code begins anew', async () => {
      let now = 0;
      vi.spyOn(performance, 'now').mockImplementation(() => (now += 0.5));
      const seen = counts(await replies(newService(), asked(descent(20_000))));
      expect(seen.length).toBeGreaterThan(3);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    });
  });

  test('stops when the reader wants, and keeps what it has', async () => {
    const service = newService();
    const received: RunReply[] = [];
    await service.run(asked(descent(1_000_000_000), 20), (reply) => {
      received.push(reply);
      service.stop();
    });
    expect(received.at(-1)).toMatchObject({ state: 'error', diagnostics: [{ code: 'budget-stopped' }] });
    expect(countOf(received.at(-1))).toBeGreaterThan(10);
  });

  test('goes on where a newer request interrupted it', async () => {
    const service = newService();
    const text = descent(1_000_000_000);
    let seen = 0;
    let second: Promise<readonly RunReply[]> | undefined;
    await service.run(asked(text, 5), (reply) => {
      if (reply.state !== 'partial' || reply.product !== 'value') return;
      seen = reply.progress.series[0]?.columns[0]?.length ?? 0;
      second ??= replies(service, asked(text, reply.progress.seconds + 0.05));
    });
    const end = (await second)?.at(-1);
    expect(seen).toBeGreaterThan(0);
    expect(countOf(end)).toBeGreaterThan(seen);
  });

  test('is run by the machine where an output is a function', async () => {
    const value = payloadOf(await replies(newService(), asked(`${descent(1_000)}\nfun (x : real) -> x`, 20)), 'value');
    expect(value.outputs.map(({ type }) => type)).toEqual(['real * real', 'real -> real']);
    expect(value.series[0]?.columns[0]).toHaveLength(1_001);
  });

  test('is run by the machine where it cannot be compiled, and says what it watched', async () => {
    const text = 'let d = Delta.Zero\nlet rec f (n : int) = let x = watch "n" (toReal n) in f (n + 1)\nf 0';
    const all = await replies(newService(), asked(text, 0.4));
    expect(all.at(-1)).toMatchObject({ state: 'error', diagnostics: [{ code: 'budget-time' }] });
    expect(countOf(all.at(-1))).toBeGreaterThan(1000);
  });
});

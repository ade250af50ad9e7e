import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PullbackError } from '../compile/module/glue/error';
import type { Model } from '../compile/module/glue/open';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { checked } from '../testing/checked';
import { programs } from '../testing/program/arbitrary';
import { runs } from '../testing/runs';
import { compile } from './model';
import { moduleReport } from './module-report';

const FIT = `data points : array { x : real, y : real }
data scale : real = 2
input w : real = 0.5
input n : int = 3
let total = sum (map (fun (p : { x : real, y : real }) -> (w * p.x * scale - p.y) ^ 2) points)
total + toReal n`;

const points = [
  { x: 1, y: 2 },
  { x: 3, y: 4 },
];

function thrown(use: () => unknown): PullbackError {
  try {
    use();
  } catch (error) {
    return error as PullbackError; // of the module's own class
  }
  throw new Error('nothing was thrown');
}

async function imported(text: string): Promise<Model> {
  const { body, diagnostics } = drain(moduleReport([text], 'model.pbk', { budget: COMMAND_LINE_BUDGET, inputs: {} }));
  if (body === undefined) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  return (await import(`data:text/javascript,${encodeURIComponent(body.module)}`)) as Model;
}

describe.each([
  ['at run time', (text: string) => Promise.resolve(compile([text]))],
  ['in a file', imported],
])('the data of a model %s', (_, modelOf) => {
  test('is given like an input, and has no derivative', async () => {
    const model = await modelOf(FIT);
    expect(model.defaults).toEqual({ w: 0.5, n: 3, scale: 2 });
    // (w x 2 - y) at w = 1/2: -1 and -1; derivatives 2 * -1 * 2 x.
    expect(model.value({ points })).toBe(5);
    expect(model.value({ points, scale: 1 })).toBe(2.25 + 6.25 + 3);
    expect(model.gradient({ points })).toEqual({ value: 5, gradient: { w: -16 } });
    expect(model.gradient({ points, w: 1 }, 2)).toEqual({ value: 0 + 4 + 3, gradient: { w: 2 * (2 * 2 * 6) } });
    expect(model.directional({ points }, { w: 2 })).toEqual({ value: 5, tangent: -32 });
  });

  test('that has a value in the program stays in memory, whatever calls do', async () => {
    const model = await modelOf(`data rows : array { name : string, at : real } = [
  { name = "a", at = 1 }, { name = "b", at = 2 }, { name = "a", at = 4 }]
data more : list real = [3, 5]
input w : array real = [2, 1]
let weight name = if name = "a" then w[0] else w[1]
(sum (map (fun (r : { name : string, at : real }) -> weight r.name * r.at) rows) + sum more, map (fun r -> r.name) rows)`);
    const own = [20, ['a', 'b', 'a']];
    const rows = [{ name: 'b', at: 7 }];
    for (let round = 0; round < 3; round++) {
      expect(model.value()).toEqual(own);
      expect(model.value({ w: Float64Array.of(0, 1), rows })).toEqual([15, ['b']]);
      expect(model.value({ more: [] })).toEqual([12, ['a', 'b', 'a']]);
      expect(model.gradient().gradient).toEqual({ w: Float64Array.of(5, 2) });
      expect(model.gradient({ rows }, [1, ['c']]).gradient).toEqual({ w: Float64Array.of(0, 7) });
      expect(model.directional({}, { w: Float64Array.of(1, 0) })).toMatchObject({ value: own, tangent: [5, own[1]] });
      expect(thrown(() => model.value({ rows: [{ name: 'a' }] })).code).toBe('data-value');
      const { rows: shown } = model.defaults as { rows: { at: number }[] };
      for (const row of shown) row.at = -1;
    }
    // A call inside a call has a module of its own.
    const nested = {
      get w() {
        return Float64Array.of((model.value() as [number])[0], 0);
      },
    };
    expect(model.value(nested)).toEqual([108, own[1]]);
  });

  test('must be given if the program has no value for it', async () => {
    const model = await modelOf(FIT);
    const error = thrown(() => model.value({ w: 1 }));
    expect(error).toMatchObject({ code: 'no-value', message: 'the data `points` has no value', path: 'points' });
    expect(error.place).toMatchObject({ line: 1, column: 1 });
    expect(thrown(() => model.gradient()).code).toBe('no-value');
    expect(thrown(() => model.directional({}, { w: 1 })).code).toBe('no-value');
    expect(model.value({ points: [] })).toBe(3);
  });

  test('that does not fit is an error at its item', async () => {
    const model = await modelOf(FIT);
    expect(thrown(() => model.value({ points: [{ x: 1, y: true }] }))).toMatchObject({
      code: 'data-value',
      message: 'the value given for the data points does not fit: expected a finite number at [0].y, found true',
      path: 'points[0].y',
      place: { line: 1, column: 1 },
    });
  });

  test('has no direction, nor has an int', async () => {
    const model = await modelOf(FIT);
    for (const direction of [{ points }, { scale: 1 }, { n: 1 }]) {
      const [name = ''] = Object.keys(direction);
      expect(thrown(() => model.directional({ points }, direction))).toMatchObject({
        code: 'unknown-input',
        message: `nothing is differentiated with respect to ${name}: leave it out of the direction`,
      });
    }
    expect(thrown(() => model.directional({ points }, { z: 1 })).message).toBe('there is no input z');
  });

  test('that an input needs for its value makes this input one that must be given', async () => {
    const model = await modelOf(`data xs : array real
data n : int = 2
let half = map (fun x -> x / 2) xs
input w : array real = half
input v : array real = build n (fun i -> 1)
dot w v`);
    expect(model.defaults).toEqual({ v: Float64Array.of(1, 1) });
    expect(thrown(() => model.value())).toMatchObject({ code: 'no-value', message: 'the input `w` has no value' });
    expect(model.value({ w: Float64Array.of(1, 2) })).toBe(3);
    // What the result needs only by such a value is not a part of the model.
    expect(thrown(() => model.value({ xs: Float64Array.of(1) })).code).toBe('unknown-input');
  });

  test('can be of any type, and a part of the result', async () => {
    const model = await modelOf(`type Tree = Leaf | Node (Tree * real * Tree)
data t : Tree = Node (Leaf, 1, Leaf)
data name : string = "a"
data on : bool
data ks : array int = [1, 2]
input x : real = 3
(x, t, name, on, ks)`);
    const t = { tag: 'Node', value: [{ tag: 'Leaf' }, 5, { tag: 'Leaf' }] };
    expect(model.value({ t, on: true, ks: [2 ** 53 - 1, -(2 ** 53 - 1), -1, 2 ** 32] })).toEqual([
      ...[3, t, 'a', true],
      [2 ** 53 - 1, -(2 ** 53 - 1), -1, 2 ** 32],
    ]);
    expect(model.gradient({ on: false }).gradient).toEqual({ x: 1 });
  });

  test('of two shapes needs no direction of either', async () => {
    const model = await modelOf(
      'data xs : list real\ninput ws : list real = [1, 2]\nsum (map (fun w -> w * sum xs) ws)',
    );
    expect(model.directional({ xs: [1, 2, 3] }, { ws: [1, 0] })).toEqual({ value: 18, tangent: 6 });
    expect(thrown(() => model.directional({ xs: [1, 2, 3] }, { ws: [1] })).code).toBe('shape');
  });
});

test('large values are defaults of a module too', async () => {
  const xs = Array.from({ length: 100_000 }, (_, i) => Math.sin(i));
  const text = 'data xs : array real\ninput ws : array real = [1]\nsum xs * sum ws';
  const options = { budget: COMMAND_LINE_BUDGET, inputs: { xs, ws: xs } };
  const { body } = drain(moduleReport([text], 'model.pbk', options));
  const model = (await import(`data:text/javascript,${encodeURIComponent(body?.module ?? '')}`)) as Model;
  expect(model.defaults).toEqual({ ws: Float64Array.from(xs), xs: Float64Array.from(xs) });
});

test('the gradient takes no memory for adjoints of data', () => {
  const body = 'sum (build (length xs) (fun i -> w * xs[i] * xs[i]))';
  const xs = new Float64Array(100_000).fill(1);
  const limits = { memory: 850_000 };
  const asInput = compile([`input xs : array real = [1]\ninput w : real = 2\n${body}`], limits);
  const asData = compile([`data xs : array real\ninput w : real = 2\n${body}`], limits);
  expect(asInput.value({ xs })).toBe(200_000);
  expect(thrown(() => asInput.gradient({ xs })).code).toBe('budget-memory');
  expect(asData.gradient({ xs })).toEqual({ value: 200_000, gradient: { w: 100_000 } });
});

test('generated programs have the same value, and the same gradient by the rest, if inputs become data', () => {
  const seen = { values: 0, errors: 0 };
  const { numRuns, ...rest } = runs(0.5);
  const ended = (use: () => unknown): unknown => {
    try {
      return use();
    } catch (error) {
      if (!(error instanceof PullbackError)) throw error;
      return { code: error.code, message: error.message, place: error.place };
    }
  };
  fc.assert(
    fc.property(
      programs({ language: 'whole', inputs: 'some' }),
      fc.integer({ min: 1, max: 255 }),
      ({ text }, chosen) => {
        let count = 0;
        const changed = text.replace(/^input (?=.* : )([^\n]*?)( in [^\n]*)?$/gmu, (line, rest_: string) =>
          (chosen >> (count++ % 8)) % 2 === 1 ? `data ${rest_}` : line,
        );
        try {
          checked(changed);
        } catch {
          return; // the value of one depends on an input
        }
        const [plain, model] = [text, changed].map((each) =>
          ended(() => compile([each], { steps: 2e6, memory: 2e8 })),
        ) as [Model, Model];
        if ('code' in plain || 'code' in model) {
          expect(Object.keys(model)).toEqual(Object.keys(plain));
          return;
        }
        const [theirs, ours] = [plain, model].map((each) => ended(() => each.value()));
        expect(ours, changed).toEqual(theirs);
        if (typeof theirs === 'object' && theirs !== null && 'code' in theirs) seen.errors++;
        else {
          seen.values++;
          const [all, some] = [plain, model].map((each) => ended(() => each.gradient())) as {
            gradient?: Readonly<Record<string, unknown>>;
          }[];
          if (all?.gradient === undefined || some?.gradient === undefined) return;
          for (const [name, own] of Object.entries(some.gradient)) near(own, all.gradient[name], changed);
        }
      },
    ),
    { ...rest, numRuns },
  );
  expect(seen.values).toBeGreaterThan(0.3 * numRuns);
}, 600_000);

/** Expects values whose reals differ by rounding at most. */
function near(ours: unknown, theirs: unknown, text: string): void {
  if (typeof ours === 'number' && typeof theirs === 'number')
    expect(Math.abs(ours - theirs), text).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(theirs)));
  else if (typeof ours === 'object' && ours !== null)
    for (const [key, own] of Object.entries(ours)) near(own, (theirs as Record<string, unknown>)[key], text);
  else expect(ours, text).toBe(theirs);
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { program } from '../../testing/run-source';
import { runs } from '../../testing/runs';
import { compile } from '../compile';
import { run, type RunOptions, type RunOutcome } from '../evaluate';
import { PAGE_BUDGET } from '../outcome';
import { realValues } from '../present';
import { drain } from '../task';
import { primalOf } from '../value';

const BUDGET = { ...PAGE_BUDGET, seconds: 60 };

function ran(text: string, literally: boolean, options: Partial<RunOptions> = {}): RunOutcome {
  return drain(run(compile(program(text), { literally }), { budget: BUDGET, ...options }));
}

/** Returns all reals of the outputs; undefined if the program fails. */
function reals(text: string, literally = false, options: Partial<RunOptions> = {}): readonly number[] | undefined {
  const core = program(text);
  const outcome = ran(text, literally, options);
  if (outcome.tag !== 'ok') return undefined;
  const types = core.items.flatMap((item) => (item.tag === 'output' ? [item.term.type] : []));
  return outcome.value.outputs.flatMap((value, i) =>
    realValues(value, types[i] ?? { tag: 'unit' }, core.variants).map(primalOf),
  );
}

function code(text: string, literally = false): string | undefined {
  const outcome = ran(text, literally);
  return outcome.tag === 'ok' ? undefined : outcome.diagnostic.code;
}

/** Compares a program with the prelude's definitions as nested derivatives. */
function agrees(text: string, options: Partial<RunOptions> = {}): void {
  const expected = reals(text, true, options);
  const found = reals(text, false, options);
  expect(expected, text).toBeDefined();
  expect(found?.length, text).toBe(expected?.length);
  const scale = Math.max(1, ...(expected ?? []).map(Math.abs));
  for (const [i, value] of (expected ?? []).entries()) {
    expect(Math.abs((found?.[i] ?? NaN) - value), `${text}: ${found?.join(' ') ?? ''} for ${expected?.join(' ') ?? ''}`)
      // The difference is due to rounding, in sums whose terms may be far larger than their total.
      .toBeLessThan(1e-8 * scale);
  }
}

/** Every operation that has derivatives, at a real between 0.1 and 0.9. */
const UNARY = [
  '-x',
  '1 / x',
  'exp x',
  'log x',
  'expm1 x',
  'log1p x',
  'sqrt x',
  'sin x',
  'cos x',
  'tan x',
  'asin x',
  'acos x',
  'atan x',
  'sinh x',
  'cosh x',
  'tanh x',
  'sech x',
  'sigmoid x',
  'softplus x',
  'erf x',
  'abs (x - 0.5)',
  'relu (x - 0.5)',
  'sign (x - 0.5) * x',
  'x ^ 5',
  'x ^ (-2)',
  'x ^ 2.5',
  '2.5 ^ x',
  'x ^ x',
  'max x (x * x)',
  'min x (x * x)',
  'atan2 x (1 + x)',
  'atan2 2 x',
  'x * x - x / (1 + x)',
];

const point = fc.integer({ min: 11, max: 89 }).map((n) => n / 100);

/** Expressions in x whose values stay small. */
function expression(depth: number, variables: readonly string[]): fc.Arbitrary<string> {
  const leaf = fc.oneof(fc.constantFrom(...variables), fc.constantFrom('0.5', '2', '1.25'));
  if (depth === 0) return leaf;
  const inner = expression(depth - 1, variables);
  return fc.oneof(
    leaf,
    fc.tuple(inner, fc.constantFrom('+', '-', '*'), inner).map(([l, o, r]) => `(${l} ${o} ${r})`),
    fc.tuple(inner, inner).map(([l, r]) => `(${l} / (2 + sin (${r})))`),
    fc
      .tuple(fc.constantFrom('sin', 'cos', 'tanh', 'sigmoid', 'erf', 'atan'), inner)
      .map(([name, of]) => `${name} (${of})`),
    inner.map((of) => `(if ${of} < 0.3 then ${of} else ${of} * x)`),
    inner.map((of) => `(let y = ${of} in y * y)`),
    inner.map((of) => `deriv (fun y -> y * y * (${of})) x`),
  );
}

describe('taylor', () => {
  it('computes the derivatives of elementary functions, to high orders', () => {
    const exponentials = reals('taylor 20 exp 0') ?? [];
    expect(exponentials.length).toBe(21);
    for (const derivative of exponentials) expect(derivative).toBeCloseTo(1, 12);
    expect(reals('taylor 4 (fun x -> x ^ 3) 2')).toEqual([8, 12, 12, 6, 0]);
    const factorials = reals('taylor 30 (fun x -> 1 / (1 - x)) 0') ?? [];
    let factorial = 1;
    for (let i = 0; i <= 30; i++) {
      factorial *= Math.max(1, i);
      expect((factorials[i] ?? NaN) / factorial).toBeCloseTo(1, 12);
    }
  });

  it.each(UNARY)('of %s is what nested derivatives give', (body) => {
    for (const x of [0.2, 0.7]) agrees(`taylor 5 (fun x -> ${body}) ${x}`);
  });

  it.each(UNARY)('of %s goes through outer derivatives as they do', (body) => {
    agrees(
      `input a : real = 0.7\ngrad (fun (x, b) -> foldl (fun (s, y) -> s * b + y) 0 (taylor 3 (fun x -> ${body}) x)) (a, 0.9)`,
    );
    agrees(`let f x = ${body}\nfd (fun c -> taylor 3 (fun x -> c * f (c * x)) 0.3) 0.9 1`);
  });

  it('agrees with nested derivatives on random functions, alone and inside', () => {
    fc.assert(
      fc.property(expression(3, ['x']), point, fc.integer({ min: 0, max: 4 }), (body, x, order) => {
        agrees(`taylor ${order} (fun x -> ${body}) ${x}`);
        agrees(`taylor ${order} (fun x -> ${body}) ${x}`, { tracing: 'dependencies' });
        agrees(
          `deriv (fun a -> foldl (fun (s, y) -> s * 0.7 + y) 0 (taylor ${order} (fun x -> a * (${body})) (a * ${x}))) 0.9`,
        );
      }),
      runs(0.3),
    );
  });

  it('is constant for a function that ignores the point', () => {
    expect(reals('taylor 3 (fun x -> 7) 2')).toEqual([7, 0, 0, 0]);
    expect(reals('taylor 0 (fun x -> x * x) 3')).toEqual([9]);
    expect(reals('deriv (fun a -> match taylor 2 (fun x -> a) a with y :: _ -> y) 3')).toEqual([1]);
  });

  it('supports order 170, and rejects higher ones', () => {
    expect(reals('taylor 170 (fun x -> x * x) 3')?.slice(0, 4)).toEqual([9, 6, 2, 0]);
    expect(reals('deriv (fun a -> match taylor 170 (fun x -> a * x * x) 3 with y :: _ -> y | [] -> 0) 1')).toEqual([9]);
    expect(code('taylor 171 (fun x -> x * x) 3')).toBe('domain');
    expect(code('deriv (fun a -> match taylor 171 (fun x -> a) 3 with y :: _ -> y | [] -> 0) 1')).toBe('domain');
  });

  it('fails if a derivative is not finite, as the definition does', () => {
    for (const text of ['taylor 2 log 1e-170', 'taylor 1 log (-1)', 'taylor 2 sqrt 1e-220', 'taylor 1 sqrt 0'])
      expect([text, code(text)]).toEqual([text, code(text, true)]);
    expect(code('taylor 2 log 1e-170')).toBe('not-finite');
    expect(code('deriv (fun a -> match taylor 2 (fun x -> log (a * x)) 1e-170 with y :: _ -> y | [] -> a) 1')).toBe(
      'not-finite',
    );
  });

  it('follows the branch of the operations at their kinks', () => {
    for (const body of ['abs x', 'relu x', 'x * abs x', 'max x (x * x)', 'min (x * x) x', 'x ^ 0', 'x ^ 1', 'x ^ 3']) {
      agrees(`taylor 3 (fun x -> ${body}) 0`);
      agrees(`deriv (fun a -> foldl (fun (s, y) -> s * 0.7 + y) 0 (taylor 2 (fun x -> a * (${body})) 0)) 2`);
      agrees(`hvp (fun x -> ${body}) 0 1`);
    }
  });

  it('keeps derivatives of a power that underflows itself', () => {
    const close = (text: string, expected: readonly number[]): void => {
      const found = reals(text) ?? [];
      expect(found.length).toBe(expected.length);
      for (const [i, value] of expected.entries()) {
        if (value === 0) expect(found[i]).toBe(0);
        else expect((found[i] ?? NaN) / value).toBeCloseTo(1, 10);
      }
    };
    close('taylor 2 (fun x -> x ^ 1.5) 1e-250', [0, 1.5e-125, 7.5e124]);
    close('taylor 3 (fun x -> x ^ 100.5) 1e-100', [0, 0, 0, 0]);
    close('taylor 1 (fun x -> x ^ (1.5 + 0 * x)) 1e-250', [0, 1.5e-125]);
    close('taylor 1 (fun x -> 1e-200 ^ (2 * x)) 1', [0, 0]);
    close('taylor 2 (fun x -> (2 * x) ^ 1.5) 5e-251', [0, 3e-125, 3e125]);
  });

  it('ignores entries that its result does not use', () => {
    // The derivative of log is infinite there.
    const unused = (body: string): string => `fun x -> let y = log x in ${body}`;
    expect(reals(`taylor 1 (${unused('2 * x')}) 1e-320`)?.[1]).toBe(2);
    expect(reals(`taylor 1 (${unused('2')}) 1e-320`)).toEqual([2, 0]);
    expect(
      reals(`deriv (fun c -> (match taylor 1 (${unused('c * x')}) 1e-320 with _ :: d :: _ -> d | _ -> 0)) 3`),
    ).toEqual([1]);
    expect(reals(`hvp (${unused('x * x')}) 1e-320 1`)).toEqual([2]);
    expect(reals(`hessian (fun a -> let y = log a[0] in a[0] * a[1]) [1e-320, 1]`)).toEqual([0, 1, 1, 0]);
  });

  it('pauses between slices', () => {
    const text = 'let rec go n x = if n = 0 then x else go (n - 1) (sin x)\ntaylor 40 (go 2000) 0.5';
    let pauses = 0;
    const task = run(compile(program(text)), { budget: BUDGET });
    for (let step = task.next(); step.done !== true; step = task.next()) pauses++;
    expect(pauses).toBeGreaterThan(10);
  });

  it('runs its function once', () => {
    const steps = (order: number): number => {
      const outcome = ran(`taylor ${order} (fun x -> sin (x * x) / (1 + x)) 0.5`, false);
      return outcome.tag === 'ok' ? outcome.value.meter.primal : NaN;
    };
    expect(steps(12)).toBe(steps(1));
  });

  it('differentiates through an eval of Deltas', () => {
    const text = 'taylor 2 (fun x -> Delta.lookupOrZero 1 (Delta.eval (x * x) (Delta.OneHot 1) Delta.emptyMap)) 3';
    expect([reals(text), reals(text, true)]).toEqual([
      [9, 6, 2],
      [9, 6, 2],
    ]);
  });

  it('records a watch inside once', () => {
    for (const literally of [false, true]) {
      const counts = (text: string): unknown => {
        const outcome = ran(text, literally, { watch: true });
        return outcome.tag === 'ok' && outcome.value.series.map(({ records }) => records.length);
      };
      expect(counts('taylor 2 (fun x -> watch "x" (x * x)) 3')).toEqual([1]);
      expect(counts('taylor 2 (fun x -> sum (taylor 1 (fun y -> watch "y" (x * y)) 2)) 3')).toEqual([1]);
      expect(counts('taylor 1 (fun x -> deriv (fun y -> watch "y" (x * y)) 2) 3')).toEqual([]);
      expect(counts('deriv (fun x -> sum (taylor 1 (fun y -> watch "y" (x * y)) 2)) 3')).toEqual([]);
      expect(counts('hvp (fun x -> watch "x" (x * x)) 3 1')).toEqual([]);
    }
  });
});

describe('hvp and hessian', () => {
  it('are the second derivatives', () => {
    expect(reals('hvp (fun (x, y) -> x * x * y) (2, 3) (1, 10)')).toEqual([46, 4]);
    expect(reals('hessian (fun a -> a[0] * a[0] * a[1]) [2, 3]')).toEqual([6, 4, 4, 0]);
    expect(reals('hessian (fun a -> 7) [2, 3]')).toEqual([0, 0, 0, 0]);
    expect(reals('hessian (fun a -> a[1]) [2, 3]')).toEqual([0, 0, 0, 0]);
    expect(reals('hvp (fun x -> 3) (1, 2) (1, 1)')).toEqual([0, 0]);
  });

  it.each(UNARY)('of %s are what nested derivatives give', (body) => {
    for (const x of [0.2, 0.7]) {
      agrees(`hvp (fun x -> ${body}) ${x} 1.5`);
      agrees(`hessian (fun a -> let x = a[0] * a[1] in ${body}) [0.9, ${x}]`);
    }
    agrees(`grad (fun (x, v) -> hvp (fun x -> ${body}) x v) (0.7, 0.9)`);
    agrees(`fd (fun c -> hessian (fun a -> let x = a[0] * a[1] in c * (${body})) [0.9, c]) 0.7 1`);
  });

  it('agree with nested derivatives on random functions, alone and inside', () => {
    fc.assert(
      fc.property(expression(3, ['x', 'y']), point, point, (body, x, y) => {
        agrees(`hvp (fun (x, y) -> ${body}) (${x}, ${y}) (0.7, -1.3)`);
        agrees(`hessian (fun a -> let (x, y) = (a[0], a[2]) in ${body}) [${x}, 5, ${y}]`);
        agrees(`grad (fun (x, y, v) -> dot (hvp (fun (x, y) -> ${body}) (x, y) (v, x)) (2, 3)) (${x}, ${y}, 0.4)`);
        agrees(
          `grad (fun b -> norm (hessian (fun a -> let (x, y) = (a[0], b[1]) in 1 + a[1] * a[1] + ${body}) b)) [${x}, ${y}]`,
        );
      }),
      runs(0.3),
    );
  });

  it('accept points of any type, and more directions than are swept together', () => {
    agrees(
      'type T = A real | B (real * list real)\nlet f t = match t with A x -> x * x | B (x, xs) -> x * dot xs xs\nhvp f (B (2, [1, 2, 3])) (B (1, [0, 1, 0]))',
    );
    agrees(`hessian (fun a -> dot a a * a[3] + a[11] ^ 3) (build 20 (fun i -> 0.1 * toReal i))`);
    agrees('hessian (fun a -> 1) (build 0 (fun i -> 1.0))');
  });

  it('fail if the vector has another shape, alone and inside', () => {
    expect(code('hvp (fun a -> dot a a) [1, 2] [1]')).toBe('shape');
    expect(code('deriv (fun x -> dot (hvp (fun a -> dot a a) [x, 2] [1]) [1]) 3')).toBe('shape');
  });

  it('fail if a derivative is not finite', () => {
    expect(code('hvp (fun x -> log x) 1e-170 1')).toBe('not-finite');
    expect(code('deriv (fun x -> hvp (fun x -> log x) x 1) 1e-170')).toBe('not-finite');
  });

  it('stop at the memory limit', () => {
    const text = 'let n = 2000\nhessian (fun a -> dot a a) (build n (fun i -> 1.0))';
    const outcome = ran(text, false, { budget: { ...BUDGET, bytes: 1e6 } });
    expect(outcome.tag !== 'ok' && outcome.diagnostic.code).toBe('budget-memory');
  });
});

describe('the dependence of their results', () => {
  const warnings = (text: string, literally: boolean): number => {
    const outcome = ran(text, literally, { tracing: 'dependencies' });
    return outcome.tag === 'ok' ? outcome.value.warnings.length : NaN;
  };
  const nth = (n: number, of: string): string => `(match ${of} with ${'_ :: '.repeat(n)}d :: _ -> d | _ -> 0)`;

  it.each([
    // The value and a derivative of a function that is 4 for the input 2.
    [nth(0, 'taylor 1 (fun x -> x * x) a'), 4, 1],
    [nth(0, 'taylor 1 (fun x -> 2 * x) 2'), 4, 0],
    [nth(0, 'taylor 1 (fun x -> a * x) 2'), 4, 1],
    [nth(0, 'taylor 1 (fun x -> 2 * a) 2'), 4, 1],
    [nth(0, 'taylor 1 (fun x -> 4) a'), 4, 0],
    [nth(1, 'taylor 1 (fun x -> x * x) a'), 4, 1],
    [nth(1, 'taylor 1 (fun x -> x * x) 2'), 4, 0],
    [nth(1, 'taylor 1 (fun x -> a * x * x) 1'), 4, 1],
    [nth(1, 'taylor 2 (fun x -> 4 - a * a) 1'), 0, 0],
    ['hvp (fun x -> x ^ 3) a 1', 12, 1],
    ['hvp (fun x -> x * x) 1 a', 4, 1],
    ['hvp (fun x -> x * x) 1 2', 4, 0],
    ['(hvp (fun (x, y) -> x * x + y * y) (1, 1) (2, a)).2', 4, 1],
    ['(hessian (fun x -> x[0] ^ 3) [a])[0][0]', 12, 1],
    ['(hessian (fun x -> x[0] ^ 3) [2])[0][0]', 12, 0],
    ['(hessian (fun x -> a * x[0] ^ 2) [3])[0][0]', 4, 1],
  ])('%s, which is %d, has %d boundary warnings', (term, value, expected) => {
    const text = `input a : real = 2\nif ${term} < ${value} then 1 else a`;
    expect([warnings(text, false), warnings(text, true)]).toEqual([expected, expected]);
  });
});

describe('the cost of higher derivatives', () => {
  // The columns are primal, derivative, nodes, visits and the longest trace.
  it.each<[string, readonly number[]]>([
    ['taylor 3 (fun x -> sin (x * x)) 0.5', [2, 42, 3, 3, 3]],
    ['hvp (fun (x, y) -> x * x * y) (2, 3) (1, 10)', [2, 56, 4, 8, 4]],
    ['hessian (fun a -> a[0] * a[1]) [2, 3]', [1, 44, 3, 6, 3]],
    // Inside, the cosine in the partial derivative of the sine is shared with the program's own cosine.
    [
      'deriv (fun a -> (match taylor 2 (fun x -> sin (a * x) + cos (a * x)) 0.5 with [_, _, d] -> d | _ -> 0)) 2',
      [5, 54, 29, 15, 23],
    ],
    [
      'deriv (fun a -> (match taylor 2 (fun x -> exp (2 * x) / (2 * x + 2)) a with [_, _, d] -> d | _ -> 0)) 2',
      [5, 51, 23, 17, 17],
    ],
    ['deriv (fun a -> hvp (fun x -> x * x * x) a 1) 2', [2, 31, 18, 17, 15]],
    ['deriv (fun a -> (hessian (fun x -> x[0] * x[1] * a) [a, 1])[0][1]) 2', [2, 4, 13, 17, 9]],
  ])('%s', (text, cost) => {
    const outcome = ran(text, false);
    if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
    const { primal, derivative, nodes, visits, live } = outcome.value.meter;
    expect([primal, derivative, nodes, visits, live]).toEqual(cost);
  });

  it.each([
    ['taylor 100 (go 1000) 0.5', 5e5, 1.5e6],
    ['hvp (go 4000) 0.5 1', 2.2e5, 6e5],
    ['hessian (fun a -> go 2000 (a[0] + dot a a)) (build 8 (fun i -> 0.1))', 3e5, 9e5],
    ['deriv (fun c -> sum (taylor 20 (fun x -> go 20 (c * x)) 0.5)) 0.5', 3e5, 2e6],
    ['deriv (fun c -> hvp (fun x -> go 1000 (c * x)) 0.5 1) 0.5', 3e5, 2e6],
    ['deriv (fun c -> (hessian (fun a -> go 200 (c * a[0] * a[7])) (build 8 (fun i -> 0.1)))[0][7]) 0.5', 1.5e5, 2e6],
  ])('%s stops at the memory limit', (text, scarce, enough) => {
    const whole = `let rec go n x = if n = 0 then x else go (n - 1) (sin x)\n${text}`;
    const tags = [scarce, enough].map((bytes) => {
      const outcome = ran(whole, false, { budget: { ...BUDGET, bytes } });
      return outcome.tag === 'ok' ? 'ok' : outcome.diagnostic.code;
    });
    expect(tags).toEqual(['budget-memory', 'ok']);
  });
});

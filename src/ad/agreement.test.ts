import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { evaluate } from '../semantics/evaluate';
import { checked, focusOf } from '../testing/checked';
import { programs } from '../testing/program/arbitrary';
import { COMPARED } from '../testing/engines';
import { MUTATING, runs } from '../testing/runs';
import { agree, type Agreement } from './agree';
import { ENGINES } from './registry';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20 };
const small = { ...COMMAND_LINE_BUDGET, steps: 2e6 };

function agreement(text: string): Agreement {
  const { main, point } = focusOf(checked(text));
  return drain(agree(main, point, { engines: ENGINES, budget, now: () => performance.now() }));
}

/** Returns the rounded derivatives of every engine that answered, including `numeric`. */
function derivatives(text: string): readonly (readonly number[])[] {
  const { verdict, columns } = agreement(text);
  expect(verdict, JSON.stringify(columns, undefined, 1)).toBe('agree');
  return columns.flatMap((column) =>
    column.status === 'ok' ? [column.derivatives.map((derivative) => Number(derivative.toPrecision(6)))] : [],
  );
}

const ROTATION = `
input q : real * real * real * real = (1.1, 2.2, 3.3, 4.4)
input v : real * real * real = (5.5, 6.6, 7.7)
let qmul (x1, y1, z1, w1) (x2, y2, z2, w2) =
  (w1 * x2 + x1 * w2 + y1 * z2 - z1 * y2, w1 * y2 - x1 * z2 + y1 * w2 + z1 * x2,
   w1 * z2 + x1 * y2 - y1 * x2 + z1 * w2, w1 * w2 - x1 * x2 - y1 * y2 - z1 * z2)
let (qx, qy, qz, qw) = q
let (vx, vy, vz) = v
let (rx, ry, rz, rw) = qmul (qmul (qx, qy, qz, qw) (vx, vy, vz, 0)) (-qx, -qy, -qz, qw)
rx
`;

/** Returns the same derivative for every engine. */
function everywhere(derivative: readonly number[]): readonly (readonly number[])[] {
  return ENGINES.map(() => derivative);
}

describe('engines agree', () => {
  test('perturbations are not confused, to any depth', () => {
    expect(derivatives('deriv (fun x -> x * deriv (fun y -> x + y) 1) 1')).toEqual(everywhere([1]));
    expect(derivatives('deriv (fun x -> x * deriv (fun y -> x * y) 1) 4')).toEqual(everywhere([8]));
    const deep = 'deriv (fun x -> x * deriv (fun y -> x * y * deriv (fun z -> x * y * z) 1) 1) 2';
    expect(derivatives(deep)).toEqual(everywhere([24]));
    // A derivative that is part of its trace is too large to be written.
    const literal = agreement(deep).columns.find(({ engine }) => engine === 'trace');
    expect(literal).toMatchObject({ status: 'ok', result: { inner: ['dual numbers'] } });
  });

  test('on the rotation of Krawiec et al., Figure 12', () => {
    const expected = [91.96, 58.08, -77.44, 38.72, 4.84, -24.2, 26.62];
    expect(derivatives(ROTATION)).toEqual(everywhere(expected));
  });
});

describe('programs that are not smooth, or not defined', () => {
  test('the identity by cases at 0: derivative 0, and nothing to compare with', () => {
    const { verdict, columns } = agreement('input x : real = 0\nif x = 0 then 0 else x');
    expect(verdict).toBe('agree');
    for (const column of columns) {
      expect(column).toMatchObject(
        column.engine === 'numeric'
          ? { status: 'not comparable', reason: expect.stringContaining('boundary') as string }
          : { status: 'ok', derivatives: [0] },
      );
    }
  });

  test('relu by branches on either side', () => {
    const relu = (x: number): string => `input x : real = ${x}\nif x < 0 then 0 else x`;
    expect(derivatives(relu(-2))).toEqual(everywhere([0]));
    expect(derivatives(relu(3))).toEqual(everywhere([1]));
    // The point is so close to the boundary that only small steps stay on one side.
    expect(derivatives(relu(1e-5))).toEqual(everywhere([1]));
  });

  test('a derivative that overflows in one engine is no verdict', () => {
    const { verdict } = agreement('input x : real = 1e-200\nx * 1e200 / x * (1e-300 / x)');
    expect(verdict).not.toBe('disagree');
    expect(agreement('input x : real = 1\nx ^ -9007199254740991').verdict).toBe('no verdict');
  });

  test('the sweep of an R^a -> R starts from the cotangent, so its value is not multiplied by it', () => {
    const { main, point } = focusOf(checked('input x : real = 2\n1e300 + x * x'));
    const engines = ENGINES.filter(({ id }) => id !== 'numeric');
    const { columns, verdict } = drain(agree(main, { ...point, cotangent: 1e10 }, { engines, budget, now: () => 0 }));
    expect(verdict).toBe('agree');
    for (const column of columns) expect(column).toMatchObject({ status: 'ok', derivatives: [4e10] });
  });

  test('beside a pole the central differences are not comparable', () => {
    expect(agreement('input x : real = 1.5707963267948966\ntan x').verdict).toBe('agree');
  });

  test('each engine that works on terms reports what took the places of inner derivatives', () => {
    const { columns } = agreement('input x : real = 2\nx * deriv (fun y -> x * y * y) x');
    const replaced = columns.flatMap((column) =>
      column.status === 'ok' && column.result.inner?.join() === 'dual numbers' ? [column.engine] : [],
    );
    expect(replaced).toEqual([
      'reverse',
      'tape',
      'reverse-delta',
      'reverse-dense',
      'forward',
      'taylor',
      'curry-dependent',
      'curry',
    ]);
  });

  test.skipIf(MUTATING)('a trace too long to be turned into a program is unsupported, in words', () => {
    const text = (n: number): string =>
      `let rec f (n, x) = if n < 0.5 then x else f (n - 1, x * 1.00001)\ninput x : real = 1\nfold (g, a) -> a + deriv g 1 over [fun y -> f (${n}, x * y)] from 0`;
    const statusOf = (n: number): string | undefined => {
      const { main, point } = focusOf(checked(text(n)));
      const engines = ENGINES.slice(0, 1);
      return drain(agree(main, point, { engines, budget, now: () => 0 })).columns[0]?.status;
    };
    expect(statusOf(100)).toBe('ok');
    expect(statusOf(25_000)).toBe('unsupported');
  });

  test('engines stop within their budgets', () => {
    const { main, point } = focusOf(
      checked('input x : real = 1\nlet rec f (n, x) = if n < 0.5 then x else f (n - 1, x * 1.1)\nf (1000, x)'),
    );
    const few = { ...budget, steps: 500 };
    const { columns } = drain(agree(main, point, { engines: ENGINES, budget: few, now: () => 0 }));
    expect(columns.map((column) => column.status)).toEqual(ENGINES.map(() => 'stopped'));
  });
});

describe('generated programs', () => {
  const outside = new Set([
    'domain',
    'diagonal',
    'not-finite',
    'int-overflow',
    'budget-steps',
    'budget-time',
    'budget-memory',
  ]);

  test('a well-typed program gets stuck only at domains and limits, and all engines agree on it', () => {
    fc.assert(
      fc.property(programs(), ({ text, inputs }) => {
        const core = checked(text);
        const given = new Map(inputs.map(({ name, value }) => [name, value]));
        const run = drain(evaluate(core, { budget: small, inputs: given, tracing: 'dependencies' }));
        if (run.tag !== 'ok') {
          expect(outside, `${run.diagnostic.message}\n${text}`).toContain(run.diagnostic.code);
          return;
        }
        const { main, point } = focusOf(core, given);
        const { verdict, columns } = drain(agree(main, point, { engines: COMPARED, budget: small, now: () => 0 }));
        expect(verdict, `${text}\n${JSON.stringify(columns, undefined, 1)}`).not.toBe('disagree');
      }),
      runs(),
    );
  });
});

import { expect, test } from 'vitest';
import { failure, json, pullback } from '../testing/command-line';

const LOOP = `input n : int = 10
input x : real = 1.01
let rec loop (a, k) = if k = 0 then a else loop (a * x, k - 1)
loop (x, n)`;

const FORWARD = ['--engine', 'forward'];

test('growth prints one row per size and engine, the fitted slopes last', async () => {
  const engines = ['--engine', 'trace-anf', '--engine', 'trace'];
  expect(await pullback(LOOP, 'growth', '-', '--input', 'n', '--values', '100,1,1000', ...engines)).toEqual({
    status: 0,
    error: '',
    out: `    n  engine     primal  derivative     nodes  visits  reevaluations   live  steps
    1  trace-anf       4           4         2       2              0      2     22
    1  trace           4           4      1643       0              0      0     35
  100  trace-anf     301         400       101     101              0    101    814
  100  trace         301         400  2.60e122       0              0      0   1817
 1000  trace-anf    3001        4000      1001    1001              0   1001   8014
 1000  trace        3001        4000         -       0              0      0  18017
slope  trace-anf   0.956       1.000     0.893   0.893              -  0.893  0.844
slope  trace       0.956       1.000    59.600       -              -      -  0.897
`,
  });
});

test('growth --json has the meters, null for sizes that were not measured, and the slopes', async () => {
  const values = ['--values', '4,8,4096,8192', '--steps', '20000'];
  expect(await json(LOOP, 'growth', '-', '--input', 'n', ...values, ...FORWARD)).toEqual({
    status: 0,
    answer: {
      ok: true,
      input: 'n',
      values: [4, 8, 4096, 8192],
      engines: {
        forward: {
          primal: [13, 25, null, null],
          derivative: [13, 25, null, null],
          nodes: [0, 0, null, null],
          visits: [0, 0, null, null],
          reevaluations: [0, 0, null, null],
          live: [0, 0, null, null],
          steps: [89, 145, null, null],
          slope: {
            primal: expect.closeTo(0.943, 3) as unknown,
            derivative: expect.closeTo(0.943, 3) as unknown,
            nodes: null,
            visits: null,
            reevaluations: null,
            live: null,
            steps: expect.closeTo(0.704, 3) as unknown,
          },
          status: 'stopped',
          reason: expect.stringMatching(/^at 4096: .*steps/u) as unknown,
        },
      },
    },
  });
});

test('growth has default sizes and engines', async () => {
  const { answer } = await json(LOOP, 'growth', '-', '--input', 'n', '--steps', '1000000');
  expect(answer).toMatchObject({ values: [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096] });
  const { engines } = answer as { readonly engines: Readonly<Record<string, { readonly slope: object }>> };
  expect(Object.keys(engines)).toEqual(expect.arrayContaining(['reverse', 'trace-anf', 'trace', 'forward']));
  expect(Object.keys(engines)).not.toContain('numeric');
  expect(engines['reverse']?.slope).toMatchObject({ nodes: expect.closeTo(0.98, 1) as unknown });
});

test('growth reports what took the places of inner derivatives', async () => {
  const text = 'input n : int = 2\ninput x : real = 3\nx * deriv (fun y -> toReal n * y * y) x';
  expect((await pullback(text, 'growth', '-', '--input', 'n', '--values', '2', ...FORWARD)).out).toContain(
    'forward: replaced inner derivatives by dual-number programs',
  );
  expect(await json(text, 'growth', '-', '--input', 'n', '--values', '2', ...FORWARD)).toMatchObject({
    answer: { engines: { forward: { inner: ['dual numbers'] } } },
  });
});

test.each([
  ['input x : real = 1\nx * x', ['x'], 1, 'growth-input', 'add one, such as `input n : int = 10`'],
  ['input n : int = 1\ninput x : real = 1\nx * x', ['m'], 1, 'unknown-input', 'the input n can grow'],
  ['input n : int = 1\ninput xs : list real = [1]\nsum xs', ['m'], 1, 'unknown-input', 'the inputs n, xs can grow'],
  ['input xs : list real = []\nsum xs', ['xs'], 1, 'growth-empty', 'give it at least one item'],
  ['input n : int = 1\ninput x : real = 1\nlog (x - toReal n - 1)', ['n'], 1, 'domain', ''],
  ['input n : int = 1\ninput x : real = n', ['n'], 1, 'type-mismatch', ''],
  [LOOP, ['n', '--steps', '5'], 3, 'budget-steps', ''],
  [LOOP, ['n', '--set', 'x=true'], 1, 'input-value', ''],
])('growth of %j by %j has exit status %i', async (text, [input = '', ...options], status, code, hint) => {
  const { status: found, answer } = await json(text, 'growth', '-', '--input', input, ...options);
  expect({ found, answer }).toMatchObject({ found: status, answer: failure(code) });
  expect(answer).toMatchObject({ diagnostics: [{ span: { start: { line: expect.any(Number) as unknown } } }] });
  if (hint !== '') expect((await pullback(text, 'growth', '-', '--input', input, ...options)).error).toContain(hint);
});

test('growth says what compiled does not count, and has no number in its place', async () => {
  const text = 'input xs : array real = [1, 2]\nsum (map (fun x -> x * sin x) xs)';
  const options = ['--input', 'xs', '--values', '1000,100000', '--engine', 'compiled'];
  const { out } = await pullback(text, 'growth', '-', ...options);
  expect(out).toMatch(/^ +1000 +compiled +- +- +- +- +- +\d+ +-$/mu);
  expect(out).toMatch(/^ +slope +compiled +- +- +- +- +- +(0\.9\d\d|1\.00\d) +-$/mu);
  expect(out).toContain('compiled: primal, derivative, nodes, visits, reevaluations, steps are not counted\n');
  const { answer } = await json(text, 'growth', '-', ...options);
  expect(answer).toMatchObject({
    engines: {
      compiled: {
        primal: [null, null],
        steps: [null, null],
        slope: { primal: null },
        uncounted: ['primal', 'derivative', 'nodes', 'visits', 'reevaluations', 'steps'],
      },
    },
  });
});

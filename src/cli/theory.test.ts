import { describe, expect, test } from 'vitest';
import { failure, json, pullback } from '../testing/command-line';

const PRODUCT = 'input x : real = 2\ninput y : real = 3\nx * y + sin y';
const POWER = 'input x : real = 2\nlet rec pow (a, n : int) = if n = 0 then 1 else a * pow (a, n - 1)\npow (x, 3)';

describe('trace --approximant', () => {
  test('prints the trace of an approximant that is defined, which is that of the program (Lemma 6.5)', async () => {
    const [whole, fourth] = await Promise.all([
      pullback(POWER, 'trace', '-'),
      pullback(POWER, 'trace', '-', '--approximant', '4'),
    ]);
    expect(fourth).toMatchObject({ status: 0, out: whole.out });
  });

  test('names the function that recurses deeper', async () => {
    expect(await json(POWER, 'trace', '-', '--approximant', '3')).toMatchObject({
      status: 1,
      answer: failure('approximant'),
    });
    const { error } = await pullback(POWER, 'trace', '-', '--approximant', '0');
    expect(error).toContain('`pow` recurses deeper than n calls');
    expect(error).not.toContain('--anf');
  });
});

describe('steps', () => {
  test('prints each step with its rule, its place and its redex', async () => {
    const { status, out } = await pullback(
      'input x : real = 2\nlet f z = if z > 1 then z * z else z\nf x + 1',
      'steps',
      '-',
    );
    expect(status).toBe(0);
    expect(out).toBe(
      [
        '-- 5 steps of ordinary evaluation',
        '0  letrec     2:5   f z = if z > 1 then z * z else z',
        '1  call       3:1   f x',
        '2  predicate  2:14  z > 1',
        '3  if true    2:11  if z > 1 then z * z else z',
        '4  operation  2:25  z * z',
        '5  sum        3:1   f x + 1',
        '',
      ]
        .join('\n')
        .replace('5 steps', '6 steps'),
    );
  });

  test('prints the state before a step: contexts, variables, functions and the trace so far', async () => {
    const { out } = await pullback(POWER, 'steps', '-', '--symbolic', '--at', '7');
    expect(out).toMatch(/^-- step 7 of \d+: if false, symbolic, at 2:28\n-- contexts, outermost first\n/u);
    expect(out).toContain('-- variables of pow\na : real = 2\nn : int = 2\n');
    expect(out).toContain('-- variables of the program, which waits\nx : real = 2\n');
    expect(out).toContain('-- functions\npow : real * int -> real\n');
    expect(out).toContain('-- trace so far\n');
    expect((await pullback(POWER, 'steps', '-', '--at', '19')).out).toBe('-- step 19 of 19: the end\n-- outputs\n8\n');
  });

  test('has the same in JSON', async () => {
    const all = await json(POWER, 'steps', '-');
    expect(all).toMatchObject({ status: 0, answer: { ok: true, mode: 'ordinary', cut: false } });
    const { count, steps } = all.answer as { readonly count: number; readonly steps: readonly unknown[] };
    expect(steps).toHaveLength(count);
    expect(steps[1]).toMatchObject({ rule: 'call', redex: 'pow (x, 3)', span: { start: { line: 3, column: 1 } } });
    expect(await json(POWER, 'steps', '-', '--at', '1')).toMatchObject({
      answer: { count, step: { index: 1, rule: 'call', variables: [{ variables: { x: '2' } }], outputs: [] } },
    });
  });

  test('says which step there is not, and why a run stopped', async () => {
    expect(await json(POWER, 'steps', '-', '--at', '1000')).toMatchObject({ status: 1, answer: failure('no-step') });
    const failing = 'input x : real = 1\nlog (x - 1)';
    expect(await json(failing, 'steps', '-')).toMatchObject({ status: 1, answer: failure('domain') });
    expect((await pullback(failing, 'steps', '-', '--at', '2')).out).toContain('-- stopped\n');
    const forever = 'input x : real = 1\nlet rec f y = f (y + 1)\nf x';
    const some = await pullback(forever, 'steps', '-', '--steps', '1000');
    expect(some.status).toBe(3);
    expect(some.out.split('\n')).toHaveLength(1002);
    expect(some.error).toContain('the run has more than the 1,000 steps listed');
    expect(some.error).toContain('raise the limit: `--steps N`');
  });
});

describe('theorems', () => {
  test('prints a verdict for each, and has the numbers in JSON', async () => {
    const { status, out } = await pullback(PRODUCT, 'theorems', '-');
    expect(status).toBe(0);
    expect(out).toMatch(/^Interpolation: holds, difference 0 \(literal trace\)\n {2}Proposition 3\.5: /u);
    expect(out).toMatch(/^Adequacy: holds, ∂x off by .*, ∂y off by /mu);
    expect(out).toMatch(/^Neighbourhood: holds, radius at least /mu);
    expect(await json(PRODUCT, 'theorems', '-')).toMatchObject({
      status: 0,
      answer: {
        ok: true,
        interpolation: { verdict: 'holds', trace: 'literal', difference: 0 },
        adequacy: { verdict: 'holds', trace: 'literal', differences: { x: expect.any(Number) as number } },
        neighbourhood: { verdict: 'holds', trace: 'a-normal', difference: 0 },
      },
    });
  });

  test('says what was not checked, and why', async () => {
    const { answer } = await json('input x : real = 0\nif x = 0 then 0 else x', 'theorems', '-');
    expect(answer).toMatchObject({
      adequacy: { verdict: 'not checked', reason: expect.stringContaining('not comparable') as string },
      neighbourhood: { verdict: 'not checked', reason: 'the program changes branches at this point' },
    });
  });
});

describe('jets', () => {
  test('prints the jet of each value along the first two inputs', async () => {
    const { status, out } = await pullback(PRODUCT, 'jets', '-');
    expect(status).toBe(0);
    const lines = out.split('\n');
    expect(lines[0]).toBe('-- jets along x, y to order 2: 6 derivatives each');
    expect(lines[1]).toBe('result = 6.14112 + 3 * dx + 1.01001 * dy + dx * dy - 0.07056 * dy^2 + ...');
    expect(lines[3]).toMatch(/^ +\(0,0\) +\(0,1\) +\(0,2\) +\(1,0\) +\(1,1\) +\(2,0\)$/u);
    expect(lines.find((line) => line.startsWith('t3 = x * y'))).toMatch(/ +6 +2 +0 +3 +1 +0$/u);
  });

  test('takes inputs by name, an order, and the restricted shape', async () => {
    expect(await json(PRODUCT, 'jets', '-', '--along', 'y', '--order', '3')).toMatchObject({
      status: 0,
      answer: {
        ok: true,
        along: ['y'],
        order: 3,
        indices: [[0], [1], [2], [3]],
        results: [{ label: 'result', jet: [6 + Math.sin(3), 2 + Math.cos(3), -Math.sin(3), -Math.cos(3)] }],
        count: 5,
      },
    });
    expect(await json(PRODUCT, 'jets', '-', '--along', 'y', '--along', 'x', '--restricted')).toMatchObject({
      answer: {
        along: ['y', 'x'],
        restricted: true,
        indices: [
          [0, 0],
          [0, 1],
          [1, 0],
          [1, 1],
        ],
        results: [{ jet: [6 + Math.sin(3), 3, 2 + Math.cos(3), 1], polarisation: { first: -Math.sin(3), second: 0 } }],
      },
    });
    expect(await json(PRODUCT, 'jets', '-', '--directions', '1')).toMatchObject({ answer: { along: ['x'], order: 2 } });
    const parts = 'input p : { a : real, b : array real } = { a = 1, b = [2, 3] }\np.a * p.b[1]';
    expect(await json(parts, 'jets', '-', '--along', 'p.b[1]', '--order', '1')).toMatchObject({
      answer: { results: [{ jet: [3, 1] }] },
    });
  });

  test.each([
    [['--along', 'z'], 'unknown-input'],
    [['--directions', '3'], 'jets'],
    [['--order', '9'], 'too-large'],
    [['--along', 'x', '--restricted'], 'jets'],
  ])('says what is wrong with %j', async (options, code) => {
    expect(await json(PRODUCT, 'jets', '-', ...options)).toMatchObject({ status: 1, answer: failure(code) });
  });

  test('needs a real input', async () => {
    expect(await json('input n : int = 2\nn + 1', 'jets', '-')).toMatchObject({ status: 1, answer: failure('jets') });
  });
});

describe('tangents', () => {
  const CLOSURE = 'input x : real = 3\nlet f y = x * y\nf 1 + f 2';

  test('prints the runs of both versions, and what their pullbacks gave', async () => {
    const { status, out } = await pullback(CLOSURE, 'tangents', '-');
    expect(status).toBe(0);
    expect(out).toMatch(/^-- \(x : real\) ⇝ real\n\n-- curry: 9, ∂x = 3\n-- run again: λ y 2 times, λ f 1 time\n/u);
    expect(out).toMatch(/^-- curry-dependent: 9, ∂x = 3\n∘: \(x = 3\) → 9 {3}\(x: 3\) ← 1$/mu);
    // The tangent of the function is its calls in the one, that of what it captured in the other.
    const [simply = '', dependent = ''] = out.split('-- curry-dependent');
    expect(simply).toContain('← [(1, 1), (2, 1)]');
    expect(simply).toContain('↻ λ y at 2: ');
    expect(dependent).toContain('← {x: 3}');
    expect(dependent).not.toContain('↻');
  });

  test('takes an engine and a cotangent', async () => {
    const { out } = await pullback(CLOSURE, 'tangents', '-', '--engine', 'curry-dependent', '--cotangent', '10');
    expect(out).toMatch(/^-- curry-dependent: 9, ∂x = 30\n∘: \(x = 3\) → 9 {3}\(x: 30\) ← 10$/mu);
    expect(out).not.toContain('-- curry:');
    expect(await json(CLOSURE, 'tangents', '-', '--engine', 'curry')).toMatchObject({
      answer: {
        ok: true,
        type: '(x : real) ⇝ real',
        engines: {
          curry: {
            status: 'ok',
            value: '9',
            derivative: { x: 3 },
            meter: { reevaluations: 3 },
            again: [
              { name: 'λ y', count: 2 },
              { name: 'λ f', count: 1 },
            ],
            runs: expect.arrayContaining([expect.objectContaining({ as: 'again', argument: '2' })]) as unknown,
          },
        },
      },
    });
  });

  test('says what curry would cost, and shows the other', async () => {
    const lets = Array.from({ length: 40 }, (_, i) => `let a${i + 1} = 0.5 * a${i} + 0.5 * a${i}\n`).join('');
    const text = `input a0 : real = 1\n${lets}a40`;
    const { status, out } = await pullback(text, 'tangents', '-');
    expect(status).toBe(0);
    expect(out).toContain('-- curry stopped: the pullback runs functions again 1,099,511,627,775 times');
    expect(out).toContain('-- curry-dependent: 1, ∂a0 = 1');
    const only = await pullback(text, 'tangents', '-', '--engine', 'curry');
    expect(only.status).toBe(3);
    expect(only.error).toContain('hint: `curry-dependent` runs each function once');
  });
});

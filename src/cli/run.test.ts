import { describe, expect, test } from 'vitest';
import { failure, json, pullback, SQUARE } from '../testing/command-line';
import { main } from './main';

describe('run', () => {
  test('prints outputs and the derivative', async () => {
    expect(await pullback(SQUARE, 'run', '-')).toEqual({
      status: 0,
      out: '9 : real\n-- derivative by compiled\n∂x = 6\n',
      error: '',
    });
    expect(await json(SQUARE, 'run', '-', '--set', 'x=5')).toMatchObject({
      status: 0,
      answer: {
        ok: true,
        outputs: [{ type: 'real', value: 25 }],
        inputs: [{ name: 'x', type: 'real', value: 5 }],
        derivative: { engine: 'compiled', value: { x: 10 } },
        watch: {},
        warnings: [],
        meter: {
          primal: 1,
          steps: expect.any(Number) as unknown,
          nodes: expect.any(Number) as unknown,
          live: expect.any(Number) as unknown,
          bytes: expect.any(Number) as unknown,
        },
      },
    });
  });

  test.each([['run'], ['delta'], ['compile', '-o', '-']])(
    '%s takes no value outside the range of its input',
    async (command, ...rest) => {
      const text = 'input q : real = 0.5 in 0 .. 1\nq * q';
      const [inside, outside] = await Promise.all(
        ['q=1', 'q=1.5'].map((set) => pullback(text, command, '-', ...rest, '--set', set)),
      );
      expect(inside?.status).toBe(0);
      expect(outside?.status).toBe(1);
      expect(outside?.error).toContain('error[input-outside-range]: 1.5 is outside the range of `q`');
      expect(outside?.error).toContain('give a value from 0 to 1, or change the range of `q` in the program');
    },
  );

  test('takes an engine, a cotangent, or all rows of the Jacobian', async () => {
    expect((await pullback(SQUARE, 'run', '-', '--engine', 'numeric')).out).toContain('∂x = 6');
    expect((await pullback(SQUARE, 'run', '-', '--cotangent', '2')).out).toContain('∂x = 12');
    expect((await pullback(`${SQUARE}\n(x, 2 * x)`, 'run', '-', '--jacobian')).out).toContain(' ∂x\n.1   1\n.2   2\n');
    const misfit = await json('input x : real = 3\nlet y = x\ny * y', 'run', '-', '--cotangent', '[1]');
    expect(misfit).toMatchObject({ status: 1, answer: { diagnostics: [{ span: { start: { line: 3, column: 1 } } }] } });
  });

  test('prints a small Jacobian as a table, and says how to ask for a large one', async () => {
    const text =
      'input x : real = 3\ninput n : int = 2\ninput p : { a : array real, b : real } = { a = [1, 20], b = 4 }\n';
    const pair = `${text}(x * p.b, [p.a[1] * x, 100000])`;
    expect((await pullback(pair, 'run', '-')).out).toBe(
      [
        '(12, [60, 100000]) : real * array real',
        '-- derivative by compiled, a row for each real of the result',
        '       ∂x  ∂p.a[0]  ∂p.a[1]  ∂p.b',
        '.1      4        0        0     3',
        '.2[0]  20        0        3     0',
        '.2[1]   0        0        0     0',
        '',
      ].join('\n'),
    );
    const rows = [{ x: 4, n: null, p: { a: [0, 0], b: 3 } }, expect.anything(), expect.anything()];
    expect(await json(pair, 'run', '-')).toMatchObject({ answer: { derivative: { engine: 'compiled', value: rows } } });
    const large = 'input xs : array real = linspace 0 1 13\nmap (fun x -> x * x) xs';
    const asks =
      '-- no derivative: the Jacobian has 13 × 13 entries; --cotangent VALUE gives one row, --jacobian all\n';
    expect((await pullback(large, 'run', '-')).out).toContain(asks);
    expect(await json(large, 'run', '-')).toMatchObject({ answer: { derivative: null } });
    const all = (await pullback(large, 'run', '-', '--jacobian')).out;
    expect(all.match(/^∂xs = /gmu)).toHaveLength(13);
    expect((await pullback(`${text}toReal n + x > 0`, 'run', '-')).out).toBe('true : bool\n');
    expect((await pullback(`${text}[] : list real`, 'run', '-')).out).not.toContain('derivative');
  });

  test('prints a value whose small Jacobian nobody asked for and no engine has', async () => {
    const text = 'input x : real = 1e-200\n(1 + 1 / x, x)';
    const { status, out } = await pullback(text, 'run', '-');
    expect(status).toBe(0);
    expect(out).toMatch(/^\(1e200, 1e-200\) : real \* real\n-- no derivative: /u);
    expect((await pullback(text, 'run', '-', '--jacobian')).status).toBe(1);
  });

  test('says how long its parts took, once or several times', async () => {
    const second = expect.any(Number) as unknown;
    const seconds = { check: second, read: second, compile: second, value: second, derivative: second };
    const once = (await json(SQUARE, 'run', '-')).answer as { readonly seconds: object; readonly times?: object };
    expect(once.seconds).toEqual(seconds);
    expect(once.times).toBeUndefined();
    expect(await json('1', 'run', '-')).toMatchObject({ answer: { seconds: { compile: null, derivative: null } } });
    const { answer } = await json(SQUARE, 'run', '-', '--repeat', '3');
    const times = [second, second, second];
    expect(answer).toMatchObject({ outputs: [{ value: 9 }], seconds, times: { value: times, derivative: times } });
    const number = String.raw`[\d.e-]+`;
    const line = `${number} s, the median of 3 runs \\(${number} to ${number} s\\)\n`;
    expect((await pullback(SQUARE, 'run', '-', '--repeat', '3')).out).toMatch(
      new RegExp(`^9 : real\n-- derivative by compiled\n∂x = 6\n-- value: ${line}-- derivative: ${line}$`, 'u'),
    );
    for (const wrong of ['0', '1.5', 'x', '-1'])
      expect(await pullback(SQUARE, 'run', '-', `--repeat=${wrong}`)).toMatchObject({ status: 2 });
    expect((await pullback(SQUARE, 'check', '-', '--repeat', '3')).error).toContain('works only with `pullback run`');
  });

  test('reports that an engine takes one direction only', async () => {
    const reals = Array.from({ length: 201 }, (_, i) => i);
    const text = `input x : real = 3\ninput xs : ${reals.map(() => 'real').join(' * ')} = (${reals.join(', ')})\nx * xs.3`;
    const one = 'derivative in one direction only, with 1 for every real:';
    expect((await pullback(text, 'run', '-', '--engine', 'forward')).out).toBe(
      `6 : real\n-- derivative by forward\n${one}\n∂ = 5\n`,
    );
    expect(await json(text, 'run', '-', '--engine', 'forward')).toMatchObject({
      answer: { derivative: { engine: 'forward', value: 5, direction: { x: 1, xs: reals.map(() => 1) } } },
    });
    const rows = await pullback(`${text}\n(x, 2 * xs.3)`, 'run', '-', '--engine', 'forward', '--jacobian');
    expect(rows.out).toContain(`${one}\n∂ = 1\n\n∂ = 2\n`);
    expect((await pullback(text, 'agree', '-')).out).toMatch(/^forward +one direction: the point has 202 reals/mu);
  });

  test('names inputs as the reader does', async () => {
    const text = 'input step : real = 2\ninput fst : real = 3\nlet f x_1 = x_1 * step\nf fst';
    const { answer } = await json(text, 'run', '-', '--set', 'step=5');
    expect(answer).toMatchObject({
      inputs: [{ name: 'step', value: 5 }, { name: 'fst' }],
      derivative: { value: { step: 3, fst: 5 } },
    });
    expect(await json('input __proto__ : real = 2\n__proto__', 'run', '-', '--set', '__proto__=7')).toMatchObject({
      answer: { outputs: [{ value: 7 }] },
    });
  });

  test('takes inputs whose values mention other inputs', async () => {
    const { answer } = await json('input x : real = 2\ninput y : real = x * 3\nx * y', 'run', '-');
    expect(answer).toMatchObject({ outputs: [{ value: 12 }], derivative: { value: { x: 6, y: 2 } } });
  });

  test('warns and continues if the point is on a boundary', async () => {
    const { status, out, error } = await pullback('input x : real = 0\nif x = 0 then 0 else x', 'run', '-');
    expect({ status, out }).toEqual({ status: 0, out: '0 : real\n-- derivative by compiled\n∂x = 0\n' });
    expect(error).toContain('warning[boundary]');
  });

  test.each(['log 0', '1 / 0', 'exp 1000', 'sqrt (0 - 1)', 'let f x = x +\nf 1', 'true + 1', 'nothing'])(
    'has exit status 1 for %s, with its place',
    async (text) => {
      const { status, out, error } = await pullback(text, 'run', '-');
      expect({ status, out }).toEqual({ status: 1, out: '' });
      expect(error).toMatch(/^error\[[a-z-]+\]: .+\n {2}--> standard input:1:/);
      expect(await json(text, 'run', '-')).toMatchObject({
        status: 1,
        answer: { ok: false, diagnostics: [{ span: { start: { line: 1 } } }] },
      });
    },
  );

  test.each([
    [['--steps', '10000'], 'budget-steps'],
    [['--seconds', '0.05'], 'budget-time'],
    [['--memory', '100000'], 'budget-memory'],
    [['--memory', '10'], 'budget-memory'],
  ])('has exit status 3 when %s are spent', async (options, code) => {
    const { status, answer } = await json('let rec f x = 1 + f (x + 1)\nf 0', 'run', '-', ...options);
    expect({ status, answer }).toMatchObject({ status: 3, answer: failure(code) });
    const raise = `; or raise the limit: \`${options[0] ?? ''} ${code === 'budget-memory' ? 'BYTES' : code === 'budget-time' ? 'S' : 'N'}\``;
    expect(answer).toMatchObject({ diagnostics: [{ hint: expect.stringContaining(raise) as unknown }] });
    expect((await pullback('let rec f x = 1 + f (x + 1)\nf 0', 'run', '-', ...options)).error).not.toContain('prelude');
  });

  test('names an engine that takes less than the one that was asked for', async () => {
    const text = 'input x : real = 1\nlet rec f (n : int, y) = if n = 0 then y else f (n - 1, y * y) in f (20000, x)';
    const spent = (engine: string) => pullback(text, 'run', '-', '--engine', engine, '--memory', '400000');
    const { status, error } = await spent('tape');
    expect(status).toBe(3);
    expect(error).toContain('; or use the engine `compiled`, which takes less; or raise the limit: `--memory BYTES`');
    expect((await spent('compiled')).error).not.toContain('use the engine');
  });

  test('takes values as the language writes them, and as JSON', async () => {
    const maybe =
      'type Maybe a = Nothing | Just a\ninput m : Maybe real = Nothing\nmatch m with Nothing -> 0 | Just x -> x ^ 2';
    for (const value of ['Just 3', '(Just (3))', '{ "tag": "Just", "value": 3 }'])
      expect(await json(maybe, 'run', '-', '--set', `m=${value}`)).toMatchObject({
        answer: { outputs: [{ value: 9 }] },
      });
    const pair = 'input p : { x : real, ns : list int } = { x = 1, ns = [] }\n(p.x ^ 2, length p.ns)';
    for (const value of ['{ x = -2, ns = [1, 2] }', '{"x": -2, "ns": [1, 2]}'])
      expect(await json(pair, 'run', '-', '--set', `p=${value}`, '--cotangent', '(1, 0)')).toMatchObject({
        answer: { outputs: [{ value: [4, 2] }] },
      });
  });

  test('prints a large result and a large derivative in chunks', async () => {
    const text = 'input x : array real = linspace 0 1 20000\nx\nsum x';
    const { out } = await main(
      ['run', '-'],
      () => Promise.resolve(text),
      () => Promise.reject(new Error('no file')),
    );
    const chunks = [...out];
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(100_000);
    const [values, total, heading, derivative] = chunks.join('').split('\n');
    expect(values).toMatch(/^\[0, 0\.0000500025, .*, 1\] : array real$/u);
    expect([total, heading]).toEqual(['10000 : real', '-- derivative by compiled']);
    expect(derivative).toBe(`∂x = [${'1, '.repeat(19_999)}1]`);
  });

  test('refuses values that do not fit their inputs', async () => {
    for (const value of ['true', '"1"', 'null', '[1]', '1e999', `${'['.repeat(20_000)}${']'.repeat(20_000)}`]) {
      const { status, answer } = await json(SQUARE, 'run', '-', '--set', `x=${value}`);
      expect({ status, answer }).toMatchObject({ status: 1, answer: failure('input-value') });
    }
    expect(await json(SQUARE, 'run', '-', '--set', 'y=1')).toMatchObject({
      status: 1,
      answer: failure('unknown-input'),
    });
  });
});

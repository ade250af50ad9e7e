import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { EngineId } from '../ad/engine';
import { ENGINES } from '../ad/registry';
import { json } from '../testing/command-line';
import type * as declared from './declarations';
import * as api from './index';

const { agree, check, compile, PullbackError, run } = api;

const PROGRAM = `type Shape = Dot | Line (array real)
input x : real = 3
input w : array real = toArray [1, 2]
input s : Shape = Line (toArray [1])
input p : { at : list real, on : bool } = { at = [1, 2], on = true }
let size = match s with Dot -> 0 | Line v -> sum v
watch "x" (x * x) + sum w + size + sum p.at
`;

async function thrown(use: () => unknown): Promise<api.PullbackError> {
  try {
    await use();
  } catch (error) {
    if (error instanceof PullbackError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** Returns the code, the message and the path of the error. */
async function said(use: () => unknown): Promise<readonly string[]> {
  const { code, message, path } = await thrown(use);
  return [code, message, path];
}

/** Calls with arguments that their types forbid. */
const untyped = api as unknown as Readonly<
  Record<'agree' | 'check' | 'compile' | 'run', (...given: readonly unknown[]) => unknown>
>;

describe('the declarations', () => {
  test('are those of the exports', () => {
    expectTypeOf(api).toExtend<typeof declared>();
    expectTypeOf<declared.EngineId>().toEqualTypeOf<EngineId>();
    const text = readFileSync('src/api/declarations.ts', 'utf8');
    const names = [...text.matchAll(/^export declare (?:function|class) (\w+)/gmu)].map(([, name]) => name);
    expect(new Set(names)).toEqual(new Set(Object.keys(api)));
  });

  test('import nothing, because they are shipped as they are', () => {
    expect(readFileSync('src/api/declarations.ts', 'utf8')).not.toMatch(/\bimport\b|\bfrom '/u);
  });
});

describe('check', () => {
  test('returns the diagnostics of the command line', async () => {
    expect(check('1 + 1')).toEqual({ ok: true, diagnostics: [] });
    for (const text of ['1 + true', 'let f x = y\nf 1', 'let rec f x = 1', '']) {
      const { answer } = await json(text, 'check', '-');
      expect(check(text)).toEqual(answer);
    }
  });
});

describe('run', () => {
  test('returns the object of the command line, with typed arrays', async () => {
    const result = run(PROGRAM);
    const { answer } = await json(PROGRAM, 'run', '-');
    expect(comparable(result)).toEqual(comparable(answer));
    if (!result.ok) throw new Error('it runs');
    expect(result.inputs.map(({ value }) => value)).toEqual([
      3,
      Float64Array.of(1, 2),
      { tag: 'Line', value: Float64Array.of(1) },
      { at: [1, 2], on: true },
    ]);
    expect(result.derivative?.value).toMatchObject({
      x: 6,
      w: Float64Array.of(1, 1),
      s: { tag: 'Line', value: Float64Array.of(1) },
    });
    expect(result.watch).toEqual({ x: [9] });
  });

  test('takes values as it returns them, and arrays of numbers', () => {
    const value = (inputs: declared.Values): unknown => {
      const result = run(PROGRAM, { inputs });
      return result.ok ? result.outputs.at(-1)?.value : result.diagnostics;
    };
    expect(value({ w: Float64Array.of(5, 6, 7) })).toBe(31);
    expect(value({ w: [5, 6, 7] })).toBe(31);
    expect(value({ s: { tag: 'Line', value: Float64Array.of(0.5, 0.5, 4) } })).toBe(20);
    expect(value({ s: { tag: 'Dot' }, p: { at: [], on: false } })).toBe(12);
    expect(value({ x: undefined } as unknown as declared.Values)).toBe(16);
  });

  test('copies a typed array, and says what is wrong in it', () => {
    const sum = (type: string, xs: Float64Array): unknown => {
      const result = run(`data xs : ${type}\ninput k : real = 2\nk * sum xs`, { inputs: { xs } });
      return result.ok ? result.outputs[0]?.value : result.diagnostics[0]?.message;
    };
    const many = new Float64Array(20_000).fill(0.5);
    expect([sum('array real', many), sum('list real', many), sum('array int', Float64Array.of(1, 2))]).toEqual([
      20_000,
      20_000,
      expect.stringContaining('should be') as unknown,
    ]);
    many[12_345] = NaN;
    expect(sum('array real', many)).toContain('expected a finite number at [12345], found NaN');
    expect(sum('array real', Float64Array.of(1, Infinity))).toContain(
      'expected a finite number at [1], found a number that is too large',
    );
    const result = run('input xs : array real = [1]\nsum xs', { inputs: { xs: many.fill(1) } });
    if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
    expect(result.inputs[0]?.value).toEqual(many);
  });

  test('takes an engine, a cotangent, or all rows of the Jacobian', () => {
    const pair = 'input x : real = 3\ninput w : array real = toArray [1, 2]\n(x * x, w)';
    expect(run(pair)).toMatchObject({ ok: true, derivative: null });
    expect(run(pair, { cotangent: [2, Float64Array.of(3, 4)], engine: 'tape' })).toMatchObject({
      outputs: [{ type: 'real * array real', value: [9, Float64Array.of(1, 2)] }],
      derivative: { engine: 'tape', value: { x: 12, w: Float64Array.of(3, 4) } },
    });
    expect(run(pair, { jacobian: true })).toMatchObject({
      derivative: {
        value: [
          { x: 6, w: Float64Array.of(0, 0) },
          { x: 0, w: Float64Array.of(1, 0) },
          { x: 0, w: Float64Array.of(0, 1) },
        ],
      },
    });
  });

  test('gives the direction of an engine that takes one only', () => {
    const reals = Array.from({ length: 201 }, () => 1);
    const text = `input w : array real = toArray [${reals.join()}]\nsum w`;
    expect(run(text, { engine: 'forward' })).toMatchObject({
      derivative: { engine: 'forward', value: 201, direction: { w: Float64Array.from(reals) } },
    });
  });

  test('returns typed arrays where data has no value in the program', () => {
    const result = run('data xs : array real\n(xs, xs)', { inputs: { xs: [1, 2] } });
    expect(result).toMatchObject({ outputs: [{ value: [Float64Array.of(1, 2), Float64Array.of(1, 2)] }] });
  });

  test('returns what is wrong with the program, its inputs or its limits', async () => {
    expect(run('1 + true')).toEqual((await json('1 + true', 'run', '-')).answer);
    const code = (source: string, options?: declared.RunOptions): unknown => {
      const result = run(source, options);
      return result.ok || result.diagnostics[0]?.code;
    };
    expect(code('input x : real = 0\n1 / x')).toBe('domain');
    expect(code(PROGRAM, { inputs: { x: 'three' } })).toBe('input-value');
    expect(code(PROGRAM, { inputs: { y: 3 } })).toBe('unknown-input');
    expect(code(PROGRAM, { cotangent: [1] })).toBe('cotangent');
    expect(code(PROGRAM, { steps: 5 })).toBe('budget-steps');
    expect(JSON.stringify(run(PROGRAM, { steps: 5 }))).toContain('; or raise the limit: the option `steps`');
    expect(code('let rec f (x : real) : real = f x in f 1', { seconds: 0.05 })).toBe('budget-time');
    expect(code('input x : real = 1\nsum (build 100000 (fun _ -> x))', { memory: 1000 })).toBe('budget-memory');
  });
});

describe('agree', () => {
  test('compares all engines, with typed arrays', () => {
    const result = agree(PROGRAM, { inputs: { w: Float64Array.of(4) } });
    if (!result.ok) throw new Error('it runs');
    expect(result.verdict).toBe('agree');
    expect(new Set(Object.keys(result.engines))).toEqual(new Set(ENGINES.map(({ id }) => id)));
    const { tape, numeric } = result.engines;
    expect(tape).toMatchObject({ status: 'ok', value: 17, derivative: { x: 6, w: Float64Array.of(1) } });
    expect(numeric.status === 'ok' && numeric.error?.['w']).toBeInstanceOf(Float64Array);
    expect(agree('1 + 1')).toMatchObject({ ok: false, diagnostics: [{ code: 'nothing-to-differentiate' }] });
  });
});

describe('compile', () => {
  test('resolves to a model, whose types the caller can name', async () => {
    const source = 'input x : real = 3\ninput w : array real = toArray [1, 2]\nx * x + sum w';
    const model = await compile<{ x: number; w: Float64Array }, number>(source, { inputs: { w: [5, 5] } });
    expect(model.defaults).toEqual({ x: 3, w: Float64Array.of(5, 5) });
    expect(model.gradient({ x: 5 })).toEqual({ value: 35, gradient: { x: 10, w: Float64Array.of(1, 1) } });
    expect(model.directional({}, { x: 2 })).toEqual({ value: 19, tangent: 12 });
    expect((await thrown(() => model.value({ w: [1] as unknown as Float64Array }))).path).toBe('w');
  });

  test('takes data in each call', async () => {
    const text = 'data ks : array int\ndata scale : real = 2\ninput x : real = 3\nx * scale * toReal (sum ks)';
    const model = await compile<{ x: number }, number, { ks: readonly number[]; scale: number }>(text);
    const { x, scale } = model.defaults;
    expect([x, scale]).toEqual([3, 2]);
    expect(model.gradient({ ks: [1, 2] })).toEqual({ value: 18, gradient: { x: 6 } });
    expect(model.directional({ ks: [1], scale: 1 }, { x: 4 }).tangent).toBe(4);
    expect((await thrown(() => Promise.resolve().then(() => model.value()))).code).toBe('no-value');
    const set = await compile(text, { inputs: { ks: [5] } });
    expect(set.value()).toBe(30);
  });

  test('rejects with a PullbackError if the program or an input is wrong', async () => {
    const wrong = 'input x : real = 1\nx + true';
    const { code, message, place } = await thrown(() => compile(wrong));
    const [first] = check(wrong).diagnostics;
    expect({ code, place }).toEqual({ code: first?.code, place: { line: 2, column: 5 } });
    expect(message).toContain(first?.message);
    expect((await thrown(() => compile('let f x = x'))).message).toBe(
      'this program has no output; end it with an expression: the result of the module',
    );
    expect((await thrown(() => compile(PROGRAM, { inputs: { x: [1] } }))).code).toBe('input-value');
    const loop = await compile('input x : real = 1\nlet rec f (y : real) : real = f y in f x', { steps: 1000 });
    expect((await thrown(() => loop.value())).code).toBe('budget-steps');
  });

  test('never throws before it returns its promise', async () => {
    const promise = untyped.compile(3);
    expect(promise).toBeInstanceOf(Promise);
    await expect(promise).rejects.toMatchObject({ code: 'argument', path: 'source' });
  });
});

describe('arguments', () => {
  test('of a wrong type are named', async () => {
    expect(await said(() => untyped.check(undefined))).toEqual([
      'argument',
      'the program given to check does not fit: expected a string, found undefined',
      'source',
    ]);
    expect(await said(() => untyped.run(PROGRAM, 'tape'))).toEqual([
      'argument',
      'the options of run do not fit: expected an object, found "tape"',
      'options',
    ]);
    expect(await said(() => untyped.run(PROGRAM, { engin: 'tape' }))).toEqual([
      'argument',
      'run has no option engin: did you mean engine?',
      'engin',
    ]);
    expect(await said(() => untyped.compile(PROGRAM, { budget: 3 }))).toEqual([
      'argument',
      'compile has no option budget: the options are inputs, steps, memory, imports',
      'budget',
    ]);
    expect(await said(() => run(PROGRAM, { cotangent: 1, jacobian: true }))).toEqual([
      'argument',
      'the options cotangent and jacobian cannot be used together: leave one out',
      'jacobian',
    ]);
  });

  test.each([
    ['inputs', [1], 'expected an object with values by the names of inputs, found [1]'],
    ['engine', 'adjoint', expect.stringMatching(/^expected one of the engines .*tape.*, found "adjoint"$/u)],
    ['jacobian', 1, 'expected true or false, found 1'],
    ['steps', 1.5, 'expected a positive whole number, found 1.5'],
    ['seconds', '2', 'expected a positive number, found "2"'],
    ['memory', -1, 'expected a positive whole number, found -1'],
  ] as const)('the option %s is checked', async (option, value, why) => {
    const [code, message = '', path] = await said(() => untyped.run(PROGRAM, { [option]: value }));
    expect({ code, path }).toEqual({ code: 'argument', path: option });
    const start = `the option ${option} does not fit: `;
    expect(message.slice(0, start.length)).toBe(start);
    expect(message.slice(start.length)).toEqual(why);
  });

  test('that are no values are refused', async () => {
    const self: unknown[] = [];
    self.push(self);
    expect(await said(() => untyped.run(PROGRAM, { inputs: { w: self } }))).toEqual([
      'input-value',
      'the value given for w does not fit: a value cannot be nested more than 1000 levels deep',
      'w',
    ]);
    expect(await said(() => untyped.run(PROGRAM, { inputs: { w: new Float32Array(2) } }))).toEqual([
      'input-value',
      'the value given for w does not fit: expected a Float64Array, found a Float32Array',
      'w',
    ]);
    for (const value of [10n, Symbol('w'), () => 1, new Date(), new Map(), NaN, null, [NaN], [undefined]]) {
      expect(untyped.run(PROGRAM, { inputs: { w: value } })).toMatchObject({
        ok: false,
        diagnostics: [{ code: 'input-value', message: expect.stringMatching(/^the value given for w /u) as unknown }],
      });
    }
  });
});

/** Returns a result without its times, with an array for every typed array. */
function comparable(result: unknown): unknown {
  const text = JSON.stringify(result, (key, value: unknown) =>
    key === 'seconds' ? undefined : value instanceof Float64Array ? Array.from(value) : value,
  );
  return JSON.parse(text) as unknown;
}

describe('imports', () => {
  const imports = {
    'lib/a.pbk': 'import "b.pbk"\nlet f x = g x + 1',
    'lib/b.pbk': 'let g x = x ^ 2',
    'book.md': '```pullback\nlet k = 3\n```\n',
  };
  const source = 'import "./lib/a.pbk"\nimport "book.md"\ninput x : real = 2\nf x + k';

  test('are texts by path, of programs and notebooks', async () => {
    expect(check(source, { imports })).toEqual({ ok: true, diagnostics: [] });
    expect(run(source, { imports })).toMatchObject({
      ok: true,
      outputs: [{ value: 8 }],
      derivative: { value: { x: 4 } },
    });
    expect(agree(source, { imports })).toMatchObject({ ok: true, verdict: 'agree' });
    const model = await compile(source, { imports });
    expect(model.gradient()).toEqual({ value: 8, gradient: { x: 4 } });
  });

  test('that are wrong have their path, in diagnostics and in errors of a model', async () => {
    const wrong = { 'a.pbk': 'let f x =\n  log x' };
    expect(check('import "a.pb"\nf 1', { imports: wrong })).toMatchObject({
      diagnostics: [{ code: 'import-missing', hint: 'did you mean "a.pbk"?' }],
    });
    expect(run('import "a.pbk"\nf 0', { imports: wrong })).toMatchObject({
      diagnostics: [{ code: 'domain', span: { file: 'a.pbk', start: { line: 2, column: 3 } } }],
    });
    const model = await compile('import "a.pbk"\ninput x : real = 0\nf x', { imports: wrong });
    expect((await thrown(() => model.value())).place).toEqual({ line: 2, column: 3, file: 'a.pbk' });
    expect(await said(() => untyped.check(source, { imports: { a: 1 } }))).toEqual([
      'argument',
      expect.stringMatching(/^the option imports does not fit: expected an object with texts by path/u),
      'imports',
    ]);
  });

  test('of strangers end in diagnostics', () => {
    const codes = (text: string, given: declared.Imports): readonly string[] => [
      ...new Set(check(text, { imports: given }).diagnostics.map(({ code }) => code)),
    ];
    const numbers = Array.from({ length: 10_000 }, (_, i) => i);
    const many = numbers.map((i) => `import "${i}.pbk"`).join('\n');
    const chain = Object.fromEntries(numbers.map((i) => [`${i}.pbk`, `import "${i + 1}.pbk"`]));
    const circle = { 'a.pbk': 'import "b.pbk"\nimport "a.pbk"', 'b.pbk': 'import "a.pbk"' };
    const whole = Object.fromEntries(numbers.slice(0, 60).map((i) => [`${i}.pbk`, many]));
    expect(codes(many, {})).toEqual(['import-missing']);
    expect(codes(many, chain)).toContain('import-depth');
    expect(codes('import "0.pbk"', chain)).toContain('import-depth');
    expect(codes('import "a.pbk"', circle)).toEqual(['import-cycle']);
    expect(codes(many, whole)).toContain('import-cycle');
    expect(codes('import "a.pbk"\n'.repeat(10_000), { 'a.pbk': 'let a = 1' })).toEqual([]);
    expect(codes('import ""\nimport "../.."\nimport "\\u0000"', { '': '', '..': '\0' })).not.toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { json, pullback, SQUARE, writing } from '../testing/command-line';

describe('compile', () => {
  test('writes a module and its types', async () => {
    const { status, out, error, files } = await writing(SQUARE, 'compile', 'square.pbk', '-o', 'out/square.mjs');
    expect({ status, out, error }).toEqual({ status: 0, out: '', error: '' });
    expect(Object.keys(files)).toEqual(['out/square.mjs', 'out/square.d.mts']);
    expect(files['out/square.mjs']).toMatch(/^\/\/ Compiled from square\.pbk by Pullback\.\n/u);
    expect(files['out/square.d.mts']).toContain('readonly x: number;');
    expect(Object.keys((await writing(SQUARE, 'compile', '-', '-o', 'a.b.js')).files)).toEqual(['a.b.js', 'a.b.d.ts']);
  });

  test('tells what it has written as JSON', async () => {
    const { out, files } = await writing(SQUARE, 'compile', '-', '-o', 'square.mjs', '--json');
    const bytes = Object.values(files).join('').length;
    expect(JSON.parse(out)).toEqual({ ok: true, files: ['square.mjs', 'square.d.mts'], bytes });
  });

  test('makes modules that take the values of --set as defaults, and the limits', async () => {
    const text = 'input x : real = 3\nlet rec go (n : int) y = if n = 0 then y else go (n - 1) (sin y) in go 1000 x';
    const { out } = await pullback(text, 'compile', '-', '-o', '-', '--set', 'x=5', '--steps', '500');
    const model: unknown = await import(`data:text/javascript,${encodeURIComponent(out)}`);
    expect(model).toMatchObject({ defaults: { x: 5 } });
    const message = 'the run was stopped after 500 steps';
    expect(() => (model as { value: () => number }).value()).toThrow(message);
  });

  test('prints or writes WebAssembly text', async () => {
    const { status, out } = await pullback(SQUARE, 'compile', '-', '--target', 'wat');
    expect(status).toBe(0);
    expect(out).toMatch(/^\(module\n[^]*\(func \$entry_value \(export "value"\)[^]*\)\n$/u);
    const { files } = await writing(SQUARE, 'compile', '-', '--target', 'wat', '-o', 'square.wat');
    expect(files).toEqual({ 'square.wat': out });
    expect(await json(SQUARE, 'compile', '-', '--target', 'wat')).toEqual({
      status: 0,
      answer: { ok: true, files: [], bytes: out.length, text: out },
    });
  });

  test.each([
    [[]],
    [['-o']],
    [['-o', 'square.txt']],
    [['-o', '.mjs']],
    [['-o', 'out/.mjs']],
    [['--target', 'wat', '--target', 'asm']],
    [['-o', 'missing/square.mjs']],
  ])('has exit status 2 and writes nothing with %j', async (options) => {
    const { status, out, error } = await pullback(SQUARE, 'compile', '-', ...options);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(error).toMatch(/^pullback: /u);
  });

  test.each([
    ['x + 1', 'unknown-name', 1, 1],
    ['input x : real = 3', 'unsupported', 1, 1],
    ['input x : real = 3\nfun y -> x * y', 'unsupported', 2, 1],
    ['input n : int = 9\ninput x : real = 1\ntaylor n (fun y -> y * x) x', 'unsupported', 3, 1],
    ['input x : real = log 0\nx', 'domain', 1, 18],
  ])('refuses %j with the place', async (text, code, line, column) => {
    const answered = await json(text, 'compile', '-', '-o', '-');
    expect(answered).toMatchObject({
      status: 1,
      answer: { ok: false, diagnostics: [{ code, span: { start: { line, column } } }] },
    });
  });

  test('takes a program whose value is undefined at the inputs', async () => {
    const { status } = await pullback('input x : real = 0\nlog x', 'compile', '-', '-o', '-');
    expect(status).toBe(0);
  });
});

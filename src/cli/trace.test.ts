import { expect, test } from 'vitest';
import { failure, json, pullback, SQUARE } from '../testing/command-line';

test('trace prints the trace and its symbolic derivative', async () => {
  const { status, out } = await pullback(SQUARE, 'trace', '-', '--anf');
  expect(status).toBe(0);
  expect(out).toContain('x * x');
  expect(await json(SQUARE, 'trace', '-', '--anf')).toMatchObject({
    answer: {
      ok: true,
      trace: expect.stringContaining('x * x') as unknown,
      derivative: expect.any(String) as unknown,
      sizes: { trace: expect.any(Number) as unknown, derivative: expect.any(Number) as unknown },
    },
  });
});

test('trace without --anf prints the literal terms in the notation of the paper', async () => {
  const trace = 'let t1 : ℝ = x · x in\nsin(t1)';
  const text = 'input x : real = 3\nsin (x * x)';
  const { status, out } = await pullback(text, 'trace', '-');
  expect(status).toBe(0);
  expect(out.startsWith(`-- trace by the literal rules, size 7\n${trace}\n\n-- symbolic`)).toBe(true);
  expect(out).toContain('.(·)_r(⟨');
  expect(await json(text, 'trace', '-')).toMatchObject({
    status: 0,
    answer: {
      ok: true,
      trace,
      derivative: expect.stringContaining('sin_r(') as unknown,
      sizes: { trace: 7, derivative: 42 },
    },
  });
});

test('a literal term that is too large names its size and --anf', async () => {
  const text = 'let rec f (n, x) = if n < 0.5 then x else f (n - 1, x * 1.5)\ninput x : real = 1\nf (5, x)';
  const { status, out, error } = await pullback(text, 'trace', '-');
  expect([status, out]).toEqual([1, '']);
  expect(error).toMatch(/has [\d,]+ nodes; the limit is 20,000/u);
  expect(error).toContain('--anf');
  expect(await json(text, 'trace', '-')).toMatchObject({ status: 1, answer: failure('unsupported') });
  expect((await pullback(text, 'trace', '-', '--anf')).status).toBe(0);
});

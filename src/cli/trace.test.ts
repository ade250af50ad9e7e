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

test('the trace is printed also where its derivative is too large, with the size of that', async () => {
  const text = 'let rec f (n, x) = if n < 0.5 then x else f (n - 1, x * 1.5)\ninput x : real = 1\nf (5, x)';
  const { status, out } = await pullback(text, 'trace', '-');
  expect(status).toBe(0);
  expect(out).toContain('-- trace by the literal rules, size 135\nlet z : ℝ × ℝ = ⟨5, x⟩ in');
  expect(out).toMatch(
    /-- symbolic derivative, size 11,627,119,024,411\n-- too large to be written out: the limit is 20,000 nodes; .*--anf/u,
  );
  expect(await json(text, 'trace', '-')).toMatchObject({
    status: 0,
    answer: { sizes: { trace: 135, derivative: 11_627_119_024_411 } },
  });
  const longer = text.replace('(5, x)', '(50, x)');
  expect(await json(longer, 'trace', '-')).toMatchObject({
    answer: { sizes: { derivative: expect.stringMatching(/^[1-9]\d{70,}$/u) as unknown } },
  });
  expect((await pullback(text, 'trace', '-', '--anf')).status).toBe(0);
});

test('a literal trace that is too large names the limit and --anf', async () => {
  const text = 'let rec f (n, x) = if n < 0.5 then x else f (n - 1, x * 1.0)\ninput x : real = 1\nf (20000, x)';
  const { status, out, error } = await pullback(text, 'trace', '-');
  expect([status, out]).toEqual([1, '']);
  expect(error).toContain('the trace term has more than 100,000 nodes');
  expect(error).toContain('--anf');
  expect(await json(text, 'trace', '-')).toMatchObject({ status: 1, answer: failure('unsupported') });
});

test('inner derivatives that are too large to be written have constants or programs in their places', async () => {
  const closed = 'input x : real = 2\nlet w = gradientDescent 0.01 2000 (fun w -> (w - 3) ^ 2) 0\nx * w';
  const { status, out } = await pullback(closed, 'trace', '-');
  expect(status).toBe(0);
  expect(out).toMatch(/^-- replaced inner derivatives by constants\n-- trace by the literal rules, size 6\n/u);
  const deep = 'input x : real = 2\nderiv (fun a -> deriv (fun b -> deriv (fun c -> c ^ 5) b) a) x';
  expect(await json(deep, 'trace', '-')).toMatchObject({ status: 0, answer: { ok: true, inner: ['dual numbers'] } });
  const small = await json('input x : real = 2\nx * deriv (fun y -> x * y * y) x', 'trace', '-');
  expect(small.answer).not.toHaveProperty('inner');
});

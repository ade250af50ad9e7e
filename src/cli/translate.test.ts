import { expect, test } from 'vitest';
import { failure, json, pullback, SQUARE } from '../testing/command-line';

test('translate prints the program as an engine translates it, at the point', async () => {
  const { out } = await pullback(SQUARE, 'translate', '-', '--engine', 'forward', '--set', 'x=5');
  expect(out).toBe(`let main (x, dx) = (x * x, x * dx + x * dx)

input x0 : real = 5.0
input dx0 : real = 1.0

let s0 = (x0, dx0)
let t = main s0

t.2
`);
  expect(await json(SQUARE, 'translate', '-', '--engine', 'reverse')).toMatchObject({
    status: 0,
    answer: {
      ok: true,
      text: expect.stringContaining(
        'w <- Delta.deltaLet (Delta.Add (Delta.Scale (x, dx), Delta.Scale (x, dx)))',
      ) as unknown,
      type: 'real * Delta.Delta -> Delta.M (real * Delta.Delta)',
    },
  });
});

test('translate --engine forward prints a program that runs to the derivative', async () => {
  for (const [text, derivative] of [
    [SQUARE, 6],
    ['input x : real = 3\nlet rec power n = if n = 0 then 1 else x * power (n - 1)\npower 3', 27],
    ['input x : real = 3\nx * deriv (fun y -> x * y * y) x', 54],
    ['let f x = x ^ 2\ngrad f 3', 6],
  ] as const) {
    const { answer } = await json(text, 'translate', '-', '--engine', 'forward');
    const { text: translated } = answer as { readonly text: string };
    const ran = await json(translated, 'run', '-');
    expect(ran).toMatchObject({ status: 0, answer: { outputs: [{ value: derivative }] } });
  }
});

test('translate reports what takes the places of inner derivatives, and why it cannot translate', async () => {
  const inner = 'input x : real = 3\nx * deriv (fun y -> x * y * y) x';
  expect(await json(inner, 'translate', '-', '--engine', 'forward')).toMatchObject({
    answer: { inner: ['dual numbers'] },
  });
  expect((await pullback(inner, 'translate', '-', '--engine', 'forward')).out).toMatch(
    /^-- replaced inner derivatives by dual-number programs/,
  );
  const undefinedThere = await json('input x : real = 0\nlog x', 'translate', '-', '--engine', 'forward');
  expect(undefinedThere).toMatchObject({ status: 1, answer: failure('domain') });
  expect((await pullback(SQUARE, 'translate', '-')).error).toContain('needs --engine ID, one of reverse, tape, ');
  const numeric = await pullback(SQUARE, 'translate', '-', '--engine', 'numeric');
  expect(numeric.error).toContain('numeric does not translate programs');
});

test('translate --engine taylor prints the (1,1) macro, or that of an order and directions, or the restricted one', async () => {
  const taylor = async (...options: readonly string[]): Promise<string> =>
    (await pullback(SQUARE, 'translate', '-', '--engine', 'taylor', ...options)).out;
  expect(await taylor()).toBe(`let main (x, dx) = (x * x, x * dx + x * dx)

input x0 : real * real = (3.0, 1.0)

main x0
`);
  expect(await taylor('--order', '2')).toContain(
    'let main (x_0, x_1, x_2) =\n  (x_0 * x_0, x_0 * x_1 + x_0 * x_1, x_0 * x_2 + x_0 * x_2 + 2.0 * x_1 * x_1)',
  );
  expect(await taylor('--directions', '2')).toContain('input x0 : real * real * real = (3.0, 0.0, 1.0)');
  expect(await taylor('--restricted')).toContain('let main (x_00, x_01, x_10, x_11) =');
  const second = await json(await taylor('--directions', '2', '--order', '2'), 'run', '-');
  expect(second).toMatchObject({ status: 0, answer: { outputs: [{ value: [9, 0, 0, 6, 0, 2] }] } });
  const inner = 'input x : real = 3\nx * deriv (fun y -> x * y * y) x';
  expect(await json(inner, 'translate', '-', '--engine', 'taylor', '--order', '3')).toMatchObject({
    answer: { inner: ['dual numbers'] },
  });
  const large = await json(
    'input x : real = 2\natan2 (x, x) / x',
    'translate',
    '-',
    '--engine',
    'taylor',
    '--order',
    '20',
  );
  expect(large).toMatchObject({ status: 1, answer: failure('unsupported') });
});

test('translate prints the same combinators for both versions of the paper, and how they differ', async () => {
  const text = 'input x : real = 2\nlet square y = y * y\nsquare x + (fun z -> x * z) 3';
  const combinators = `square : real ⇝ real = curry (prod proj_1 proj_1 ∘ (·))
main : (x : real) ⇝ real =
  prod
    (prod (const square) proj_1 ∘ eval)
    (prod (curry (prod proj_1 proj_2 ∘ (·))) (const 3) ∘ eval)
  ∘ (+)
`;
  expect(await pullback(text, 'translate', '-', '--engine', 'curry')).toEqual({
    status: 0,
    error: '',
    out: `${combinators}T[λ y] = [(real, real)]
T[λ z] = [(real, real)]
a function's tangent is the list of its calls, (argument, tangent of the result): curry runs its body again for each
`,
  });
  expect(await pullback(text, 'translate', '-', '--engine', 'curry-dependent')).toEqual({
    status: 0,
    error: '',
    out: `${combinators}T[λ y] = unit
T[λ z] = (x : real)
a function's tangent is that of the context it captured: eval brings it back, and curry runs nothing again
`,
  });
  expect(await json(text, 'translate', '-', '--engine', 'curry-dependent')).toMatchObject({
    answer: { ok: true, type: '(x : real) ⇝ real' },
  });
});

import { describe, expect, test } from 'vitest';
import { checkProgram } from '../../language/core/check';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { checked, focusOf } from '../../testing/checked';
import { LONG } from '../../testing/runs';
import { agree, type Agreement } from '../agree';
import type { AnyEngineId, Inner } from '../engine';
import { programOfMain } from '../main';
import { ENGINES } from '../registry';
import { subjectOf, type Subject } from '../subject';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20, steps: 2e7 };

/** The engines of linear cost; `curry` and `reverse-delta` double their work with lets. */
const LINEAR: readonly AnyEngineId[] = ['reverse', 'tape', 'reverse-dense', 'forward', 'taylor', 'curry-dependent'];

/** `curry` takes seconds to reach its step limit in many of the programs, so the short run leaves it out. */
const TESTED = LONG ? ENGINES : ENGINES.filter(({ id }) => id !== 'curry');

function subject(text: string): Subject {
  const { main, point } = focusOf(checked(text));
  const outcome = drain(subjectOf(main, point, budget));
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return outcome.value;
}

function agreement(text: string): Agreement {
  const { main, point } = focusOf(checked(text));
  return drain(agree(main, point, { engines: TESTED, budget, now: () => performance.now() }));
}

/** Programs, what takes the places of their derivatives, and the derivative with respect to x where it is known. */
const PROGRAMS: readonly (readonly [string, readonly Inner[], string, number?])[] = [
  [
    'a closed derivative',
    ['constant'],
    'let f u = if u > 1 then u * u else u\nlet c = deriv (fun y -> y * y) 3\nf x * c',
    24,
  ],
  ['a closed descent', ['constant'], 'let w = gradientDescent 0.001 20 (fun w -> (w - 1) ^ 2) 0\nx * w'],
  ['a long closed descent', ['constant'], 'let w = gradientDescent 0.001 2000 (fun w -> (w - 1) ^ 2) 0\nx * w'],
  ['a closed gradient of an array', ['constant'], 'let g = grad (fun v -> dot v v) [1, 2, 3]\nx * g[1]', 4],
  [
    'a closed call of a function that differentiates its argument',
    ['constant'],
    'let slope k = deriv (fun y -> y ^ 3 * k) 2\nx * slope 5',
    60,
  ],
  [
    'a closed derivative in a closed derivative',
    ['constant'],
    'x * deriv (fun y -> y * deriv (fun z -> z * z * y) 3) 2',
    24,
  ],
  [
    'a closed derivative in one that an input reaches',
    ['constant', 'dual numbers'],
    'deriv (fun y -> y * x * x * deriv (fun z -> z * z) 3) 1',
    24,
  ],
  [
    'a closed derivative of a local constant in a function',
    ['constant', 'dual numbers'],
    'let f y = let k = 3 in y * x * deriv (fun z -> z * z) k\nderiv f 1',
    6,
  ],
  [
    'a closed derivative in a branch that is not taken and fails',
    ['constant'],
    'if x > 100 then deriv log (0 - 1) else x * deriv exp 0',
    1,
  ],
  [
    'a closed descent that never ends, in a branch that is not taken',
    ['constant'],
    'let rec forever w = forever (w - deriv sin w)\nif x > 100 then forever 1 else x * deriv exp 0',
    1,
  ],
  [
    'a constant in a loop',
    ['constant'],
    'let rec loop (n : int, a) = if n = 0 then a else loop (n - 1, a * deriv (fun y -> y * y) 0.6)\nloop (5, x)',
  ],
  [
    'a derivative at a leaf that no input reaches',
    ['dual numbers'],
    'let rec loop (n : int, a) = if n = 0 then a else loop (n - 1, a + x * deriv sin (toReal n))\nloop (4, x)',
  ],
  ['a captured input', ['dual numbers'], 'x * deriv (fun y -> x * y * y) x', 24],
  ['the example of Abadi and Plotkin', ['dual numbers'], 'deriv (fun z -> z * deriv (fun y -> z + y) 1) x', 0],
  [
    'perturbations of the same function',
    ['dual numbers'],
    'let f z = deriv (fun y -> z + y) 1\nderiv (fun z -> z + f z) x',
    0,
  ],
  ['a product of perturbations', ['dual numbers'], 'deriv (fun a -> a * deriv (fun y -> a * y) 2) x * x', 8],
  ['a branch on the inner variable', ['dual numbers'], 'deriv (fun y -> if y > 1 then y * y * x else y) x', 8],
  [
    'a branch on an inner derivative',
    ['dual numbers'],
    'let d = deriv (fun y -> y ^ 3) x\nif d > 5 then d * x else x',
    36,
  ],
  [
    'a recursive function',
    ['dual numbers'],
    'let rec power (y, n : int) = if n = 0 then 1 else y * power (y, n - 1)\nderiv (fun y -> power (y, 4)) x',
    48,
  ],
  [
    'mutually recursive functions',
    ['dual numbers'],
    'let rec even (n : int, y) = if n = 0 then y else odd (n - 1, y * x)\nand odd (n : int, y) = if n = 0 then 0 else even (n - 1, y + 1)\nderiv (fun y -> even (4, y)) x',
    4,
  ],
  ['a function that captures an input, defined outside', ['dual numbers'], 'let scaled y = x * sin y\nderiv scaled x'],
  [
    'a recursive function that captures an input',
    ['dual numbers'],
    'let rec go (n : int, y) = if n = 0 then y else go (n - 1, y * x + 1)\nderiv (fun y -> go (3, y)) 2',
    12,
  ],
  [
    'a function of functions',
    ['dual numbers'],
    'let twice f y = f (f y)\nderiv (fun y -> twice (fun u -> u * u * x) y) 1',
    48,
  ],
  ['a derivative as a function', ['dual numbers'], 'let d f y = deriv f y\nd (d (fun u -> u ^ 4)) x', 48],
  ['derivatives of order five', ['dual numbers'], 'let d f y = deriv f y\nd (d (d (d (d (fun u -> u ^ 7))))) x', 10080],
  ['a derivative that is passed on', ['dual numbers'], 'sum (map (deriv (fun y -> y ^ 3 * x)) [1, 2])', 15],
  [
    'a descent on a loss of an input',
    ['dual numbers'],
    'let w = gradientDescent 0.1 5 (fun w -> (w - x) ^ 2) 0\nx * w',
  ],
  [
    "a descent with a reader's own loop",
    ['dual numbers'],
    'let loss w = (w * x - 3) ^ 2\nlet rec descend (w, n : int) = if n = 0 then w else descend (w - 0.05 * grad loss w, n - 1)\ndescend (0, 4)',
  ],
  [
    'a loop that takes its loss as a part of a pair',
    ['dual numbers'],
    'let rec descend (f, w, n : int) = if n = 0 then w else descend (f, w - 0.05 * deriv f w, n - 1)\ndescend (fun w -> (w - x) ^ 2, 0, 4)',
  ],
  [
    'a partial application that waits for its loss',
    ['dual numbers'],
    'let optimise = gradientDescent 0.1 3\noptimise (fun w -> (w - x) ^ 2) 0',
  ],
  [
    'a descent in a descent',
    ['dual numbers'],
    'gradientDescent 0.1 3 (fun a -> let b = gradientDescent 0.1 3 (fun b -> (b - a * x) ^ 2) 0 in (b - 1) ^ 2) 0.5',
  ],
  ['momentum, by partial application', ['dual numbers'], 'momentum 0.1 0.5 3 (fun w -> (w - x) ^ 2) 0'],
  ['the search for a root', ['dual numbers'], 'findRoot 4 (fun r -> r * r - x) 1'],
  ['a gradient of a pair', ['dual numbers'], 'let (a, b) = grad (fun (u, v) -> u * u * v * x) (x, 3)\na * b'],
  [
    'a gradient of a record',
    ['dual numbers'],
    'let g = grad (fun p -> p.slope * x + p.slope * p.offset ^ 2) { slope = 2, offset = x }\ng.slope * g.offset',
  ],
  [
    'a gradient beside leaves',
    ['dual numbers'],
    'let (a, n) = grad (fun (u, k : int) -> u ^ k * x) (x, 3)\na * toReal n',
  ],
  ['functions in an array', ['dual numbers'], 'sum (map (fun f -> deriv f x) [sin, fun y -> y * y * x])'],
  [
    'a captured array',
    ['dual numbers'],
    'let xs = [x, 2 * x, 3]\nderiv (fun y -> sum (map (fun u -> u * y * y) xs)) x',
  ],
  [
    'a captured list in a recursive function',
    ['dual numbers'],
    'let xs = x :: x * x :: []\nlet rec total (ys, k) = match ys with [] -> 0 | z :: zs -> z * k + total (zs, k * k)\nderiv (fun k -> total (xs, k)) x',
  ],
  [
    'a captured variant',
    ['dual numbers'],
    'type Shape = Circle real | Box (real * real)\nlet area (s, k) = match s with Circle r -> k * r * r | Box (a, b) -> k * k * a * b\nlet s = if x > 1 then Box (x, 3) else Circle x\nderiv (fun k -> area (s, k)) x',
    24,
  ],
  [
    'a second derivative through a variant',
    ['dual numbers'],
    'type Shape = Circle real | Box (real * real)\nlet area s = match s with Circle r -> r ^ 3 | Box (a, b) -> a ^ 2 * b\nderiv (fun k -> deriv (fun y -> area (Box (y, k))) k) x',
    4,
  ],
  ['a forward derivative', ['dual numbers'], 'let (a, b) = fd (fun (u, v) -> (u * v, u * x)) (x, 3) (1, x)\na * b'],
  [
    'a forward derivative of an array',
    ['dual numbers'],
    'sum (fd (fun v -> map (fun u -> u * u * x) v) [1, x] [x, 2])',
  ],
  ['jvp', ['dual numbers'], 'let (y, dy) = jvp (fun u -> sin u * x) x 2\ny * dy'],
  ['vjp', ['dual numbers'], 'let (y, back) = vjp (fun u -> u ^ 3 * x) x\ny * back 2'],
  ['a reverse derivative with a cotangent', ['dual numbers'], 'rd (fun u -> (u * x, u ^ 2)) x (3, x)'],
  [
    'an unused function in a function',
    ['dual numbers'],
    'let f y = let g z = deriv (fun u -> u) z in y\nderiv (fun y -> y * y + f y) x',
    2,
  ],
  [
    'an unused function in a function whose call is written out',
    ['dual numbers'],
    'let rec iterate f (n : int) y = if n = 0 then y else iterate f (n - 1) (f y)\nlet walk f y = iterate (fun u -> u - deriv f u) 2 y\nlet h k = let g y = k (walk (fun u -> u * u) y) in k (deriv (fun u -> u * u) x)\nh (fun y -> y * y)',
    16,
  ],
  [
    'an unused function in a function that is copied',
    ['dual numbers'],
    'let rec iterate f (n : int) y = if n = 0 then y else iterate f (n - 1) (f y)\nderiv (fun y -> let g u = iterate (fun v -> v * v) 2 u in y * y) x',
    2,
  ],
  [
    'an unused recursive function in a function that is copied',
    ['dual numbers'],
    'let slope y = deriv (fun u -> let rec g (n : int) v = if n = 0 then sum (map (fun i -> v * toReal i) (range 0 n)) else g (n - 1) v in u * u) y\nslope x',
    2,
  ],
  [
    'a local descent in a derivative',
    ['dual numbers'],
    'deriv (fun k -> let rec descend f (n : int, w) = if n = 0 then w else descend f (n - 1, w - 0.1 * deriv f w) in descend (fun w -> (w - k * x) ^ 2) (3, 0)) x',
  ],
  ['derivatives up to an order', ['taylor'], 'sum (taylor 3 (fun y -> y ^ 5) x)', 80 + 160 + 240 + 240],
  ['derivatives up to order 0', ['taylor'], 'sum (taylor 0 (fun y -> y ^ 5) x)', 80],
  ['derivatives up to order 1', ['taylor'], 'sum (taylor 1 (fun y -> y ^ 5 * x) x)', 192 + 400],
  ['derivatives up to order 8', ['taylor'], 'sum (taylor 8 (fun y -> sin (x * y)) 0.5)'],
  [
    'derivatives of every operation that a literal can be part of',
    ['taylor'],
    'sum (taylor 4 (fun y -> exp (sin y / (1 + y ^ 2)) * log y ^ 3 - sqrt y ^ x + 2 * tanh (1 - y)) x)',
  ],
  [
    'derivatives up to an order that has a name',
    ['taylor'],
    'let n = 3\nlet top f = taylor n f\nsum (map (fun u -> sum (top (fun y -> y ^ 3 * u) x)) [1, 2])',
    3 * (12 + 12 + 6),
  ],
  [
    'derivatives of functions with branches, recursion, folds and data',
    ['taylor'],
    'type Shape = Circle real | Box (real * real)\nlet rec power (y, n : int) = if n = 0 then 1 else y * power (y, n - 1)\nlet area s = match s with Circle r -> power (r, 3) | Box (a, b) -> a * b\nsum (taylor 2 (fun y -> (if y > 1 then area (Box (y, x)) else 0) + fold (u, a) -> a * u + area (Circle y) over [y, x] from y) x)',
  ],
  [
    'derivatives up to an order, of a function with a derivative in it',
    ['dual numbers', 'taylor'],
    'sum (taylor 2 (fun y -> deriv (fun z -> z ^ 3 * y * y) x * x) x)',
  ],
  [
    'a derivative of derivatives up to an order',
    ['taylor', 'dual numbers'],
    'deriv (fun k -> sum (taylor 2 (fun y -> sin (k * y) * x) k)) x',
  ],
  [
    'a gradient of derivatives up to an order',
    ['taylor', 'reverse'],
    'sum (grad (fun v -> sum (taylor 2 (fun y -> v[0] * y ^ 3 * v[1]) v[1])) [x, 2])',
  ],
  ['derivatives up to two orders', ['taylor'], 'sum (taylor 2 sin x) * sum (taylor 3 (fun y -> y ^ 3 * x) x)'],
  ['hvp', ['reverse', 'dual numbers'], 'sum (hvp (fun v -> v[0] ^ 3 * v[1]) [x, 2] [1, x])'],
  ['a Hessian', ['reverse'], 'let h = hessian (fun v -> v[0] ^ 3 * v[1] ^ 2) [x, 2]\nh[0][1] * h[0][0]'],
  ['a Jacobian', ['reverse'], 'let j = jacobian (fun v -> [v[0] * v[1] * x, sin v[0]]) [x, 2]\nj[0][0] * j[1][0]'],
  ["Newton's method", ['dual numbers'], 'newton 2 (fun w -> (w - x) ^ 4 + w * w) 1'],
  ['a gradient of an array', ['reverse'], 'sum (grad (fun v -> sum (map (fun u -> u * u * x) v)) [1, 2, 3, x, 5])', 30],
  [
    'a gradient of a list by recursion',
    ['reverse'],
    'let rec product ys = match ys with [] -> 1 | z :: zs -> z * product zs\nsum (grad product [x, 2, x * x])',
  ],
  ['a gradient by fold', ['reverse'], 'sum (grad (fun v -> fold (u, a) -> sin u * a + x over v from 1) [x, 0.5])'],
  [
    'a gradient of many parts',
    ['reverse'],
    'let (a, b, c, d, e) = grad (fun (a, b, c, d, e) -> a * b + c * d * e * x) (1, x, 2, 3, x)\na + c * d + e',
  ],
  [
    'a descent on an array',
    ['reverse'],
    'let w = gradientDescent 0.01 3 (fun w -> sum (map (fun u -> (u - x) ^ 2) w)) [0, 0, 1]\ndot w w',
  ],
  [
    'Adam on a loss of data',
    ['reverse'],
    'let loss data w = sum (map (fun d -> (d - w[0] - w[1] * x) ^ 2) data)\nlet w = adam 0.1 3 (loss [1, 2, 3]) [0, 0]\nw[0] * w[1]',
  ],
  [
    'a loss that computes before it takes its argument',
    ['reverse'],
    'let loss k = let twice = 2 * k in fun w -> (w[0] - twice) ^ 2 + w[1] * twice\nsum (grad (loss x) [1, x])',
  ],
  [
    'a gradient of a tree',
    ['reverse'],
    'type Tree = Leaf real | Node (Tree * Tree)\nlet rec total t = match t with Leaf r -> r * r * x | Node (a, b) -> total a * total b\nlet rec leaves t = match t with Leaf r -> r | Node (a, b) -> leaves a + leaves b\nleaves (grad total (Node (Leaf x, Node (Leaf 2, Leaf x))))',
  ],
  [
    'a cotangent that is a real, of a large value',
    ['reverse'],
    'sum (rd (fun v -> 1e300 + v[0] * v[1] * x) [x, 3] (1e10 * x)) * 1e-10',
    24,
  ],
  ['a cotangent that is an array', ['reverse'], 'sum (rd (fun v -> [v[0] * v[1], x * v[1]]) [x, 3] [1, x])'],
  [
    'a gradient of an array in a derivative',
    ['reverse', 'dual numbers'],
    'deriv (fun k -> sum (grad (fun v -> k * k * v[0] * v[1] * x) [k, 2])) x',
  ],
  [
    'an update in a gradient',
    ['reverse'],
    'sum (grad (fun v -> sum (map (fun u -> u * u) (update v 0 (v[1] * x)))) [1, x, 3])',
  ],
];

/** Programs whose derivatives cannot be replaced, and why. */
const VIA_TRACE: readonly (readonly [string, string, RegExp])[] = [
  [
    'functions in a list that is folded',
    'fold (f, a) -> a + deriv f x over [sin, fun y -> y * y * x] from 0',
    /which function `f` is/,
  ],
  [
    'a recursive function that differentiates itself',
    'let rec f (n : int) y = if n = 0 then y ^ 3 else deriv (f (n - 1)) y\nf 2 x',
    /`f` uses its own derivative/,
  ],
  [
    'derivatives to an order that varies',
    'sum (map (fun n -> sum (taylor n (fun y -> y ^ 3) x)) [1, 2])',
    /the order of `taylor` is known only when the program runs/,
  ],
  ['derivatives to a high order', 'sum (taylor 12 (fun y -> sin (x * y)) x)', /the order of `taylor` is not between/],
];

const INPUT = 'input x : real = 2\n';

function expectAgreement(text: string, derivative: number | undefined): Agreement {
  const found = agreement(text);
  expect(found.verdict, JSON.stringify(found.columns, undefined, 1)).toBe('agree');
  for (const column of found.columns) {
    if (LINEAR.includes(column.engine)) expect(column).toMatchObject({ status: 'ok' });
    if (column.status === 'ok' && derivative !== undefined) expect(column.derivatives[0]).toBeCloseTo(derivative, 6);
  }
  return found;
}

/** Programs in which `curry` does not reach its step limit. */
const BY_CURRY: readonly string[] = [
  'a closed derivative',
  'a captured input',
  'functions in an array',
  'a gradient of a pair',
];

describe('derivatives inside the program', () => {
  const programs = PROGRAMS.map(([name, inner, text, derivative]) => ({ name, inner, text, derivative }));

  test.each(programs)('$name', ({ inner, text, derivative }) => {
    const { main, ranOn } = subject(INPUT + text);
    expect(ranOn).toEqual({ inner });
    expect(checkProgram(programOfMain(main))).toEqual([]);
    const { columns } = expectAgreement(INPUT + text, derivative);
    for (const column of columns) {
      if (LINEAR.includes(column.engine)) expect(column).toMatchObject({ result: { inner } });
    }
  });

  test.each(programs.filter(({ name }) => BY_CURRY.includes(name)))('$name, by curry', ({ inner, text }) => {
    const { main, point } = focusOf(checked(INPUT + text));
    const engines = ENGINES.filter(({ id }) => id === 'curry' || id === 'trace-anf');
    const { verdict, columns } = drain(agree(main, point, { engines, budget, now: () => performance.now() }));
    expect(verdict).toBe('agree');
    expect(columns.find(({ engine }) => engine === 'curry')).toMatchObject({ status: 'ok', result: { inner } });
  });

  test.each(VIA_TRACE)('%s are differentiated by the trace, which says why', (_, text, why) => {
    expect(subject(INPUT + text).ranOn).toMatchObject({ via: 'trace', why: expect.stringMatching(why) as unknown });
    expectAgreement(INPUT + text, undefined);
  });
});

describe('the literal engine', () => {
  test.each<[string, string, readonly string[]]>([
    ['a descent of 2,000 steps', 'let w = gradientDescent 0.01 2000 (fun w -> (w - 3) ^ 2) 0\nx * w', ['constant']],
    [
      'a derivative of order four',
      'deriv (fun a -> deriv (fun b -> deriv (fun c -> deriv (fun d -> sin (d * d) * exp d) c) b) a) x',
      ['dual numbers'],
    ],
    [
      'a closed derivative of order three',
      'let c = deriv (fun y -> deriv (fun z -> deriv (fun u -> u ^ 3 * z * y) z) y) 3\nx * c',
      ['constant'],
    ],
  ])('takes the place of what is too large to be written: %s', (_, text, inner) => {
    const { columns } = expectAgreement(`${INPUT}${text}`, undefined);
    expect(columns.find(({ engine }) => engine === 'trace')).toMatchObject({ status: 'ok', result: { inner } });
  });

  test('writes out what fits', () => {
    const { columns } = expectAgreement(`${INPUT}x * deriv (fun y -> x * y * y) x`, 24);
    const literal = columns.find(({ engine }) => engine === 'trace');
    expect(literal).toMatchObject({ status: 'ok' });
    expect(literal).not.toHaveProperty('result.inner');
  });
});

import { describe, expect, test } from 'vitest';
import { agree } from '../ad/agree';
import type { ComparedEngine } from '../ad/engine';
import { ENGINES } from '../ad/registry';
import { checkProgram } from '../language/core/check';
import { printCore } from '../language/core/print';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import { DELTA_ENGINE, DENSE_ENGINE, FORWARD_ENGINE, MONADIC_ENGINE } from '../testing/own-engines';
import { createOwnEngines } from './own-engine';
import type { Settings } from './settings';

function engineOf(text: string, name: string): ComparedEngine {
  const found = drain(createOwnEngines()([text], { cell: 0, name, id: 0 }, {}));
  if (found.tag === 'ok') return found.engine;
  throw new Error(found.diagnostics.map(({ message, hint }) => `${message} (${hint ?? ''})`).join('\n'));
}

/** Returns the messages of an engine that cannot be one. */
function problemOf(text: string, name = 'e'): string {
  const found = drain(createOwnEngines()([text], { cell: 0, name, id: 0 }, {}));
  if (found.tag === 'ok') throw new Error('it is an engine');
  return found.diagnostics.map(({ message }) => message).join('\n');
}

const RIGHT: readonly (readonly [string, string])[] = [
  ['dual', FORWARD_ENGINE],
  ['dense', DENSE_ENGINE],
  ['graph', DELTA_ENGINE],
  ['shared', MONADIC_ENGINE],
];

const PROGRAMS: readonly (readonly [string, string])[] = [
  ['a product and a sine', 'input x : real = 2\ninput y : real = 3\nx * y + sin x'],
  ['a constant', 'input x : real = 2\n3'],
  ['a let that is used twice', 'input x : real = 2\nlet y = x * x\ny * y + y'],
  ['a function and a comparison', 'input x : real = 2\nlet f y = if y > 1 then y * y else y\nf x + f 0.5'],
  ['a recursion', 'input x : real = 0.5\nlet rec power n = if n = 0 then 1 else x * power (n - 1)\npower 5'],
  ['a list', 'input xs : list real = [1, 2, 3]\nsum (map (fun x -> x * x) xs)'],
  ['an array', 'input xs : array real = [1, 2, 3]\nsum (build (length xs) (fun i -> xs[i] * toReal i))'],
  [
    'a variant',
    'type Shape = Circle real | Box { w : real, h : real }\ninput s : Shape = Box { w = 2, h = 3 }\nmatch s with Circle r -> r * r | Box { w, h } -> w * h',
  ],
  ['a pair as result', 'input x : real = 2\ninput p : real * int = (3, 4)\n(x * p.1, x + p.1)'],
  ['a list as result', 'input xs : list real = [1, 2]\nmap (fun x -> x * x) xs'],
  ['a fold', 'input x : real = 2\nfold (y, acc) -> y * acc + x over [1, x, 3] from 1'],
  ['a function as a value', 'input x : real = 2\nlet twice f y = f (f y)\ntwice (fun y -> y * x) x'],
  ['no real input', 'input n : int = 2\ntoReal n * 2'],
  ['a derivative inside', 'input x : real = 2\nderiv (fun y -> y * y * x) x'],
];

describe.each(RIGHT)('the engine %s', (name, text) => {
  test.each(PROGRAMS)('agrees with the published engines on %s', (_, program) => {
    const { main, point } = focusOf(checked(program));
    const own = engineOf(text, name);
    const engines = [...ENGINES.filter(({ id }) => id === 'reverse' || id === 'trace-anf'), own];
    const agreement = drain(agree(main, point, { engines, budget: COMMAND_LINE_BUDGET, now: () => 0 }));
    const column = agreement.columns.at(-1);
    expect(column).toMatchObject({ engine: `own:${name}`, status: 'ok', agrees: true });
    expect(agreement.verdict).toBe('agree');
  });

  test.each(PROGRAMS.filter(([program]) => program !== 'a derivative inside'))(
    'translates %s to a program that type-checks',
    (_, program) => {
      const { main, point } = focusOf(checked(program));
      for (const at of [undefined, point]) {
        const translated = engineOf(text, name).translate?.(main, at);
        expect(translated && checkProgram(translated.program)).toEqual([]);
      }
    },
  );
});

test('the translation is the program with the engine in the place of its operations', () => {
  const { main, point } = focusOf(checked('input x : real = 2\nlet f y = y * sin y\nif x > 1 then f x else 3'));
  const engine = engineOf(FORWARD_ENGINE, 'dual');
  const text = printCore(engine.translate?.(main, point).program ?? { variants: [], items: [] });
  const lines = text.slice(text.indexOf('let f')).trim().replaceAll(/\s+/gu, ' ');
  expect(lines).toBe(
    `let f (y : real * real) = let r_1 = dual.sin y in dual.multiply (y, r_1) let main (x : real * real) = let r_2 = dual.constant 1.0 in if dual.primal x > dual.primal r_2 then f x else dual.constant 3.0 dual.gradient (fun (xs_1 : array (real * real)) -> let t = main xs_1[0] in let _ = watch "the value of the main expression" (dual.primal t) in t) [2.0]`,
  );
});

const RUNS = 'constant = fun r -> r, primal = fun x -> x';

/** The answer of an engine for a program. */
function columnOf(engine: string, program: string): unknown {
  const { main, point } = focusOf(checked(program));
  const own = engineOf(engine, 'e');
  const budget = { ...COMMAND_LINE_BUDGET, steps: 1e5 };
  return drain(agree(main, point, { engines: [own], budget, now: () => 0 })).columns[0];
}

const X = 'input x : real = 2\n';

describe('a program outside the fragment of an engine', () => {
  const E = `let e = { ${RUNS}, add = fun (x, y) -> x + y, gradient = fun f xs -> let y = f xs in [y] }`;

  test.each<[string, string, string, string]>([
    ['an operation of the reader', `${X}x + x * x`, 'multiply', 'x * x'],
    ['an operation in a function of the reader', `${X}let f y = y + sin y\nf x`, 'sin', 'sin y'],
    ['an operation in the prelude', `${X}x + mean [x, x]`, 'divide', 'mean'],
  ])('%s is named with its place', (_, program, operation, place) => {
    const column = columnOf(E, program) as {
      status: string;
      diagnostic: { message: string; span: { start: number; end: number } };
    };
    expect(column.status).toBe('unsupported');
    expect(column.diagnostic.message).toBe(
      `the engine e does not support this program: the engine has no \`${operation}\``,
    );
    expect(program.slice(column.diagnostic.span.start, column.diagnostic.span.end)).toBe(place);
  });

  test('a result of several reals needs products and sums', () => {
    expect(columnOf(E, `${X}(x, x)`)).toMatchObject({
      status: 'unsupported',
      reason: expect.stringContaining('no `multiply`'),
    });
  });

  test('a result of one real does not: its gradient is multiplied by the cotangent', () => {
    const { main, point } = focusOf(checked(`${X}x + x`));
    const at = (cotangent: number) => drain(engineOf(E, 'e').run(main, { ...point, cotangent }, COMMAND_LINE_BUDGET));
    // The gradient of `e` is the value of the program.
    expect(at(8)).toMatchObject({ tag: 'ok', value: { value: 4, derivative: [32] } });
    expect(at(1e308)).toMatchObject({ tag: 'failed', diagnostic: { code: 'not-finite' } });
  });
});

describe('an engine that is wrong', () => {
  test.each<[string, string, object]>([
    [
      'never ends',
      `let rec forever x : array real = forever x\nlet e = { ${RUNS}, gradient = fun (f : array real -> real) xs -> forever (f xs) }`,
      { status: 'stopped' },
    ],
    [
      'does not run the program',
      `let e = { ${RUNS}, gradient = fun (f : array real -> real) xs -> xs }`,
      { status: 'failed', reason: '`gradient` of e does not run the program' },
    ],
    [
      'returns too few numbers',
      `let e = { ${RUNS}, gradient = fun f xs -> let y : real = f xs in build 0 (fun i -> y) }`,
      { status: 'failed', reason: '`gradient` of e returns 0 numbers for 1 number' },
    ],
    ['fails', `let e = { ${RUNS}, gradient = fun f xs -> let y : real = f xs in [xs[7]] }`, { status: 'failed' }],
  ])('%s', (_, engine, column) => {
    expect(columnOf(engine, `${X}x`)).toMatchObject(column);
  });

  test('a failure of the program itself is its own', () => {
    const engine = `let e = { ${RUNS}, log = fun x -> x, gradient = fun f xs -> let y : real = f xs in [y] }`;
    const { main, point } = focusOf(checked('input x : real = 1\nlog x'));
    const at = { ...point, arguments: [-1] };
    expect(drain(engineOf(engine, 'e').run(main, at, COMMAND_LINE_BUDGET))).toMatchObject({ tag: 'ok' });
    const index = focusOf(checked('input n : int = 0\ninput x : real = 1\n[x][n]'));
    const outside = { ...index.point, arguments: [3, 1] };
    expect(drain(engineOf(engine, 'e').run(index.main, outside, COMMAND_LINE_BUDGET))).toMatchObject({
      tag: 'failed',
      diagnostic: { code: 'index' },
    });
  });
});

describe('an engine without a gradient', () => {
  const ends = `multiply = fun ((a, b), (c, d)) -> (min (min (a * c) (a * d)) (min (b * c) (b * d)), max (max (a * c) (a * d)) (max (b * c) (b * d)))`;

  test('shows its value, with what an input is', () => {
    const engine = `let e = { constant = fun r -> (r, r), primal = fun (a, b) -> (a + b) / 2, argument = fun x -> (x - 0.5, x + 0.5), ${ends} }`;
    expect(columnOf(engine, `${X}3 * x`)).toMatchObject({
      status: 'not comparable',
      reason: 'e has no gradient; its value is (4.5, 7.5)',
    });
  });

  test('has constants as inputs if nothing else is said', () => {
    const engine = `let e = { constant = fun r -> (r, r), primal = fun (a, b) -> (a + b) / 2, ${ends} }`;
    expect(columnOf(engine, `${X}(x, 3 * x)`)).toMatchObject({
      reason: 'e has no gradient; its value is ((2, 2), (6, 6))',
    });
  });
});

describe('a value that is no engine', () => {
  test.each<[string, string, string]>([
    ['another type', 'let e = 3', '`e` cannot be an engine: its type is a'],
    ['no constant', 'let e = { primal = fun x -> x }', 'it has no `constant`'],
    [
      'a name that is no operation',
      `let e = { ${RUNS}, substract = fun (x, y) -> x - y }`,
      '`substract` is not an operation on reals',
    ],
    [
      'a field of another type',
      `let e = { ${RUNS}, add = fun (x, y) -> (x + y, 1) }`,
      'its field `add` does not have the type `N * N -> N`',
    ],
    [
      'a curried operation',
      `let e = { ${RUNS}, add = fun x y -> x + y }`,
      'its field `add` does not have the type `N * N -> N`',
    ],
    [
      'a primal of another type',
      'let e = { constant = fun r -> r + 0.0, primal = fun x -> 3 = x }',
      'its field `primal` does not have the type `N -> real`',
    ],
    [
      'a gradient of another type',
      `let e = { ${RUNS}, gradient = fun f x -> f x }`,
      'its field `gradient` does not have the type `(array N -> N) -> array real -> array real`',
    ],
    ['another name', 'let d = 3', 'engine=e: this cell does not define `e`'],
    ['an error', 'let e = 1 + true', ''],
  ])('%s', (_, text, message) => {
    expect(problemOf(text)).toContain(message);
  });
});

test('an engine can depend on an input, whose value is a constant for it', () => {
  const text = `input k : real = 1\nlet e = { constant = fun r -> r, primal = fun x -> k * x, argument = fun x -> k * x }`;
  const find = createOwnEngines();
  const value = (settings: Settings): unknown => {
    const found = drain(find([text], { cell: 0, name: 'e', id: 0 }, settings));
    if (found.tag !== 'ok') throw new Error('no engine');
    const { main, point } = focusOf(checked(`${X}x`));
    return drain(agree(main, point, { engines: [found.engine], budget: COMMAND_LINE_BUDGET, now: () => 0 })).columns[0];
  };
  expect(value({})).toMatchObject({ reason: 'e has no gradient; its value is 2' });
  expect(value({ k: 5 })).toMatchObject({ reason: 'e has no gradient; its value is 10' });
});

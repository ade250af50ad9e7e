/** Chains of many operators: each part of the tool takes them, however long, although its passes recurse over terms. */
import { describe, expect, test } from 'vitest';
import { checkProgram } from '../language/core/check';
import { printCore } from '../language/core/print';
import { elaborate } from '../language/elaborate/elaborate';
import { parse } from '../language/syntax/parser';
import { print } from '../language/syntax/printer';
import { evaluate } from '../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { COMPARED } from '../testing/engines';
import { program } from '../testing/run-source';
import { LONG } from '../testing/runs';
import { agree } from './agree';
import { mainOf } from './main';

interface Chain {
  /** The last expression, at n links. */
  readonly text: (n: number) => string;
  /** Its value and derivative at x = 1. */
  readonly value: (n: number) => number;
  readonly derivative: (n: number) => number;
}

const numbered = (n: number, text: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => text(i)).join('');

const CHAINS: Readonly<Record<string, Chain>> = {
  sums: { text: (n) => `x${' + x'.repeat(n)}`, value: (n) => n + 1, derivative: (n) => n + 1 },
  differences: { text: (n) => `x${' - x'.repeat(n)}`, value: (n) => 1 - n, derivative: (n) => 1 - n },
  products: { text: (n) => `x${' * x'.repeat(n)}`, value: () => 1, derivative: (n) => n + 1 },
  quotients: { text: (n) => `x${' / x'.repeat(n)}`, value: () => 1, derivative: (n) => 1 - n },
  powers: { text: (n) => `x${' ^ 1.0'.repeat(n)}`, value: () => 1, derivative: () => 1 },
  'sums of products': {
    text: (n) => `x${' + 2 * x * x'.repeat(n)}`,
    value: (n) => 1 + 2 * n,
    derivative: (n) => 1 + 4 * n,
  },
  'sums of vectors': {
    text: (n) => `let v = [x, 2 * x] in sum (v${' + v'.repeat(n)})`,
    value: (n) => 3 * (n + 1),
    derivative: (n) => 3 * (n + 1),
  },
  pipes: { text: (n) => `x${' |> negate'.repeat(n)}`, value: (n) => (-1) ** n, derivative: (n) => (-1) ** n },
  'pipes with arguments': { text: (n) => `x${' |> add 1.0'.repeat(n)}`, value: (n) => n + 1, derivative: () => 1 },
  conses: { text: (n) => `sum (${'x :: '.repeat(n)}[x])`, value: (n) => n + 1, derivative: (n) => n + 1 },
  'conses of what is computed': {
    text: (n) => `sum (${numbered(n, (i) => `${i} * x :: `)}[])`,
    value: (n) => (n * (n - 1)) / 2,
    derivative: (n) => (n * (n - 1)) / 2,
  },
  appends: { text: (n) => `sum ([x]${' ++ [x]'.repeat(n)})`, value: (n) => n + 1, derivative: (n) => n + 1 },
  conjunctions: {
    text: (n) => `if x > 0${' && x > 0'.repeat(n)} then x * x else 0`,
    value: () => 1,
    derivative: () => 2,
  },
  disjunctions: {
    text: (n) => `if x < 0${' || x < 0'.repeat(n)} then 0 else x * x`,
    value: () => 1,
    derivative: () => 2,
  },
  conditionals: {
    text: (n) => `${numbered(n, (i) => `if x > ${n + 1 - i} then ${i} * x else `)}x * x`,
    value: () => 1,
    derivative: () => 2,
  },
  'lets and conditionals': {
    text: (n) =>
      `${numbered(n / 2, (i) => `let y${i + 1} = y${i} + x in\n  if y${i + 1} > ${n} then ${i} * x else\n  `)}y${n / 2} * y0`,
    value: (n) => n / 2 + 1,
    derivative: (n) => n + 2,
  },
  lets: {
    text: (n) => `${numbered(n, (i) => `let y${i + 1} = y${i} + x in\n  `)}y${n}`,
    value: (n) => n + 1,
    derivative: (n) => n + 1,
  },
};

const written = (text: string): string =>
  `input x : real = 1\n\nlet y0 = x\n\nlet add a b = a + b\n\nlet negate a = -a\n\n${text}\n`;

/** The work of `curry` doubles with every let, `trace` has a limit on its terms, and `numeric` is no exact derivative. */
const APART: ReadonlySet<string> = new Set(['curry', 'trace', 'numeric']);

/**
 * `compiled` makes a function with instructions for each link: one of ten thousand appends takes minutes, and as many conditionals or sums of vectors are
 * declined. The steps of `curry-dependent` grow with the square of a chain whose links keep what came before.
 */
const APART_WHERE_LONG: ReadonlySet<string> = new Set([...APART, 'compiled', 'curry-dependent']);

const budget = { ...COMMAND_LINE_BUDGET, seconds: 100 };

function answer(text: string, engines: typeof COMPARED): readonly unknown[] {
  const core = program(text);
  const ran = drain(evaluate(core, { budget }));
  if (ran.tag !== 'ok') return [ran.diagnostic.message];
  const main = mainOf(core)?.main;
  if (main === undefined) return ['no main expression'];
  const point = { arguments: main.parameters.map(({ name }) => ran.value.inputs.get(name)), cotangent: 1 };
  const { columns } = drain(agree(main, point, { engines, budget, now: () => 0 }));
  const [value] = ran.value.outputs;
  return [value, ...columns.map((each) => (each.status === 'ok' ? each.derivatives[0] : each))];
}

describe.each(Object.entries(CHAINS))('chains of %s', (_, { text, value, derivative }) => {
  test('of ten thousand links are checked, printed, run and differentiated', () => {
    const n = 10_000;
    const source = written(text(n));
    const core = program(source);
    expect(checkProgram(core)).toEqual([]);
    const again = print(parse(source, 0).program);
    expect(parse(again, 0).diagnostics).toEqual([]);
    expect(parse(printCore(core), 0).diagnostics).toEqual([]);
    const engines = LONG ? COMPARED.filter(({ id }) => !APART_WHERE_LONG.has(id)) : [];
    const [result, ...derivatives] = answer(source, engines);
    expect(result).toBe(value(n));
    expect(derivatives).toEqual(engines.map(() => derivative(n)));
  });

  test('of hundreds of links mean the same to all engines', () => {
    const n = 400;
    const engines = COMPARED.filter(({ id }) => !APART.has(id));
    const [result, ...derivatives] = answer(written(text(n)), engines);
    expect(result).toBe(value(n));
    expect(derivatives).toEqual(engines.map(() => derivative(n)));
  });
});

test('what comes before a named part of a chain is evaluated before it', () => {
  const n = 1000;
  const items = numbered(n, (i) => `watch "w${i}" ${i}.0 :: `);
  const ran = drain(evaluate(program(`sum (${items}[])`), { budget, watch: true }));
  if (ran.tag !== 'ok') throw new Error(ran.diagnostic.message);
  expect(ran.value.series.map(({ name }) => name)).toEqual(Array.from({ length: n }, (_, i) => `w${i}`));
});

/** A chain of n conditionals, each in a let of a function that the next one calls. */
const calls = (n: number): string =>
  `let f0 y = y in\n  ${numbered(n, (i) => `let f${i + 1} y = f${i} y + x in if f${i + 1} x < 0 then x else\n  `)}f${n} x`;

test('branches that use functions of the lets around them keep their place', () => {
  const text = written(calls(300));
  expect(checkProgram(program(text))).toEqual([]);
  const engines = COMPARED.filter(({ id }) => id === 'forward' || id === 'tape');
  expect(answer(text, engines)).toEqual([301, 301, 301]);
});

test('thousands of branches that use functions of the lets around them are refused', () => {
  const found = elaborate([parse(written(calls(5000)), 0).program]);
  expect(found.diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([
    'too-deep',
  ]);
});

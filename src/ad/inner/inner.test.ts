import { describe, expect, test } from 'vitest';
import { checkProgram } from '../../language/core/check';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { checked, focusOf } from '../../testing/checked';
import { INNER_PROGRAMS } from '../../testing/inner-programs';
import { LONG } from '../../testing/runs';
import { agree, type Agreement } from '../agree';
import type { AnyEngineId } from '../engine';
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
  const programs = INNER_PROGRAMS.map(([name, inner, text, derivative]) => ({ name, inner, text, derivative }));

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

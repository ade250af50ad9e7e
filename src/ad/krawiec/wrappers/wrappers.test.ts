import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import * as core from '../../../language/core/builders';
import { printCore } from '../../../language/core/print';
import { product, REAL } from '../../../language/types/type';
import { evaluate } from '../../../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../../../semantics/outcome';
import { drain } from '../../../semantics/task';
import type { Value } from '../../../semantics/value';
import { checked, focusOf } from '../../../testing/checked';
import { programs } from '../../../testing/program/arbitrary';
import { runs } from '../../../testing/runs';
import { translatedBy } from '../../../testing/translated-main';
import type { Engine, Main, Point } from '../../engine';
import { pointReals } from '../../point';
import { reverse, reverseDelta, reverseDense, tape } from '../engines';
import { startsAtCotangent } from './pairing';

const budget = { ...COMMAND_LINE_BUDGET, steps: 2e6 };
const REVERSE = [reverse, tape, reverseDelta, reverseDense] as const;

function derivativeOf(engine: Engine, main: Main, point: Point): readonly number[] | undefined {
  const outcome = drain(engine.run(main, point, budget));
  if (outcome.tag !== 'ok') return undefined;
  // 0 and -0 are the same derivative.
  return pointReals(main, { ...point, arguments: outcome.value.derivative }).map((real) => real + 0);
}

function derivative(engine: Engine, text: string, cotangent: Value): readonly number[] | undefined {
  const { main, point } = focusOf(checked(text));
  return derivativeOf(engine, main, { ...point, cotangent });
}

/** The lines of the wrapper, from the inputs on, on one line each. */
function wrapper(engine: Engine, text: string): readonly string[] {
  const printed = printCore(translatedBy(engine, text));
  return printed
    .trim()
    .slice(printed.indexOf('let s0'))
    .split('\n\n')
    .flatMap((part) => part.split(/\n(?=let)/u))
    .map((line) => line.replaceAll(/\s+/gu, ' ').trim());
}

describe('the wrapper for R^a -> R', () => {
  const TEXT = 'input x : real = 2\ninput y : real = 3\nx * y';

  it('is that of Figure 11 for reverse and tape', () => {
    const figure11 = [
      'let s0 = ((x0, Delta.Var 1), (y0, Delta.Var 2))',
      'let u = Delta.runDelta 3 (main s0)',
      'let finalMap = Delta.eval dt u Delta.emptyMap',
      '(Delta.lookupOrZero 1 finalMap, Delta.lookupOrZero 2 finalMap)',
    ];
    expect(wrapper(reverse, TEXT)).toEqual(figure11);
    expect(wrapper(tape, TEXT)).toEqual(figure11);
  });

  it('is that of Figure 8 for reverse-delta', () => {
    expect(wrapper(reverseDelta, TEXT)).toEqual([
      'let s0 = ((x0, Delta.OneHot 1), (y0, Delta.OneHot 2))',
      'let u = (main s0).2',
      'let finalMap = Delta.eval dt u Delta.emptyMap',
      '(Delta.lookupOrZero 1 finalMap, Delta.lookupOrZero 2 finalMap)',
    ]);
  });

  it('is that of Figure 6 for reverse-dense', () => {
    expect(wrapper(reverseDense, TEXT)).toEqual([
      'let s0 = ((x0, timesS (dt, (1.0, 0.0))), (y0, timesS (dt, (0.0, 1.0))))',
      '(main s0).2',
    ]);
  });

  it.each([
    ['a real', 'input x : real = 2\nsin x', true],
    ['products and records of reals', 'input v : { a : real, b : real * real } = { a = 1, b = (2, 3) }\nv.a', true],
    ['two inputs, of which one is no real', 'input x : real = 2\ninput n : int = 3\nx ^ n', false],
    ['an array, which can have any number of reals', 'input xs : array real = [1, 2]\nsum xs', false],
    ['a sum', 'input s : real + real = inl 1\nmatch s with inl x -> x | inr y -> y', false],
    ['a result that is a pair', 'input x : real = 2\n(x, x)', false],
    ['a result that is an int', 'input x : real = 2\nfloor x', false],
  ])('applies to R^a -> R alone: %s', (_, text, applies) => {
    const { main } = focusOf(checked(text));
    expect(startsAtCotangent(main)).toBe(applies);
    for (const engine of REVERSE) expect(wrapper(engine, text).join().includes('pairing')).toBe(!applies);
  });

  it.each(REVERSE)('starts from the cotangent, so the value is not multiplied by it: $id', (engine) => {
    expect(derivative(engine, 'input x : real = 2\n1e300 + x * x', 1e10)).toEqual([4e10]);
    expect(derivative(engine, 'input x : real = 2\n1e300', 1e10)).toEqual([0]);
    expect(derivative(engine, 'input x : real = 2\nx', 1e10)).toEqual([1e10]);
  });
});

/** Returns e as a function to pairs, (e, 0), and the point with the cotangent (dt, 0). */
function paired(main: Main, point: Point): readonly [Main, Point] {
  const target = product([REAL, REAL]);
  return [
    { ...main, body: core.tuple([main.body, core.real(0)]), target },
    { ...point, cotangent: [point.cotangent, 0] },
  ];
}

describe.each(REVERSE)('on generated programs: $id', (engine) => {
  test('R{e} (s, dt) is dt times R{e} (s, 1), and what the wrapper of Figure 15 finds for (e, 0)', () => {
    let compared = 0;
    fc.assert(
      fc.property(programs({ derivatives: 0 }), fc.integer({ min: -8, max: 8 }), ({ text, inputs }, exponent) => {
        const given = new Map(inputs.map(({ name, value }) => [name, value]));
        fc.pre(drain(evaluate(checked(text), { budget: COMMAND_LINE_BUDGET, inputs: given })).tag === 'ok');
        const { main, point } = focusOf(checked(text), given);
        fc.pre(startsAtCotangent(main));
        const one = derivativeOf(engine, main, point);
        fc.pre(one !== undefined && one.every((real) => real === 0 || Math.abs(real) > 1e-290));
        // The multiplication by a power of two is exact, and so is its place among the others.
        const dt = 2 ** exponent;
        const scaled = derivativeOf(engine, main, { ...point, cotangent: dt });
        const twice = one?.map((real) => real * dt);
        compared += 1;
        expect(scaled, text).toEqual(twice);
        expect(derivativeOf(engine, ...paired(main, { ...point, cotangent: dt })), text).toEqual(twice);
      }),
      runs(0.5),
    );
    expect(compared).toBeGreaterThan(runs(0.5).numRuns / 4);
  });
});

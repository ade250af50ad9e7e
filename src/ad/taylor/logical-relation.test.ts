/**
 * Huot, Staton & Vákár: the relations of Theorems 3 and 8 at generated terms of all types, Proposition 2 for their
 * smoothness, the laws of Figure 5 with Lemma 4 and Proposition 5, and Proposition 6 and Lemma 7 for first-order types.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jetShape } from '../../semantics/jets/multi-index';
import { realLeaves, realValues, withRealLeaves } from '../../semantics/leaves';
import { type Json, toJson } from '../../semantics/present';
import { MISMATCH, Reals } from '../../semantics/reals';
import { evaluate } from '../../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import * as core from '../../language/core/builders';
import { primalOf } from '../../semantics/value';
import { checked, focusOf } from '../../testing/checked';
import { higherTerms, type HigherTerm } from '../../testing/higher-order/arbitrary';
import { definitionOf, lastOutput, translatedDefinition } from '../../testing/higher-order/related';
import { type Observation, type Sample, samplesOf, Writer } from '../../testing/higher-order/relation';
import { JETS, PRIMAL_OF_ONE } from '../../testing/higher-order/sides';
import { textOfHigherType } from '../../testing/higher-order/types';
import { programs } from '../../testing/program/arbitrary';
import { MUTATING, runs } from '../../testing/runs';
import { wrapTaylor } from './wrapper';

interface Case {
  readonly term: HigherTerm;
  readonly sample: Sample;
  readonly seen: Observation;
}

function casesOf(terms: fc.Arbitrary<HigherTerm>): fc.Arbitrary<Case> {
  return terms.chain((term) => samplesOf(term.source, term.target).map((both) => ({ term, ...both })));
}

const TIMES = [0.625, -1.375] as const;
const SHAPE = jetShape(1, 2);

/** The (1,2)-jet of the observed result of D(t), at a jet of the sample that no macro has made. */
function jetOf({ sample, seen }: Case, t: number, definition: string): readonly number[] {
  const writer = new Writer(JETS);
  const body = `let a = ${writer.sample(sample)} in let b = e a in ${writer.observed(seen, 'b')}`;
  return lastOutput(`${definition}let t = ${t.toFixed(3)}\n${body}`) as readonly number[];
}

function macroOf(term: HigherTerm): string {
  return translatedDefinition(term, (main) => wrapTaylor(main, SHAPE).program);
}

/** The observed result as a function f of t. */
function curveOf({ term, sample, seen }: Case): string {
  const writer = new Writer(PRIMAL_OF_ONE);
  const body = `let a = ${writer.sample(sample)} in let b = e a in ${writer.observed(seen, 'b')}`;
  return `${definitionOf(term)}let f t = ${body}\n`;
}

/** f(t), f'(t), ... by derivatives nested in the language. */
function derivativesOf(one: Case, t: number, order: number): readonly number[] {
  const at = `let t = ${t.toFixed(3)}\n`;
  const nested = (n: number): string => (n === 0 ? 'f t' : `deriv (fun t -> ${nested(n - 1)}) t`);
  return Array.from({ length: order + 1 }, (_, n) => lastOutput(`${curveOf(one)}${at}${nested(n)}`) as number);
}

function expectClose(found: readonly number[], expected: readonly number[], said: string): void {
  expect(found.length).toBe(expected.length);
  const scale = Math.max(1, ...expected.map(Math.abs));
  found.forEach((entry, i) => {
    expect(Math.abs(entry - (expected[i] ?? NaN)), `${i}: ${said}`).toBeLessThanOrEqual(1e-9 * scale);
  });
}

function related(one: Case): void {
  const definition = macroOf(one.term);
  for (const t of TIMES) expectClose(jetOf(one, t, definition), derivativesOf(one, t, 2), one.term.text);
}

describe('Theorem 3, with generated higher-order terms', () => {
  test('D(t) takes jets of the argument to jets of the result: the relation S, at all types', () => {
    fc.assert(
      fc.property(casesOf(higherTerms()), (one) => {
        related(one);
      }),
      runs(0.5),
    );
  });
});

describe('Theorem 8, with generated terms that use functions', () => {
  test('D(t) is the action on jets for contexts and results of any first-order type', () => {
    fc.assert(
      fc.property(casesOf(higherTerms({ functions: false, depth: 3 })), (one) => {
        related(one);
      }),
      runs(0.5),
    );
  });
});

describe('Proposition 2', () => {
  test('a term of a real is smooth, whatever functions it uses: each derivative is the slope of the one before', () => {
    const h = 1e-4;
    fc.assert(
      fc.property(casesOf(higherTerms()), (one) => {
        const [before, here, after] = [-h, 0, h].map((by) => derivativesOf(one, 0.625 + by * 10, 3));
        const scale = Math.max(1, ...[before, here, after].flatMap((all) => (all ?? []).map(Math.abs)));
        [0, 1, 2].forEach((n) => {
          const slope = ((after?.[n] ?? NaN) - (before?.[n] ?? NaN)) / (20 * h);
          const error = Math.abs(slope - (here?.[n + 1] ?? NaN));
          expect(error, `${n}: ${one.term.text}`).toBeLessThanOrEqual(1e-3 * scale);
        });
      }),
      runs(0.3),
    );
  });
});

describe('Lemma 4: one interpretation respects the laws of Figure 5', () => {
  const annotated = (term: HigherTerm): string => `(${term.text})`;
  /** Terms equal to e by a law, which mention e once or twice. */
  const laws: readonly (readonly [string, (e: string, term: HigherTerm) => string])[] = [
    ['β of products', (e) => `let (g, _) = (${e}, 1) in g a`],
    ['η of products', (e) => `let z = (${e} a, a) in fst (fst z, snd z)`],
    ['β of functions', (e, { source }) => `(fun (x : ${textOfHigherType(source)}) -> ${e} x) a`],
    ['η of functions', (e, { source }) => `(fun g -> g a) (fun (x : ${textOfHigherType(source)}) -> ${e} x)`],
    [
      'β of variants',
      (e, { source }) => `case (inl a : (${textOfHigherType(source)} + int)) of inl x -> ${e} x | inr _ -> ${e} a`,
    ],
    [
      'η of variants',
      (e, { source }) =>
        `let z = (inr a : (int + ${textOfHigherType(source)})) in case (case z of inl n -> (inl n : (int + ${textOfHigherType(source)})) | inr x -> inr x) of inl _ -> ${e} a | inr x -> ${e} x`,
    ],
    [
      'β of the empty list',
      (e, { source }) => `fold (_, r) -> r over ([] : list ${textOfHigherType(source)}) from ${e} a`,
    ],
    ['β of a list', (e) => `fold (x, _) -> ${e} x over [a] from ${e} a`],
    ['η of lists', (e) => `fold (x, _) -> ${e} x over (fold (x, xs) -> x :: xs over [a] from []) from ${e} a`],
  ];

  test.each(laws)('%s', (_, law) => {
    fc.assert(
      fc.property(casesOf(higherTerms({ depth: 1 })), (one) => {
        const { term } = one;
        const text = `fun (a : ${textOfHigherType(term.source)}) -> ${law(annotated(term), term)}`;
        const equal = { ...one, term: { ...term, text } };
        const [left, right] = [macroOf(term), macroOf(equal.term)];
        for (const t of TIMES) expectClose(jetOf(equal, t, right), jetOf(one, t, left), text);
        expectClose(derivativesOf(equal, 0.625, 0), derivativesOf(one, 0.625, 0), text);
      }),
      runs(0.1),
    );
  });
});

describe('Proposition 5: the projection preserves products, functions, variants and lists', () => {
  test('a term without operations is its own derivative: its text, at the types of jets, is D of it', () => {
    fc.assert(
      fc.property(casesOf(higherTerms({ operations: false })), (one) => {
        const text = one.term.text
          .replaceAll(/\breal\b/gu, '(real * real * real)')
          .replaceAll('1.0', '(1.0, 0.0, 0.0)');
        const definition = macroOf(one.term);
        for (const t of TIMES)
          expectClose(jetOf(one, t, `let e = ${text}\n`), jetOf(one, t, definition), one.term.text);
      }),
      runs(0.5),
    );
  });
});

/** Returns the jets in a value of D(T), which has to be built like the value of T: by the same constructors. */
function jetsIn(value: Json, jet: Json): readonly Json[] {
  if (typeof value === 'number' && Array.isArray(jet)) return [jet];
  if (typeof value !== 'object' || value === null || typeof jet !== 'object' || jet === null) {
    expect(jet).toEqual(value);
    return [];
  }
  // Where a constructor holds reals, its copy for jets has a D before its name.
  if ('tag' in value && 'tag' in jet) expect([value['tag'], `D${String(value['tag'])}`]).toContain(jet['tag']);
  const keys = Object.keys(value);
  expect(Object.keys(jet)).toEqual(keys);
  const part = (of: object, key: string): Json => Reflect.get(of, key) as Json;
  return keys.filter((key) => key !== 'tag').flatMap((key) => jetsIn(part(value, key), part(jet, key)));
}

describe('first-order types as manifolds', () => {
  const points = programs({ derivatives: 0, size: 6 })
    .map(({ text, inputs }) => ({
      core: checked(text),
      given: new Map(inputs.map(({ name, value }) => [name, value])),
    }))
    // Inputs are chosen without regard to domains: asin has no value at 1.063.
    .filter(({ core, given }) => drain(evaluate(core, { budget: COMMAND_LINE_BUDGET, inputs: given })).tag === 'ok')
    .map(({ core, given }) => focusOf(core, given));
  const numbers = fc.array(
    fc.integer({ min: -64, max: 64 }).map((n) => n / 16),
    { minLength: 64, maxLength: 64 },
  );

  test('Proposition 6: a first-order type is a disjoint union of spaces R^d: a value is a shape and d reals', () => {
    const dimensions = new Set<number>();
    fc.assert(
      fc.property(points, numbers, ({ main, point }, reals) => {
        main.parameters.forEach(({ type }, i) => {
          const value = point.arguments[i];
          const d = realLeaves(value, type, '', main.variants).length;
          const moved = withRealLeaves(value, type, reals.slice(0, d), main.variants);
          dimensions.add(d);
          // The chart and its inverse; the dimension is that of the shape, whatever the reals.
          expect(realValues(moved, type, main.variants).map(primalOf)).toEqual(reals.slice(0, d));
          const back = withRealLeaves(moved, type, realValues(value, type, main.variants), main.variants);
          expect(back).toEqual(value);
          expect(new Reals(main.variants).zip(type, moved, value, (real) => real)).not.toBe(MISMATCH);
        });
      }),
      runs(0.5),
    );
    expect(dimensions.size).toBeGreaterThan(MUTATING ? 0 : 2);
  });

  test('Lemma 7: a jet of a product is a product of jets, and a jet of a disjoint union lies in one of its parts', () => {
    fc.assert(
      fc.property(points, numbers, ({ main, point }, parts) => {
        let next = 0;
        const jets = main.parameters.flatMap(({ type }, i) =>
          realValues(point.arguments[i], type, main.variants).map((real) => [
            primalOf(real),
            parts[next++ % 64] ?? 0,
            parts[next++ % 64] ?? 0,
          ]),
        );
        const { source, variants } = main;
        // The identity: what comes out is the jet of the point, a value of D(S).
        const variables = main.parameters.map(({ name, type, origin }) => core.variable(name, type, origin));
        const [only, ...others] = variables;
        const body = only !== undefined && others.length === 0 ? only : core.tuple(variables, main.body.origin);
        const { program, types } = wrapTaylor({ ...main, body, target: source }, SHAPE, point, jets);
        const outcome = drain(evaluate(program, { budget: COMMAND_LINE_BUDGET }));
        if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
        const whole = toJson(outcome.value.outputs[0], types.type(source), program.variants);
        const value = others.length === 0 ? point.arguments[0] : point.arguments;
        expect(jetsIn(toJson(value, source, variants), whole)).toEqual(jets);
      }),
      runs(0.5),
    );
  });
});

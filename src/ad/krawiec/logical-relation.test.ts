/** Krawiec et al., section 9.1: Figure 13's relation at generated terms of all types, Theorem 4, and Lemmas 10 and 11. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deltaNode, type DeltaId } from '../../semantics/delta-node';
import type { Variant } from '../../semantics/value';
import { higherTerms, type HigherTerm } from '../../testing/higher-order/arbitrary';
import { definitionOf, lastOutput, translatedDefinition } from '../../testing/higher-order/related';
import { type Observation, type Sample, samplesOf, Writer } from '../../testing/higher-order/relation';
import { DELTAS, PRIMAL_OF_TWO } from '../../testing/higher-order/sides';
import { runs } from '../../testing/runs';
import { internalError } from '../../language/source/internal-error';
import { reverse } from './engines';

interface Case {
  readonly term: HigherTerm;
  readonly sample: Sample;
  readonly seen: Observation;
}

const cases: fc.Arbitrary<Case> = higherTerms().chain((term) =>
  samplesOf(term.source, term.target).map((both) => ({ term, ...both })),
);

const POINTS = [
  [0.5, -1.25],
  [1.5, 0.75],
] as const;

/** Three entries: the derivatives by p and q, and the value, which the tests carry along as a third variable. */
type Row = readonly [number, number, number];

/** The meaning of a Delta where 1, 2 and 3 stand for the unit vectors: the substitution of Figure 13. */
function meaning(delta: Variant, environment: ReadonlyMap<DeltaId, Row>): Row {
  const node = deltaNode(delta);
  switch (node.name) {
    case 'Delta.Zero':
      return [0, 0, 0];
    case 'Delta.Scale': {
      const [byP, byQ, value] = meaning(node.payload[1], environment);
      return [node.payload[0] * byP, node.payload[0] * byQ, node.payload[0] * value];
    }
    case 'Delta.Add': {
      const [left, right] = node.payload.map((part) => meaning(part, environment));
      if (left === undefined || right === undefined) return internalError('a sum of two');
      return [left[0] + right[0], left[1] + right[1], left[2] + right[2]];
    }
    case 'Delta.Var':
    case 'Delta.OneHot':
      return environment.get(node.payload) ?? internalError(`${node.payload} is bound`);
    case 'Delta.Let': {
      const [id, bound, body] = node.payload;
      // A world is extended without shadowing.
      if (environment.has(id)) return internalError(`${id} is bound again`);
      return meaning(body, new Map(environment).set(id, meaning(bound, environment)));
    }
  }
}

const UNITS: ReadonlyMap<DeltaId, Row> = new Map([
  [1, [1, 0, 0]],
  [2, [0, 1, 0]],
  [3, [0, 0, 1]],
]);

/** Code that stands between a value and its observation. */
interface Between {
  readonly before: string;
  readonly after: string;
}

const NOTHING: Between = { before: '', after: '' };

function deltaOf({ term, sample, seen }: Case, [p, q]: readonly [number, number], between: Between): Variant {
  const writer = new Writer(DELTAS);
  const statements = [
    `a <- ${writer.sample(sample)};`,
    between.before,
    'b <- e a;',
    between.after,
    `(value, delta) <- ${writer.observed(seen, 'b')};`,
    'Delta.pure (value, Delta.Add (delta, Delta.Scale (value, Delta.Var 3)))',
  ];
  const translated = translatedDefinition(
    term,
    (main) => reverse.translate?.(main).program ?? internalError('reverse'),
  );
  return lastOutput(
    `${translated}let p = ${p.toFixed(2)}\nlet q = ${q.toFixed(2)}\nDelta.runDelta 4 (do { ${statements.join(' ')} })`,
  ) as Variant;
}

/** The value and its derivatives by p and q, of the program as it stands. */
function expectedOf({ term, sample, seen }: Case, [p, q]: readonly [number, number]): readonly number[] {
  const writer = new Writer(PRIMAL_OF_TWO);
  const body = `(let a = ${writer.sample(sample)} in let b = e a in ${writer.observed(seen, 'b')})`;
  const family = `${definitionOf(term)}let f (p, q) = ${body}\nlet at = (${p.toFixed(2)}, ${q.toFixed(2)})\n`;
  return lastOutput(`${family}let (byP, byQ) = grad f at in (byP, byQ, f at)`) as readonly number[];
}

function related(one: Case, between: Between = NOTHING): void {
  for (const at of POINTS) {
    const found = meaning(deltaOf(one, at, between), UNITS);
    const expected = expectedOf(one, at);
    found.forEach((entry, i) => {
      const exact = expected[i] ?? NaN;
      expect(Math.abs(entry - exact), one.term.text).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(exact)));
    });
  }
}

describe('Theorem 4, the fundamental property', () => {
  test('D{e} takes what is related to its argument to what is related to its result (Figure 13), at all types', () => {
    fc.assert(
      fc.property(cases, (one) => {
        related(one);
      }),
      runs(),
    );
  });
});

describe('Lemma 10', () => {
  test('what is related in a world is related in every world that extends it, before a call and after it', () => {
    const bindings = fc.array(fc.constantFrom('Delta.Zero', 'Delta.Var 1', 'Delta.Scale (7.0, Delta.Var 2)'), {
      maxLength: 3,
    });
    const grown = (deltas: readonly string[]): string =>
      deltas.map((delta, i) => `u${i} <- Delta.deltaLet (${delta});`).join(' ');
    fc.assert(
      fc.property(cases, bindings, bindings, (one, before, after) => {
        related(one, { before: grown(before), after: grown(after) });
      }),
      runs(0.5),
    );
  });
});

describe('Lemma 11', () => {
  test('return v is related where v is: it gives v, and leaves the world as it is', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const returned = { before: 'a <- Delta.pure a;', after: 'b <- Delta.pure b;' };
        // The same as an action that is a value before it is run.
        const kept = { before: 'a <- fst (Delta.pure a, 0);', after: 'b <- fst (Delta.pure b, 0);' };
        for (const at of POINTS) {
          expect(deltaOf(one, at, returned)).toEqual(deltaOf(one, at, NOTHING));
          expect(deltaOf(one, at, kept)).toEqual(deltaOf(one, at, NOTHING));
        }
      }),
      runs(0.5),
    );
  });
});

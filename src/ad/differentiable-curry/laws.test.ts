/**
 * The laws of a cartesian closed category, which "The Differentiable Curry" (4.1) shows for its combinators, in both
 * versions.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { internalError } from '../../language/source/internal-error';
import { COMMAND_LINE_BUDGET, newMeter } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import type { Value } from '../../semantics/value';
import { product, type Type } from '../../language/types/type';
import { combinatorProblems } from '../../testing/combinator/check';
import { fromTerms, type CombinatorGenerator } from '../../testing/combinator/arbitrary';
import { called, compose, curried, front, id, itemsOfSpace, METHODS, prod, proj } from '../../testing/combinator/build';
import { normalTangent, type NormalTangent } from '../../testing/combinator/normal-tangent';
import { MUTATING, runs } from '../../testing/runs';
import type { Combinator } from './combinator';
import { newMachine } from './machine/machine';
import { backwards, forwards } from './machine/proceed';
import type { Method, Observer } from './machine/run';
import { type Tangent } from './machine/tangent';
import { tupleParts } from './machine/tuple-tangent';

/** Both sides of a law, with the same source and target. */
type Law = readonly [left: Combinator, right: Combinator];

const LAWS: Readonly<Record<string, (generator: CombinatorGenerator) => Law>> = {
  'id ∘ f = f': ({ source, type, term }) => {
    const f = term(source, type());
    return [compose(id(source), f), f];
  },

  'f ∘ id = f': ({ source, type, term }) => {
    const f = term(source, type());
    return [compose(f, id(f.target)), f];
  },

  '(f ∘ g) ∘ h = f ∘ (g ∘ h)': ({ source, type, term }) => {
    const [b, c] = [product([type(), type()]), product([type()])];
    const [f, g, h] = [term(source, b), term(b, c), term(c, type())];
    return [compose(compose(f, g), h), compose(f, compose(g, h))];
  },

  'prod f g ∘ proj_i is f, or g': ({ source, type, term, choices }) => {
    const parts = [term(source, type()), term(source, type()), term(source, type())] as const;
    const both = prod(...parts);
    const i = choices.below(3);
    return [compose(both, proj(both.target, i)), parts[i] ?? internalError('there are three')];
  },

  'h ∘ prod f g = prod (h ∘ f) (h ∘ g)': ({ source, type, term }) => {
    const middle = product([type(), type()]);
    const [h, f, g] = [term(source, middle), term(middle, type()), term(middle, type())];
    return [compose(h, prod(f, g)), prod(compose(h, f), compose(h, g))];
  },

  'prod (f ∘ proj_1) (f ∘ proj_2) = f, surjective pairing': ({ source, type, term }) => {
    const pair = product([type(), type()]);
    const f = term(source, pair);
    return [prod(compose(f, proj(pair, 0)), compose(f, proj(pair, 1))), f];
  },

  'prod proj_1 ... proj_n = id': ({ source }) => [front(source, itemsOfSpace(source).length), id(source)],

  'prod (curry f) a ∘ eval = prod id a ∘ f, beta': ({ source, type, term }) => {
    const parameter = type();
    const [f, a] = [term(extended(source, parameter), type()), term(source, parameter)];
    return [called(curried(f), a), compose(withLast(source, a), f)];
  },

  'prod (proj ∘ curry f) proj ∘ eval = f': ({ source, type, term }) => {
    const f = term(source, type());
    const width = itemsOfSpace(source).length - 1;
    return [called(compose(front(source, width), curried(f)), proj(source, width)), f];
  },

  'curry (prod (proj ∘ g) proj ∘ eval) = g, eta': ({ source, type, term }) => {
    const [parameter, result] = [type(), type()];
    const g = term(source, { tag: 'function', parameter, result });
    const from = extended(source, parameter);
    const width = itemsOfSpace(source).length;
    return [curried(called(compose(front(from, width), g), proj(from, width))), g];
  },

  'h ∘ curry f = curry (prod (proj ∘ h) proj ∘ f), naturality': ({ source, type, term }) => {
    const [middle, parameter] = [product([type(), type()]), type()];
    const [h, f] = [term(source, middle), term(extended(middle, parameter), type())];
    const from = extended(source, parameter);
    const width = itemsOfSpace(source).length;
    const parts = [0, 1].map((i) => compose(front(from, width), h, proj(middle, i)));
    return [compose(h, curried(f)), curried(compose(prod(...both(parts), proj(from, width)), f))];
  },
};

function both(parts: readonly Combinator[]): readonly [Combinator, Combinator] {
  const [first, second] = parts;
  return first !== undefined && second !== undefined ? [first, second] : internalError('there are two');
}

/** (Δ, A) */
function extended(source: Type, type: Type): Type {
  return product([...itemsOfSpace(source), type]);
}

/** Δ ⇝ (Δ, A), by a : Δ ⇝ A. */
function withLast(source: Type, a: Combinator): Combinator {
  const [first, ...more] = itemsOfSpace(source).map((_, i) => proj(source, i));
  return first === undefined ? internalError('a source of nothing') : prod(first, ...more, a);
}

/** Above this, sums of integers in another order are not equal. */
const EXACT = 2 ** 50;

interface Meaning {
  readonly value: Value;
  readonly tangents: readonly NormalTangent[];
}

/**
 * Returns the value of a term, and the tangents of its inputs; undefined if numbers are too large to be exact, or the
 * work is too large.
 */
function meaningOf(method: Method, term: Combinator, input: Value, given: Tangent): Meaning | undefined {
  let largest = 0;
  const see = (seen: unknown): void => {
    if (typeof seen === 'number') largest = Math.max(largest, Math.abs(seen));
  };
  const observer: Observer = {
    evaluated: (_run, _input, value) => {
      see(value);
    },
    pulled: (_run, from, back) => {
      see(from);
      see(back);
    },
    again: () => undefined,
  };
  const machine = newMachine(method, { ...COMMAND_LINE_BUDGET, steps: 1e6 }, observer);
  if (drain(forwards(machine, term, input)) !== undefined) return undefined;
  const { value, run } = machine;
  if (drain(backwards(machine, run, given)) !== undefined) return undefined;
  const parts = tupleParts(machine.tangent, newMeter());
  const width = itemsOfSpace(term.source).length;
  const tangents = Array.from({ length: width }, (_, i) => normalTangent(parts[i])).map(comparable);
  return largest < EXACT ? { value, tangents } : undefined;
}

/** Returns a tuple's tangent without the tangents of environments, which are never compared. */
function comparable(tangent: NormalTangent): NormalTangent {
  if (tangent === undefined || typeof tangent === 'number') return tangent;
  if ('environment' in tangent) return undefined;
  if (!isParts(tangent)) return tangent;
  const parts = tangent.map(comparable);
  return parts.every((part) => part === undefined) ? undefined : parts;
}

function isParts(tangent: NormalTangent): tangent is readonly NormalTangent[] {
  return Array.isArray(tangent);
}

describe.each(METHODS)('$id', (method) => {
  test.each(Object.entries(LAWS))('%s', (_, law) => {
    let [compared, moving] = [0, 0];
    fc.assert(
      fc.property(
        fromTerms((generator) => {
          const [left, right] = law(generator);
          const { observed, input, tangent } = generator;
          // Both sides are read in the same way.
          const look = observed(proj(product([left.target]), 0));
          return {
            terms: [left, right].map((side) => compose(prod(side), look)),
            input,
            given: tangent(look.target),
          };
        }),
        ({ terms, input, given }) => {
          for (const term of terms) {
            expect(combinatorProblems(term, { variants: [], constants: new Map() })).toEqual([]);
          }
          const value = input(method);
          const [left, right] = terms.map((term) => meaningOf(method, term, value, given));
          if (left === undefined || right === undefined) return;
          compared += 1;
          if (left.tangents.some((part) => part !== undefined)) moving += 1;
          expect(left).toEqual(right);
        },
      ),
      runs(),
    );
    expect(compared).toBeGreaterThan(0.8 * runs().numRuns);
    if (!MUTATING) expect(moving).toBeGreaterThan(0.1 * runs().numRuns);
  });
});

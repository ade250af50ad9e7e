/** The polytypic functions of the reverse wrapper, Krawiec et al., Figure 15. */
import * as core from '../../language/core/builders';
import { recordPattern, tuplePattern, variablePattern, wildcardPattern } from '../../language/core/patterns';
import { internalError } from '../../language/source/internal-error';
import { DELTA, type Type } from '../../language/types/type';
import type { FreshNames } from '../../language/core/fresh-names';
import type { Pattern, Term } from '../../language/core/tree';
import type { DeltaId } from '../../semantics/delta';
import { mapReals } from '../dual/polytypic';

/** The next DeltaId to be given out. */
export interface Supply {
  next: DeltaId;
}

/** initVars: each real of `term`, left to right, with Var of the next id. */
export function initVars(term: Term, supply: Supply): Term {
  return mapReals(term, (real) =>
    core.tuple(
      [real, core.construct('Delta.Var', core.int(supply.next++, real.origin), DELTA, real.origin)],
      real.origin,
    ),
  );
}

/** initZeros: each real of `term` with Zero. */
export function initZeros(term: Term): Term {
  return mapReals(term, (real) =>
    core.tuple([real, core.construct('Delta.Zero', undefined, DELTA, real.origin)], real.origin),
  );
}

/** lookup: each real of `term`, left to right, replaced by the entry of the next id. Leaves are those of `term`. */
export function lookup(term: Term, map: Term, supply: Supply): Term {
  return mapReals(term, ({ origin }) =>
    core.intrinsic('Delta.lookupOrZero', [core.int(supply.next++, origin), map], origin),
  );
}

/** The sum of the products of the reals of two values of one type: `left ⊙ right`, and what takes the values apart. */
export interface DotProduct {
  readonly left: Pattern;
  readonly right: Pattern;
  readonly term: Term;
  /** How many bindings its translation makes. */
  readonly operations: number;
}

/** ⊙ at `type`; its sums associate to the left, and leaves contribute nothing. 0 where there is no real. */
export function dotProduct(type: Type, fresh: FreshNames, names: readonly [string, string]): DotProduct {
  const lefts: Term[] = [];
  const rights: Term[] = [];
  const left = pattern(type, names[0], fresh, lefts);
  const right = pattern(type, names[1], fresh, rights);
  const products = lefts.map((factor, i) =>
    core.operation('multiply', [factor, rights[i] ?? internalError('⊙ of two types')], 'derivative'),
  );
  const [first, ...more] = products;
  if (first === undefined) return { left, right, term: core.real(0), operations: 0 };
  const term = more.reduce<Term>((sum, product) => core.operation('add', [sum, product], 'derivative'), first);
  return { left, right, term, operations: 2 * products.length - 1 };
}

/** A pattern that names every real of the type; `reals` gets the variables. */
function pattern(type: Type, name: string, fresh: FreshNames, reals: Term[]): Pattern {
  switch (type.tag) {
    case 'real': {
      const label = fresh(name);
      reals.push(core.variable(label, type));
      return variablePattern(label, type);
    }
    case 'product':
      return tuplePattern(type.items.map((item) => pattern(item, name, fresh, reals)));
    case 'record':
      return recordPattern(
        type.fields.map((field) => ({ name: field.name, pattern: pattern(field.type, name, fresh, reals) })),
      );
    default:
      return wildcardPattern(type);
  }
}

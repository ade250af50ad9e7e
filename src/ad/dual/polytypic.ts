/**
 * Walks over a value of a first-order type of reals, leaves, products and records, by induction on the type: what the
 * polytypic functions of Krawiec et al., Figures 1 and 15, are made of. Each generates the core term of its instance.
 */
import * as core from '../../language/core/builders';
import type { Type } from '../../language/types/type';
import type { Term } from '../../language/core/tree';

/** From a value to its part at some place; the same way leads to that place in any value of the shape. */
export type Path = (whole: Term) => Term;

/** The term taken apart down to its reals and put together again. Leaves are those of `term`. */
export function mapReals(term: Term, change: (real: Term, path: Path) => Term): Term {
  return walk(term.type, term, change, (whole) => whole);
}

/** primal: the first part of each dual number of `term`, which is of type D{type}. */
export function primal(term: Term, type: Type): Term {
  return walk(
    type,
    term,
    (dual) => core.projection(dual, 0, dual.origin),
    (whole) => whole,
  );
}

/** delta: the second part of each dual number of `term`, which is of type D{type}. Leaves are those of `term`. */
export function delta(term: Term, type: Type): Term {
  return walk(
    type,
    term,
    (dual) => core.projection(dual, 1, dual.origin),
    (whole) => whole,
  );
}

/** `term` has the products and records of `type`, and anything where that has reals. */
function walk(type: Type, term: Term, change: (real: Term, path: Path) => Term, path: Path): Term {
  const { origin } = term;
  switch (type.tag) {
    case 'real':
      return change(term, path);
    case 'product':
      return core.tuple(
        type.items.map((item, i) => {
          const step: Path = (whole) => core.projection(whole, i, origin);
          return walk(item, step(term), change, (whole) => step(path(whole)));
        }),
        origin,
      );
    case 'record':
      return core.record(
        type.fields.map(({ name, type: of }) => {
          const step: Path = (whole) => core.field(whole, name, origin);
          return { name, value: walk(of, step(term), change, (whole) => step(path(whole))) };
        }),
        origin,
      );
    default:
      return term;
  }
}

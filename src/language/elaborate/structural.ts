import type { Pattern, Term } from '../core/tree';
import type { OperationName } from '../operations/names';
import { internalError } from '../source/internal-error';
import type { Span } from '../source/span';
import { REAL } from '../types/type';
import type { Type } from '../types/type';
import type { StructuralName } from './draft';
import type { Names } from './names';

/**
 * `zeroLike v`, `add u v`, `scale r v`, `dot u v` at a type, by induction on it: at real they are 0, +, * and *; at a
 * product they go by components; what is not real passes (for `dot`: counts for nothing).
 */
export function structuralTerm(
  operation: StructuralName,
  at: Type,
  given: readonly Term[],
  origin: Span,
  names: Names,
): Term {
  const lets: { readonly pattern: Pattern; readonly value: Term }[] = [];
  // Components are taken of a name, so that what is given is evaluated once, and in order.
  const held = given.map((value): Term => {
    if (value.tag === 'variable' || value.tag === 'literal') return value;
    const name = names.fresh('v');
    lets.push({ pattern: { tag: 'variable', name, type: value.type, origin: value.origin }, value });
    return { tag: 'variable', name, type: value.type, origin: value.origin };
  });
  const [first, second] = held;
  if (first === undefined) return internalError(`${operation} of nothing`);
  const other = second ?? first;
  let body: Term;
  switch (operation) {
    case 'zeroLike':
      body = zeroLike(at, first, origin);
      break;
    case 'add':
      body = zip(at, first, other, (left, right) => real('add', left, right, origin), origin);
      break;
    case 'scale':
      body = zip(at, other, other, (_, item) => real('multiply', first, item, origin), origin);
      break;
    case 'dot': {
      const products: Term[] = [];
      collectProducts(at, first, other, origin, products);
      body = products.reduce((sum, item) => real('add', sum, item, origin), products.shift() ?? zero(origin));
      break;
    }
  }
  return lets.reduceRight<Term>(
    (inner, { pattern, value }) => ({ tag: 'let', pattern, value, body: inner, type: inner.type, origin }),
    body,
  );
}

function zeroLike(at: Type, value: Term, origin: Span): Term {
  return zip(at, value, value, () => zero(origin), origin);
}

/** `u` with every real replaced by what `combine` makes of it and of its counterpart in `v`. */
function zip(at: Type, u: Term, v: Term, combine: (u: Term, v: Term) => Term, origin: Span): Term {
  switch (at.tag) {
    case 'real':
      return combine(u, v);
    case 'product': {
      const items = at.items.map((item, index) =>
        zip(item, component(u, item, index, origin), component(v, item, index, origin), combine, origin),
      );
      return { tag: 'tuple', items, type: at, origin };
    }
    default:
      return u;
  }
}

function collectProducts(at: Type, u: Term, v: Term, origin: Span, products: Term[]): void {
  if (at.tag === 'real') products.push(real('multiply', u, v, origin));
  if (at.tag !== 'product') return;
  for (const [index, item] of at.items.entries()) {
    collectProducts(item, component(u, item, index, origin), component(v, item, index, origin), origin, products);
  }
}

function component(tuple: Term, type: Type, index: number, origin: Span): Term {
  return { tag: 'projection', tuple, index, type, origin };
}

function real(operation: OperationName, left: Term, right: Term, origin: Span): Term {
  return { tag: 'operation', operation, arguments: [left, right], role: 'primal', type: REAL, origin };
}

function zero(origin: Span): Term {
  return { tag: 'literal', value: 0, type: REAL, origin };
}

/**
 * The polytypic functions of Krawiec et al., Figures 1 and 15, by induction on a first-order type of reals, leaves,
 * products and records: each generates the core term of its instance.
 */
import * as core from '../../language/core/builders';
import { recordPattern, tuplePattern, variablePattern, wildcardPattern } from '../../language/core/patterns';
import { internalError } from '../../language/source/internal-error';
import { DELTA, type Type } from '../../language/types/type';
import type { FreshNames } from '../../language/core/fresh-names';
import type { Pattern, Term } from '../../language/core/tree';
import type { Span } from '../../language/source/span';
import type { DeltaId } from '../../semantics/delta';

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

/** primal: the first part of each dual number of `term`, which is of type D{type}. */
export function primal(term: Term, type: Type): Term {
  switch (type.tag) {
    case 'real':
      return core.projection(term, 0);
    case 'product':
      return core.tuple(type.items.map((item, i) => primal(core.projection(term, i), item)));
    case 'record':
      return core.record(
        type.fields.map((field) => ({ name: field.name, value: primal(core.field(term, field.name), field.type) })),
      );
    default:
      return term;
  }
}

/** The term taken apart down to its reals and put together again. */
function mapReals(term: Term, change: (real: Term) => Term): Term {
  const { type, origin } = term;
  switch (type.tag) {
    case 'real':
      return change(term);
    case 'product':
      return core.tuple(
        type.items.map((_, i) => mapReals(core.projection(term, i, origin), change)),
        origin,
      );
    case 'record':
      return core.record(
        type.fields.map(({ name }) => ({ name, value: mapReals(core.field(term, name, origin), change) })),
        origin,
      );
    default:
      return term;
  }
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

/** A closed term for a value of the type; without a value, all reals and ints are 1. */
export function literal(type: Type, origin: Span, given?: { readonly value: unknown }): Term {
  const parts = given?.value as readonly unknown[] | undefined;
  const at = (i: number): { readonly value: unknown } | undefined =>
    parts === undefined ? undefined : { value: parts[i] };
  switch (type.tag) {
    case 'real':
      return core.real((given?.value as number | undefined) ?? 1, origin);
    case 'int':
      return core.int((given?.value as number | undefined) ?? 1, origin);
    case 'bool':
      return core.bool((given?.value as boolean | undefined) ?? true, origin);
    case 'string':
      return core.string((given?.value as string | undefined) ?? '', origin);
    case 'unit':
      return core.unit(origin);
    case 'product':
      return core.tuple(
        type.items.map((item, i) => literal(item, origin, at(i))),
        origin,
      );
    case 'record':
      return core.record(
        type.fields.map((field, i) => ({ name: field.name, value: literal(field.type, origin, at(i)) })),
        origin,
      );
    default:
      return internalError(`no literal of type ${type.tag}`);
  }
}

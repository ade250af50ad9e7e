import { bool, construct, int, string, unit } from '../language/core/builders';
import { constructorsOf } from '../language/core/constructors';
import type { Term, VariantDeclaration } from '../language/core/tree';
import { MAX_DEPTH } from '../language/syntax/cursor';
import { assertNever, internalError } from '../language/source/internal-error';
import type { Span } from '../language/source/span';
import type { Type } from '../language/types/type';
import { partsOf } from '../semantics/leaves';
import { SOURCE_SIDE, type Side } from './translation/side';
import { isNestedDeeper } from '../semantics/nesting';
import { itemsOf } from '../semantics/reals';
import { Variant, type Value } from '../semantics/value';

/** Returns whether a program can contain the value: a more deeply nested one does not parse. */
export function isWritable(value: Value, type: Type, variants: readonly VariantDeclaration[]): boolean {
  return !isNestedDeeper(value, type, MAX_DEPTH, variants);
}

/** The end of a message about a value that is not writable. */
export const NOT_WRITABLE = `is nested more than ${MAX_DEPTH} levels deep, too deep to write in a program`;

/**
 * Returns the term of a writable first-order value, with `real` for its real leaves, left to right; `to` has the types
 * of the term's parts.
 */
export function reify(
  value: Value,
  type: Type,
  real: (leaf: Value) => Term,
  variants: readonly VariantDeclaration[],
  origin: Span,
  to: Side = SOURCE_SIDE,
): Term {
  const inner = (part: Value, partType: Type): Term => reify(part, partType, real, variants, origin, to);
  switch (type.tag) {
    case 'real':
      return real(value);
    case 'int':
      return int(value as number, origin);
    case 'bool':
      return bool(value as boolean, origin);
    case 'string':
      return string(value as string, origin);
    case 'unit':
      return unit(origin);
    case 'product': {
      const parts = partsOf(value);
      return { tag: 'tuple', items: type.items.map((item, at) => inner(parts[at], item)), type: to.type(type), origin };
    }
    case 'record': {
      const parts = partsOf(value);
      const fields = type.fields.map(({ name, type: item }, at) => ({ name, value: inner(parts[at], item) }));
      return { tag: 'record', fields, type: to.type(type), origin };
    }
    case 'sum':
    case 'named': {
      if (!(value instanceof Variant)) return internalError('a variant type holds variants');
      const found = constructorsOf(type, variants)?.find(({ name }) => name === value.name);
      const payload = found?.payload && inner(value.payload, found.payload);
      return construct(to.constructorName(type, value.name), payload, to.type(type), origin);
    }
    case 'sequence':
      return {
        tag: 'sequence',
        items: Array.from(itemsOf(value), (item) => inner(item, type.item)),
        type: to.type(type),
        origin,
      };
    case 'function':
    case 'monad':
    case 'deltaMap':
    case 'variable':
      return internalError(`a ${type.tag} has no literal`);
    default:
      return assertNever(type);
  }
}

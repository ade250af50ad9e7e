import { bool, construct, int, real, record, sequence, string, tuple, unit } from '../language/core/builders';
import { constructorsOf } from '../language/core/constructors';
import type { Term, VariantDeclaration } from '../language/core/tree';
import { internalError } from '../language/source/internal-error';
import { NOWHERE, type Span } from '../language/source/span';
import { sameType } from '../language/types/structure';
import type { Type } from '../language/types/type';

/**
 * Returns some value of a first-order type, with `number` for its reals and ints: for inputs of a program that has no
 * point yet.
 */
export function placeholderTerm(
  type: Type,
  variants: readonly VariantDeclaration[],
  number: number,
  origin: Span = NOWHERE,
): Term {
  return (
    smallest(type, { variants, number, origin, open: [] }) ?? internalError('an input of a type without finite values')
  );
}

interface Making {
  readonly variants: readonly VariantDeclaration[];
  readonly number: number;
  readonly origin: Span;
  /** The variant types around the current value. */
  readonly open: readonly Type[];
}

/** Returns undefined if every value contains one of the open types. */
function smallest(type: Type, making: Making): Term | undefined {
  const { variants, number, origin, open } = making;
  switch (type.tag) {
    case 'real':
      return real(number, origin);
    case 'int':
      return int(number, origin);
    case 'bool':
      return bool(number !== 0, origin);
    case 'string':
      return string('', origin);
    case 'unit':
      return unit(origin);
    case 'product': {
      const items = type.items.map((item) => smallest(item, making));
      return items.every((item) => item !== undefined) ? tuple(items, origin) : undefined;
    }
    case 'record': {
      const fields = type.fields.flatMap(({ name, type: of }) => {
        const value = smallest(of, making);
        return value === undefined ? [] : [{ name, value }];
      });
      return fields.length === type.fields.length ? record(fields, origin) : undefined;
    }
    case 'sequence':
      return sequence(type.container === 'array' ? 'array' : 'list', type.item, [], origin);
    case 'sum':
    case 'named': {
      if (open.some((other) => sameType(other, type))) return undefined;
      const inner: Making = { ...making, open: [...open, type] };
      const constructors = constructorsOf(type, variants) ?? [];
      const bare = constructors.find(({ payload }) => payload === undefined);
      if (bare !== undefined) return construct(bare.name, undefined, type, origin);
      for (const { name, payload } of constructors) {
        const value = payload && smallest(payload, inner);
        if (value !== undefined) return construct(name, value, type, origin);
      }
      return undefined;
    }
    default:
      return internalError('an input of a type that is not first order');
  }
}

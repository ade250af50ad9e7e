import { internalError } from '../../../language/source/internal-error';
import type { Type } from '../../../language/types/type';
import type { VariantDeclaration } from '../../../language/core/tree';
import { partsAt } from '../../../semantics/leaves';
import type { Meter } from '../../../semantics/outcome';
import { Variant, type Value } from '../../../semantics/value';
import { firstItems, itemsOfArray, payloadOfTangent, realOf, type Tangent } from './tangent';
import { tupleParts } from './tuple-tangent';

/** Returns the reals of a tangent of `value`, in the order of the value's real leaves; 0 where it has none. */
export function realsOfTangent(
  tangent: Tangent,
  value: Value,
  type: Type,
  variants: readonly VariantDeclaration[],
  meter: Meter,
): readonly number[] {
  const reals: number[] = [];
  const pending: { readonly value: Value; readonly type: Type; readonly tangent: Tangent }[] = [
    { value, type, tangent },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.type.tag === 'real') {
      reals.push(realOf(next.tangent, meter));
      continue;
    }
    const inner = partsAt({ value: next.value, type: next.type, label: '' }, variants);
    const tangents = partTangents(next.tangent, next.value, next.type, inner.length, meter);
    const parts = inner.map(({ value: part, type: of }, i) => ({ value: part, type: of, tangent: tangents[i] }));
    for (const part of parts.reverse()) pending.push(part);
  }
  return reals;
}

/** Returns the tangents of the parts that `partsAt` finds in a value. */
function partTangents(tangent: Tangent, value: Value, type: Type, count: number, meter: Meter): readonly Tangent[] {
  switch (type.tag) {
    case 'product':
    case 'record':
      return tupleParts(tangent, meter);
    case 'sum':
    case 'named':
      return value instanceof Variant ? [payloadOfTangent(tangent, value.name, meter)] : internalError('no variant');
    case 'sequence':
      if (type.container !== 'array') return firstItems(tangent, count, meter).items;
      return arrayParts(itemsOfArray(tangent, meter), count);
    default:
      return [];
  }
}

function arrayParts(items: ReadonlyMap<number, Tangent>, count: number): readonly Tangent[] {
  return Array.from({ length: count }, (_, i) => items.get(i));
}

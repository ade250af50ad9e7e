import type { VariantDeclaration } from '../language/core/tree';
import { typeParts } from '../language/types/structure';
import type { Type } from '../language/types/type';
import { partsAt } from './leaves';
import type { Value } from './value';

/**
 * Whether the value has parts nested more than `limit` deep. A list is only as deep as its items; a recursive variant
 * can have any depth.
 */
export function isNestedDeeper(
  value: Value,
  type: Type,
  limit: number,
  variants: readonly VariantDeclaration[] = [],
): boolean {
  if (!hasVariant(type)) return false;
  let level: ReturnType<typeof partsAt> = [{ value, type, label: '' }];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((part) => partsAt(part, variants));
  }
  return false;
}

/** Whether the type contains a variant. The depth of other values is bounded by their types, which are shallow. */
function hasVariant(type: Type): boolean {
  return type.tag === 'named' || typeParts(type).some(hasVariant);
}

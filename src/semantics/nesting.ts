import type { VariantDeclaration } from '../language/core/tree';
import { typeParts } from '../language/types/structure';
import type { Type } from '../language/types/type';
import { partsAt } from './leaves';
import type { Value } from './value';

/**
 * Whether the value has parts in parts in parts ... more than `limit` deep. A list is not deep, but for what its items
 * are; a recursive variant is as deep as the program makes it.
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

/** All other types say themselves how deep their values are, and types are not deep. */
function hasVariant(type: Type): boolean {
  return type.tag === 'named' || typeParts(type).some(hasVariant);
}

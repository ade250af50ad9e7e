import { constructorsOf } from '../../language/core/constructors';
import type { VariantDeclaration } from '../../language/core/tree';
import { showType } from '../../language/types/print';
import type { Type } from '../../language/types/type';

/** Returns the types that values of a type contain directly. */
export function partsOf(type: Type, variants: readonly VariantDeclaration[]): readonly Type[] {
  switch (type.tag) {
    case 'product':
      return type.items;
    case 'record':
      return type.fields.map((field) => field.type);
    case 'sequence':
      return [type.item];
    case 'sum':
    case 'named':
      return (constructorsOf(type, variants) ?? []).flatMap(({ payload }) => payload ?? []);
    default:
      return [];
  }
}

/** Whether values of a type can contain reals. */
export function holdsReal(type: Type, variants: readonly VariantDeclaration[]): boolean {
  const seen = new Set<string>();
  const pending = [type];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.tag === 'real') return true;
    const key = showType(next);
    if (seen.has(key)) continue;
    seen.add(key);
    pending.push(...partsOf(next, variants));
  }
  return false;
}

import type { VariantDeclaration } from '../../language/core/tree';
import { sameType } from '../../language/types/structure';
import { functionType, REAL, type Type } from '../../language/types/type';
import type { OutputView } from '../../protocol/views';
import type { Value } from '../../semantics/value';
import { networkView } from './network';
import { picturesView } from './pictures';
import { rowsView } from './rows';
import { treeView } from './tree';

const REAL_FUNCTION = functionType(REAL, REAL);

/** Returns what an output is drawn as, with about `most` numbers and texts; undefined if its text is all. */
export function viewOf(
  value: Value,
  type: Type,
  variants: readonly VariantDeclaration[],
  most: number,
): OutputView | undefined {
  if (isRealFunction(type)) return { kind: 'graph' };
  return (
    picturesView(value, type, variants) ??
    networkView(value, type, most) ??
    rowsView(value, type, variants, most) ??
    treeView(value, type, variants, most)
  );
}

/** Whether values of a type have a graph. */
export function isRealFunction(type: Type): boolean {
  return sameType(type, REAL_FUNCTION);
}

import type { Leaf } from '../operations/operation';
import { BOOL, INT, REAL, STRING, type Type } from '../types/type';

const LEAVES = { real: REAL, int: INT, bool: BOOL, string: STRING } as const satisfies Record<Leaf, Type>;

/** Returns the type of an operation's parameter or result. */
export function leafType(leaf: Leaf): Type {
  return LEAVES[leaf];
}

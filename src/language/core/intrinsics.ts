import { sameType } from '../types/structure';
import { DELTA, DELTA_MAP, DUAL, INT, monad, REAL, type Type } from '../types/type';

/**
 * Operations of the core other than arithmetic: sequences, strings, and the module Delta (Krawiec et al., Figure 10).
 * Each has a typing rule, which returns undefined if the argument types do not fit.
 */
export type IntrinsicName =
  | 'length'
  | 'index'
  | 'build'
  | 'append'
  | 'toArray'
  | 'update'
  | 'Delta.deltaLet'
  | 'Delta.sequence'
  | 'Delta.runDelta'
  | 'Delta.eval'
  | 'Delta.emptyMap'
  | 'Delta.lookupOrZero';

export type IntrinsicRule = (types: readonly Type[]) => Type | undefined;

export const INTRINSICS = {
  /** The length of a list or an array. */
  length: ([sequence, ...rest]) => (sequence?.tag === 'sequence' && rest.length === 0 ? INT : undefined),

  /** `a[i]` */
  index: ([array, at, ...rest]) =>
    array?.tag === 'sequence' && array.container === 'array' && at?.tag === 'int' && rest.length === 0
      ? array.item
      : undefined,

  /** `build n f` is `[f 0, ..., f (n - 1)]`. */
  build: ([count, item, ...rest]) =>
    count?.tag === 'int' && item?.tag === 'function' && item.parameter.tag === 'int' && rest.length === 0
      ? { tag: 'sequence', container: 'array', item: item.result }
      : undefined,

  /** `++` on strings, lists and arrays. */
  append: ([left, right, ...rest]) =>
    left !== undefined &&
    right !== undefined &&
    (left.tag === 'string' || left.tag === 'sequence') &&
    sameType(left, right) &&
    rest.length === 0
      ? left
      : undefined,

  /** The items of a list or an array as an array. */
  toArray: ([sequence, ...rest]) =>
    sequence?.tag === 'sequence' && rest.length === 0 ? { ...sequence, container: 'array' } : undefined,

  /** `update a i v` is `a` with item i replaced by v. */
  update: ([array, at, item, ...rest]) =>
    array?.tag === 'sequence' &&
    array.container === 'array' &&
    at?.tag === 'int' &&
    item !== undefined &&
    sameType(array.item, item) &&
    rest.length === 0
      ? array
      : undefined,

  'Delta.deltaLet': fixed([DELTA], monad(INT)),

  /** Turns an array of actions into the action that runs them in index order (Krawiec et al., 10.2). */
  'Delta.sequence': ([actions, ...rest]) =>
    actions?.tag === 'sequence' && actions.container === 'array' && actions.item.tag === 'monad' && rest.length === 0
      ? monad({ tag: 'sequence', container: 'array', item: actions.item.result })
      : undefined,

  'Delta.runDelta': fixed([INT, monad(DUAL)], DELTA),
  'Delta.eval': fixed([REAL, DELTA, DELTA_MAP], DELTA_MAP),
  'Delta.emptyMap': fixed([], DELTA_MAP),
  'Delta.lookupOrZero': fixed([INT, DELTA_MAP], REAL),
} as const satisfies Record<IntrinsicName, IntrinsicRule>;

function fixed(parameters: readonly Type[], result: Type): IntrinsicRule {
  return (types) =>
    types.length === parameters.length &&
    parameters.every((parameter, i) => {
      const type = types[i];
      return type !== undefined && sameType(parameter, type);
    })
      ? result
      : undefined;
}

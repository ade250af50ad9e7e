import type { Type } from '../types/type';

/**
 * Operations of the core that are not arithmetic: sequences, strings, and the module Delta (Krawiec et al., Figure 10).
 * Each has a typing rule from the types of its arguments; `undefined` where they do not fit.
 */
export type IntrinsicName =
  | 'length'
  | 'index'
  | 'build'
  | 'append'
  | 'Delta.deltaLet'
  | 'Delta.runDelta'
  | 'Delta.eval'
  | 'Delta.emptyMap'
  | 'Delta.lookupOrZero';

export type IntrinsicRule = (types: readonly Type[]) => Type | undefined;

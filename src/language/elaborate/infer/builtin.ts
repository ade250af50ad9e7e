import type { Span } from '../../source/span';
import type { Type } from '../../types/type';
import type { Context } from '../context';
import type { Draft } from '../draft';

/** A built-in name at fresh type variables. */
export interface BuiltinInstance {
  readonly type: Type;
  /** How many arguments make it a term of the core. */
  readonly arity: number;
  readonly build: (context: Context, given: readonly Draft[], result: Type, origin: Span) => Draft;
}

export interface Builtin {
  readonly instance: (context: Context) => BuiltinInstance;
  readonly documentation: string;
}

import type { Span } from '../../source/span';
import type { Type, TypeVariable } from '../../types/type';
import type { Family } from '../draft';

/** A declared variant type. `type` and the payloads are at its parameters. */
export interface VariantType {
  readonly name: string;
  readonly parameters: readonly TypeVariable[];
  readonly type: Type;
  readonly constructors: readonly DeclaredConstructor[];
  /** The constructors by name, and as a family. */
  readonly named: ReadonlyMap<string, DeclaredConstructor>;
  readonly family: Family;
  readonly span: Span;
}

export interface DeclaredConstructor {
  readonly name: string;
  readonly payload: Type | undefined;
  readonly span: Span;
}

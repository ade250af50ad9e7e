import type { Span } from '../../source/span';
import type { Type, TypeVariable } from '../../types/type';

/** A declared variant type. `type` and the payloads are at its parameters. */
export interface VariantType {
  readonly name: string;
  readonly parameters: readonly TypeVariable[];
  readonly type: Type;
  readonly constructors: readonly DeclaredConstructor[];
  readonly span: Span;
}

export interface DeclaredConstructor {
  readonly name: string;
  readonly payload: Type | undefined;
  readonly span: Span;
}

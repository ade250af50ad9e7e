import type { Span } from '../../source/span';
import type { Expression } from '../../syntax/tree';
import type { Type } from '../../types/type';
import type { Conflict } from '../types/unify';
import type { Reason } from './reason';

/** An expression or pattern that cannot have the expected type. */
export interface Mismatch {
  readonly place: Span;
  readonly expected: Type;
  readonly found: Type;
  readonly conflict: Conflict;
  readonly reason: Reason;
  readonly expression?: Expression | undefined;
}

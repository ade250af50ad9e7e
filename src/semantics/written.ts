import { error, type Diagnostic } from '../language/source/diagnostic';
import type { Span } from '../language/source/span';
import { tooLargeWritten } from './failure';
import { bytesWritten } from './memory';
import type { Budget } from './outcome';
import type { Value } from './value';

/** Returns the error for data that is too large when what it shares is written out each time; undefined if it fits. */
export function tooLarge(data: Value, budget: Budget, span: Span): Diagnostic | undefined {
  if (bytesWritten(data, budget.bytes) <= budget.bytes) return undefined;
  const { code, message, hint } = tooLargeWritten(budget);
  return error(code, span, message, { hint });
}

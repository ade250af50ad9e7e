/**
 * Returns whether the host ran out of stack or of memory: Firefox throws an `InternalError` for the stack; all else is a
 * `RangeError`.
 */
export function isHostLimit(thrown: unknown): boolean {
  return thrown instanceof RangeError || (thrown as { readonly name?: unknown } | undefined)?.name === 'InternalError';
}

/** Returns whether the host ran out of stack: Firefox throws an `InternalError`, others a `RangeError`. */
export function isStackOverflow(thrown: unknown): boolean {
  return thrown instanceof RangeError || (thrown instanceof Error && thrown.name === 'InternalError');
}

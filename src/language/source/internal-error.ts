/**
 * Throws for a bug in Pullback, never for an error in the reader's program. Callers at the edge (workers, command line)
 * catch it.
 */
export function internalError(message: string): never {
  throw new Error(`internal error: ${message}`);
}

/** Ends an exhaustive `switch`: the compiler rejects a missing case. */
export function assertNever(value: never): never {
  return internalError(`unexpected ${JSON.stringify(value)}`);
}

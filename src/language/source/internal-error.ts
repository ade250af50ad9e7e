/** Reports a fault of ours, never of the reader's program. Callers at the edge (workers, command line) catch it. */
export function internalError(message: string): never {
  throw new Error(`internal error: ${message}`);
}

/** Ends a `switch` that must be total: the type checker refuses a missing case. */
export function assertNever(value: never): never {
  return internalError(`unexpected ${JSON.stringify(value)}`);
}

/**
 * Returns how many cases a property runs and from which seed: fixed in `npm test`, fewer in `npm run test:fast`, many
 * more and random in `npm run test:long`, which prints its seed. `share` scales the count for properties whose cases
 * are expensive (0.1) or cheap (5).
 */
export function runs(share = 1): {
  readonly numRuns: number;
  readonly seed: number;
  /** Whether to skip the search for a smaller failing case, which takes hours where cases are large and many. */
  readonly endOnFailure: boolean;
} {
  const count = Number(process.env['PULLBACK_RUNS'] ?? 80);
  return {
    numRuns: Math.max(1, Math.round(count * share)),
    seed: Number(process.env['PULLBACK_SEED'] ?? 20260),
    endOnFailure: MUTATING || LONG,
  };
}

/** Whether this is the long run, `npm run test:long`. */
export const LONG = process.env['PULLBACK_LONG'] !== undefined;

/** Whether each test runs once per mutant (`scripts/mutation.mjs`), so that tests of large sizes are skipped. */
export const MUTATING = process.env['PULLBACK_MUTATION'] !== undefined;

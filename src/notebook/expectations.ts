import type { CellExpectation } from './metadata';

/** The results of a cell, in the JSON of the command line. */
export interface CellReport {
  readonly outputs: readonly { readonly value: unknown }[];
  readonly derivative: unknown;
  readonly warnings: readonly string[];
  readonly error: string | undefined;
  readonly watch: Readonly<Record<string, number>>;
}

/**
 * Returns the differences between a cell's results and the expectations in its front matter; empty if there are none.
 */
export function unmet(expected: CellExpectation, shown: CellReport): readonly string[] {
  const misses: string[] = [];
  const compare = (what: string, wanted: unknown, found: unknown): void => {
    if (wanted !== undefined && !near(wanted, found))
      misses.push(`${what}: expected ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`);
  };
  if (expected.error !== shown.error) compare('error', expected.error ?? 'none', shown.error ?? 'none');
  compare(
    'outputs',
    expected.outputs,
    shown.outputs.map((output) => output.value),
  );
  compare('derivative', expected.derivative, shown.derivative);
  compare('warnings', expected.warnings, shown.warnings);
  for (const [name, records] of Object.entries(expected.watch ?? {}))
    compare(`records of "${name}"`, records, shown.watch[name]);
  return misses;
}

/** Whether two values are equal, with numbers compared to six significant digits. */
function near(wanted: unknown, found: unknown): boolean {
  if (typeof wanted === 'number' && typeof found === 'number')
    return Math.abs(wanted - found) <= 5e-6 * Math.max(1e-6, Math.abs(wanted));
  if (Array.isArray(wanted) && Array.isArray(found))
    return wanted.length === found.length && wanted.every((item, index) => near(item, found[index]));
  if (typeof wanted === 'object' && typeof found === 'object' && wanted !== null && found !== null) {
    const keys = Object.keys(wanted);
    return (
      keys.length === Object.keys(found).length &&
      keys.every((key) => near((wanted as Record<string, unknown>)[key], (found as Record<string, unknown>)[key]))
    );
  }
  return wanted === found;
}

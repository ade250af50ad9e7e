import { unmet } from '../notebook/expectations';
import type { Json } from '../protocol/messages';
import type { RunReport } from '../services/run-report';
import type { Source } from './source';

/** What each code cell showed, and where that is not what the notebook's front matter promises. */
export function cellReports(
  report: RunReport,
  { texts, expects = [] }: Source,
): { readonly cells: readonly Json[]; readonly misses: readonly string[] } {
  const last = texts.length - 1;
  const error = report.diagnostics.find(({ severity }) => severity === 'error');
  const shown = texts.map((_, cell) => ({
    outputs: (report.body?.outputs ?? [])
      .filter(({ span }) => span.cell === cell)
      .map(({ type, value }) => ({ type, value })),
    // The main expression is the last cell's.
    derivative: cell === last ? (report.body?.derivative?.value ?? null) : null,
    warnings: (report.body?.warnings ?? []).filter(({ span }) => span.cell === cell).map(({ code }) => code),
    error: error?.span.cell === cell ? error.code : undefined,
    watch: Object.fromEntries(
      Object.entries(report.body?.watch ?? {}).map(([name, records]) => [name, records.length]),
    ),
  }));
  const misses = expects.flatMap((expected, cell) => {
    const found = shown[cell];
    if (found === undefined) return [`cell ${cell + 1}: the front matter expects it, but it is not there`];
    return unmet(expected, found).map((miss) => `cell ${cell + 1}: ${miss}`);
  });
  const cells = shown.map(({ error: code, ...cell }) => (code === undefined ? cell : { ...cell, error: code }));
  return { cells, misses };
}

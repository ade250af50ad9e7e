import type { Diagnostic } from '../language/source/diagnostic';
import { unmet } from '../notebook/expectations';
import type { Json } from '../protocol/messages';
import type { RunReport } from '../services/run-report';
import type { Promises } from './source';

/** What each code cell showed, and where that is not what the notebook's front matter promises. */
export function cellReports(
  report: RunReport,
  { expects, problems, codeCells }: Promises,
): { readonly cells: readonly Json[]; readonly misses: readonly Diagnostic[] } {
  // The main expression is the program's last.
  const main = report.body?.outputs.at(-1)?.span.cell;
  const error = report.diagnostics.find(({ severity }) => severity === 'error');
  const shown = codeCells.map((cell) => ({
    outputs: (report.body?.outputs ?? [])
      .filter(({ span }) => span.cell === cell)
      .map(({ type, value }) => ({ type, value })),
    derivative: cell === main ? (report.body?.derivative?.value ?? null) : null,
    warnings: (report.body?.warnings ?? []).filter(({ span }) => span.cell === cell).map(({ code }) => code),
    error: error?.span.cell === cell ? error.code : undefined,
    watch: Object.fromEntries(
      Object.entries(report.body?.watch ?? {}).map(([name, records]) => [name, records.length]),
    ),
  }));
  const misses = expects.flatMap((expected, index) => {
    const [found, cell] = [shown[index], codeCells[index]];
    if (found === undefined || cell === undefined)
      return [missed(0, `the front matter expects something of a code cell ${index + 1}, which is not there`)];
    return unmet(expected, found).map((miss) =>
      missed(cell, `cell ${cell + 1} does not meet the front matter: ${miss}`),
    );
  });
  const unread = problems.map((problem) => missed(0, `the front matter cannot be read: ${problem}`));
  const cells = shown.map(({ error: code, ...cell }) => (code === undefined ? cell : { ...cell, error: code }));
  return { cells, misses: [...unread, ...misses] };
}

function missed(cell: number, message: string): Diagnostic {
  return { severity: 'error', code: 'front-matter', message, span: { cell, start: 0, end: 0 }, related: [] };
}

import { showType } from '../language/types/print';
import { PICTURE } from '../language/types/type';
import { error, type Diagnostic } from '../language/source/diagnostic';
import { unmet } from '../notebook/expectations';
import type { Json } from '../protocol/messages';
import type { RunReport } from '../services/run-report';
import type { Promises } from './source';

/** Returns what each code cell shows on its own, and where that differs from what the front matter says. */
export function cellReports(
  reports: readonly RunReport[],
  { expects, problems, codeCells }: Promises,
): { readonly cells: readonly Json[]; readonly misses: readonly Diagnostic[] } {
  const shown = codeCells.map(({ cell }, index) => {
    const { body, diagnostics = [] } = reports[index] ?? {};
    const error = diagnostics.find(({ severity, span }) => severity === 'error' && span.cell === cell);
    return {
      outputs: (body?.outputs ?? []).map(({ type, value }) => ({ type, value })),
      derivative: body?.derivative?.value ?? null,
      warnings: (body?.warnings ?? []).filter(({ span }) => span.cell === cell).map(({ code }) => code),
      error: error?.code,
      watch: Object.fromEntries(Object.entries(body?.watch ?? {}).map(([name, records]) => [name, records.length])),
    };
  });
  const misses = expects.flatMap((expected, index) => {
    const [found, place] = [shown[index], codeCells[index]];
    if (found === undefined || place === undefined)
      return [missed(0, `the front matter describes code cell ${index + 1}, but there is no such cell`)];
    // A picture is looked at, not compared.
    const compared = found.outputs.filter(({ type }) => type !== showType(PICTURE));
    return unmet(expected, { ...found, outputs: compared }).map((miss) =>
      missed(place.cell, `cell ${place.cell + 1} does not do what the front matter says: ${miss}`),
    );
  });
  const unread = problems.map((problem) => missed(0, `cannot read the front matter: ${problem}`));
  const cells = shown.map(({ error: code, ...cell }) => (code === undefined ? cell : { ...cell, error: code }));
  return { cells, misses: [...unread, ...misses] };
}

function missed(cell: number, message: string): Diagnostic {
  return error('front-matter', { cell, start: 0, end: 0 }, message);
}

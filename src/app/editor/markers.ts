import type { Diagnostic, Severity } from '../../language/source/diagnostic';
import type { Span } from '../../language/source/span';
import { clipped } from '../kit/format';
import { isLimit } from '../kit/limits';
import { programOf } from '../../notebook/document';
import { NOT_RUN } from '../store/results';
import { store } from '../store/store';
import { textKey } from '../store/subjects';
import { cellOf, modelAt } from './models';
import { monaco } from './monaco';
import type { AppState } from '../store/state';

/** Limit on markers per cell; more would only slow the editor. */
const MOST_MARKED = 500;

const SEVERITIES = {
  error: monaco.MarkerSeverity.Error,
  warning: monaco.MarkerSeverity.Warning,
  hint: monaco.MarkerSeverity.Hint,
} satisfies Record<Severity, monaco.MarkerSeverity>;

type Found = Pick<AppState, 'check' | 'results' | 'notebook'>;
type ByCell = ReadonlyMap<number, readonly Diagnostic[]>;
let last: (Found & { readonly byCell: ByCell }) | undefined;

/** The diagnostics in a cell's text: those of the checker, and those of runs of this text. */
function presentDiagnostics(state: AppState, cell: number): readonly Diagnostic[] {
  if (state.check?.revision !== state.textRevision) return [];
  return [...(state.check.cells[cell]?.diagnostics ?? []), ...(foundByRuns(state).get(cell) ?? [])];
}

/** Returns the diagnostics of all cells' runs, grouped by the cell whose text has the place. */
function foundByRuns(state: AppState): ByCell {
  const { check, results, notebook } = state;
  // Kept, because every editor asks for it at every result.
  if (last !== undefined && last.check === check && last.results === results && last.notebook === notebook)
    return last.byCell;
  const byCell = new Map<number, Diagnostic[]>();
  // Two cells may run into the same error of a third.
  const seen = new Set<string>();
  for (const { id } of programOf(notebook)) {
    const { value } = results[id] ?? NOT_RUN;
    const found = value.state === 'error' ? value.diagnostics : (value.payload?.warnings ?? []);
    if (found.length === 0 || state.dependencies[id]?.runnable !== true) continue;
    if (value.answered.texts !== textKey(state, id)) continue;
    for (const diagnostic of found) {
      const { code, span } = diagnostic;
      const key = `${code} ${span.cell} ${span.start} ${span.end}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const own = byCell.get(span.cell) ?? [];
      byCell.set(span.cell, own);
      own.push(diagnostic);
    }
  }
  last = { check, results, notebook, byCell };
  return byCell;
}

/** Underlines the diagnostics in the text of a model's cell. */
export function showMarkers(model: monaco.editor.ITextModel): void {
  const cell = cellOf(model);
  monaco.editor.setModelMarkers(
    model,
    'pullback',
    presentDiagnostics(store.getState(), cell)
      .slice(0, MOST_MARKED)
      .map((diagnostic) => ({
        ...plainRange(model, diagnostic.span),
        severity: isLimit(diagnostic) ? monaco.MarkerSeverity.Info : SEVERITIES[diagnostic.severity],
        message: [diagnostic.message, diagnostic.hint]
          .filter((part) => part !== undefined)
          .map(clipped)
          .join('\n'),
        relatedInformation: diagnostic.related
          .filter(({ span }) => span.cell === cell)
          .map(({ message, span }) => ({
            message,
            resource: (modelAt(span.cell) ?? model).uri,
            ...plainRange(model, span),
          })),
      })),
  );
}

export function markerRange(model: monaco.editor.ITextModel, span: Span): monaco.Range {
  // A marker needs a character to underline: the next one, or the previous one at the end of a line.
  const range = monaco.Range.fromPositions(model.getPositionAt(span.start), model.getPositionAt(span.end));
  if (!range.isEmpty()) return range;
  const atEnd = range.startColumn === model.getLineMaxColumn(range.startLineNumber);
  return atEnd
    ? range.setStartPosition(range.startLineNumber, Math.max(1, range.startColumn - 1))
    : range.setEndPosition(range.endLineNumber, range.endColumn + 1);
}

function plainRange(model: monaco.editor.ITextModel, span: Span): monaco.IRange {
  const { startLineNumber, startColumn, endLineNumber, endColumn } = markerRange(model, span);
  return { startLineNumber, startColumn, endLineNumber, endColumn };
}

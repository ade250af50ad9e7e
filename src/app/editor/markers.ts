import type { Diagnostic } from '../../language/source/diagnostic';
import type { Span } from '../../language/source/span';
import { clipped } from '../kit/format';
import { programOf } from '../../notebook/document';
import { NOT_RUN } from '../store/results';
import { textKey } from '../store/subjects';
import { cellOf, modelAt } from './models';
import { monaco } from './monaco';
import type { AppState } from '../store/state';

/** Limit on markers per cell; more would only slow the editor. */
const MOST_MARKED = 500;

/** The diagnostics of the current text: those of the checker, and those of runs of this text. */
export function presentDiagnostics(state: AppState): readonly Diagnostic[] {
  if (state.check?.revision !== state.textRevision) return [];
  const found = programOf(state.notebook).flatMap(({ id }) => {
    const { value } = state.results[id] ?? NOT_RUN;
    if (state.dependencies[id]?.runnable !== true || value.answered.texts !== textKey(state, id)) return [];
    return value.state === 'error' ? value.diagnostics : (value.payload?.warnings ?? []);
  });
  // Two cells may run into the same error of a third.
  const seen = new Set<string>();
  const run = found.filter(({ code, span }) => {
    const key = `${code} ${span.cell} ${span.start} ${span.end}`;
    return !seen.has(key) && seen.add(key);
  });
  return [...state.check.diagnostics, ...run];
}

export function showMarkers(model: monaco.editor.ITextModel, diagnostics: readonly Diagnostic[]): void {
  const cell = cellOf(model);
  monaco.editor.setModelMarkers(
    model,
    'pullback',
    diagnostics
      .filter((diagnostic) => diagnostic.span.cell === cell)
      .slice(0, MOST_MARKED)
      .map((diagnostic) => ({
        ...plainRange(model, diagnostic.span),
        severity: diagnostic.severity === 'error' ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
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

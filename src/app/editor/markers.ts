import type { Diagnostic } from '../../language/source/diagnostic';
import type { Span } from '../../language/source/span';
import { clipped } from '../kit/format';
import { programOf } from '../../notebook/document';
import { NOT_RUN } from '../store/results';
import { store } from '../store/store';
import { textKey } from '../store/subjects';
import { cellOf, modelAt } from './models';
import { monaco } from './monaco';
import type { AppState } from '../store/state';

/** Limit on markers per cell; more would only slow the editor. */
const MOST_MARKED = 500;

type Found = Pick<AppState, 'check' | 'textRevision' | 'results' | 'notebook'>;
type ByCell = ReadonlyMap<number, readonly Diagnostic[]>;
let last: (Found & { readonly byCell: ByCell }) | undefined;

/** The diagnostics in a cell's text: those of the checker, and those of runs of this text. */
function presentDiagnostics(state: AppState, cell: number): readonly Diagnostic[] {
  const { check, textRevision, results, notebook } = state;
  // Kept, because every editor asks for them at every result.
  const isKnown =
    last !== undefined &&
    last.check === check &&
    last.textRevision === textRevision &&
    last.results === results &&
    last.notebook === notebook;
  if (!isKnown) last = { check, textRevision, results, notebook, byCell: grouped(allDiagnostics(state)) };
  return last?.byCell.get(cell) ?? [];
}

function grouped(diagnostics: readonly Diagnostic[]): ByCell {
  const byCell = new Map<number, Diagnostic[]>();
  for (const each of diagnostics) {
    const own = byCell.get(each.span.cell) ?? [];
    byCell.set(each.span.cell, own);
    own.push(each);
  }
  return byCell;
}

function allDiagnostics(state: AppState): readonly Diagnostic[] {
  if (state.check?.revision !== state.textRevision) return [];
  const found = programOf(state.notebook).flatMap(({ id }) => {
    const { value } = state.results[id] ?? NOT_RUN;
    const own = value.state === 'error' ? value.diagnostics : (value.payload?.warnings ?? []);
    if (own.length === 0 || state.dependencies[id]?.runnable !== true) return [];
    return value.answered.texts === textKey(state, id) ? own : [];
  });
  // Two cells may run into the same error of a third.
  const seen = new Set<string>();
  const run = found.filter(({ code, span }) => {
    const key = `${code} ${span.cell} ${span.start} ${span.end}`;
    return !seen.has(key) && seen.add(key);
  });
  return [...state.check.diagnostics, ...run];
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

import { useMemo } from 'react';
import { unfolded } from '../../../protocol/folds';
import type { Span } from '../../../language/source/span';
import { useAppStore, usePointing } from '../../store/hooks';
import { nodesAt } from '../../store/pointing';
import { Pieces } from '../../kit/Pieces';
import { FoldedList } from '../shared/FoldedList';
import { LINES_A_PAGE, type TermView } from './use-term';

interface TermLinesProps {
  readonly view: TermView;
  readonly total: number;
  readonly label: string;
}

const ROW = 26;
const INDENT = 18;

/** The lines of a term in paper notation, or of a program as code. Only the lines in view are fetched. */
export function TermLines({ view, total, label }: TermLinesProps) {
  const { pointed, isOwn, pointTo } = usePointing();
  const reveal = useAppStore((state) => state.reveal);
  const places = useMemo(() => placesOf(view.pages), [view.pages]);
  const lit = useMemo(
    () =>
      pointed === undefined || view.pending
        ? []
        : [
            ...new Set(nodesAt(pointed.span, places.origins, places.rows.length).map((at) => places.rows[at] ?? 0)),
          ].sort((a, b) => a - b),
    [pointed, view.pending, places],
  );
  const spanOf = (row: number | undefined): Span | undefined =>
    row === undefined || view.pending ? undefined : view.lineAt(row)?.pieces.find(isPlaced)?.span;
  const pointAt = (span: Span | undefined): void => {
    pointTo(view.pending ? undefined : span);
  };
  const { term } = view;
  const folds = useMemo(() => term?.folds ?? unfolded(total), [term?.folds, total]);
  return (
    <FoldedList
      label={label}
      folds={folds}
      noun={NOUN}
      rowHeight={ROW}
      lit={lit}
      follows={!isOwn}
      onPoint={(line) => {
        pointAt(spanOf(line));
      }}
      onChoose={(line) => {
        const span = spanOf(line);
        if (span !== undefined) reveal(span);
      }}
      onRange={view.want}
    >
      {(at) => {
        const line = view.lineAt(at);
        const isCode = line?.pieces.length === 1 && term?.size === undefined;
        return (
          <span
            className={isCode ? 'term-line term-code' : 'term-line typeset'}
            style={{ paddingInlineStart: 8 + INDENT * (line?.indent ?? 0) }}
          >
            {line === undefined ? '…' : <Pieces pieces={line.pieces} onPoint={pointAt} />}
          </span>
        );
      }}
    </FoldedList>
  );
}

const NOUN = ['line', 'lines'] as const;

function isPlaced({ span }: { readonly span?: Span }): boolean {
  return span !== undefined && span.cell >= 0;
}

/** The source places of the pieces that are loaded, and the row of each. */
function placesOf(pages: TermView['pages']): { readonly origins: Int32Array; readonly rows: readonly number[] } {
  const origins: number[] = [];
  const rows: number[] = [];
  for (const [page, lines] of pages)
    lines.forEach(({ pieces }, at) => {
      for (const { span } of pieces) {
        if (span === undefined || span.cell < 0) continue;
        origins.push(span.cell, span.start, span.end);
        rows.push(page * LINES_A_PAGE + at);
      }
    });
  return { origins: Int32Array.from(origins), rows };
}

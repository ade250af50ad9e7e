import { useMemo } from 'react';
import type { Span } from '../../../language/source/span';
import { useAppStore, usePointing } from '../../store/hooks';
import { nodesAt } from '../../store/pointing';
import { Pieces } from '../../kit/Pieces';
import { WindowedList } from '../../kit/WindowedList';
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
      new Set(
        pointed === undefined || view.pending
          ? []
          : nodesAt(pointed.span, places.origins, places.rows.length).map((at) => places.rows[at]),
      ),
    [pointed, view.pending, places],
  );
  const spanOf = (row: number | undefined): Span | undefined =>
    row === undefined || view.pending ? undefined : view.lineAt(row)?.pieces.find(isPlaced)?.span;
  const pointAt = (span: Span | undefined): void => {
    pointTo(view.pending ? undefined : span);
  };
  return (
    <WindowedList
      label={label}
      count={total}
      rowHeight={ROW}
      isLit={(row) => lit.has(row)}
      onPoint={(row) => {
        pointAt(spanOf(row));
      }}
      onChoose={(row) => {
        const span = spanOf(row);
        if (span !== undefined) reveal(span);
      }}
      onRange={view.want}
      show={isOwn ? undefined : [...lit][0]}
    >
      {(row) => {
        const line = view.lineAt(row);
        const isCode = line?.pieces.length === 1 && view.term?.size === undefined;
        return (
          <span
            className={isCode ? 'term-line term-code' : 'term-line typeset'}
            style={{ paddingInlineStart: 8 + INDENT * (line?.indent ?? 0) }}
          >
            {line === undefined ? '…' : <Pieces pieces={line.pieces} onPoint={pointAt} />}
          </span>
        );
      }}
    </WindowedList>
  );
}

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

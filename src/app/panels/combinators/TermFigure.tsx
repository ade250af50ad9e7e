import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Line } from '../../../ad/notation/line';
import type { CombinatorsPayload } from '../../../protocol/combinators';
import { termRows } from '../../charts/combinators/lines';
import { Pieces, type PointedNodes } from '../../kit/Pieces';
import { WindowedList } from '../../kit/WindowedList';
import type { CombinatorPointing } from './use-combinator-pointing';
import { counted } from '../../kit/format';

const ROW = 26;
const INDENT = 18;
const MOST_ROWS = 10;

interface TermFigureProps {
  readonly payload: CombinatorsPayload;
  readonly pointing: CombinatorPointing;
}

/** The point-free term (Figure 1). Up and down move between lines, left and right between the pieces of a line. */
export function TermFigure({ payload, pointing }: TermFigureProps) {
  const { lines, total } = payload;
  const { nodes, pointNode, fromOutside, sought } = pointing;
  const [toggled, setToggled] = useState<{ readonly text: string; readonly heads: ReadonlySet<number> }>();
  const heads = toggled?.text === payload.text ? toggled.heads : NONE;
  const rows = useMemo(() => termRows(lines, heads), [lines, heads]);
  const named = useMemo(() => lines.map(nodesOf), [lines]);
  const here = useRef<{ readonly row: number; readonly at: number }>(undefined);
  const pointed = useMemo<PointedNodes>(
    () => ({
      lit: nodes,
      onPoint(node) {
        const { row = -1 } = here.current ?? {};
        here.current = { row, at: named[rows[row]?.line ?? -1]?.indexOf(node) ?? 0 };
        pointNode(node);
      },
    }),
    [nodes, rows, named, pointNode],
  );
  const hidden = total - lines.length;
  const count = rows.length + (hidden > 0 ? 1 : 0);
  const firstLit = useMemo(
    () => (nodes.size === 0 ? -1 : rows.findIndex(({ line }) => named[line]?.some((node) => nodes.has(node)) === true)),
    [rows, named, nodes],
  );

  const goTo = (row: number, at: number, byKey: boolean): void => {
    const found = named[rows[row]?.line ?? -1] ?? [];
    const clamped = Math.max(0, Math.min(at, found.length - 1));
    here.current = { row, at: clamped };
    pointNode(found[clamped], byKey);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || here.current === undefined) return;
    event.preventDefault();
    goTo(here.current.row, here.current.at + step, true);
  };
  return (
    <section className="comb-part" aria-label="Point-free term">
      <h3>Point-free term</h3>
      <div
        className="comb-term"
        style={{ height: `calc(${(ROW * Math.min(count, MOST_ROWS)) / 16}rem + 2px)` }}
        onKeyDown={onKeyDown}
      >
        <WindowedList
          label={`Point-free term, ${counted(total, 'line')}; left and right move between the pieces of a line`}
          count={count}
          rowHeight={ROW}
          onPoint={(row, byKey) => {
            here.current = undefined;
            if (row === undefined) pointNode(undefined);
            else goTo(row, 0, byKey);
          }}
          onChoose={(row) => {
            const { line = -1, fold } = rows[row] ?? {};
            const { at = 0 } = here.current ?? {};
            const node = named[line]?.[at];
            if (fold !== undefined) setToggled({ text: payload.text, heads: flipped(heads, line) });
            else if (node !== undefined) pointing.reveal({ node, run: undefined });
          }}
          show={(fromOutside || sought !== undefined) && firstLit >= 0 ? firstLit : undefined}
        >
          {(at) => {
            const row = rows[at];
            const line = lines[row?.line ?? -1];
            if (row === undefined || line === undefined)
              return <span className="comb-line-text">… {counted(hidden, 'more line')}</span>;
            return (
              <span className="comb-line-text typeset" style={{ paddingInlineStart: 8 + INDENT * line.indent }}>
                {row.fold !== undefined && (
                  <span className="comb-twist">
                    <span aria-hidden="true">{row.fold.open ? '▾ ' : '▸ '}</span>
                  </span>
                )}
                <Pieces pieces={line.pieces} nodes={pointed} />
                {row.fold?.open === false && (
                  <span className="comb-folded">… {counted(row.fold.lines - 1, 'line')}</span>
                )}
              </span>
            );
          }}
        </WindowedList>
      </div>
    </section>
  );
}

const NONE: ReadonlySet<number> = new Set();

function flipped(heads: ReadonlySet<number>, head: number): ReadonlySet<number> {
  const after = new Set(heads);
  if (!after.delete(head)) after.add(head);
  return after;
}

/** The nodes that a line names, each once, from left to right. */
function nodesOf({ pieces }: Line): readonly number[] {
  return [...new Set(pieces.flatMap(({ node }) => (node === undefined ? [] : [node])))];
}

import type { Diagnostic } from '../../../language/source/diagnostic';
import { lineIndex, positionAt, sourceOf } from '../../../language/source/position';
import { PRELUDE_CELL, type Span } from '../../../language/source/span';
import { useContext } from 'react';
import { programCells, programOf } from '../../../notebook/document';
import { CellContext, useAppStore, usePointing } from '../../store/hooks';
import { clipped, integer } from '../../kit/format';
import { isLimit } from '../../kit/limits';

/** Text that is not a program has an error per line; thousands of elements would freeze the page. */
const MOST_SHOWN = 50;
/** The most places related to one diagnostic, and parts of a message, that are shown. */
const MOST_RELATED = 20;
const MOST_PARTS = 100;

interface DiagnosticListProps {
  readonly diagnostics: readonly Diagnostic[];
  /** The number of further diagnostics that are not in the list. */
  readonly more?: number;
}

/** A list of errors and warnings with places and hints. A click on a place shows it in the editor. */
export function DiagnosticList({ diagnostics, more: unlisted = 0 }: DiagnosticListProps) {
  if (diagnostics.length === 0) return null;
  const more = Math.max(0, diagnostics.length - MOST_SHOWN) + unlisted;
  return (
    <ul className="diagnostics">
      {diagnostics.slice(0, MOST_SHOWN).map((diagnostic, index) => (
        <li key={index} className={`diagnostic ${kindOf(diagnostic)}`} data-code={diagnostic.code}>
          <p className="diagnostic-line">
            <span className="diagnostic-severity">{KINDS[kindOf(diagnostic)]}</span>
            <Place span={diagnostic.span} />
          </p>
          <p className="diagnostic-message">
            <Message text={diagnostic.message} />
          </p>
          {diagnostic.related.slice(0, MOST_RELATED).map((related, at) => (
            <p key={at} className="diagnostic-related">
              <Message text={related.message} /> <Place span={related.span} />
            </p>
          ))}
          {diagnostic.hint !== undefined && (
            <p className="diagnostic-hint">
              <Message text={diagnostic.hint} />
            </p>
          )}
        </li>
      ))}
      {more > 0 && <li className="diagnostic-hint">and {integer(more)} more.</li>}
    </ul>
  );
}

const KINDS = { error: 'Error', warning: 'Warning', limit: 'Limit' } as const;

/** A limit that a run has reached is no mistake in the program. */
function kindOf(diagnostic: Diagnostic): keyof typeof KINDS {
  if (isLimit(diagnostic)) return 'limit';
  return diagnostic.severity === 'error' ? 'error' : 'warning';
}

/** The element id of a cell's list of problems. */
export function problemsId(cell: number | undefined): string {
  return `problems-${cell ?? ''}`;
}

/** Scrolls to a cell's list of problems and focuses the first place in it. */
export function showProblems(cell: number | undefined): void {
  const list = document.getElementById(problemsId(cell));
  list?.scrollIntoView({ block: 'nearest' });
  list?.querySelectorAll<HTMLElement>('.place')[0]?.focus({ preventScroll: true });
}

/** Text in which the parts between backquotes are code. */
export function Message({ text }: { readonly text: string }) {
  return text
    .split('`', MOST_PARTS)
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{clipped(part)}</code> : clipped(part)));
}

interface PlaceProps {
  readonly span: Span;
  /** Shows the line without the column. */
  readonly short?: boolean;
}

/** A button that names a place in the source: hovering highlights the place, a click goes there. */
export function Place({ span, short = false }: PlaceProps) {
  const own = useContext(CellContext);
  const text = useAppStore((state) => programCells(state.notebook)[span.cell]);
  const isElsewhere = useAppStore((state) => {
    const cells = programOf(state.notebook);
    return cells.length > 1 && cells[span.cell]?.id !== own;
  });
  const isTable = useAppStore((state) => programOf(state.notebook)[span.cell]?.tag === 'table');
  const { pointTo } = usePointing();
  const reveal = useAppStore((state) => state.reveal);
  if (span.cell === PRELUDE_CELL || text === undefined) return null;
  const { line: whole, column } = positionAt(lineIndex(text), span.start);
  // The reader sees a table without its fence.
  const line = isTable && whole > 1 ? whole - 1 : whole;
  const { file } = sourceOf([text], 0);
  if (file !== undefined) return `“${file}”, line ${line}`;
  return (
    <button
      type="button"
      className="place"
      onClick={() => {
        reveal(span);
      }}
      onPointerEnter={() => {
        pointTo(span);
      }}
      onPointerLeave={() => {
        pointTo(undefined);
      }}
      onFocus={() => {
        pointTo(span);
      }}
      onBlur={() => {
        pointTo(undefined);
      }}
    >
      {isElsewhere ? `cell ${span.cell + 1}, ` : ''}line {line}
      {short ? '' : `, column ${column}`}
    </button>
  );
}

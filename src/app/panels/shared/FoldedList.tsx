import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Folds } from '../../../protocol/folds';
import { type EntryNoun, foldRows, foldText, isInFold } from '../../kit/fold-rows';
import { WindowedList } from '../../kit/WindowedList';
import './folded-list.css';

interface FoldedListProps {
  readonly label: string;
  readonly folds: Folds;
  readonly noun: EntryNoun;
  /** CSS pixels. All rows have the same height. */
  readonly rowHeight: number;
  /** The entries that are lit, in order. A fold that hides one is lit. */
  readonly lit: readonly number[];
  /** Scrolls to the first lit entry whenever it changes. */
  readonly follows: boolean;
  /** An entry to scroll to, whose folds are opened whenever it is another object. */
  readonly sought?: { readonly entry: number } | undefined;
  /** A row after the last entry. */
  readonly last?: ReactNode;
  readonly onPoint: (entry: number | undefined) => void;
  readonly onChoose: (entry: number) => void;
  /** Called with the entries among the rendered rows, in order. */
  readonly onRange?: (entries: readonly number[]) => void;
  /** Draws an entry. */
  readonly children: (entry: number) => ReactNode;
}

/** The open folds of a list with that number of folds. */
interface Kept {
  readonly folds: number;
  readonly open: ReadonlySet<number>;
  readonly sought: FoldedListProps['sought'];
}

const NONE: ReadonlySet<number> = new Set();
const INDENT = 16;

/** A long list, folded by iteration and call. A click or Enter on the head of a fold opens or closes it in place. */
export function FoldedList(props: FoldedListProps) {
  const { folds, lit, noun, sought, onRange } = props;
  const [kept, setKept] = useState<Kept>({ folds: folds.first.length, open: NONE, sought: undefined });
  // Another number of folds is another list, in which the numbers of folds mean something else.
  const known = kept.folds === folds.first.length ? kept.open : NONE;
  const open = kept.sought === sought || sought === undefined ? known : openedTo(folds, sought.entry, known);
  if (kept.sought !== sought) setKept({ folds: folds.first.length, open, sought });
  const rows = useMemo(() => foldRows(folds, open), [folds, open]);
  const at = (row: number) => (row < rows.count ? rows.at(row) : undefined);
  const entryAt = (row: number | undefined): number | undefined => {
    const found = row === undefined ? undefined : at(row);
    return found?.tag === 'entry' ? found.entry : undefined;
  };
  const onRows = useCallback(
    (from: number, to: number) => {
      const entries: number[] = [];
      for (let row = from; row < Math.min(to, rows.count); row++) {
        const found = rows.at(row);
        if (found.tag === 'entry') entries.push(found.entry);
      }
      onRange?.(entries);
    },
    [rows, onRange],
  );
  const toggle = (fold: number): void => {
    const next = new Set(open);
    if (!next.delete(fold)) next.add(fold);
    setKept({ folds: folds.first.length, open: next, sought });
  };
  const litEntries = useMemo(() => new Set(lit), [lit]);
  const [first] = lit;
  return (
    <WindowedList
      label={props.label}
      count={rows.count + (props.last === undefined ? 0 : 1)}
      onRange={onRows}
      rowHeight={props.rowHeight}
      isLit={(row) => {
        const found = at(row);
        if (found === undefined) return false;
        return found.tag === 'entry' ? litEntries.has(found.entry) : !found.open && isInFold(folds, found.fold, lit);
      }}
      onPoint={(row) => {
        props.onPoint(entryAt(row));
      }}
      onChoose={(row) => {
        const found = at(row);
        if (found?.tag === 'fold') toggle(found.fold);
        else if (found !== undefined) props.onChoose(found.entry);
      }}
      show={
        props.follows && first !== undefined
          ? rows.rowOf(first)
          : sought === undefined
            ? undefined
            : rows.rowOf(sought.entry)
      }
    >
      {(row) => {
        const found = at(row);
        if (found === undefined) return props.last;
        const indent = { marginInlineStart: INDENT * found.depth };
        if (found.tag === 'entry')
          return found.depth === 0 ? (
            props.children(found.entry)
          ) : (
            <div style={indent}>{props.children(found.entry)}</div>
          );
        return (
          <span className="fold-head" style={indent}>
            <span aria-hidden="true">{found.open ? '▾' : '▸'}</span> {foldText(folds, found.fold, noun)}
            <span className="visually-hidden">{found.open ? ', expanded' : ', collapsed'}</span>
          </span>
        );
      }}
    </WindowedList>
  );
}

/** Returns the open folds with those around an entry. */
function openedTo({ first, end, children }: Folds, entry: number, open: ReadonlySet<number>): ReadonlySet<number> {
  const next = new Set(open);
  for (let fold = 0; ;) {
    let child = children[fold] ?? 0;
    const last = children[fold + 1] ?? 0;
    while (child < last && (end[child] ?? 0) <= entry) child++;
    if (child === last || (first[child] ?? 0) > entry) return next;
    next.add(child);
    fold = child;
  }
}

import { foldName, type Folds } from '../../protocol/folds';
import { counted } from './format';

/** A row of a folded list: an entry, or the head of a fold. */
export type FoldRow =
  | { readonly tag: 'entry'; readonly entry: number; readonly depth: number }
  | { readonly tag: 'fold'; readonly fold: number; readonly open: boolean; readonly depth: number };

export interface FoldRows {
  readonly count: number;
  readonly at: (row: number) => FoldRow;
  /** The row of an entry, or of the closed fold that hides it. */
  readonly rowOf: (entry: number) => number;
}

/**
 * Returns the rows of a list of which the folds in `open` are unfolded. A head stands before the entries of its fold.
 * Time and memory are linear in the heads, not in the entries.
 */
export function foldRows({ first, end, children }: Folds, open: ReadonlySet<number>): FoldRows {
  /** Pieces of rows: a head, or entries in a row. By piece: its first row, first entry, fold (-1 for entries), depth. */
  const rows: number[] = [];
  const entries: number[] = [];
  const heads: number[] = [];
  const depths: number[] = [];
  let count = 0;
  const add = (entry: number, head: number, depth: number, size: number): void => {
    if (size <= 0) return;
    rows.push(count);
    entries.push(entry);
    heads.push(head);
    depths.push(depth);
    count += size;
  };
  /** The unfolded folds from the outermost: the next child, and the first entry that has no row yet. */
  const stack = [{ fold: 0, child: children[0] ?? 0, entry: first[0] ?? 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const depth = stack.length - 1;
    if (top.child === (children[top.fold + 1] ?? 0)) {
      add(top.entry, -1, depth, (end[top.fold] ?? 0) - top.entry);
      stack.pop();
      continue;
    }
    const fold = top.child++;
    const start = first[fold] ?? 0;
    add(top.entry, -1, depth, start - top.entry);
    top.entry = end[fold] ?? 0;
    add(start, fold, depth, 1);
    if (open.has(fold)) stack.push({ fold, child: children[fold] ?? 0, entry: start });
  }
  return {
    count,
    at(row) {
      const piece = lastUpTo(rows, row);
      const fold = heads[piece] ?? -1;
      const depth = depths[piece] ?? 0;
      if (fold >= 0) return { tag: 'fold', fold, open: open.has(fold), depth };
      return { tag: 'entry', entry: (entries[piece] ?? 0) + row - (rows[piece] ?? 0), depth };
    },
    rowOf(entry) {
      // The last piece with an entry up to this one: the entries themselves, or the head of the closed fold.
      const piece = lastUpTo(entries, entry);
      const row = rows[piece] ?? 0;
      return (heads[piece] ?? -1) >= 0 ? row : row + entry - (entries[piece] ?? 0);
    },
  };
}

/** Returns the index of the last number that is not greater than `value`; the numbers do not decrease. */
function lastUpTo(numbers: readonly number[], value: number): number {
  let low = 0;
  let high = numbers.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns whether one of the entries, in order, is in a fold. */
export function isInFold({ first, end }: Folds, fold: number, entries: readonly number[]): boolean {
  const found = entries[lastUpTo(entries, (end[fold] ?? 0) - 1)];
  return found !== undefined && found >= (first[fold] ?? 0) && found < (end[fold] ?? 0);
}

/** The name of one entry and of several. */
export type EntryNoun = readonly [one: string, several: string];

/** The text of a head: `60 × step: 1,655 entries each`, `step 7: 1,655 entries`, `step 501–1,000: 2,000 entries`. */
export function foldText(folds: Folds, fold: number, noun: EntryNoun): string {
  const { first, end, counts } = folds;
  const size = (end[fold] ?? 0) - (first[fold] ?? 0);
  const name = foldName(folds, fold);
  const each = (counts[fold] ?? 0) > 0 ? sizeOfEach(folds, fold) : undefined;
  const text = each === undefined ? counted(size, ...noun) : `${counted(each, ...noun)} each`;
  return name === '' ? text : `${name}: ${text}`;
}

/** Returns the number of entries of each call of a repetition, if it is the same. */
function sizeOfEach({ first, end, children, counts }: Folds, fold: number): number | undefined {
  const [from, to] = [children[fold] ?? 0, children[fold + 1] ?? 0];
  const size = (end[from] ?? 0) - (first[from] ?? 0);
  if (to - from !== counts[fold]) return undefined;
  for (let child = from; child < to; child++) if ((end[child] ?? 0) - (first[child] ?? 0) !== size) return undefined;
  return size;
}

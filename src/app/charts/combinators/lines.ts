import type { Line } from '../../../ad/notation/line';
/** A visible line of the term. */
export interface TermRow {
  /** Index into the lines. */
  readonly line: number;
  /** Given for the head of a definition that can be folded. */
  readonly fold: { readonly open: boolean; readonly lines: number } | undefined;
}

/** Longer definitions start folded. */
const SHORT = 8;

/**
 * Returns the visible lines: definitions first, each with its head at the margin, then the main expression, which is
 * never folded. `toggled`: heads that the reader has opened or folded.
 */
export function termRows(lines: readonly Line[], toggled: ReadonlySet<number>): readonly TermRow[] {
  const heads = lines.flatMap(({ indent }, line) => (indent === 0 ? [line] : []));
  return heads.flatMap((head, i): readonly TermRow[] => {
    const end = heads[i + 1] ?? lines.length;
    const count = end - head;
    const isMain = i === heads.length - 1;
    const folds = count > 1 && !isMain;
    const open = !folds || count <= SHORT !== toggled.has(head);
    const inside = Array.from({ length: open ? count - 1 : 0 }, (_, at) => ({ line: head + 1 + at, fold: undefined }));
    return [{ line: head, fold: folds ? { open, lines: count } : undefined }, ...inside];
  });
}

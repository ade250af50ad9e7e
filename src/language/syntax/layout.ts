/** The line width of printed and formatted programs. */
export const LINE_WIDTH = 100;

/**
 * Documents with alternatives of layout, after Wadler: a group is printed on one line if it fits, otherwise the breaks
 * that stand in it directly are taken. `render.ts` prints them.
 */
export type Doc =
  | string
  | { readonly tag: 'concat'; readonly parts: readonly Doc[] }
  | Break
  | { readonly tag: 'choice'; readonly broken: string; readonly flat: string }
  | { readonly tag: 'nest'; readonly by: number; readonly doc: Doc }
  | { readonly tag: 'group'; readonly doc: Doc };

/** Where a line may end, and where comments may stand. */
export interface Break {
  readonly tag: 'break';
  readonly flat: string;
  /** What a seam prints in a group that does not fit; it is a line break only where a comment makes it one. */
  readonly seam: string | undefined;
  /** No group around it fits. */
  readonly forced: boolean;
  /** What of the reader's layout stays when a text is formatted: nothing, a blank line, or a line break as well. */
  readonly keeps: 'nothing' | 'blank' | 'break';
}

const plain: Break = { tag: 'break', flat: ' ', seam: undefined, forced: false, keeps: 'nothing' };

export const line: Doc = plain;
/** A line break, or nothing. */
export const softLine: Doc = { ...plain, flat: '' };
/** A line break after which the reader may leave a line blank. */
export const spacedLine: Doc = { ...plain, keeps: 'blank' };
/** A line break that the reader chooses. */
export const chosenLine: Doc = { ...plain, keeps: 'break' };
/** A line break wherever it stands. */
export const hardLine: Doc = { ...plain, forced: true, keeps: 'blank' };

/** A blank or nothing, and a line break where a comment stands. */
export function seam(broken: string, flat: string): Doc {
  return { ...plain, seam: broken, flat };
}

export function concat(...parts: readonly Doc[]): Doc {
  return { tag: 'concat', parts };
}

export function nest(by: number, doc: Doc): Doc {
  return { tag: 'nest', by, doc };
}

export function group(doc: Doc): Doc {
  return { tag: 'group', doc };
}

/** `broken` when the breaks of the group around it are taken, else `flat`. */
export function choice(broken: string, flat: string): Doc {
  return { tag: 'choice', broken, flat };
}

export function join(docs: readonly Doc[], separator: Doc): Doc {
  return { tag: 'concat', parts: docs.flatMap((doc, index) => (index === 0 ? [doc] : [separator, doc])) };
}

/** Parts one after the other, as many on a line as fit. */
export function fill(parts: readonly Doc[]): Doc {
  return { tag: 'concat', parts: parts.map((part, index) => (index === 0 ? part : group(concat(line, part)))) };
}

/** Items between brackets, on one line or one a line: `(a, b)`, and `( a,` over `b )`. */
export function bracketed(open: string, items: readonly Doc[], close: string, padding = ''): Doc {
  const parts = items.map((item, index) => {
    if (index === 0) return item;
    return concat(',', index === 1 ? chosenLine : spacedLine, item);
  });
  return enclosed(open, concat(...parts), close, padding);
}

/** Small items between brackets, as many on a line as fit. */
export function bracketedFill(open: string, items: readonly Doc[], close: string): Doc {
  return enclosed(open, fill(items.map((item, i) => (i === items.length - 1 ? item : concat(item, ',')))), close, '');
}

function enclosed(open: string, inside: Doc, close: string, padding: string): Doc {
  const edge = seam(' ', padding);
  return group(concat(open, nest(2, concat(edge, inside)), edge, close));
}

/** Around something looser than what may stand here. */
export function parenthesised(inside: Doc): Doc {
  const edge = seam('', '');
  return group(concat('(', nest(1, concat(edge, inside)), edge, ')'));
}

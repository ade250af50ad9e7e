/** The line width of printed and formatted programs. */
export const LINE_WIDTH = 100;

/**
 * Documents with alternative layouts, after Wadler: a group is printed on one line if it fits, otherwise its direct
 * breaks become line breaks. `render.ts` prints them.
 */
export type Doc =
  | string
  | { readonly tag: 'concat'; readonly parts: readonly Doc[] }
  | Break
  | { readonly tag: 'choice'; readonly broken: string; readonly flat: string }
  | { readonly tag: 'nest'; readonly by: number; readonly doc: Doc }
  | { readonly tag: 'group'; readonly doc: Doc };

/** A place where a line can end, and where comments can go. */
export interface Break {
  readonly tag: 'break';
  readonly flat: string;
  /** The text of a seam in a group that does not fit. A seam becomes a line break only for a comment. */
  readonly seam: string | undefined;
  /** Whether the groups around it never fit on one line. */
  readonly forced: boolean;
  /** Which of the reader's layout survives formatting: nothing, a blank line, or also a line break. */
  readonly keeps: 'nothing' | 'blank' | 'break';
}

const plain: Break = { tag: 'break', flat: ' ', seam: undefined, forced: false, keeps: 'nothing' };

export const line: Doc = plain;
/** A line break or nothing. */
export const softLine: Doc = { ...plain, flat: '' };
/** A line break after which the reader can leave a blank line. */
export const spacedLine: Doc = { ...plain, keeps: 'blank' };
/** A line break that the reader chooses. */
export const chosenLine: Doc = { ...plain, keeps: 'break' };
/** An unconditional line break. */
export const hardLine: Doc = { ...plain, forced: true, keeps: 'blank' };

/** Returns a space or nothing, which becomes a line break for a comment. */
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

/** Returns a document that prints `broken` if the enclosing group is broken, `flat` otherwise. */
export function choice(broken: string, flat: string): Doc {
  return { tag: 'choice', broken, flat };
}

export function join(docs: readonly Doc[], separator: Doc): Doc {
  return { tag: 'concat', parts: docs.flatMap((doc, index) => (index === 0 ? [doc] : [separator, doc])) };
}

/** Returns the parts in sequence, as many on a line as fit. */
export function fill(parts: readonly Doc[]): Doc {
  return { tag: 'concat', parts: parts.map((part, index) => (index === 0 ? part : group(concat(line, part)))) };
}

/** Returns items in brackets, all on one line or one per line: `(a, b)`, or `( a,` above `b )`. */
export function bracketed(open: string, items: readonly Doc[], close: string, padding = ''): Doc {
  const parts = items.map((item, index) => {
    if (index === 0) return item;
    return concat(',', index === 1 ? chosenLine : spacedLine, item);
  });
  return enclosed(open, concat(...parts), close, padding);
}

/** Returns small items in brackets, as many on a line as fit. */
export function bracketedFill(open: string, items: readonly Doc[], close: string): Doc {
  return enclosed(open, fill(items.map((item, i) => (i === items.length - 1 ? item : concat(item, ',')))), close, '');
}

function enclosed(open: string, inside: Doc, close: string, padding: string): Doc {
  const edge = seam(' ', padding);
  return group(concat(open, nest(2, concat(edge, inside)), edge, close));
}

/** Adds parentheses around a document that binds less tightly than its place allows. */
export function parenthesised(inside: Doc): Doc {
  const edge = seam('', '');
  return group(concat('(', nest(1, concat(edge, inside)), edge, ')'));
}

/**
 * Documents with alternatives of layout, after Wadler: a group is printed on one line if it fits, otherwise the lines
 * that stand in it directly are broken. Rendering takes no stack, however deep the document.
 */
export type Doc =
  | string
  | { readonly tag: 'concat'; readonly parts: readonly Doc[] }
  /** A line break, or `flat` in a group that fits. */
  | { readonly tag: 'line'; readonly flat: string }
  | { readonly tag: 'choice'; readonly broken: string; readonly flat: string }
  /** A line break wherever it stands; no group around it fits. */
  | { readonly tag: 'hardLine' }
  | { readonly tag: 'nest'; readonly by: number; readonly doc: Doc }
  | { readonly tag: 'group'; readonly doc: Doc };

export const line: Doc = { tag: 'line', flat: ' ' };
export const hardLine: Doc = { tag: 'hardLine' };

export function concat(...parts: readonly Doc[]): Doc {
  return { tag: 'concat', parts };
}

export function nest(by: number, doc: Doc): Doc {
  return { tag: 'nest', by, doc };
}

export function group(doc: Doc): Doc {
  return { tag: 'group', doc };
}

/** `broken` when the lines of the group around it are broken, else `flat`. */
export function choice(broken: string, flat: string): Doc {
  return { tag: 'choice', broken, flat };
}

export function join(docs: readonly Doc[], separator: Doc): Doc {
  return { tag: 'concat', parts: docs.flatMap((doc, index) => (index === 0 ? [doc] : [separator, doc])) };
}

/** Items between brackets, as many on a line as fit. */
export function fill(open: string, items: readonly Doc[], close: string): Doc {
  const parts = items.map((item, index) => {
    const separated = index < items.length - 1 ? concat(item, ',') : item;
    return index === 0 ? separated : group(concat(line, separated));
  });
  return concat(open, nest(open.length, { tag: 'concat', parts }), close);
}

interface Work {
  readonly indent: number;
  readonly flat: boolean;
  readonly doc: Doc;
}

/** The document as text in lines of `width` columns where its breaks allow it. */
export function render(doc: Doc, width: number): string {
  const out: string[] = [];
  const work: Work[] = [{ indent: 0, flat: false, doc }];
  let column = 0;
  for (let item = work.pop(); item !== undefined; item = work.pop()) {
    const { indent, flat, doc: part } = item;
    if (typeof part === 'string') {
      out.push(part);
      column += part.length;
      continue;
    }
    switch (part.tag) {
      case 'concat':
        pushParts(work, part.parts, indent, flat);
        break;
      case 'line':
        if (flat) {
          out.push(part.flat);
          column += part.flat.length;
          break;
        }
        out.push('\n', ' '.repeat(indent));
        column = indent;
        break;
      case 'hardLine':
        out.push('\n', ' '.repeat(indent));
        column = indent;
        break;
      case 'choice': {
        const text = flat ? part.flat : part.broken;
        out.push(text);
        column += text.length;
        break;
      }
      case 'nest':
        work.push({ indent: indent + part.by, flat, doc: part.doc });
        break;
      case 'group':
        work.push({ indent, flat: flat || fits(part.doc, width - column, work), doc: part.doc });
        break;
    }
  }
  return out.join('');
}

function pushParts(work: Work[], parts: readonly Doc[], indent: number, flat: boolean): void {
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const doc = parts[index];
    if (doc !== undefined) work.push({ indent, flat, doc });
  }
}

/** Whether `doc` on one line, and what follows it up to the next possible break, fits into `room` columns. */
function fits(doc: Doc, room: number, rest: readonly Work[]): boolean {
  const work: Work[] = [{ indent: 0, flat: true, doc }];
  let next = rest.length - 1;
  let left = room;
  while (left >= 0) {
    let item = work.pop();
    if (item === undefined) {
      item = rest[next];
      next -= 1;
      if (item === undefined) return true;
    }
    const { flat, doc: part } = item;
    if (typeof part === 'string') {
      left -= part.length;
      continue;
    }
    switch (part.tag) {
      case 'concat':
        pushParts(work, part.parts, 0, flat);
        break;
      case 'line':
        if (!flat) return true;
        left -= part.flat.length;
        break;
      case 'hardLine':
        return !flat;
      case 'choice':
        left -= (flat ? part.flat : part.broken).length;
        break;
      case 'nest':
      case 'group':
        work.push({ indent: 0, flat, doc: part.doc });
        break;
    }
  }
  return false;
}

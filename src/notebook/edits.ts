import { type Attributes, parseAttributes, printAttributes } from './attributes';
import { cellText, proseParts, tailOf } from './cell-text';
import {
  cellWith,
  changed,
  emptyCode,
  isHidden,
  type Notebook,
  type NotebookCell,
  positionOf,
  PROSE_BREAK,
  withCellText,
  withoutLineEnds,
} from './document';

/** The kind of a new cell. */
export type NewCell =
  | { readonly tag: 'code' | 'prose'; readonly text: string }
  | { readonly tag: 'table'; readonly name: string; readonly text: string }
  | { readonly tag: 'solution' | 'checks' | 'wrong' | 'hint'; readonly exercise: string; readonly text: string };

/** Returns the notebook with a cell inserted at a position, and that cell's id. */
export function inserted(
  notebook: Notebook,
  position: number,
  cell: NewCell,
): { readonly notebook: Notebook; readonly id: number } {
  const id = notebook.nextId;
  const cells = [...notebook.cells];
  cells.splice(position, 0, made(id, cell));
  const grown = mended({ ...notebook, cells, nextId: id + 1 }, [position - 1, position]);
  return { notebook: cell.tag === 'prose' ? grown : withCellText(grown, id, withoutLineEnds(cell.text)), id };
}

function made(id: number, cell: NewCell): NotebookCell {
  switch (cell.tag) {
    case 'prose':
      return { tag: 'prose', id, markdown: `${cell.text.trim()}\n` };
    case 'code':
      return emptyCode(id);
    case 'table': {
      const attributes = { name: cell.name };
      return {
        ...emptyCode(id),
        tag: 'table',
        name: cell.name,
        attributes,
        opening: openingOf('csv', attributes),
      };
    }
    case 'solution': {
      const { tag, exercise } = cell;
      const attributes = { solution: exercise };
      return { ...emptyCode(id), tag, exercise, attributes, opening: openingOf('pullback', attributes) };
    }
    case 'checks':
    case 'wrong':
    case 'hint': {
      const { tag, exercise } = cell;
      const attributes = { exercise };
      return { ...emptyCode(id), tag, exercise, attributes, opening: openingOf(tag, attributes) };
    }
  }
}

function openingOf(language: string, attributes: Attributes): string {
  return `\`\`\`${language} ${printAttributes(attributes)}\n`;
}

/** Returns the notebook without a cell. The prose cells around it are joined. */
export function removed(notebook: Notebook, id: number): Notebook {
  const at = positionOf(notebook, id);
  if (at === -1) return notebook;
  const without = { ...notebook, cells: notebook.cells.filter((cell) => cell.id !== id) };
  const [left, right] = [without.cells[at - 1], without.cells[at]];
  if (left?.tag === 'prose' && right?.tag === 'prose' && notebook.cells[at]?.tag !== 'prose')
    return merged(without, left.id);
  return mended(without, [at - 1]);
}

/** Returns the notebook with a cell moved past the next one that is shown, up or down; unchanged at the ends. */
export function moved(notebook: Notebook, id: number, by: -1 | 1): Notebook {
  let to = positionOf(notebook, id) + by;
  for (let other = notebook.cells[to]; other !== undefined && isHidden(other); other = notebook.cells[to]) to += by;
  return movedTo(notebook, id, to);
}

/** Returns the notebook with a cell moved to a position, which is its own afterwards; unchanged if there is no such cell or position. */
export function movedTo(notebook: Notebook, id: number, to: number): Notebook {
  const from = positionOf(notebook, id);
  const cell = notebook.cells[from];
  if (cell === undefined || notebook.cells[to] === undefined || to === from) return notebook;
  const cells = notebook.cells.toSpliced(from, 1).toSpliced(to, 0, cell);
  return mended({ ...notebook, cells }, [from - 1, from, to - 1, to]);
}

/**
 * Returns the notebook with a cell split at an offset of its text. The second cell is new. The attributes stay with the
 * first, except the panels, which go with the last lines.
 */
export function split(
  notebook: Notebook,
  id: number,
  offset: number,
): { readonly notebook: Notebook; readonly id: number } | undefined {
  const at = positionOf(notebook, id);
  const cell = notebook.cells[at];
  if (cell?.tag !== 'prose' && cell?.tag !== 'code') return undefined;
  const text = cellText(cell);
  const [before, after] = [
    text.slice(0, offset).trimEnd(),
    text
      .slice(offset)
      .replace(/^\s*\n/, '')
      .trimEnd(),
  ];
  const { notebook: grown, id: second } = inserted(notebook, at + 1, { tag: cell.tag, text: after });
  const cut = withText(grown, id, before);
  if (cell.tag === 'prose') return { notebook: cut, id: second };
  const { show, at: settings, focus, ...kept } = cell.attributes;
  const shown: Attributes = {
    ...(show === undefined ? {} : { show }),
    ...(settings === undefined ? {} : { at: settings }),
    ...(focus === undefined ? {} : { focus }),
  };
  return { notebook: withAttributes(withAttributes(cut, id, kept), second, shown), id: second };
}

/** Whether a cell and the next are of the same kind, so that they can be merged. */
export function canMerge(notebook: Notebook, id: number): boolean {
  const at = positionOf(notebook, id);
  const [cell, next] = [notebook.cells[at], notebook.cells[at + 1]];
  return cell !== undefined && cell.tag === next?.tag && (cell.tag === 'prose' || cell.tag === 'code');
}

/**
 * Returns the notebook with a cell and the next one merged, showing the panels of both; unchanged unless `canMerge`.
 */
export function merged(notebook: Notebook, id: number): Notebook {
  if (!canMerge(notebook, id)) return notebook;
  const at = positionOf(notebook, id);
  const [cell, next] = [notebook.cells[at], notebook.cells[at + 1]];
  if (cell === undefined || next === undefined) return notebook;
  const text = [cellText(cell), cellText(next)].filter((part) => part.trim() !== '').join('\n\n');
  const without = { ...notebook, cells: notebook.cells.filter((other) => other !== next) };
  const joined = changed(withText(without, id, text), id, (own) =>
    own.tag === 'prose'
      ? { ...own, markdown: proseParts(own.markdown).lead + text + ending(next) }
      : { ...own, closing: own.closing.trimEnd() + ending(next) },
  );
  if (cell.tag !== 'code' || next.tag !== 'code') return joined;
  const show = [...new Set([cell, next].flatMap(({ attributes }) => (attributes['show'] ?? '').split(',')))].filter(
    (name) => name !== '',
  );
  return withAttributes(joined, id, {
    ...next.attributes,
    ...cell.attributes,
    ...(show.length > 0 ? { show: show.join(',') } : {}),
  });
}

/** Returns the line ends that separate a cell from the next. */
function ending(cell: NotebookCell): string {
  return cell.tag === 'prose' ? tailOf(cell.markdown) : cell.closing.slice(cell.closing.trimEnd().length);
}

/** Returns the notebook with the text of a cell of any kind replaced. */
export function withText(notebook: Notebook, id: number, text: string): Notebook {
  const cell = cellWith(notebook, id);
  if (cell?.tag !== 'prose') return withCellText(notebook, id, text);
  const { lead, body, tail } = proseParts(cell.markdown);
  const written = text.trimEnd();
  // The line ends of an empty cell all come before its text.
  const gap = body === '' && written !== '' ? '\n\n' : '';
  return changed(notebook, id, () => ({ ...cell, markdown: lead + written + gap + tail }));
}

/** Returns the notebook with other attributes on a cell's fence; unchanged ones keep their notation. */
export function withAttributes(notebook: Notebook, id: number, attributes: Attributes): Notebook {
  return changed(notebook, id, (cell) => {
    if (cell.tag === 'prose') return cell;
    const info = printAttributes(attributes);
    const opening = cell.opening.replace(/^( {0,3}[`~]{3,}[ \t]*[a-z]+)[^\n]*/, (_, start: string) =>
      info === '' ? start : `${start} ${info}`,
    );
    const own = { ...cell, opening, attributes: parseAttributes(info) };
    return own.tag === 'table' ? { ...own, name: own.attributes['name'] ?? own.name } : own;
  });
}

/**
 * Repairs the seams after these positions, in order: a blank line between two cells, and a break between two prose
 * cells.
 */
function mended(notebook: Notebook, seams: readonly number[]): Notebook {
  const cells = [...notebook.cells];
  for (const at of seams) {
    const [left, right] = [cells[at], cells[at + 1]];
    if (left === undefined) continue;
    if (left.tag !== 'prose') {
      if (right !== undefined) cells[at] = { ...left, closing: apart(left.closing) };
      continue;
    }
    const { lead, body } = proseParts(left.markdown);
    const end = right === undefined ? '\n' : right.tag === 'prose' ? `\n\n${PROSE_BREAK}\n\n` : '\n\n';
    const kept = left.markdown.slice(left.markdown.trimEnd().length);
    const isFine =
      right === undefined || (right.tag !== 'prose' && !left.markdown.includes(PROSE_BREAK) && kept.includes('\n\n'));
    if (!isFine) cells[at] = { ...left, markdown: lead + body + end };
  }
  return { ...notebook, cells };
}

function apart(closing: string): string {
  return closing.endsWith('\n\n') ? closing : closing.endsWith('\n') ? `${closing}\n` : `${closing}\n\n`;
}

/**
 * Returns a re-read notebook with the identities of the cells that it shares with another: equal cells from the
 * beginning and from the end, and between them, pair by pair, cells of the same kind.
 */
export function reconciled(before: Notebook, after: Notebook): Notebook {
  const isSame = (a: NotebookCell | undefined, b: NotebookCell | undefined): boolean =>
    a !== undefined && b !== undefined && JSON.stringify({ ...a, id: 0 }) === JSON.stringify({ ...b, id: 0 });
  const most = Math.min(before.cells.length, after.cells.length);
  let start = 0;
  while (start < most && isSame(before.cells[start], after.cells[start])) start++;
  let end = 0;
  while (end < most - start && isSame(before.cells.at(-1 - end), after.cells.at(-1 - end))) end++;
  let nextId = Math.max(before.nextId, after.nextId);
  const shift = before.cells.length - after.cells.length;
  const cells = after.cells.map((cell, at) => {
    const old = at < start ? before.cells[at] : at >= after.cells.length - end ? before.cells[at + shift] : undefined;
    const likely = shift === 0 ? before.cells[at] : undefined;
    return old ?? { ...cell, id: likely?.tag === cell.tag ? likely.id : nextId++ };
  });
  return { ...after, cells, nextId };
}

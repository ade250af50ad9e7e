import type { TextEdit } from '../language/source/text-edit';
import { cellWithText, type Notebook, programIndex } from './document';

/** Returns the notebook with edits of the program's text in its code cells; edits of tables are left out. */
export function withTextEdits(notebook: Notebook, edits: readonly TextEdit[]): Notebook {
  const byCell = new Map<number, TextEdit[]>();
  for (const each of edits) {
    const own = byCell.get(each.span.cell) ?? [];
    byCell.set(each.span.cell, own);
    own.push(each);
  }
  if (byCell.size === 0) return notebook;
  const cells = notebook.cells.map((cell) => {
    const own = byCell.get(programIndex(notebook, cell.id));
    if (own === undefined || cell.tag !== 'code') return cell;
    const backwards = own.toSorted((a, b) => b.span.start - a.span.start);
    const text = backwards.reduce(
      (before, { span, text: written }) => before.slice(0, span.start) + written + before.slice(span.end),
      cell.text,
    );
    return cellWithText(cell, text);
  });
  return { ...notebook, cells };
}

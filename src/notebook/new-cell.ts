import { type CodeCell, type Notebook, withCellText } from './document';

/** The notebook with a code cell at its end. */
export function withNewCell(notebook: Notebook, text: string): Notebook {
  const last = notebook.cells.at(-1);
  const before = last?.tag === 'prose' ? last.markdown : (last?.closing ?? '\n\n');
  const gap = before.endsWith('\n\n') || before.trim() === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const empty: CodeCell = { tag: 'code', text: '', attributes: {}, opening: '```pullback\n', closing: '\n```\n' };
  const cells = [...notebook.cells];
  if (gap !== '') {
    if (last?.tag === 'prose') cells[cells.length - 1] = { ...last, markdown: last.markdown + gap };
    else cells.push({ tag: 'prose', markdown: gap });
  }
  const index = notebook.cells.filter(({ tag }) => tag === 'code').length;
  return withCellText({ ...notebook, cells: [...cells, empty] }, index, text.replace(/\n+$/, ''));
}

/** Without its last cell, if that is a code cell that still has this text. */
export function withoutNewCell(notebook: Notebook, text: string): Notebook | undefined {
  const last = notebook.cells.at(-1);
  if (last?.tag !== 'code' || last.text !== text.replace(/\n+$/, '')) return undefined;
  return { ...notebook, cells: notebook.cells.slice(0, -1) };
}

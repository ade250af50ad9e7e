import { cellWith, type Notebook, positionOf, programOf, withCellText } from '../../notebook/document';
import { inserted, type NewCell } from '../../notebook/edits';
import type { Span } from '../../language/source/span';
import type { DataReply } from '../../protocol/language-worker';
import { counted } from '../../language/source/counted';
import { store } from './store';

/** Adds data to the notebook as one undo step: where the program declares it, after a cell, or above the current one. */
export function addData(data: Exclude<DataReply, { tag: 'refused' }>, after: number | undefined): void {
  const { notebook, edit, notify, setCurrent, showCell } = store.getState();
  const action = { label: 'Undo', run: () => void import('./history').then(({ undo }) => undo()) };
  if (data.tag === 'filled') {
    const { item, name, value } = data;
    edit(withPart(notebook, { ...item, start: item.end }, ` = ${value}`));
    notify('information', `${name} has its value.`, action, 'edit');
    return;
  }
  const { name } = data;
  const cell: NewCell =
    data.tag === 'table'
      ? { tag: 'table', name, text: data.text }
      : { tag: 'code', text: `data ${name} : ${data.type} = ${data.value}` };
  const { replaced, definition = '' }: Partial<Extract<DataReply, { tag: 'table' }>> = data.tag === 'table' ? data : {};
  const changed = replaced === undefined ? notebook : withPart(notebook, replaced, definition);
  const { notebook: grown, id } = inserted(changed, place(replaced, after), cell);
  edit(grown);
  if (data.tag === 'value') setCurrent(id);
  showCell(id);
  notify('information', added(data), action, 'edit');
}

function added(data: Extract<DataReply, { tag: 'table' | 'value' }>): string {
  if (data.tag === 'value') return `Data ${data.name} added.`;
  const { name, rows, column } = data;
  const what = `Table ${name} with ${counted(rows, 'row')} added.`;
  return column === undefined
    ? `${what} Its problems are listed below it.`
    : `${what} Use it in code: ${name} |> map (fun row -> row.${column})`;
}

/** Returns where the new cell goes. */
function place(replaced: Span | undefined, after: number | undefined): number {
  const { notebook, current } = store.getState();
  if (replaced === undefined && after !== undefined) return positionOf(notebook, after) + 1;
  const id = replaced === undefined ? current : programOf(notebook)[replaced.cell]?.id;
  const at = id === undefined ? -1 : positionOf(notebook, id);
  return at < 0 ? notebook.cells.length : at;
}

/** Returns the notebook with a part of a program's cell replaced. */
function withPart(notebook: Notebook, { cell, start, end }: Span, text: string): Notebook {
  const found = cellWith(notebook, programOf(notebook)[cell]?.id);
  if (found?.tag !== 'code') return notebook;
  const whole = found.text.slice(0, start) + text + found.text.slice(end);
  return withCellText(notebook, found.id, text === '' ? whole.trimStart() : whole);
}

import type { Attributes } from '../../notebook/attributes';
import {
  cellWith,
  type Notebook,
  type NotebookCell,
  positionOf,
  programIndex,
  programOf,
} from '../../notebook/document';
import { canMerge, inserted, merged, moved, movedTo, removed, split, withAttributes } from '../../notebook/edits';
import { store } from './store';

/* Edits of the notebook's cells. Each is one undo step. */

type NewTag = 'code' | 'prose' | 'table';

/** Adds a cell after another one, or at the top, and moves the focus to it. */
export function addCell(after: number | undefined, tag: NewTag): void {
  const { notebook, edit } = store.getState();
  const position = after === undefined ? 0 : positionOf(notebook, after) + 1;
  const cell =
    tag === 'table'
      ? { tag, name: tableName(notebook.cells), text: 'x,y\n1,2.1\n2,3.9\n3,6.2' }
      : ({ tag, text: '' } as const);
  const { notebook: grown, id } = inserted(notebook, position, cell);
  edit(grown);
  goToCell(id, tag === 'prose');
}

/** Adds a program below a cell, or at the top, with attributes on its fence. */
export function addProgram(after: number | undefined, text: string, attributes: Attributes = {}): void {
  const { notebook, edit } = store.getState();
  const position = after === undefined ? 0 : positionOf(notebook, after) + 1;
  const { notebook: grown, id } = inserted(notebook, position, { tag: 'code', text });
  edit(withAttributes(grown, id, attributes));
  goToCell(id, false);
}

function tableName(cells: readonly NotebookCell[]): string {
  const taken = new Set(cells.map((cell) => (cell.tag === 'table' ? cell.name : '')));
  let name = 'data';
  for (let count = 2; taken.has(name); count++) name = `data${count}`;
  return name;
}

export function moveCell(id: number, by: -1 | 1): void {
  show(moved(store.getState().notebook, id, by), id);
}

/** Moves a cell to the place of another one, which makes room for it. */
export function moveCellTo(id: number, other: number): void {
  const { notebook } = store.getState();
  show(movedTo(notebook, id, positionOf(notebook, other)), id);
}

/** Makes an edit that moves a cell, if it does, and brings the cell into view. */
function show(changed: Notebook, id: number): void {
  const { notebook, edit, showCell } = store.getState();
  if (changed === notebook) return;
  edit(changed);
  showCell(id);
}

export function deleteCell(id: number): void {
  const { notebook, edit, notify } = store.getState();
  edit(removed(notebook, id));
  const action = { label: 'Undo', run: () => void import('./history').then(({ undo }) => undo()) };
  notify('information', 'Cell deleted.', action, 'edit');
}

export function canMergeNext(id: number): boolean {
  return canMerge(store.getState().notebook, id);
}

export function mergeWithNext(id: number): void {
  const { notebook, edit } = store.getState();
  edit(merged(notebook, id));
}

/** Splits a cell in two: code before the caret's line, text at `offset`. */
export function splitCell(id: number, offset = caretLine(id)): void {
  const { notebook, edit, notify } = store.getState();
  const cut = offset === undefined ? undefined : split(notebook, id, offset);
  if (cut === undefined) {
    notify('information', 'Place the caret where the cell should be split, then try again.');
    return;
  }
  edit(cut.notebook);
  goToCell(cut.id, false);
}

function caretLine(id: number): number | undefined {
  const { caret, notebook } = store.getState();
  const program = programOf(notebook);
  const cell = program.find((candidate) => candidate.id === id);
  if (cell === undefined || caret === undefined || program[caret.span.cell] !== cell) return undefined;
  return cell.text.lastIndexOf('\n', caret.span.start - 1) + 1;
}

/** Changes attributes on a cell's fence. An undefined value removes the attribute. */
export function setAttributes(id: number, changes: Readonly<Record<string, string | undefined>>): void {
  const { notebook, edit } = store.getState();
  const cell = cellWith(notebook, id);
  if (cell === undefined || cell.tag === 'prose') return;
  const attributes = Object.entries({ ...cell.attributes, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  edit(withAttributes(notebook, id, Object.fromEntries(attributes)));
}

function goToCell(id: number, editing: boolean): void {
  const { notebook, reveal, setCurrent, setEditing, showCell } = store.getState();
  setCurrent(id);
  if (editing) setEditing(id);
  showCell(id);
  if (cellWith(notebook, id)?.tag === 'code') reveal({ cell: programIndex(notebook, id), start: 0, end: 0 });
}

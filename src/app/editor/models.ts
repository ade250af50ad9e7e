import { cellWith, type Notebook, programIndex, programOf } from '../../notebook/document';
import { store } from '../store/store';
import { LANGUAGE } from './language';
import { monaco } from './monaco';
import type { AppState } from '../store/state';

type Model = monaco.editor.ITextModel;

/**
 * The Monaco models of code cells, by cell id: of those with an editor, and of those that a feature has asked for, such as
 * navigation to another cell. The store is the source of truth: models follow it, and typed text is written to it.
 */
const models = new Map<number, Model>();
/** Models without an editor that are kept. Monaco registers listeners for each model, and warns of 200. */
const MOST_KEPT = 50;
let generation = -1;

/** The cell id of each model; undefined for a model whose cell has been deleted. */
const ids = new WeakMap<Model, number>();

/** True while a model is being updated from the store. */
let following = false;
const changedByHistory = new monaco.Emitter<{ readonly id: number; readonly end: number }>();
/** Fires when undo or redo has changed a cell's text; `end` is the offset after the change. */
export const onChangedByHistory = changedByHistory.event;

export function isFollowing(): boolean {
  return following;
}

/** The model of a code cell of the notebook, which is created if there is none. */
export function modelOfCell(id: number): Model {
  const state = store.getState();
  sync(state);
  const cell = cellWith(state.notebook, id);
  const model = models.get(id) ?? create(id, cell?.tag === 'code' ? cell.text : '');
  // The models that were used last come last.
  models.delete(id);
  models.set(id, model);
  return model;
}

/** Disposes the models without an editor that have not been used for longest. */
export function disposeUnusedModels(): void {
  const unused = [...models].filter(([, model]) => !model.isAttachedToEditor());
  for (const [id, model] of unused.slice(0, -MOST_KEPT)) {
    models.delete(id);
    model.dispose();
  }
}

/** Whether the program cell at an index has a model. */
export function hasModelAt(index: number): boolean {
  const cell = programOf(store.getState().notebook)[index];
  return cell !== undefined && models.has(cell.id);
}

/** The model of the program cell at an index, which is created if there is none; undefined for a table. */
export function modelAt(index: number): Model | undefined {
  const cell = programOf(store.getState().notebook)[index];
  return cell?.tag === 'code' ? modelOfCell(cell.id) : undefined;
}

/** Index of the model's cell in the program; -1 if the cell has been deleted. */
export function cellOf(model: Model): number {
  const id = ids.get(model);
  return id === undefined ? -1 : indexOfCell(id);
}

export function indexOfCell(id: number): number {
  return programIndex(store.getState().notebook, id);
}

store.subscribe(sync);

let synced: Notebook | undefined;

function sync(state: AppState, before?: AppState): void {
  if (state.notebook === synced && state.generation === generation) return;
  synced = state.notebook;
  if (state.generation !== generation) {
    for (const model of models.values()) model.dispose();
    models.clear();
    ({ generation } = state);
  }
  for (const [id, model] of models) {
    const cell = cellWith(state.notebook, id);
    if (cell?.tag !== 'code') {
      models.delete(id);
      model.dispose();
    } else if (model.getValue() !== cell.text) follow(id, model, cell.text, wentInHistory(state, before));
  }
}

/** Whether a moment of the history has become the present one. What else changes a text leaves the caret to the reader. */
function wentInHistory({ moment }: AppState, before: AppState | undefined): boolean {
  return [...(before?.past ?? []), ...(before?.future ?? [])].some(({ number }) => number === moment.number);
}

function create(id: number, text: string): Model {
  // The list of references shows this path as the cell's name.
  const path = `/Cell ${indexOfCell(id) + 1}`;
  const uri = monaco.Uri.from({ scheme: 'pullback', path, query: `${generation}.${id}` });
  const model = monaco.editor.createModel(text, LANGUAGE, uri);
  model.setEOL(monaco.editor.EndOfLineSequence.LF);
  models.set(id, model);
  ids.set(model, id);
  return model;
}

/** Replaces only the part of the text that differs, so that carets and decorations elsewhere stay. */
function follow(id: number, model: Model, text: string, byHistory: boolean): void {
  const before = model.getValue();
  const most = Math.min(before.length, text.length);
  let start = 0;
  while (start < most && before[start] === text[start]) start++;
  let same = 0;
  while (same < most - start && before[before.length - 1 - same] === text[text.length - 1 - same]) same++;
  const end = text.length - same;
  following = true;
  try {
    const range = monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(before.length - same));
    model.applyEdits([{ range, text: text.slice(start, end) }]);
  } finally {
    following = false;
  }
  if (byHistory) changedByHistory.fire({ id, end });
}

import { type CodeCell, programOf } from '../../notebook/document';
import { store } from '../store/store';
import { LANGUAGE } from './language';
import { monaco } from './monaco';
import type { AppState } from '../store/state';

type Model = monaco.editor.ITextModel;

/**
 * One Monaco model per code cell, mounted or not, so that navigation between cells finds them. The store is the source of
 * truth: models follow it, and typed text is written to it.
 */
const models = new Map<number, Model>();
let generation = -1;

/** The cell id of each model; undefined for a model whose cell has been deleted. */
const ids = new WeakMap<Model, number>();

/** True while a model is being updated from the store. */
let following = false;
const changed = new monaco.Emitter<{ readonly id: number; readonly end: number }>();
/** Fires when the store has changed a cell's text; `end` is the offset after the change. */
export const onChangedByStore = changed.event;

export function isFollowing(): boolean {
  return following;
}

/** The model of a code cell of the notebook. */
export function modelOfCell(id: number): Model {
  sync(store.getState());
  return models.get(id) ?? create(id, '');
}

/** The model of the program cell at an index; undefined for a table. */
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
  return programOf(store.getState().notebook).findIndex((cell) => cell.id === id);
}

store.subscribe((state, before) => {
  if (state.notebook !== before.notebook || state.generation !== before.generation) sync(state);
});

function sync(state: AppState): void {
  if (state.generation !== generation) {
    for (const model of models.values()) model.dispose();
    models.clear();
    ({ generation } = state);
  }
  const cells = programOf(state.notebook).filter((cell): cell is CodeCell => cell.tag === 'code');
  const present = new Set(cells.map(({ id }) => id));
  for (const [id, model] of models)
    if (!present.has(id)) {
      models.delete(id);
      model.dispose();
    }
  for (const { id, text } of cells) {
    const model = models.get(id);
    if (model === undefined) create(id, text);
    else if (model.getValue() !== text) follow(id, model, text);
  }
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
function follow(id: number, model: Model, text: string): void {
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
  changed.fire({ id, end });
}

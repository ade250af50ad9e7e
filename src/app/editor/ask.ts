import type { Remote } from 'comlink';
import { span, type Span } from '../../language/source/span';
import { programCells } from '../../notebook/document';
import type { CellRequest, PlaceRequest, ProgramText } from '../../protocol/editing';
import type { LanguageWorker } from '../../protocol/language-worker';
import { askLanguage } from '../workers/language-client';
import { store } from '../store/store';
import { cellOf, modelAt } from './models';
import { monaco } from './monaco';

type Model = monaco.editor.ITextModel;

type Question<Request, Reply> = (worker: Remote<LanguageWorker>, request: Request) => Promise<Reply>;

/** The language worker's answer about a place; undefined if the text changes before it arrives. */
export function askAt<Reply>(
  model: Model,
  position: monaco.IPosition,
  question: Question<PlaceRequest, Reply>,
): Promise<Reply | undefined> {
  return whileUnchanged(() => askAtOnce(model, position, question));
}

/** Like `askAt`, for answers that stay useful while the reader types; the editor drops outdated ones itself. */
export function askAtOnce<Reply>(
  model: Model,
  position: monaco.IPosition,
  question: Question<PlaceRequest, Reply>,
): Promise<Reply | undefined> {
  const offset = model.getOffsetAt(position);
  const request = { ...present(), at: span(cellOf(model), offset, offset) };
  return askLanguage((worker) => question(worker, request));
}

/** The language worker's answer about the model's cell; undefined if the text changes before it arrives. */
export function askOfCell<Reply>(model: Model, question: Question<CellRequest, Reply>): Promise<Reply | undefined> {
  const request = { ...present(), cell: cellOf(model) };
  return whileUnchanged(() => askLanguage((worker) => question(worker, request)));
}

function present(): ProgramText {
  const { notebook, textRevision } = store.getState();
  return { revision: textRevision, cells: programCells(notebook) };
}

async function whileUnchanged<Reply>(ask: () => Promise<Reply>): Promise<Reply | undefined> {
  const { textRevision } = store.getState();
  const reply = await ask();
  return store.getState().textRevision === textRevision ? reply : undefined;
}

/** The range of a span in the model's text. An empty span gives an empty range. */
export function exactRange(model: Model, { start, end }: Span): monaco.Range {
  return monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end));
}

/** The model of the cell that a span is in; undefined for a table. */
export function modelOf({ cell }: Span): Model | undefined {
  return modelAt(cell);
}

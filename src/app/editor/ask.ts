import type { Remote } from 'comlink';
import { span, type Span } from '../../language/source/span';
import { programCells } from '../../notebook/document';
import type { ProgramText } from '../../protocol/editing';
import type { LanguageApi } from '../../protocol/messages';
import { askLanguage } from '../client/language-client';
import { store } from '../store/store';
import { cellOf, uriOf } from './models';
import { monaco } from './monaco';

type Model = monaco.editor.ITextModel;

type Question<Reply> = (worker: Remote<LanguageApi>, program: ProgramText) => Promise<Reply>;

/** Asks the language worker about the present program. Undefined when the text has changed before the answer came. */
export async function ask<Reply>(question: Question<Reply>): Promise<Reply | undefined> {
  const { text } = store.getState();
  const reply = await askAtOnce(question);
  return store.getState().text === text ? reply : undefined;
}

/** Likewise, where the answer is good while one goes on writing: the editor itself drops it when it is not. */
export function askAtOnce<Reply>(question: Question<Reply>): Promise<Reply | undefined> {
  const { notebook, text } = store.getState();
  return askLanguage((worker) => question(worker, { revision: text, cells: programCells(notebook) }));
}

/** The place of a caret. */
export function caretAt(model: Model, position: monaco.IPosition): Span {
  const offset = model.getOffsetAt(position);
  return span(cellOf(model.uri), offset, offset);
}

/** A span of the model's text. An empty one stays empty. */
export function exactRange(model: Model, { start, end }: Span): monaco.Range {
  return monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end));
}

/** The model of the cell that a span is in, of the same document. */
export function modelOf(model: Model, { cell }: Span): Model | null {
  return monaco.editor.getModel(uriOf(Number(model.uri.query), cell));
}

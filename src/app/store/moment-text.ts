import { printNotebook } from '../../notebook/document';
import type { NotebookMoment } from './state';

/** The notebook of a moment, as Markdown. */
export function momentText({ notebook }: NotebookMoment): string {
  return typeof notebook === 'string' ? notebook : printNotebook(notebook);
}

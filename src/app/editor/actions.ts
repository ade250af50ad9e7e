import { store } from '../store/store';
import { cellOf } from './models';
import { monaco } from './monaco';

/** Runs a Monaco action in the focused editor, or else in the editor that was used last. */
export function runEditorAction(id: string): void {
  const editors = monaco.editor.getEditors();
  const last = store.getState().caret?.span.cell;
  const editor =
    editors.find((each) => each.hasTextFocus()) ??
    editors.find((each) => {
      const model = each.getModel();
      return model !== null && cellOf(model) === last;
    }) ??
    editors[0];
  if (editor === undefined) return;
  editor.focus();
  void editor.getAction(id)?.run();
}

import { store } from '../store/store';
import { cellOf } from './models';
import { monaco } from './monaco';

/** Returns the focused editor, or else the editor that was used last. */
function editorInUse(): monaco.editor.ICodeEditor | undefined {
  const editors = monaco.editor.getEditors();
  const last = store.getState().caret?.span.cell;
  return (
    editors.find((each) => each.hasTextFocus()) ??
    editors.find((each) => {
      const model = each.getModel();
      return model !== null && cellOf(model) === last;
    }) ??
    editors[0]
  );
}

/** Runs a Monaco action in the editor in use. */
export function runEditorAction(id: string): void {
  const editor = editorInUse();
  if (editor === undefined) return;
  editor.focus();
  void editor.getAction(id)?.run();
}

/** Returns the line of the caret in the editor in use, and the offset of the caret in it. */
export function caretInLine(): { readonly line: string; readonly at: number } | undefined {
  const editor = editorInUse();
  const position = editor?.getPosition();
  const line = position && editor?.getModel()?.getLineContent(position.lineNumber);
  return line == null || position == null ? undefined : { line, at: position.column - 1 };
}

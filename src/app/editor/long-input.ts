import { monaco } from './monaco';

/** Length from which input is pasted. Monaco handles typed text letter by letter, which blocks the page for long texts. */
const LONG = 200;

/** Treats long typed input (from phone keyboards, dictation, automation) as a paste, without auto-indent. */
export function pasteLongInput(): monaco.IDisposable {
  return monaco.editor.registerCommand('type', (_services: unknown, { text }: { readonly text: string }) => {
    const pasted = text.length > 1 && (text.length >= LONG || text.includes('\n'));
    const editor = monaco.editor.getEditors().find((candidate) => candidate.hasTextFocus());
    editor?.trigger('keyboard', pasted ? 'paste' : 'type', { text });
  });
}

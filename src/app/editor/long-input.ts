import { monaco } from './monaco';

/** Monaco types letter by letter, with all that a letter may set off: some thousand lines would stop the page. */
const LONG = 200;

/** Takes what no hand has typed (the clipboards of phones, dictation, automation) as pasted: as it is, and at once. */
export function pasteLongInput(): monaco.IDisposable {
  return monaco.editor.registerCommand('type', (_services: unknown, { text }: { readonly text: string }) => {
    const pasted = text.length > 1 && (text.length >= LONG || text.includes('\n'));
    const editor = monaco.editor.getEditors().find((candidate) => candidate.hasTextFocus());
    editor?.trigger('keyboard', pasted ? 'paste' : 'type', { text });
  });
}

import { redo, undo } from '../store/history';
import { monaco } from './monaco';

const { KeyCode, KeyMod } = monaco;
const WRITING = 'editorTextFocus && !editorReadonly';

/** Binds undo and redo in editors to the notebook's timeline, which spans all cells and earlier visits. */
export function addTimelineKeys(): void {
  monaco.editor.addCommand({ id: 'pullback.undo', run: () => void undo() });
  monaco.editor.addCommand({ id: 'pullback.redo', run: () => void redo() });
  monaco.editor.addKeybindingRules([
    { keybinding: KeyMod.CtrlCmd | KeyCode.KeyZ, command: 'pullback.undo', when: WRITING },
    { keybinding: KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.KeyZ, command: 'pullback.redo', when: WRITING },
    { keybinding: KeyMod.CtrlCmd | KeyCode.KeyY, command: 'pullback.redo', when: WRITING },
  ]);
}

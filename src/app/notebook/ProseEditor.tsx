import { useLayoutEffect, useRef, useState } from 'react';
import { withText } from '../../notebook/edits';
import { splitCell } from '../store/cell-actions';
import { redo, undo } from '../store/history';
import { useAppStore } from '../store/hooks';
import { store } from '../store/store';

/** Edits the Markdown of a text cell. Escape or leaving it shows the rendered text. */
export function ProseEditor({ id, text }: { readonly id: number; readonly text: string }) {
  const setEditing = useAppStore((state) => state.setEditing);
  // Leading and trailing blanks are kept while the reader types, but are not part of the notebook.
  const [written, setWritten] = useState(text);
  if (written.trim() !== text.trim()) setWritten(text);
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [written]);
  useLayoutEffect(() => {
    area.current?.focus();
  }, []);
  const done = (): void => {
    if (store.getState().editing === id) setEditing(undefined);
  };
  /** Ends editing by a key or a button; the focus stays in the cell. */
  const finish = (): void => {
    const tools = area.current?.closest('[data-cell]');
    done();
    requestAnimationFrame(() => tools?.querySelector('button')?.focus());
  };
  return (
    <div className="prose-editor">
      <textarea
        ref={area}
        aria-label="Markdown"
        spellCheck
        value={written}
        placeholder="Markdown, with $\TeX$ formulas"
        onChange={(event) => {
          const { notebook, edit } = store.getState();
          setWritten(event.target.value);
          edit(withText(notebook, id, event.target.value), `prose of ${id}`);
        }}
        onKeyDown={(event) => {
          const isCommand = event.ctrlKey || event.metaKey;
          const key = event.key.toLowerCase();
          if (event.key === 'Escape' || (isCommand && event.key === 'Enter')) finish();
          else if (isCommand && key === 'z') void (event.shiftKey ? redo() : undo());
          else if (isCommand && key === 'y') void redo();
          else return;
          event.preventDefault();
        }}
        onBlur={(event) => {
          if (!(event.relatedTarget instanceof Element && event.relatedTarget.closest('.prose-editor') !== null))
            done();
        }}
      />
      <div className="prose-editor-tools">
        <button type="button" className="button small" onClick={finish}>
          Done
        </button>
        <button
          type="button"
          className="button small"
          onClick={() => {
            splitCell(id, area.current?.selectionStart);
          }}
        >
          Split cell
        </button>
        <span>Markdown, with formulas between $ signs. Esc to finish.</span>
      </div>
    </div>
  );
}

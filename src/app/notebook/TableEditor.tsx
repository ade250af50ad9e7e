import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { nameFor } from '../../notebook/table-header';
import { DATA_FILES, pickFile } from '../kit/pick-file';
import { readDataFile } from '../shelf/data-files';
import { redo, undo } from '../store/history';

/** Offsets in the table's text; negative for the table's name. */
export interface Selected {
  readonly start: number;
  readonly end: number;
}

interface TableEditorProps {
  readonly text: string;
  readonly name: string;
  readonly selected: Selected | undefined;
  readonly onEdit: (text: string) => void;
  readonly onRename: (name: string) => void;
  readonly onDone: () => void;
}

/** A longer text would make the page slow to type in. */
const MOST_EDITED = 200_000;

/** Edits the text and the name of a table. Every change is applied to the notebook at once. */
export function TableEditor({ text, name, selected, onEdit, onRename, onDone }: TableEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const nameBox = useRef<HTMLInputElement>(null);
  /** The name while it is being typed, when it may not be valid yet. */
  const [draft, setDraft] = useState<string>();
  const [refusal, setRefusal] = useState<string>();

  useLayoutEffect(() => {
    const element = area.current;
    if (selected !== undefined && selected.start < 0) nameBox.current?.select();
    else if (element !== null) {
      element.focus();
      element.setSelectionRange(selected?.start ?? 0, selected?.end ?? 0);
      const line = element.value.slice(0, selected?.start ?? 0).split('\n').length;
      element.scrollTop = (line - 3) * (parseFloat(getComputedStyle(element).lineHeight) || 0);
    }
  }, [selected]);

  const isLong = text.length > MOST_EDITED;
  const rename = (): void => {
    if (draft === undefined) return;
    const wanted = nameFor(draft.trim(), 'table') ?? name;
    setDraft(undefined);
    if (wanted !== name) onRename(wanted);
  };
  const finish = (): void => {
    rename();
    onDone();
  };
  const load = async (file: File): Promise<void> => {
    const loaded = await readDataFile(file, []);
    setRefusal(
      loaded.tag === 'refused' ? loaded.reason : loaded.tag === 'table' ? undefined : `“${file.name}” is not a table.`,
    );
    if (loaded.tag === 'table') onEdit(loaded.text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (event.key === 'Escape' || (isCommand && event.key === 'Enter')) finish();
    else if (isCommand && event.target === area.current && (key === 'z' || key === 'y'))
      void (key === 'y' || event.shiftKey ? redo() : undo());
    else return;
    event.preventDefault();
  };

  return (
    <div className="table-editor" role="group" aria-label={`Edit table ${name}`} onKeyDown={onKeyDown}>
      <label className="table-name">
        Name
        <input
          ref={nameBox}
          type="text"
          spellCheck={false}
          autoCapitalize="off"
          value={draft ?? name}
          onChange={(event) => {
            setDraft(event.target.value);
          }}
          onBlur={rename}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) rename();
          }}
        />
      </label>
      {isLong ? (
        <p className="table-long">This table is too long to edit here. Change its file, then load it again.</p>
      ) : (
        <textarea
          ref={area}
          aria-label="Rows as CSV; the first row names the columns"
          spellCheck={false}
          autoCapitalize="off"
          wrap="off"
          rows={Math.min(14, Math.max(5, text.split('\n', 14).length + 1))}
          value={text}
          onChange={(event) => {
            onEdit(event.target.value);
          }}
        />
      )}
      {refusal !== undefined && (
        <p className="table-refusal" role="alert">
          {refusal}
        </p>
      )}
      <div className="table-editor-tools">
        <button type="button" className="button small primary" onClick={finish}>
          Done
        </button>
        <button
          type="button"
          className="button small outlined"
          onClick={() => {
            pickFile(DATA_FILES, (file) => void load(file));
          }}
        >
          Load file
        </button>
        <span>
          The first row names the columns; <code>x : int</code> sets a type. Esc to finish.
        </span>
      </div>
    </div>
  );
}

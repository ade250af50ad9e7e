import type { CodeCell } from '../../notebook/document';
import { cellWith, isHidden, shownPanels } from '../../notebook/document';
import { printSettings, settingsOf } from '../../notebook/settings';
import { isPlain, type PlainValue } from '../../notebook/link';
import {
  addCell,
  canMergeNext,
  deleteCell,
  mergeWithNext,
  moveCell,
  setAttributes,
  splitCell,
} from '../store/cell-actions';
import { PANELS } from '../panels/registry';
import { neededFor } from '../store/dependencies';
import { useAppStore } from '../store/hooks';
import { store } from '../store/store';
import { programCell } from '../store/subjects';
import { DATA_FILES, pickFile } from '../kit/pick-file';
import { addDataFile } from '../shelf/data-files';
import { Disclosure } from '../kit/Disclosure';
import { dragCell } from './drag-cell';
import './cells.css';

/** The menus of a cell, shown while the pointer or the focus is in it. */
export function CellTools({ id }: { readonly id: number }) {
  const cell = useAppStore((state) => cellWith(state.notebook, id));
  const editing = useAppStore((state) => state.editing === id);
  const setEditing = useAppStore((state) => state.setEditing);
  const index = useAppStore((state) => programCell(state, id)?.index);
  if (cell === undefined || editing) return null;
  const name = cell.tag === 'code' && index !== undefined ? `Cell ${index + 1}` : NAMES[cell.tag];
  return (
    <div className="cell-tools" role="group" aria-label="Cell">
      <span
        className="cell-handle"
        title="Drag to move"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          // The cell does not become current, which would change what the page shows under the pointer.
          event.stopPropagation();
          dragCell(event.currentTarget, id, event.pointerId, event.clientY);
        }}
      >
        <svg viewBox="0 0 10 16" width="10" height="16" aria-hidden="true">
          <path d="M3 3v0m4 0v0M3 8v0m4 0v0m-4 5v0m4 0v0" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </span>
      {cell.tag === 'prose' && (
        <button
          type="button"
          className="button small"
          onClick={() => {
            setEditing(id);
          }}
        >
          Edit
        </button>
      )}
      {cell.tag === 'code' && <ShowMenu cell={cell} />}
      <Disclosure className="menu" label={name}>
        <ul className="menu-list">
          <Item
            label="Move up"
            run={() => {
              moveCell(id, -1);
            }}
          />
          <Item
            label="Move down"
            run={() => {
              moveCell(id, 1);
            }}
          />
          {cell.tag === 'code' && (
            <Item
              label="Split cell"
              run={() => {
                splitCell(id);
              }}
            />
          )}
          {canMergeNext(id) && (
            <Item
              label="Merge with next"
              run={() => {
                mergeWithNext(id);
              }}
            />
          )}
          <Item
            label="Delete"
            run={() => {
              deleteCell(id);
            }}
          />
        </ul>
      </Disclosure>
    </div>
  );
}

function Item({ label, run }: { readonly label: string; readonly run: () => void }) {
  return (
    <li>
      <button type="button" onClick={run}>
        {label}
      </button>
    </li>
  );
}

/** Edits the cell's fence: the panels that it names, their focus, and the saved values of its inputs. */
function ShowMenu({ cell }: { readonly cell: CodeCell }) {
  const { id } = cell;
  const shown = shownPanels(cell);
  const setPanel = useAppStore((state) => state.setPanel);
  return (
    <Disclosure className="menu" label="Panels">
      <div className="menu-list fence-menu">
        <fieldset>
          <legend>Panels of this cell</legend>
          {PANELS.map(({ name, title }) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={shown.includes(name)}
                onChange={(event) => {
                  const names = event.target.checked ? [...shown, name] : shown.filter((other) => other !== name);
                  setAttributes(id, { show: names.length === 0 ? undefined : names.join(',') });
                  if (event.target.checked) setPanel(name);
                }}
              />
              {title}
            </label>
          ))}
        </fieldset>
        <label className="fence-focus">
          Focus on
          <input
            type="text"
            placeholder="last expression"
            spellCheck={false}
            defaultValue={cell.attributes['focus'] ?? ''}
            onBlur={(event) => {
              const name = event.target.value.trim();
              if (name !== (cell.attributes['focus'] ?? ''))
                setAttributes(id, { focus: name === '' ? undefined : name });
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur();
            }}
          />
        </label>
        <button
          type="button"
          onClick={() => {
            keepValues(cell);
          }}
        >
          Save these input values
        </button>
      </div>
    </Disclosure>
  );
}

/** Writes the cell's current input values to its fence, so that the notebook opens with them. */
function keepValues({ id }: CodeCell): void {
  const { dependencies, overrides, notebook, notify } = store.getState();
  const names = new Set(neededFor(dependencies, id).inputs.map(({ name }) => name));
  const values = Object.entries({ ...settingsOf(notebook), ...overrides }).filter(
    (entry): entry is [string, PlainValue] => names.has(entry[0]) && isPlain(entry[1]),
  );
  setAttributes(id, { at: values.length === 0 ? undefined : printSettings(Object.fromEntries(values)) });
  notify(
    'information',
    values.length === 0 ? 'The inputs already have the program’s values.' : 'Input values saved in the notebook.',
  );
}

/** Buttons that add a cell between two cells or at the end. Those at the end, as readers see it, are always shown. */
export function AddCell({ after }: { readonly after: number | undefined }) {
  const last = useAppStore(({ notebook: { cells } }) => {
    const end = cells.findLast((cell) => !isHidden(cell)) ?? cells.at(-1);
    return end?.id === after;
  });
  return (
    <div className={last ? 'add-cell last' : 'add-cell'} role="group" aria-label="Add cell">
      {(['code', 'prose', 'table'] as const).map((tag) => (
        <button
          key={tag}
          type="button"
          className="button small"
          onClick={() => {
            addCell(after, tag);
          }}
        >
          + {NAMES[tag]}
        </button>
      ))}
      <button
        type="button"
        className="button small"
        onClick={() => {
          pickFile(DATA_FILES, (file) => void addDataFile(file, after));
        }}
      >
        + File
      </button>
    </div>
  );
}

const NAMES = {
  code: 'Code',
  prose: 'Text',
  table: 'Table',
  solution: 'Solution',
  checks: 'Checks',
  wrong: 'Wrong answer',
  hint: 'Hint',
  predict: 'Prediction',
  recall: 'Question',
  screen: 'Screen',
} as const;

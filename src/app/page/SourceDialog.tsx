import { useEffect, useRef, useState } from 'react';
import { type Notebook, printNotebook, programCells } from '../../notebook/document';
import { reconciled } from '../../notebook/edits';
import { parseNotebook } from '../../notebook/parse';
import type { SourceFault } from '../../notebook/front-matter-faults';
import { sourceFaults } from '../../notebook/source-faults';
import { Dialog } from '../kit/Dialog';
import { counted } from '../kit/format';
import { Message } from '../panels/shared/DiagnosticList';
import { useAppStore } from '../store/hooks';
import { store } from '../store/store';
import { check } from '../workers/language-client';
import './source.css';

/** Milliseconds without an edit after which the text is checked. */
const PAUSE = 400;

/** A text that was written here and not applied, and the document that it belongs to. */
let kept: { readonly generation: number; readonly text: string } | undefined;

/** Edits the notebook as Markdown. Applying is one undo step; a text that is not applied is there when the dialog opens again. */
export function SourceDialog({ close }: { readonly close: () => void }) {
  const notebook = useAppStore((state) => state.notebook);
  const generation = useAppStore((state) => state.generation);
  const [own] = useState(() => printNotebook(notebook).replaceAll('\r\n', '\n'));
  const [text, setText] = useState(kept?.generation === generation ? kept.text : own);
  const area = useRef<HTMLTextAreaElement>(null);
  const faults = useFaults(text, notebook);
  const isChanged = text !== own;
  // After the dialog has opened, which moves the focus.
  useEffect(() => {
    area.current?.setSelectionRange(0, 0);
    area.current?.focus();
  }, []);
  const write = (changed: string): void => {
    setText(changed);
    kept = changed === own ? undefined : { generation, text: changed };
  };
  const apply = (): void => {
    const { crlf, imported } = notebook;
    // A text area has no carriage returns.
    store.getState().edit({ ...reconciled(notebook, parseNotebook(text)), crlf, imported });
    kept = undefined;
    close();
  };
  const goToLine = (line: number): void => {
    const start = text.split('\n', line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const end = text.indexOf('\n', start);
    const element = area.current;
    if (element === null) return;
    element.focus();
    element.setSelectionRange(start, end === -1 ? text.length : end);
    element.scrollTop = heightOf(text.slice(0, start), element) - element.clientHeight / 2;
  };
  return (
    <Dialog title="Markdown source" close={close}>
      <div className="source">
        <textarea
          ref={area}
          aria-label="Markdown source"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            write(event.target.value);
          }}
          onKeyDown={(event) => {
            if ((event.ctrlKey || event.metaKey) && event.key === 'Enter' && isChanged) apply();
          }}
        />
        <p role="status" className="source-state">
          {isChanged && 'Not applied yet. '}
          {faults === undefined
            ? 'Checking …'
            : faults.length === 0
              ? 'No problems'
              : counted(faults.length, 'problem')}
        </p>
        {faults !== undefined && faults.length > 0 && (
          <ul aria-label="Problems in the source">
            {faults.slice(0, MOST_SHOWN).map(({ line, message, hint }, at) => (
              <li key={at}>
                <button
                  type="button"
                  className="place"
                  onClick={() => {
                    goToLine(line);
                  }}
                >
                  line {line}
                </button>{' '}
                <Message text={hint === undefined ? message : `${message} (${hint})`} />
              </li>
            ))}
          </ul>
        )}
        <div className="dialog-actions">
          <button type="button" className="button primary" disabled={!isChanged} onClick={apply}>
            Apply
          </button>
          <button
            type="button"
            className="button outlined"
            disabled={!isChanged}
            onClick={() => {
              write(own);
            }}
          >
            Discard changes
          </button>
        </div>
      </div>
    </Dialog>
  );
}

const MOST_SHOWN = 50;

/** Returns how high a text is in a text area of the same width, in CSS pixels: long lines are wrapped. */
function heightOf(text: string, beside: HTMLTextAreaElement): number {
  const other = document.createElement('textarea');
  other.value = text;
  other.style.height = '0';
  other.style.width = `${beside.offsetWidth}px`;
  beside.after(other);
  const { scrollHeight } = other;
  other.remove();
  return scrollHeight;
}

/** Returns the faults of a text; undefined while it is checked. */
function useFaults(text: string, { imported }: Notebook): readonly SourceFault[] | undefined {
  const [found, setFound] = useState<{ readonly of: string; readonly faults: readonly SourceFault[] }>();
  useEffect(() => {
    let live = true;
    const timer = setTimeout(() => {
      const written = parseNotebook(text);
      void check({ revision: 0, cells: programCells({ ...written, imported }) }).then((reply) => {
        const diagnostics = typeof reply === 'object' ? reply.cells.flatMap((cell) => cell.diagnostics) : [];
        if (live) setFound({ of: text, faults: sourceFaults(written, diagnostics) });
      });
    }, PAUSE);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [text, imported]);
  return found?.of === text ? found.faults : undefined;
}

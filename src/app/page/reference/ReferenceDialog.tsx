import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot } from 'cmdk';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import documentAddress from '../../../../docs/language.md?url';
import { playground } from '../../../notebook/document';
import { withTitle } from '../../../notebook/title';
import { Dialog } from '../../kit/Dialog';
import { NOT_LOADED } from '../../kit/failures';
import { ReadProse } from '../../notebook/Prose';
import { StaticCode } from '../../notebook/StaticCode';
import { startNew } from '../../shelf/new-notebook';
import { addProgram } from '../../store/cell-actions';
import { store } from '../../store/store';
import { type Entry, entryFor, type Part, readReference, type Reference, search, sectionFor, wordAt } from './entries';
import '../commands.css';
import './reference.css';

type Loaded = Reference | 'loading' | 'failed';

/** The reference of the language: a list of entries to search, and the chosen entry. Opens the one of the word at the caret. */
export function ReferenceDialog({ close }: { readonly close: () => void }) {
  // When this renders first, the dialog has not yet taken the focus.
  const [inEditor] = useState(() => document.activeElement?.closest('.monaco-editor') != null);
  const [reference, setReference] = useState<Loaded>('loading');
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<Entry>();
  const hasTyped = useRef(false);
  useEffect(() => {
    const show = ({ read, word }: Awaited<ReturnType<typeof load>>): void => {
      const asked = word === undefined ? undefined : entryFor(read, word);
      setReference(read);
      if (hasTyped.current) return;
      if (word !== undefined && asked === undefined) setQuery(word);
      setChosen(asked ?? search(read, '')[0]);
    };
    load(inEditor).then(show, () => {
      setReference('failed');
    });
  }, [inEditor]);
  const isRead = typeof reference !== 'string';
  const found = isRead ? search(reference, query) : [];
  // A search gives one list, best match first; without one, entries are grouped.
  const groups = query.trim() === '' ? [...new Set(found.map(({ group }) => group))] : [''];
  const shown = chosen ?? found[0];
  return (
    <Dialog title="Language reference" close={close}>
      <CommandRoot
        className="commands reference"
        label="Search the reference"
        shouldFilter={false}
        loop
        vimBindings={false}
        value={shown === undefined ? '' : keyOf(shown)}
        onValueChange={(key) => {
          setChosen(found.find((entry) => keyOf(entry) === key));
        }}
      >
        <CommandInput
          ref={(input) => input?.setAttribute('autofocus', '')}
          className="commands-search"
          placeholder="Search the reference"
          value={query}
          onValueChange={(typed) => {
            hasTyped.current = true;
            setQuery(typed);
            setChosen(undefined);
          }}
        />
        <div className="reference-columns">
          <CommandList className="reference-list" label="Entries">
            {groups.map((group) => (
              <CommandGroup key={group} heading={group === '' ? undefined : group}>
                {found
                  .filter((entry) => group === '' || entry.group === group)
                  .map((entry) => (
                    <CommandItem key={keyOf(entry)} value={keyOf(entry)} className="command">
                      {entry.words.length === 0 ? entry.title : <code>{entry.title}</code>}
                    </CommandItem>
                  ))}
              </CommandGroup>
            ))}
          </CommandList>
          {isRead && shown !== undefined && (
            <EntryView
              entry={shown}
              close={close}
              follow={(link) => {
                setChosen(sectionFor(reference, link));
              }}
            />
          )}
        </div>
      </CommandRoot>
      <p className="commands-none" role="status">
        {reference === 'failed' ? NOT_LOADED : isRead && found.length === 0 && 'No results'}
      </p>
    </Dialog>
  );
}

interface EntryProps {
  readonly entry: Entry;
  readonly close: () => void;
  /** Follows a link within the document. */
  readonly follow: (link: string) => void;
}

function EntryView({ entry, close, follow }: EntryProps) {
  const { title, words, type, parts } = entry;
  return (
    <article
      key={keyOf(entry)}
      className="reference-entry"
      aria-label={title}
      tabIndex={0}
      onClickCapture={(event) => {
        const link = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : undefined;
        if (link?.startsWith('#') !== true) return;
        event.preventDefault();
        follow(link);
      }}
    >
      <h3>{words.length === 0 ? title : <code>{title}</code>}</h3>
      {type !== undefined && <code className="reference-type">{type}</code>}
      {parts.map((part, index) => (
        <PartView key={index} part={part} title={title} close={close} />
      ))}
    </article>
  );
}

function PartView({ part, title, close }: { readonly part: Part; readonly title: string; readonly close: () => void }) {
  if (part.tag === 'text') return <ReadProse markdown={part.markdown} />;
  const { code, printed } = part;
  const after = (run: () => void): void => {
    close();
    setTimeout(run); // after the focus has returned to where it was
  };
  return (
    <div className="reference-example">
      <StaticCode text={code} />
      {printed !== undefined && <pre>{printed}</pre>}
      {/* The file that an example imports is in the document only. */}
      {!code.startsWith('import') && (
        <div className="reference-actions">
          <Action
            label="Try it"
            run={() => {
              after(() => {
                startNew(withTitle(playground(code), title));
              });
            }}
          />
          <Action
            label="Add as cell"
            run={() => {
              after(() => {
                const { current, notebook } = store.getState();
                addProgram(current ?? notebook.cells.at(-1)?.id, code);
              });
            }}
          />
        </div>
      )}
    </div>
  );
}

function Action({ label, run }: { readonly label: string; readonly run: () => void }): ReactNode {
  return (
    <button type="button" className="button small outlined" onClick={run}>
      {label}
    </button>
  );
}

function keyOf({ group, title }: Entry): string {
  return `${group}: ${title}`;
}

/** Loads the document, and the word at the caret if it is asked about. */
async function load(inEditor: boolean): Promise<{ readonly read: Reference; readonly word: string | undefined }> {
  const [response, caret] = await Promise.all([
    fetch(documentAddress),
    inEditor ? import('../../editor/actions').then(({ caretInLine }) => caretInLine()) : undefined,
  ]);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return { read: readReference(await response.text()), word: caret && wordAt(caret.line, caret.at) };
}

import { Suspense, useEffect, useState } from 'react';
import { type Shipped as Entry, listShipped } from '../shelf/library';
import { openFile } from '../shelf/files';
import { goTo } from '../shelf/navigation';
import { startNew } from '../shelf/new-notebook';
import { NOTEBOOK_FILES, pickFile } from '../kit/pick-file';
import type { ShelfRecord } from '../shelf/record';
import { listShelf, removeFromShelf } from '../shelf/shelf';
import { Dialog } from '../kit/Dialog';
import { lazily, PartFailed } from '../kit/lazily';
import { Segments } from '../kit/Segments';

const CourseView = lazily(() => import('./CourseView').then((module) => module.CourseView), PartFailed);

const VIEWS = [
  ['all', 'All notebooks'],
  ['course', 'Course'],
] as const;

/** The view that was chosen last, for the next time that the dialog opens. */
let lastView: (typeof VIEWS)[number][0] = 'all';

type Loaded<T> = { readonly tag: 'loading' } | { readonly tag: 'here'; readonly items: T } | { readonly tag: 'failed' };

/** Lists the notebooks that ship with the page and the reader's own. */
export function NotebooksDialog({ close }: { readonly close: () => void }) {
  const [shipped, setShipped] = useState<Loaded<readonly Entry[]>>({ tag: 'loading' });
  const [yours, setYours] = useState<Loaded<readonly ShelfRecord[]>>({ tag: 'loading' });
  const [view, setView] = useState(lastView);
  useEffect(() => {
    void load(listShipped, setShipped);
    void load(listShelf, setYours);
  }, []);
  return (
    <Dialog title="Notebooks" close={close}>
      <Segments
        label="View"
        options={VIEWS}
        value={view}
        onChoose={(chosen) => {
          lastView = chosen;
          setView(chosen);
        }}
      />
      {shipped.tag === 'here' && view === 'course' && (
        <Suspense fallback={null}>
          <CourseView
            entries={shipped.items}
            copies={yours.tag === 'here' ? yours.items.map(({ origin }) => origin) : []}
            linkTo={(id) => ({
              href: addressOf(`#e=${id}`),
              onClick: () => {
                goTo(`#e=${id}`);
                close();
              },
            })}
          />
        </Suspense>
      )}
      {shipped.tag === 'here' && view === 'all' && <Shipped entries={shipped.items} close={close} />}
      {shipped.tag === 'failed' && <p>The list of notebooks did not load. Check the connection and try again.</p>}
      <h3 className="list-heading">Your notebooks</h3>
      {yours.tag === 'failed' && <p>This browser blocks storage, so your edits cannot be saved.</p>}
      {yours.tag === 'here' && yours.items.length === 0 && <p>Nothing yet. Your edits are saved here.</p>}
      <ul className="notebook-list">
        {yours.tag === 'here' &&
          yours.items.map((record) => (
            <li key={record.id} className="shelf-row">
              <a
                href={addressOf(`#y=${record.id}`)}
                onClick={() => {
                  goTo(`#y=${record.id}`);
                  close();
                }}
              >
                <span className="name">{record.title}</span>
                <span className="what">{when(record.updated)}</span>
              </a>
              <button
                type="button"
                className="button small"
                aria-label={`Delete ${record.title}, ${when(record.updated)}`}
                onClick={() => {
                  void load(async () => {
                    await removeFromShelf(record.id);
                    return listShelf();
                  }, setYours);
                }}
              >
                Delete
              </button>
            </li>
          ))}
      </ul>
      <div className="dialog-actions">
        <button
          type="button"
          className="button outlined"
          onClick={() => {
            startNew();
            close();
          }}
        >
          New notebook
        </button>
        <button
          type="button"
          className="button outlined"
          onClick={() => {
            pickFile(NOTEBOOK_FILES, (file) => {
              close();
              void openFile(file);
            });
          }}
        >
          Open file
        </button>
      </div>
    </Dialog>
  );
}

/** The shipped notebooks by group, filtered to those that contain every word of the search. */
function Shipped({ entries, close }: { readonly entries: readonly Entry[]; readonly close: () => void }) {
  const [query, setQuery] = useState('');
  const found = entries.filter((entry) => matches(entry, query));
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <>
      <input
        type="search"
        className="notebook-search"
        aria-label="Search notebooks"
        placeholder="Search notebooks"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
        }}
      />
      <div role="status" className="visually-hidden">
        {query.trim() === '' ? '' : `${found.length} of ${entries.length} notebooks`}
      </div>
      {found.length === 0 && <p>No results</p>}
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <h3 className="list-heading">{group}</h3>
          <ul className="notebook-list">
            {found
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <li key={entry.id}>
                  <a
                    href={addressOf(`#e=${entry.id}`)}
                    onClick={() => {
                      goTo(`#e=${entry.id}`);
                      close();
                    }}
                  >
                    <span className="name">{entry.title}</span>
                    <span className="what">{entry.description}</span>
                  </a>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function matches({ title, description, group }: Entry, query: string): boolean {
  const text = `${title} ${description} ${group}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The full address of a fragment. A bare fragment would be read as a link within this page. */
function addressOf(fragment: string): string {
  return location.href.replace(/#.*$/, '') + fragment;
}

async function load<T>(read: () => Promise<T>, set: (loaded: Loaded<T>) => void): Promise<void> {
  try {
    set({ tag: 'here', items: await read() });
  } catch {
    set({ tag: 'failed' });
  }
}

function when(milliseconds: number): string {
  return new Date(milliseconds).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

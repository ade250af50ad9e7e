import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import { type Shipped as Entry, listShipped, readShipped } from '../shelf/library';
import { openFile } from '../shelf/files';
import { goTo } from '../shelf/navigation';
import { startNew } from '../shelf/new-notebook';
import { NOTEBOOK_FILES, pickFile } from '../kit/pick-file';
import type { ShelfRecord } from '../shelf/record';
import { listShelf, removeFromShelf } from '../shelf/shelf';
import { Dialog } from '../kit/Dialog';
import { lazily, PartFailed } from '../kit/lazily';
import { Segments } from '../kit/Segments';
import { Thumbnail } from './Thumbnail';
import { codeInSmall, readThumbnails, type Thumbnails } from './thumbnails';
import { findWords, type LinePart, linesToSearch, wordsOf } from './notebook-search';
import './notebooks.css';

const CourseView = lazily(() => import('./CourseView').then((module) => module.CourseView), PartFailed);

const VIEWS = [
  ['all', 'All notebooks'],
  ['course', 'Course'],
] as const;

/** The view that was chosen last, for the next time that the dialog opens. */
let lastView: (typeof VIEWS)[number][0] = 'all';

type Loaded<T> = { readonly tag: 'loading' } | { readonly tag: 'here'; readonly items: T } | { readonly tag: 'failed' };

/** Lists the reader's own notebooks and those that ship with the page. The search goes through their whole text. */
export function NotebooksDialog({ close }: { readonly close: () => void }) {
  const [shipped, setShipped] = useState<Loaded<readonly Entry[]>>({ tag: 'loading' });
  const [yours, setYours] = useState<Loaded<readonly ShelfRecord[]>>({ tag: 'loading' });
  const [view, setView] = useState(lastView);
  const [query, setQuery] = useState('');
  const [thumbnails, setThumbnails] = useState<Thumbnails>({});
  useEffect(() => {
    void load(listShipped, setShipped);
    void load(listShelf, setYours);
    // Without them the list is as useful.
    readThumbnails().then(setThumbnails, () => undefined);
  }, []);
  const words = wordsOf(query);
  const isSearch = words.length > 0;
  const entries = shipped.tag === 'here' ? shipped.items : NO_ENTRIES;
  const texts = useTexts(entries, isSearch);
  const found = entries.flatMap((entry) => {
    const { id, title, description, group } = entry;
    const one = findWords({ heading: `${title} ${description} ${group}`, lines: texts?.get(id) }, words);
    return one === undefined ? [] : [{ entry, line: one.line }];
  });
  const open = (fragment: string): Pick<ComponentProps<'a'>, 'href' | 'onClick'> => ({
    href: addressOf(fragment),
    onClick: () => {
      goTo(fragment);
      close();
    },
  });
  return (
    <Dialog title="Notebooks" close={close}>
      <div className="dialog-actions notebook-actions">
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
      <input
        type="search"
        className="notebook-search"
        aria-label="Search notebooks"
        placeholder="Search titles and texts"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
        }}
      />
      <div role="status" className="visually-hidden">
        {!isSearch ? '' : texts === undefined ? 'Searching …' : `${found.length} of ${entries.length} notebooks`}
      </div>
      <h3 className="list-heading">Your notebooks</h3>
      {yours.tag === 'failed' && <p>This browser blocks storage, so your edits cannot be saved.</p>}
      {yours.tag === 'here' && (
        <Yours
          records={yours.items}
          words={words}
          open={open}
          remove={(id) => {
            void load(async () => {
              await removeFromShelf(id);
              return listShelf();
            }, setYours);
          }}
        />
      )}
      {!isSearch && (
        <Segments
          label="View"
          options={VIEWS}
          value={view}
          onChoose={(chosen) => {
            lastView = chosen;
            setView(chosen);
          }}
        />
      )}
      {shipped.tag === 'failed' && <p>The list of notebooks did not load. Check the connection and try again.</p>}
      {shipped.tag === 'here' && view === 'course' && !isSearch && (
        <CourseView
          entries={entries}
          copies={yours.tag === 'here' ? yours.items.map(({ origin }) => origin) : []}
          linkTo={(id) => open(`#e=${id}`)}
        />
      )}
      {shipped.tag === 'here' && (view === 'all' || isSearch) && (
        <>
          {found.length === 0 && <p>No results</p>}
          {[...new Set(found.map(({ entry }) => entry.group))].map((group) => (
            <section key={group} aria-label={group}>
              <h3 className="list-heading">{group}</h3>
              <ul className="notebook-list">
                {found
                  .filter(({ entry }) => entry.group === group)
                  .map(({ entry: { id, title, description }, line }) => (
                    <li key={id}>
                      <a {...open(`#e=${id}`)}>
                        <Thumbnail shown={thumbnails[id]} />
                        <span className="name">{title}</span>
                        <span className="what">{description}</span>
                        <FoundLine line={line} />
                      </a>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </Dialog>
  );
}

const NO_ENTRIES: readonly Entry[] = [];

/** The own notebooks that are listed before the reader asks for all. */
const FIRST_OWN = 4;

interface YoursProps {
  readonly records: readonly ShelfRecord[];
  readonly words: readonly string[];
  readonly open: (fragment: string) => Pick<ComponentProps<'a'>, 'href' | 'onClick'>;
  readonly remove: (id: string) => void;
}

/** The reader's notebooks, newest first, that contain every word of the search. */
function Yours({ records, words, open, remove }: YoursProps) {
  const [all, setAll] = useState(false);
  const isSearch = words.length > 0;
  const searched = useMemo(
    () => (!isSearch ? undefined : new Map(records.map(({ id, markdown }) => [id, linesToSearch(markdown)]))),
    [records, isSearch],
  );
  if (records.length === 0) return <p>Nothing yet. Your edits are saved here.</p>;
  const found = records.flatMap((record) => {
    const one = findWords({ heading: record.title, lines: searched?.get(record.id) }, words);
    return one === undefined ? [] : [{ record, line: one.line }];
  });
  if (found.length === 0) return <p>No results</p>;
  const isWhole = all || isSearch || found.length <= FIRST_OWN + 1;
  return (
    <>
      <ul className="notebook-list">
        {(isWhole ? found : found.slice(0, FIRST_OWN)).map(
          ({ record: { id, title, updated, markdown, picture = [] }, line }) => (
            <li key={id} className="shelf-row">
              <a {...open(`#y=${id}`)}>
                <Thumbnail shown={picture.length > 0 ? picture : codeInSmall(markdown)} />
                <span className="name">{title}</span>
                <span className="what">{when(updated)}</span>
                <FoundLine line={line} />
              </a>
              <button
                type="button"
                className="button small"
                aria-label={`Delete ${title}, ${when(updated)}`}
                onClick={() => {
                  remove(id);
                }}
              >
                Delete
              </button>
            </li>
          ),
        )}
      </ul>
      {!isWhole && (
        <button
          type="button"
          className="button small outlined"
          onClick={() => {
            setAll(true);
          }}
        >
          Show all {found.length}
        </button>
      )}
    </>
  );
}

function FoundLine({ line }: { readonly line: readonly LinePart[] | undefined }) {
  if (line === undefined) return null;
  return (
    <span className="found-line">
      {line.map(([text, isFound], at) => (isFound ? <mark key={at}>{text}</mark> : text))}
    </span>
  );
}

/** The lines of shipped notebooks by id, which are loaded for the first search; undefined until then. What does not load is not searched. */
function useTexts(entries: readonly Entry[], isWanted: boolean): ReadonlyMap<string, readonly string[]> | undefined {
  const [texts, setTexts] = useState<ReadonlyMap<string, readonly string[]>>();
  const isMissing = isWanted && texts === undefined && entries.length > 0;
  useEffect(() => {
    if (!isMissing) return;
    let live = true;
    const one = async ({ id }: Entry): Promise<readonly [string, readonly string[]]> => {
      const read = await readShipped(id);
      return [id, typeof read === 'string' ? [] : linesToSearch(read.markdown)];
    };
    void Promise.all(entries.map(one)).then((all) => {
      if (live) setTexts(new Map(all));
    });
    return () => {
      live = false;
    };
  }, [entries, isMissing]);
  return texts;
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

import { check, notebook as openingNotebook, replies } from 'virtual:opening';
import { type Notebook, playground, programOf } from '../../notebook/document';
import { withTitle } from '../../notebook/title';
import { decodeLink, type LinkState } from '../../notebook/link';
import { store } from '../store/store';
import { prepareOpening } from '../workers/prepared-prose';
import { NOTHING } from '../store/offered';
import { runKey } from '../store/subjects';
import { recallMoments, recordOpened } from './autosave';
import { embedded } from '../kit/embedding';
import { NOT_LOADED } from '../kit/failures';
import { forgetCopy, originKey, originOf, rememberCopy, rememberedCopy, showAddress } from './copies';
import { readShipped } from './library';
import type { ShelfRecord } from './record';
import type { OpenDocument, Origin } from '../store/state';

export const OPENING_ID = 'product-and-sine';
const OPENING = `#e=${OPENING_ID}`;

/** The end of an address that leads to a screen of the lesson view, counted from 1. */
export const SCREEN = /&screen=(\d+)$/;

/** Opens the notebook that the address names, now and whenever it changes. */
export function startNavigation(): void {
  const hash = location.hash;
  if (hash === '' || hash.replace(SCREEN, '') === OPENING) openOpening();
  else void parsed(''); // what reads a notebook is loaded while the address is decoded
  void openAddress();
  addEventListener('hashchange', ({ oldURL }) => {
    // A fragment without `=` is a link within the page.
    if (location.hash !== '' && !location.hash.includes('=')) return;
    const from = new URL(oldURL).hash;
    if (isSameNotebook(from, location.hash)) showScreen();
    else void openAddress(from);
  });
}

/** Whether two addresses lead to the open notebook. The empty address can be that of a new notebook. */
function isSameNotebook(old: string, hash: string): boolean {
  const { origin } = store.getState();
  const [before, now] = [old, hash].map((each) => each.replace(SCREEN, '') || OPENING);
  return before === now && (now !== OPENING || (origin.tag === 'builtin' && origin.id === OPENING_ID));
}

/** Shows the screen that the address names, or else the whole notebook. */
function showScreen(): void {
  const screen = screenInAddress();
  if (screen === undefined) store.setState({ screen, presenting: false, offered: undefined });
  else store.setState(({ offered = NOTHING }) => ({ screen, presenting: true, offered }));
}

function screenInAddress(): number | undefined {
  const screen = embedded ? undefined : SCREEN.exec(location.hash)?.[1];
  return screen === undefined ? undefined : Number(screen) - 1;
}

/** Opens the original of an edited document. The reader's copy stays on the shelf. */
export function resetToOriginal(): void {
  const { origin } = store.getState();
  forgetCopy();
  if (origin.tag === 'builtin') goTo(`#e=${origin.id}`);
  else if (origin.tag === 'link') goTo(origin.fragment);
}

/** Opens the notebook that a fragment names, even if it is already the address. */
export function goTo(fragment: string): void {
  const from = location.hash;
  if (from !== fragment) showAddress(fragment, true);
  void openAddress(from);
}

/** Opens a new notebook that has not been saved. */
export function openNew(notebook = newNotebook()): void {
  showAddress('#');
  forgetCopy();
  open({ notebook, origin: { tag: 'own' }, shelfId: undefined });
}

function newNotebook(): Notebook {
  return withTitle(playground('input x : real = 1 in -4 .. 4\n\nx * x'), 'Untitled notebook');
}

async function parsed(markdown: string): Promise<Notebook> {
  const { readNotebook } = await import('./read-notebook');
  return readNotebook(markdown);
}

/** Opens the notebook that the address names. `from` is the address of the open notebook, unless the page is loading. */
async function openAddress(from?: string): Promise<void> {
  const loading = from === undefined;
  const fragment = location.hash;
  const own = /^#y=([\w-]+)$/.exec(fragment.replace(SCREEN, ''))?.[1];
  if (own !== undefined) {
    await openOwn(own);
    return;
  }
  const link = await decodeLink(fragment);
  if (location.hash !== fragment) return;
  switch (link.tag) {
    case 'none':
      if (!loading) openOpening();
      await offerCopy({ tag: 'builtin', id: OPENING_ID }, loading);
      break;
    case 'builtin':
      await openBuiltin(link.id, link.state, from);
      break;
    case 'notebook': {
      const origin: Origin = { tag: 'link', fragment: fragment.replace(SCREEN, '') };
      const notebook = await parsed(link.markdown);
      if (location.hash !== fragment) return;
      open({ notebook, origin, shelfId: undefined, ...stateOf(link.state) });
      await offerCopy(origin, loading);
      break;
    }
    case 'unreadable':
      openNew();
      store.getState().notify('warning', `${link.reason} A new notebook was opened instead.`);
      break;
  }
}

async function openBuiltin(id: string, state: LinkState, from?: string): Promise<void> {
  const loading = from === undefined;
  const origin: Origin = { tag: 'builtin', id };
  if (id === OPENING_ID) {
    if (!loading || Object.keys(state).length > 0) openOpening(state);
  } else {
    const fragment = location.hash;
    const example = await readShipped(id);
    const notebook = typeof example === 'string' ? undefined : await parsed(example.markdown);
    if (location.hash !== fragment) return;
    if (notebook === undefined) {
      let why = example === 'unknown' ? `No example is called “${id}”.` : NOT_LOADED;
      if (loading || example === 'unknown') {
        openNew();
        why += ' A new notebook was opened instead.';
      } else showAddress(from || '#'); // without a connection, the open notebook stays
      store.getState().notify('warning', why);
      return;
    }
    open({ notebook, origin, shelfId: undefined, ...stateOf(state) });
  }
  await offerCopy(origin, loading);
}

function openOpening(state: LinkState = {}): void {
  prepareOpening();
  open({
    notebook: openingNotebook,
    origin: { tag: 'builtin', id: OPENING_ID },
    shelfId: undefined,
    ...stateOf(state),
  });
  if (state.inputs !== undefined) return;
  store.getState().takeCheck({ ...check, revision: store.getState().textRevision });
  const opened = store.getState();
  const first = programOf(opened.notebook)[0];
  if (first === undefined) return;
  const key = runKey(opened, first.id);
  opened.takeReplies(replies.map((reply) => ({ reply, id: first.id, key })));
}

async function openOwn(id: string): Promise<void> {
  const record = await fromShelf((shelf) => shelf.readShelf(id));
  if (record !== undefined) await openRecord(record, originOf(record.origin));
  else {
    openNew();
    store
      .getState()
      .notify(
        'warning',
        'This notebook is not saved in this browser. An address with #y= works only in the browser that saved it.',
      );
  }
}

/** After a reload, opens the edited copy and says so; on a new visit, offers it. */
async function offerCopy(origin: Origin, loading: boolean): Promise<void> {
  const { generation } = store.getState();
  const remembered = loading ? rememberedCopy(originKey(origin)) : undefined;
  const record = await fromShelf(async (shelf) =>
    remembered === undefined ? shelf.copyOf(originKey(origin)) : shelf.readShelf(remembered),
  );
  if (record === undefined || store.getState().generation !== generation || store.getState().edited) return;
  if (remembered !== undefined) {
    await openRecord(record, origin, Object.values(store.getState().chosenPanels)[0]);
    store.getState().notify('information', 'This is your edited copy.', {
      label: 'Show original',
      run: resetToOriginal,
    });
  } else
    store.getState().notify('information', 'You have an edited copy of this notebook.', {
      label: 'Open copy',
      run: () => {
        void openRecord(record, origin).then(() => {
          rememberCopy(record.id);
        });
      },
    });
}

async function openRecord(record: ShelfRecord, origin: Origin, panel?: string): Promise<void> {
  const { hash } = location;
  const notebook = await parsed(record.markdown);
  if (location.hash !== hash) return;
  recordOpened(record.id, record.updated);
  open({ notebook, origin, shelfId: record.id, panel });
  await recallMoments(record, store.getState().generation).catch(() => undefined); // the notebook is usable without it
}

function open(document: OpenDocument): void {
  store.getState().clearDocumentNotices();
  store.getState().open({ ...document, screen: screenInAddress() });
}

/** The state in a link. Links and documents use the same names for it. */
function stateOf(state: LinkState): Pick<OpenDocument, 'inputs' | 'panel' | 'cell' | 'step' | 'record'> {
  return state;
}

async function fromShelf<T>(use: (shelf: typeof import('./shelf')) => Promise<T>): Promise<T | undefined> {
  if (embedded) return undefined;
  try {
    return await use(await import('./shelf'));
  } catch {
    return undefined; // autosave reports missing storage
  }
}

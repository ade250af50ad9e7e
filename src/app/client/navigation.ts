import { check, markdown as openingMarkdown, replies } from 'virtual:opening';
import { playground, printNotebook } from '../../notebook/document';
import { decodeLink, type LinkState } from '../../notebook/link';
import type { OpenDocument, Origin } from '../store/document';
import { store } from '../store/store';
import { recordOpened } from './autosave';
import { embedded } from './embedding';
import { forgetCopy, originKey, originOf, rememberCopy, rememberedCopy, showAddress } from './copies';
import type { ShelfRecord } from './shelf';

export const OPENING_ID = 'product-and-sine';

/** Opens what the address names, now and whenever it changes. */
export function startNavigation(): void {
  const hash = location.hash;
  if (hash === '' || hash === `#e=${OPENING_ID}`) openOpening();
  void openAddress(true);
  addEventListener('hashchange', () => {
    // A place within the page is no notebook.
    if (location.hash === '' || location.hash.includes('=')) void openAddress(false);
  });
}

/** The document as it was before the reader changed it. The reader's copy stays on the shelf. */
export function resetToOriginal(): void {
  const { origin } = store.getState();
  forgetCopy();
  if (origin.tag === 'builtin') goTo(`#e=${origin.id}`);
  else if (origin.tag === 'link') goTo(origin.fragment);
}

/** Opens what a fragment names, also where the address has it already. */
export function goTo(fragment: string): void {
  if (location.hash === fragment) void openAddress(false);
  else location.hash = fragment;
}

const EMPTY = `---\ntitle: Untitled notebook\n---\n${printNotebook(playground('input x : real = 1 in -4 .. 4\n\nx * x'))}`;

/** A notebook that is nowhere yet. */
export function openNew(markdown = EMPTY): void {
  showAddress('#');
  forgetCopy();
  open({ markdown, origin: { tag: 'own' }, shelfId: undefined });
}

async function openAddress(loading: boolean): Promise<void> {
  const fragment = location.hash;
  const own = /^#y=([\w-]+)$/.exec(fragment)?.[1];
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
      await openBuiltin(link.id, link.state, loading);
      break;
    case 'notebook': {
      const origin: Origin = { tag: 'link', fragment };
      open({ markdown: link.markdown, origin, shelfId: undefined, ...stateOf(link.state) });
      await offerCopy(origin, loading);
      break;
    }
    case 'unreadable':
      openNew();
      store.getState().notify('warning', `${link.reason} Here is an empty notebook instead.`);
      break;
  }
}

async function openBuiltin(id: string, state: LinkState, loading: boolean): Promise<void> {
  const origin: Origin = { tag: 'builtin', id };
  if (id === OPENING_ID) {
    if (!loading || Object.keys(state).length > 0) openOpening(state);
  } else {
    const fragment = location.hash;
    const response = await fetch(`./notebooks/${id}.md`).catch(() => undefined);
    const markdown = response?.ok === true ? await response.text() : undefined;
    if (location.hash !== fragment) return;
    if (markdown === undefined || markdown.startsWith('<')) {
      openNew();
      store.getState().notify('warning', `There is no notebook “${id}” here. Here is an empty one instead.`);
      return;
    }
    open({ markdown, origin, shelfId: undefined, ...stateOf(state) });
  }
  await offerCopy(origin, loading);
}

function openOpening(state: LinkState = {}): void {
  open({
    markdown: openingMarkdown,
    origin: { tag: 'builtin', id: OPENING_ID },
    shelfId: undefined,
    ...stateOf(state),
  });
  if (state.inputs !== undefined) return;
  const { takeCheck, takeReply, text } = store.getState();
  takeCheck({ ...check, revision: text });
  for (const reply of replies) takeReply(reply, text);
}

async function openOwn(id: string): Promise<void> {
  const record = await fromShelf((shelf) => shelf.readShelf(id));
  if (record !== undefined) openRecord(record, originOf(record.origin));
  else {
    openNew();
    store
      .getState()
      .notify(
        'warning',
        'That notebook is not on this browser’s shelf. An address ending in #y= works only where it was written.',
      );
  }
}

/** A reload comes back to the edited copy, and says so; a fresh visit offers it. */
async function offerCopy(origin: Origin, loading: boolean): Promise<void> {
  const { generation } = store.getState();
  const remembered = loading ? rememberedCopy(originKey(origin)) : undefined;
  const record = await fromShelf(async (shelf) =>
    remembered === undefined ? shelf.copyOf(originKey(origin)) : shelf.readShelf(remembered),
  );
  if (record === undefined || store.getState().generation !== generation || store.getState().edited) return;
  if (remembered !== undefined) {
    openRecord(record, origin);
    store.getState().notify('information', 'This is your edited copy, as you left it.', {
      label: 'Show the original',
      run: resetToOriginal,
    });
  } else
    store.getState().notify('information', 'You have changed this notebook before.', {
      label: 'Open your copy',
      run: () => {
        openRecord(record, origin);
        rememberCopy(record.id);
      },
    });
}

function openRecord(record: ShelfRecord, origin: Origin): void {
  recordOpened(record.id, record.updated);
  open({ markdown: record.markdown, origin, shelfId: record.id });
}

function open(document: OpenDocument): void {
  store.getState().clearNotices();
  store.getState().open(document);
}

function stateOf(state: LinkState): Pick<OpenDocument, 'inputs' | 'panel'> {
  return {
    ...(state.inputs === undefined ? {} : { inputs: state.inputs }),
    ...(state.panel === undefined ? {} : { panel: state.panel }),
  };
}

async function fromShelf<T>(use: (shelf: typeof import('./shelf')) => Promise<T>): Promise<T | undefined> {
  if (embedded) return undefined;
  try {
    return await use(await import('./shelf'));
  } catch {
    return undefined; // saving says that there is no storage
  }
}

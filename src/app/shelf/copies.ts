import { store } from '../store/store';
import { embedded } from '../kit/embedding';
import type { Origin } from '../store/state';

/** In sessionStorage: the shelf copy that this tab edits, and its origin, so that a reload opens it again. */
const COPY_KEY = 'pullback.copy';

export function originKey(origin: Origin): string {
  switch (origin.tag) {
    case 'builtin':
      return `e:${origin.id}`;
    case 'link':
      return `l:${origin.fragment}`;
    case 'own':
      return 'own';
  }
}

/** The inverse of `originKey`. */
export function originOf(key: string): Origin {
  if (key.startsWith('e:')) return { tag: 'builtin', id: key.slice(2) };
  return key.startsWith('l:') ? { tag: 'link', fragment: key.slice(2) } : { tag: 'own' };
}

export function rememberCopy(id: string): void {
  const { origin } = store.getState();
  if (origin.tag === 'own') showAddress(`#y=${id}`);
  else
    withStorage((storage) => {
      storage.setItem(COPY_KEY, JSON.stringify({ origin: originKey(origin), id }));
    });
}

export function forgetCopy(): void {
  withStorage((storage) => {
    storage.removeItem(COPY_KEY);
  });
}

export function rememberedCopy(origin: string): string | undefined {
  let found: string | undefined;
  withStorage((storage) => {
    const copy: unknown = JSON.parse(storage.getItem(COPY_KEY) ?? 'null');
    if (typeof copy !== 'object' || copy === null || !('origin' in copy) || !('id' in copy)) return;
    if (copy.origin === origin && typeof copy.id === 'string') found = copy.id;
  });
  return found;
}

function withStorage(use: (storage: Storage) => void): void {
  if (embedded) return;
  try {
    use(sessionStorage);
  } catch {
    // Without storage a reload shows the original. The shelf is not affected.
  }
}

/** Changes the address without opening anything: as a new entry of the history, or in place of the present one. */
export function showAddress(hash: string, isNew = false): void {
  history[isNew ? 'pushState' : 'replaceState'](null, '', hash === '#' ? location.pathname + location.search : hash);
}

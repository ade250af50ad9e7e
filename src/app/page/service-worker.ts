import { store } from '../store/store';
import { saveAll } from '../shelf/autosave';

/**
 * The page's files are kept by a service worker, for visits without a network. Browsers look for a new version whenever
 * the page is opened, and we at no other time. A new one waits until the reader asks for it: pages that are open go on
 * with the files that they began with.
 */
export async function startServiceWorker(): Promise<void> {
  // The type knows browsers only that have it, of pages that were sent safely.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (container === undefined || !location.protocol.startsWith('http')) return;
  await idle();
  const controlled = container.controller !== null;
  let reloading = false;
  container.addEventListener('controllerchange', () => {
    if (reloading) location.reload();
    else if (controlled) offer(); // a reload in another tab took the new version
  });
  const reload = async (): Promise<void> => {
    if (!(await saveAll())) return; // which has said so
    const waiting = registration?.waiting ?? undefined;
    if (waiting === undefined) location.reload();
    else {
      reloading = true;
      waiting.postMessage({ type: 'SKIP_WAITING' });
      // What the old one is still answering can hold the new one up: that ends with the page.
      setTimeout(() => {
        location.reload();
      }, PATIENCE);
    }
  };
  const offer = (): void => {
    store.getState().notify(
      'information',
      'A new version of Pullback is ready.',
      {
        label: 'Reload',
        run: () => void reload(),
      },
      'page',
    );
  };
  // Where the browser stores nothing, the page is as it was.
  const registration = await container.register('./sw.js').catch(() => undefined);
  if (registration === undefined) return;
  const watch = (worker: ServiceWorker | null): void => {
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && registration.active !== null) offer();
    });
  };
  registration.addEventListener('updatefound', () => {
    watch(registration.installing);
  });
  watch(registration.installing);
  if (registration.waiting !== null) offer();
}

/** Milliseconds that a new version may take to be the one in charge. */
const PATIENCE = 3000;

/** After the page has loaded and has nothing else to do: filling the cache takes what the reader's first steps need. */
async function idle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => {
      addEventListener('load', resolve, { once: true });
    });
  await new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 5000 });
    else setTimeout(resolve, 1000);
  });
}

import { store } from '../store/store';
import { saveAll } from '../shelf/autosave';

/**
 * Registers the service worker, which caches the page's files for offline visits. The browser checks for a new version only
 * when the page is opened. A new version waits until the reader reloads: open pages keep the files that they started with.
 */
export async function startServiceWorker(): Promise<void> {
  // The type assumes a secure context and a browser with service workers.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (container === undefined || !location.protocol.startsWith('http')) return;
  const controlled = container.controller !== null;
  let reloading = false;
  container.addEventListener('controllerchange', () => {
    if (reloading) location.reload();
    else if (controlled) offer(); // another tab reloaded into the new version
  });
  const reload = async (): Promise<void> => {
    if (!(await saveAll())) return; // the failure has shown its own notice
    const waiting = registration?.waiting ?? undefined;
    if (waiting === undefined) location.reload();
    else {
      reloading = true;
      waiting.postMessage({ type: 'SKIP_WAITING' });
      // A request that the old version is still answering can delay the new one; a reload ends it.
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
  // Without storage the page works as before.
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

/** Milliseconds that a new version gets to take control. */
const PATIENCE = 3000;

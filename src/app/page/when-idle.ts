import { PANELS } from '../panels/registry';
import { startServiceWorker } from './service-worker';

/** Milliseconds for which a page that has loaded runs its notebook and shows its panels. */
const FIRST_ACTIONS = 3000;

/** Does what can wait until the page has loaded and is idle, so that it does not slow the reader's first actions. */
export async function startIdleWork(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => {
      addEventListener('load', resolve, { once: true });
    });
  await new Promise((resolve) => setTimeout(resolve, FIRST_ACTIONS));
  await idle();
  await startServiceWorker();
  // Curves and pictures are then drawn as soon as a run has their first points. What does not load now is loaded when it is shown.
  const curves = PANELS.filter(({ group }) => group === 'Curves').map(({ component }) => component.load);
  for (const load of [...curves, () => import('../notebook/outputs/Picture')]) {
    await idle();
    await load().catch(() => undefined);
  }
}

async function idle(): Promise<void> {
  await new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 5000 });
    else setTimeout(resolve, 1000);
  });
}

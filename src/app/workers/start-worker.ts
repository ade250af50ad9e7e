/* Starts the workers of the site. An exported page, which is a single file, has `offline/start-worker.ts` in this place. */

export const startLanguageWorker = (): Worker =>
  new Worker(new URL('../../../workers/program.worker.ts', import.meta.url), { type: 'module', name: 'language' });

export const startRunWorker = (): Worker =>
  new Worker(new URL('../../../workers/program.worker.ts', import.meta.url), { type: 'module', name: 'run' });

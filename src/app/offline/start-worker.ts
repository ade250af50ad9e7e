/* Stands in the place of `workers/start-worker.ts` in the script of an exported page (`scripts/offline-plugin.mjs`). */

let engine: (() => Worker) | undefined;
const started: Worker[] = [];

/** Says how the engine is started, before the first run. */
export function setEngine(start: () => Worker): void {
  engine = start;
}

export function startRunWorker(): Worker {
  if (engine === undefined) throw new Error('internal error: the page has no engine');
  const worker = engine();
  started.push(worker);
  return worker;
}

/** The text of an exported page never changes, so it is never checked again. */
export function startLanguageWorker(): Worker {
  throw new Error('internal error: an exported page has no checker');
}

/** Terminates all workers that were started. */
export function stopWorkers(): void {
  for (const worker of started) worker.terminate();
}

import type { ProseApi, ProsePiece, ProseRequest } from '../../protocol/prose';
import { preparedProse } from './prepared-prose';
import { WorkerOwner, WorkerStopped } from './worker-owner';

/**
 * Milliseconds. The worker stops by itself after one second; one that does not is replaced. Loading one may take much
 * longer.
 */
const LIMIT = 3_000;
const LOADING_LIMIT = 30_000;
/** Characters of rendered texts that are kept. */
const MOST_KEPT = 4_000_000;

const owner = new WorkerOwner<ProseApi>(
  () => new Worker(new URL('../../../workers/prose.worker.ts', import.meta.url), { type: 'module', name: 'prose' }),
);
let isLoaded = false;
/** Resolves when the last request has been answered: there is one at a time, so that it is known which one is stuck. */
let last: Promise<unknown> = Promise.resolve();

/** Rendered texts, the most recent last; undefined for those that took too long. */
const kept = new Map<string, readonly ProsePiece[] | undefined>();
let size = 0;

/** Returns a text that has been rendered lately. */
export function knownProse(request: ProseRequest): readonly ProsePiece[] | undefined {
  return kept.get(keyOf(request));
}

/** Renders a text in the worker; undefined if that takes too long, or if the signal is aborted before it starts. */
export function renderProse(request: ProseRequest, signal?: AbortSignal): Promise<readonly ProsePiece[] | undefined> {
  const rendered = last.then(async () => {
    if (signal?.aborted === true) return undefined;
    const key = keyOf(request);
    if (!kept.has(key)) keep(key, await renderNow(request));
    return kept.get(key);
  });
  last = rendered.catch(() => undefined);
  return rendered;
}

async function renderNow(request: ProseRequest): Promise<readonly ProsePiece[] | undefined> {
  const prepared = request.formulas === 'htmlAndMathml' ? await preparedProse(request.markdown) : undefined;
  if (prepared !== undefined) return prepared;
  if (!isLoaded) await limited({ ...request, markdown: '' }, LOADING_LIMIT);
  isLoaded = true;
  return limited(request, LIMIT);
}

async function limited(request: ProseRequest, limit: number): Promise<readonly ProsePiece[] | undefined> {
  const timer = setTimeout(() => {
    isLoaded = false;
    owner.stop('the text took too long to render');
  }, limit);
  try {
    return await owner.call((worker) => worker.render(request));
  } catch (error) {
    if (error instanceof WorkerStopped) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function keep(key: string, pieces: readonly ProsePiece[] | undefined): void {
  kept.set(key, pieces);
  size += sizeOf(key, pieces);
  for (const [oldest, value] of kept) {
    if (size <= MOST_KEPT || oldest === key) break;
    kept.delete(oldest);
    size -= sizeOf(oldest, value);
  }
}

function keyOf({ formulas, markdown }: ProseRequest): string {
  return `${formulas} ${markdown}`;
}

function sizeOf(key: string, pieces: readonly ProsePiece[] = []): number {
  return pieces.reduce((sum, { html }) => sum + html.length, key.length);
}

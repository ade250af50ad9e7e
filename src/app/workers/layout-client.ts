import type { LayoutApi, LayoutReply, LayoutRequest } from '../../protocol/layout';
import { store } from '../store/store';
import { WorkerOwner } from './worker-owner';

/** Milliseconds: a layout has no time slices, so one that does not end is stopped from outside. */
const LIMIT = 15_000;

const owner = new WorkerOwner<LayoutApi>(
  () => new Worker(new URL('../../../workers/layout.worker.ts', import.meta.url), { type: 'module', name: 'layout' }),
);

let asking = 0;

/** Whether layouts are under way. */
export const isLayingOut = (): boolean => asking > 0;

/** Lays out a graph in the layout worker. Rejects, with a notice, if the worker has failed twice. */
export async function requestLayout(request: LayoutRequest): Promise<LayoutReply> {
  asking++;
  try {
    return await attempt(request).catch(() => attempt(request));
  } catch (error) {
    store.getState().notify('warning', 'The graph could not be drawn. Its text is under Outline.');
    throw error;
  } finally {
    asking--;
  }
}

async function attempt(request: LayoutRequest): Promise<LayoutReply> {
  const timer = setTimeout(() => {
    owner.stop('the layout did not answer');
  }, LIMIT);
  try {
    return await owner.call((worker) => worker.layout(request));
  } finally {
    clearTimeout(timer);
  }
}

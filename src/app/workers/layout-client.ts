import type { LayoutApi, LayoutReply, LayoutRequest } from '../../protocol/messages';
import { WorkerOwner } from './worker-owner';

const owner = new WorkerOwner<LayoutApi>(
  () => new Worker(new URL('../../../workers/layout.worker.ts', import.meta.url), { type: 'module', name: 'layout' }),
);

/** Lays out a graph in the layout worker. Rejects if the worker is stopped. */
export function requestLayout(request: LayoutRequest): Promise<LayoutReply> {
  return owner.call((worker) => worker.layout(request));
}

import type { OfflineAnswer, OfflineQuestion } from '../src/protocol/offline';
import { createLoader } from '../src/services/loader';
import { createRuns } from '../src/services/runs';
import { buffersOf } from './transfer';

/** The worker of an offline page: it only runs cells, and answers no questions of panels. */
const run = createRuns(createYield(), createLoader());

function createYield(): () => Promise<void> {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.onmessage = () => {
    waiting.shift()?.();
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(null);
    });
}

function say(answer: OfflineAnswer): void {
  postMessage(answer, { transfer: buffersOf(answer) });
}

addEventListener('message', ({ data }: MessageEvent<OfflineQuestion>) => {
  switch (data.tag) {
    case 'ping':
      say({ tag: 'pong' });
      return;
    case 'run': {
      const { request } = data;
      const { revision } = request;
      run(request, (reply) => {
        say({ tag: 'reply', reply });
      }).then(
        () => {
          say({ tag: 'end', revision, how: 'done' });
        },
        (error: unknown) => {
          console.error(error);
          say({ tag: 'end', revision, how: 'failed' });
        },
      );
    }
  }
});

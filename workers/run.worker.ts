import * as Comlink from 'comlink';
import type { RunApi } from '../src/protocol/questions';
import { createRunService } from '../src/services/run-service';
import { createYield } from './event-loop';
import { buffersOf } from './transfer';

/**
 * Answers, and transfers the buffers of the replies. Replies travel through a port of their own, so the end of the call
 * could overtake them: it waits until the page has taken all replies.
 */
async function delivered<Reply>(
  answer: (send: (reply: Reply) => void) => Promise<void>,
  reply: (reply: Reply) => unknown,
): Promise<void> {
  const taken: unknown[] = [];
  await answer((message) => {
    taken.push(reply(Comlink.transfer(message, buffersOf(message))));
  });
  await Promise.all(taken);
}

const service = createRunService(createYield());

const api: RunApi = {
  run: (request, reply) => delivered((send) => service.run(request, send), reply),
  ask: (question, reply) => delivered((send) => service.ask(question, send), reply),
  stop() {
    service.stop();
  },
  cancel(id) {
    service.cancel(id);
  },
  ping() {
    return undefined;
  },
};

Comlink.expose(api);

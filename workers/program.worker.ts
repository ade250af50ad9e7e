/*
 * The worker that runs programs and the one that checks them, told by its name: both need the whole language, so they are
 * one file, which a browser loads once.
 */
import * as Comlink from 'comlink';
import type { RunApi } from '../src/protocol/questions';
import { createLanguageService } from '../src/services/language-service';
import { createRunService } from '../src/services/run-service';
import { work } from '../src/services/work';
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

function runApi(): RunApi {
  const service = createRunService(createYield());
  return {
    run: (request, reply) => delivered((send) => service.run(request, send), reply),
    ask: (question, reply) => delivered((send) => service.ask(question, send), reply),
    stop() {
      service.stop();
    },
    warm: () => service.warm(),
    cancel(id) {
      service.cancel(id);
    },
    ping: work,
  };
}

Comlink.expose(self.name === 'language' ? createLanguageService(createYield()) : runApi());

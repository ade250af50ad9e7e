import * as Comlink from 'comlink';
import type { RunApi } from '../src/protocol/messages';
import { createRunService } from '../src/services/run-service';
import { buffersOf } from './transfer';

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => {
  waiting.shift()?.();
};

/** A message to ourselves: behind what has already arrived, and without the pause that a timer has. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}

const service = createRunService(yieldToEventLoop);

const api: RunApi & { ping(): void } = {
  /**
   * Replies travel through a port of their own, so that the end of the run could overtake them: it waits until the page
   * has taken them all.
   */
  async run(request, reply) {
    const taken: unknown[] = [];
    await service.run(request, (message) => {
      taken.push(reply(Comlink.transfer(message, buffersOf(message))));
    });
    await Promise.all(taken);
  },
  async contours(request, reply) {
    const taken: unknown[] = [];
    await service.contours(request, (message) => {
      taken.push(reply(Comlink.transfer(message, buffersOf(message))));
    });
    await Promise.all(taken);
  },
  async plot(request, reply) {
    const taken: unknown[] = [];
    await service.plot(request, (message) => {
      taken.push(reply(Comlink.transfer(message, buffersOf(message))));
    });
    await Promise.all(taken);
  },
  async growth(request, reply) {
    const taken: unknown[] = [];
    await service.growth(request, (message) => {
      taken.push(reply(message));
    });
    await Promise.all(taken);
  },
  endGrowth() {
    service.endGrowth();
  },
  moment: (request) => service.moment(request),
  async steps(request) {
    const reply = await service.steps(request);
    return reply && Comlink.transfer(reply, buffersOf(reply));
  },
  async combinators(request) {
    const reply = await service.combinators(request);
    return reply && Comlink.transfer(reply, buffersOf(reply));
  },
  async jets(request) {
    const reply = await service.jets(request);
    return reply && Comlink.transfer(reply, buffersOf(reply));
  },
  term: (request) => service.term(request),
  definitions: (request) => service.definitions(request),
  checks: (request) => service.checks(request),
  disagreement: (request) => service.disagreement(request),
  exercise: (request) => service.exercise(request),
  /** Answered between two slices: a worker that does not answer is stuck inside one. */
  ping() {
    return undefined;
  },
};

Comlink.expose(api);

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RunJob } from '../protocol/messages';
import type { OfflineAnswer, OfflineQuestion } from '../protocol/offline';
import { runJobs } from './jobs';
import type { Answer } from './notebook';
import { createRunner, type EngineWorker } from './runner';

interface FakeWorker extends EngineWorker {
  readonly asked: OfflineQuestion[];
  readonly say: (answer: OfflineAnswer) => void;
  readonly ended: () => boolean;
}

/** Answers what `behaviour` makes it answer. */
function fakeWorker(behaviour: (question: OfflineQuestion, say: (answer: OfflineAnswer) => void) => void): FakeWorker {
  const asked: OfflineQuestion[] = [];
  let hear: (event: { readonly data: OfflineAnswer }) => void = () => undefined;
  let ended = false;
  const say = (data: OfflineAnswer): void => {
    if (!ended) hear({ data });
  };
  return {
    asked,
    say,
    ended: () => ended,
    postMessage(question) {
      asked.push(question);
      behaviour(question, say);
    },
    addEventListener(type: 'message' | 'error', listener: (event: { readonly data: OfflineAnswer }) => void) {
      if (type === 'message') hear = listener;
    },
    terminate() {
      ended = true;
    },
  };
}

const PROGRAM = { cells: ['1', '2', '3'], inputs: {}, budget: { seconds: 1, steps: 1, bytes: 1 } };
const jobs = (...cells: readonly number[]): readonly RunJob[] =>
  cells.map((cell) => ({ cell, products: ['value', 'gradient'] }));

/** Answers all jobs but those of a cell, in which it gets stuck. */
function stuckIn(stuck: number | undefined) {
  let busy = false;
  return fakeWorker((question, say) => {
    if (question.tag === 'ping') {
      if (!busy) say({ tag: 'pong' });
      return;
    }
    const { revision } = question.request;
    for (const { cell, products } of question.request.jobs) {
      busy = cell === stuck;
      if (busy) return;
      for (const product of products) say({ tag: 'reply', reply: { revision, cell, product, state: 'empty' } });
    }
    say({ tag: 'end', revision, how: 'done' });
  });
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a runner', () => {
  test('leaves a worker alone that answers between its slices, however long it runs', async () => {
    const worker = fakeWorker((question, say) => {
      if (question.tag === 'ping') say({ tag: 'pong' });
    });
    const run = createRunner(() => worker).run({ ...PROGRAM, jobs: jobs(0) }, () => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(worker.ended()).toBe(false);
    worker.say({ tag: 'end', revision: 1, how: 'done' });
    expect(await run).toBe('done');
    const asked = worker.asked.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(worker.asked.length).toBe(asked); // nobody watches any more
  });

  test('drops the replies of a run that a newer one has ended', async () => {
    const worker = fakeWorker(() => undefined);
    const runner = createRunner(() => worker);
    const seen: string[] = [];
    const older = runner.run({ ...PROGRAM, jobs: jobs(0) }, () => seen.push('older'));
    const newer = runner.run({ ...PROGRAM, jobs: jobs(0) }, () => seen.push('newer'));
    expect(await older).toBe('superseded');
    for (const revision of [1, 2, 1]) {
      worker.say({ tag: 'reply', reply: { revision, cell: 0, product: 'value', state: 'empty' } });
      worker.say({ tag: 'end', revision, how: 'done' });
    }
    expect(await newer).toBe('done');
    expect(seen).toEqual(['newer']);
  });

  test('waits longer for a worker that is still being loaded', async () => {
    const worker = fakeWorker(() => undefined);
    void createRunner(() => worker).run({ ...PROGRAM, jobs: jobs(0) }, () => undefined);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(worker.ended()).toBe(false);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(worker.ended()).toBe(true);
  });
});

describe('jobs', () => {
  test('a cell in which the worker gets stuck says so, and the others run in its replacement', async () => {
    const workers = [stuckIn(1), stuckIn(undefined)];
    const made: FakeWorker[] = [];
    const runner = createRunner(() => {
      const next = workers[made.length] ?? stuckIn(undefined);
      made.push(next);
      return next;
    });
    const answers: Answer[] = [];
    const run = runJobs(runner, PROGRAM, jobs(0, 1, 2), (answer) => answers.push(answer));
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await run).toBe('done');
    expect(made.map((worker) => worker.ended())).toEqual([true, false]);
    expect(answers.map(({ cell, product, state }) => [cell, product, state])).toEqual([
      [0, 'value', 'empty'],
      [0, 'gradient', 'empty'],
      [1, 'value', 'error'],
      [1, 'gradient', 'error'],
      [2, 'value', 'empty'],
      [2, 'gradient', 'empty'],
    ]);
    expect(answers[2]).toMatchObject({ diagnostics: [{ code: 'stopped' }] });
  });

  test('a fault of the engine is told as one, and ends no other job', async () => {
    const worker = fakeWorker((question, say) => {
      if (question.tag !== 'run') return;
      const { revision, jobs: asked } = question.request;
      if (asked[0]?.cell === 0) say({ tag: 'end', revision, how: 'failed' });
      else {
        for (const { cell, products } of asked)
          for (const product of products) say({ tag: 'reply', reply: { revision, cell, product, state: 'empty' } });
        say({ tag: 'end', revision, how: 'done' });
      }
    });
    const answers: Answer[] = [];
    await runJobs(
      createRunner(() => worker),
      PROGRAM,
      jobs(0, 1),
      (answer) => answers.push(answer),
    );
    expect(answers.map(({ cell, state }) => [cell, state])).toEqual([
      [0, 'error'],
      [0, 'error'],
      [1, 'empty'],
      [1, 'empty'],
    ]);
    expect(answers[0]).toMatchObject({ diagnostics: [{ code: 'failed' }] });
  });
});

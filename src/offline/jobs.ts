import { error } from '../language/source/diagnostic';
import { NOWHERE } from '../language/source/span';
import type { RunJob, RunReply, RunRequest } from '../protocol/messages';
import type { Answer } from './notebook';
import type { RunEnd, Runner } from './runner';

type Program = Pick<RunRequest, 'cells' | 'inputs' | 'budget'>;

/**
 * Runs the jobs in their order and hands over every answer. A cell in which the worker gets stuck, or fails, is answered by
 * an error that says so, and the others run all the same.
 */
export async function runJobs(
  runner: Runner,
  program: Program,
  jobs: readonly RunJob[],
  take: (answer: Answer) => void,
): Promise<'done' | 'superseded'> {
  const owed = new Map(jobs.map((job) => [job.cell, new Set(job.products)]));
  const receive = (reply: RunReply): void => {
    if (reply.state === 'pending') return;
    const products = owed.get(reply.cell);
    if (reply.state !== 'partial') products?.delete(reply.product);
    if (products?.size === 0) owed.delete(reply.cell);
    take(reply);
  };
  let left = jobs;
  while (left.length > 0) {
    const how = await runner.run({ ...program, jobs: left }, receive);
    if (how === 'superseded') return how;
    left = left.filter(({ cell }) => owed.has(cell));
    const [culprit, ...others] = left;
    if (culprit === undefined) break;
    if (how !== 'done') for (const product of owed.get(culprit.cell) ?? []) take(stopped(culprit.cell, product, how));
    left = how === 'done' ? [] : others;
  }
  return 'done';
}

function stopped(cell: number, product: Answer['product'], how: Exclude<RunEnd, 'done' | 'superseded'>): Answer {
  const diagnostic = error(how, NOWHERE, MESSAGES[how], { hint: 'Move an input to run again.' });
  return { revision: 0, cell, product, state: 'error', diagnostics: [diagnostic] };
}

const MESSAGES = {
  stopped: 'The run did not answer for a second, so it was stopped.',
  failed: 'The run failed, which is a fault of Pullback.',
} as const;

import type { Main } from '../ad/engine';
import { error, type Diagnostic } from '../language/source/diagnostic';
import { NOWHERE, type Span } from '../language/source/span';
import type { Program } from './program';

/** Returns why a run waits: it has used its seconds, or the reader has stopped it. */
export function unfinished({ core }: Program, why: 'limit' | 'stopped', seconds: number): Diagnostic {
  const span = core.items.at(-1)?.origin ?? NOWHERE;
  return why === 'limit'
    ? timeLimit(span, seconds)
    : error('budget-stopped', span, 'You stopped this run.', { hint: 'run it longer, or change it' });
}

/** Returns that what runs at a place has used its seconds. */
export function timeLimit(span: Span, seconds: number): Diagnostic {
  return error('budget-time', span, `Time limit of ${seconds} s reached.`, {
    hint: 'run it longer, or make it do less',
  });
}

/** Returns why a program that compiled code ran has no trace. */
export function tooLong({ body }: Main): Diagnostic {
  const message = 'this run takes too many steps to be drawn: compiled code computed it';
  return error('budget-nodes', body.origin, message, { hint: 'use fewer steps or fewer rows' });
}

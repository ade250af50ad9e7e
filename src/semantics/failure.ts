import type { LeafValue } from '../language/operations/operation';
import type { Budget } from './outcome';

/** A fault of the reader's program, before it has a place. */
export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  readonly hint?: string;
  /** Index into the executable's origins, if the place is another than the current instruction's. */
  readonly origin?: number;
}

export type FailureCode =
  | 'domain'
  | 'diagonal'
  | 'not-finite'
  | 'int-overflow'
  | 'index'
  | 'no-match'
  | 'shape'
  | 'unsupported'
  | 'approximant'
  | 'budget-steps'
  | 'budget-time'
  | 'budget-memory';

/** The sentence of a violated domain, with what the arguments were. */
export function withArguments(sentence: string, values: readonly LeafValue[]): string {
  const shown = values.map((value) => (typeof value === 'number' ? shortNumber(value) : String(value)));
  if (shown.length === 0) return sentence;
  return shown.length === 1
    ? `${sentence}; here it is ${shown.join('')}`
    : `${sentence}; here they are ${shown.join(' and ')}`;
}

/** The sentence alone: it is the same wherever the domain is violated. */
export function sentenceOf(message: string): string {
  return message.replace(/; here (?:it is|they are) .*$/u, '');
}

/** Six significant digits, all of a whole number; negative zero is 0. */
export function shortNumber(value: number): string {
  return String((Number.isSafeInteger(value) ? value : Number(value.toPrecision(6))) + 0);
}

export const UNFINISHED = {
  steps: 'it may never end: see whether a recursion reaches its last case, or make the program smaller',
  memory: 'a smaller program, fewer iterations, or a tail call instead of a deep recursion needs less',
} as const;

/** The budget's steps are spent. */
export function outOfSteps({ steps }: Budget): Failure {
  const message = `the run was stopped after ${steps.toLocaleString('en-GB')} steps`;
  return { code: 'budget-steps', message, hint: UNFINISHED.steps };
}

export function outOfTime({ seconds }: Budget): Failure {
  return {
    code: 'budget-time',
    message: `the run was stopped after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
    hint: UNFINISHED.steps,
  };
}

export function outOfMemory({ bytes }: Budget): Failure {
  const size = bytes < 1e6 ? `${bytes.toLocaleString('en-GB')} bytes` : `${Math.round(bytes / 1e6)} MB`;
  const message = `the run was stopped: it needs more than its ${size} of memory`;
  return { code: 'budget-memory', message, hint: UNFINISHED.memory };
}

import { counted } from '../language/source/counted';
import type { LeafValue } from '../language/operations/operation';
import type { Budget } from './outcome';

/** An error in the reader's program that has no place yet. */
export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  readonly hint?: string;
  /** An index into the executable's origins, if the place is not that of the current instruction. */
  readonly origin?: number;
}

export type FailureCode =
  | 'domain'
  | 'diagonal'
  | 'not-finite'
  | 'int-overflow'
  | 'index'
  | 'no-match'
  | 'no-value'
  | 'shape'
  | 'unsupported'
  | 'approximant'
  | 'on-boundary'
  | 'budget-steps'
  | 'budget-time'
  | 'budget-memory';

/** Returns the message of a domain violation, with the arguments in the place of `#1` and `#2`, or else at the end. */
export function withArguments(sentence: string, values: readonly LeafValue[]): string {
  const shown = values.map((value) => (typeof value === 'number' ? shortNumber(value) : String(value)));
  if (shown.length === 0) return sentence;
  if (sentence.includes('#')) return sentence.replace(/#(\d)/gu, (_, place) => shown[Number(place) - 1] ?? '');
  return shown.length === 1
    ? `${sentence}; here it is ${shown.join('')}`
    : `${sentence}; the arguments are ${shown.join(' and ')}`;
}

/** Returns the message without the arguments, which is the same for all violations of a domain. */
export function sentenceOf(message: string): string {
  return message.replace(/; (?:here it is|the arguments are|pivot|they are) .*$/u, '');
}

/** Formats a number with six significant digits; whole numbers have all digits, and negative zero is 0. */
export function shortNumber(value: number): string {
  return String((Number.isSafeInteger(value) ? value : Number(value.toPrecision(6))) + 0).replace('e+', 'e');
}

export function outOfBounds(index: number, length: number): Failure {
  return {
    code: 'index',
    message:
      length === 0
        ? `there is no item ${index}: the array is empty`
        : `there is no item ${index}: the array has ${length} items, from 0 to ${length - 1}`,
  };
}

export const NEGATIVE_LENGTH = 'build needs a length of at least 0';

export function negativeLength(count: number): Failure {
  return { code: 'domain', message: withArguments(NEGATIVE_LENGTH, [count]) };
}

/** Returns the failure of a cotangent that does not have the shape of the result, or a tangent that of the point. */
export function otherShape(given: 'cotangent' | 'tangent'): Failure {
  const of = given === 'cotangent' ? 'result' : 'point';
  return {
    code: 'shape',
    message: `the ${given} must have the shape of the ${of}: the same lengths and the same constructors`,
  };
}

/** The message for a cotangent of the program that does not have the shape of its result. */
export const MISMATCH_OF_COTANGENT = "the cotangent does not have the result's shape";

/** The message for a derivative inside the program that is not finite. */
export const OVERFLOWED_INSIDE = 'the derivative of this operation overflows here';

/** Returns the message for a derivative of the program that is not finite, by the operation's symbol. */
export function overflowedDerivative(symbol: string): string {
  return `the derivative of ${symbol} overflowed here`;
}

export const UNFINISHED = {
  steps: 'check that every recursion reaches its base case, or make the program smaller',
  memory: 'use a smaller program, fewer iterations, or tail recursion',
} as const;

/** Returns the failure for a run that reached its step limit. */
export function outOfSteps({ steps }: Budget): Failure {
  const message = `the run was stopped after ${counted(steps, 'step')}`;
  return { code: 'budget-steps', message, hint: UNFINISHED.steps };
}

export function outOfTime({ seconds }: Budget): Failure {
  return {
    code: 'budget-time',
    message: `the run was stopped after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
    hint: UNFINISHED.steps,
  };
}

export function outOfMemory(budget: Budget): Failure {
  const message = `the run was stopped: it needs more than ${sizeOf(budget)} of memory`;
  return { code: 'budget-memory', message, hint: UNFINISHED.memory };
}

/** Returns the failure for data that shares parts and becomes too large when each of them is written out. */
export function tooLargeWritten(budget: Budget): Failure {
  return {
    code: 'budget-memory',
    message: `the run was stopped: written out, this value takes more than ${sizeOf(budget)} of memory`,
    hint: 'it uses the same parts many times, and each use counts here; make a smaller value',
  };
}

function sizeOf({ bytes }: Budget): string {
  return bytes < 1e6 ? counted(bytes, 'byte') : `${Math.round(bytes / 1e6)} MB`;
}

import { describe, expect, test } from 'vitest';
import { drain } from '../../semantics/task';
import { PAGE_BUDGET } from '../../semantics/outcome';
import type { PromptReply, PromptRequest } from '../../protocol/prompts';
import { createLoader } from '../loader';
import { promptAnswer } from './prompt-answer';

function answered(
  kind: PromptRequest['kind'],
  answer: string,
  cells: readonly string[] = [],
  xs: readonly number[] = [],
): PromptReply {
  return drain(promptAnswer(createLoader(), { cells, kind, answer, xs, budget: { ...PAGE_BUDGET, steps: 1e5 } }));
}

describe('the answer to a prompt', () => {
  test('is a number, with the inputs as the text has them', () => {
    expect(answered('number', 'deriv f x', ['let f x = x * x', 'input x : real = 3 in 0 .. 9'])).toEqual({
      status: 'number',
      value: 6,
      isInt: false,
    });
    expect(answered('choice', 'if 1 < 2 then 2 else 1')).toMatchObject({ status: 'number', value: 2 });
    expect(answered('text', 'length [1, 2]')).toEqual({ status: 'number', value: 2, isInt: true });
  });

  test('is a text', () => {
    expect(answered('text', '"a" ++ "b"')).toEqual({ status: 'text', value: 'ab' });
    expect(answered('text', '1 < 2')).toEqual({ status: 'text', value: 'true' });
  });

  test('is a curve, with gaps where it is undefined', () => {
    expect(answered('curve', 'fun t -> t ^ 2', [], [-1, 0, 2])).toEqual({ status: 'curve', ys: [1, 0, 4] });
    expect(answered('curve', 'log', [], [-1, 0, 1])).toEqual({ status: 'curve', ys: [null, null, 0] });
    expect(answered('curve', 'fun t -> x * t', ['let x = 3'], [2])).toEqual({ status: 'curve', ys: [6] });
    expect(answered('curve', "fun x' -> x' * x", ['let x = 3'], [2])).toEqual({ status: 'curve', ys: [6] });
  });

  test('does not run the outputs of the cells', () => {
    expect(answered('number', 'y', ['let rec f x = f (x + 1)\nf 0', 'let y = 2'])).toMatchObject({ value: 2 });
  });

  test('waits while the cells have an error', () => {
    expect(answered('number', 'y', ['let y = sin true'])).toEqual({ status: 'waiting' });
    expect(answered('curve', 'fun t -> y * t', ['let y ='], [1])).toEqual({ status: 'waiting' });
  });

  test('of another kind than the prompt, wrong or undefined, fails with the reason', () => {
    expect(answered('number', '"a"')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('a number') as unknown,
    });
    expect(answered('text', '[1]')).toMatchObject({ status: 'failed' });
    expect(answered('number', 'lost')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('lost') as unknown,
    });
    expect(answered('number', 'let x = 1')).toMatchObject({ status: 'failed' });
    expect(answered('number', 'log 0')).toMatchObject({ status: 'failed' });
    expect(answered('curve', '1', [], [1])).toMatchObject({ status: 'failed' });
  });

  test('that never ends fails at the limit of a run', () => {
    const forever = 'let rec f x = f (x + 1)';
    expect(answered('number', 'f 0', [forever])).toMatchObject({ status: 'failed' });
    expect(answered('curve', 'f', [forever], [0, 1])).toMatchObject({ status: 'failed' });
  });
});

import { describe, expect, test } from 'vitest';
import { drain } from '../semantics/task';
import { PAGE_BUDGET } from '../semantics/outcome';
import type { ExerciseReply } from '../protocol/exercises';
import { checkExercise } from './exercises';
import { createLoader } from './loader';
import { newService, repliesTo } from '../testing/ask';

function checked(check: string, ...cells: readonly string[]): ExerciseReply {
  return drain(
    checkExercise(createLoader(), { cells, cell: cells.length - 1, check, budget: { ...PAGE_BUDGET, steps: 1e5 } }),
  );
}

describe('the check of an exercise', () => {
  test('holds or does not', () => {
    expect(checked('answer = 2', 'let answer = 0')).toEqual({ status: 'not yet' });
    expect(checked('answer = 2', 'let answer = 2')).toEqual({ status: 'correct' });
    expect(checked('f 3 = 9 && deriv f 3 = 6', 'let f x = x', 'let f x = x * x')).toEqual({ status: 'correct' });
  });

  test('may be a differentiation by itself', () => {
    expect(checked('rd (fun x -> x) 1 1 = answer', 'let answer = 1')).toEqual({ status: 'correct' });
    expect(checked('deriv (fun x -> x * x) 3 = answer', 'let answer = 1')).toEqual({ status: 'not yet' });
  });

  test('sees the inputs as the text has them', () => {
    expect(checked('x = 3', 'input x : real = 3 in 0 .. 4')).toEqual({ status: 'correct' });
  });

  test("does not run the cells' outputs", () => {
    expect(checked('answer = 1', 'let rec f x = f (x + 1)\nf 0', 'let answer = 1')).toEqual({ status: 'correct' });
  });

  test('waits while the cells have an error', () => {
    expect(checked('answer = 2', 'let answer = sin true')).toEqual({ status: 'waiting' });
    expect(checked('answer = 2', 'let answer =')).toEqual({ status: 'waiting' });
  });

  test('says in words why it cannot be evaluated', () => {
    const message = (text: string): ExerciseReply => ({
      status: 'failed',
      message: expect.stringContaining(text) as string,
    });
    expect(checked('answer = 2', 'let other = 0')).toEqual(message('answer'));
    expect(checked('answer', 'let answer = 0')).toEqual(message('must have type bool'));
    expect(checked('let a = 2', 'let answer = 0')).toEqual(message('one expression'));
    expect(checked('true\nfalse', 'let answer = 0')).toEqual(message('one expression'));
    expect(checked('log answer = 2', 'let answer = 0')).toEqual(message('log'));
    expect(checked('f 0 = 2', 'let rec f x = f (x + 1)')).toEqual(message('stopped'));
  });
});

test('the run service answers the newest question about each exercise', async () => {
  const service = newService();
  const ask = (exercise: string, answer: string) =>
    repliesTo(service, 'exercise', {
      exercise,
      cells: [`let answer = ${answer}`],
      cell: 0,
      check: 'answer = 2',
      budget: PAGE_BUDGET,
    });
  expect(await Promise.all([ask('a', '0'), ask('b', '0'), ask('a', '2')])).toEqual([
    [],
    [{ status: 'not yet' }],
    [{ status: 'correct' }],
  ]);
});

import { expect, test } from 'vitest';
import type { CheckedLine } from '../../protocol/exercises';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { createLoader } from '../loader';
import { checkBlock } from './check-block';

function line(block: string, answer: string): CheckedLine | undefined {
  const reply = drain(checkBlock(createLoader(), { cells: [answer], cell: 0 }, block, PAGE_BUDGET));
  return 'lines' in reply ? reply.lines?.[0] : undefined;
}

const containing = (text: string): string => expect.stringContaining(text) as string;

test('says which type an answer has and needs, and gives no advice on the text of the check', () => {
  const needs = (has: string, needed: string) => ({
    status: 'failed',
    message: `\`f\` has type \`${has}\`, and the exercise needs \`${needed}\``,
    hint: 'change `f` in your answer',
  });
  expect(line('a: f 3 equals 9.5', 'let f (x, y) = x * y')).toMatchObject(needs('real * real -> real', 'real -> real'));
  expect(line('a: forall x in -2 .. 2: f x 1 equals x', 'let f (x : real) = x')).toMatchObject(
    needs('real -> real', 'real -> real -> real'),
  );
  expect(line('a: forall n in 1 .. 3 step 1: f n equals 1', 'let f = 3.5')).toMatchObject({ status: 'failed' });
  expect(line('a: f 3\n  equals true', 'let f x = x + 1.5')).toMatchObject(needs('real -> real', 'real -> bool'));
  expect(line('a: f 3', 'let f x = x + 1.5')).toMatchObject(needs('real -> real', 'real -> bool'));
  expect(line('a: length (f 3) = 1', 'let f x = x + 1.5')).toMatchObject({ hint: 'change `f` in your answer' });
  expect(line('cost steps of f n over n in 4, 8: slope <= 1.2', 'let f (x : real) = x')).toMatchObject(
    needs('real -> real', 'int -> real'),
  );
  expect(line('type f : real -> real', 'let f x = (x, 2.0)')).toMatchObject({
    status: 'not yet',
    message: containing(', and the exercise needs `real -> real`'),
    hint: 'change `f` in your answer',
  });
  expect(line('type f : real -> real', 'let g x = x')).toMatchObject({
    status: 'not yet',
    message: '`f` is not defined',
    hint: 'define `f` in your answer',
  });
});

import { expect, test } from 'vitest';
import { type Around, valueAfter } from '../../../testing/ir/examples';
import type { Block } from '../../ir/tree';
import { counted } from '../counted';
import { withoutDead } from '../dead';
import { lateCopies } from './late-copies';
import { simplify } from '../simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => withoutDead(counted(block, numbers, kinds));

/** Returns what copies arrays and what reads them in a program, in its order, before and after the pass. */
function orderOf(body: string): readonly (readonly string[])[] {
  const text = `input x : real = 1\ninput n : int = 6\nlet first = build n (fun i -> x * toReal i)\n${body}\n`;
  const last = (block: Block): Block => withoutDead(block);
  const before = valueAfter(text, simple, loops, simple, last);
  const after = valueAfter(text, simple, loops, simple, lateCopies, last);
  return [before, after].map((each) => {
    const lines = each.split('\n').slice(1);
    return lines.flatMap((line) =>
      /^ {2}\S.* (build|item|for|call) /u.exec(line) ? [/ (build|item|for|call) /u.exec(line)?.[1] ?? ''] : [],
    );
  });
}

test.each([
  ['two reads', '(first[3] + first[4], b)', 'build item item item build'],
  ['a read, but not that of the copy', 'first[3] + b[4]', 'build item item build item'],
  ['a loop that reads it', '(sum first, b)', 'build item for build'],
])('a copy goes behind %s', (_, body, expected) => {
  const [before, after] = orderOf(`let b = update first 2 x in ${body}`);
  expect(before).not.toEqual(after);
  expect(after?.join(' ')).toBe(expected);
});

test.each([
  ['it is needed before', '(b[3], first[4])'],
  ['a recursion reads the array', 'let rec f k = if k > 100 * x then k else f (k * k + first[1]) in (f 2, b)'],
  ['nothing reads the array', '(sin x, b)'],
])('a copy stays where it is if %s', (_, body) => {
  const [before, after] = orderOf(`let b = update first 2 x in ${body}`);
  expect(after).toEqual(before);
});

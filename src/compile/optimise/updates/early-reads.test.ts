import { expect, test } from 'vitest';
import { type Around, blockAfter, inOneLine, valueAfter } from '../../../testing/ir/examples';
import { REALS } from '../../../testing/ir/rounds';
import type { Builder } from '../../ir/builder';
import type { Atom, Block, Variable } from '../../ir/tree';
import { counted } from '../counted';
import { withoutDead } from '../dead';
import { simplify } from '../simplify';
import { earlyReads } from './early-reads';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => withoutDead(counted(block, numbers, kinds));

/** Returns the calls, reads, loops and copies of the main expression of a program, in its order, before and after the pass. */
function orderOf(body: string): readonly string[] {
  const text = `input x : real = 1
input n : int = 6
let rec f k a = if k < 1 then a else f (k - 1) (f (k - 2) (update a k x))
let rec g k a = if k < 1 then a[0] else g (k - 1) a * g (k - 2) a
let first = build n (fun i -> x * toReal i)
${body}\n`;
  const last = (block: Block): Block => withoutDead(block);
  return [[], [earlyReads]].map((passes) => {
    const lines = valueAfter(text, simple, loops, simple, ...passes, last)
      .split('\n')
      .slice(1);
    const found = lines.flatMap((line) => /^ {2}\S.* (build|item|for|call) /u.exec(line)?.[1] ?? []);
    return found.join(' ');
  });
}

test.each([
  [
    'a call that may give it back',
    'let b = f 3 first in b[2] * first[3]',
    'build call item item',
    'build item call item',
  ],
  ['a copy', 'let b = update first 1 x in b[2] * first[3]', 'build item build item item', 'build item item build item'],
  [
    'both',
    'let b = f 3 (update first 1 x) in b[2] * first[3]',
    'build item build call item item',
    'build item item build call item',
  ],
  [
    'two calls, one after the other',
    'let b = f 3 first in let c = f 4 b in c[2] * b[1] * first[0]',
    'build call call item item item',
    'build item call item call item',
  ],
])('a read of the old array goes before %s', (_, body, before, after) => {
  expect(orderOf(body)).toEqual([before, after]);
});

test.each([
  ['of an index that is read afterwards', 'let b = f 3 first in first[round b[2]]', 'build call item item'],
  ['after a call that gives no array back', 'let y = g 3 first in y * first[2]', 'build call item'],
  [
    'of another array',
    'let c = build n (fun i -> x + toReal i) in let b = f 3 first in b[2] * c[3]',
    'build build call item item',
  ],
  ['that is no single item', 'let b = f 3 first in b[2] * sum first', 'build call item for'],
])('a read stays where it is %s', (_, body, expected) => {
  expect(orderOf(body)).toEqual([expected, expected]);
});

/** Adds a call that gets an array, and may give it back with an int. */
const called = (b: Builder, data: Atom, more: { watches?: true } = {}): readonly [array: Variable, int: Variable] => {
  const [array, int] = [b.numbers.variable(REALS), b.numbers.variable('int')];
  b.statements.push({ tag: 'call', callee: 7, arguments: [data], targets: [array, int], origin: b.origin, ...more });
  return [array, int];
};
const read = (b: Builder, array: Atom, index: Atom): Variable =>
  b.one('real', { tag: 'item', array, index, checked: true });

test.each<[string, (b: Builder, n: Variable, data: Variable) => readonly Atom[], string]>([
  [
    'goes before a call that is first, and may give back the array with an int',
    (b, n, data) => [...called(b, data), read(b, data, n)],
    'r2 = item d1[n0]; d3, n4 = call function.7(d1); results d3, n4, r2',
  ],
  [
    'stays if the call gives the index',
    (b, _, data) => {
      const [array, int] = called(b, data);
      return [array, read(b, data, int)];
    },
    'd2, n3 = call function.7(d1); r4 = item d1[n3]; results d2, r4',
  ],
  [
    'stays if the index is made of what the call gives',
    (b, n, data) => {
      const [array, int] = called(b, data);
      return [array, read(b, data, b.operation('addInt', int, n))];
    },
    'd2, n3 = call function.7(d1); n4 = addInt n3, n0; r5 = item d1[n4]; results d2, r5',
  ],
  [
    'stays behind a call that watches: it can fail',
    (b, n, data) => [...called(b, data, { watches: true }), read(b, data, n)],
    'd2, n3 = call function.7(d1); r4 = item d1[n0]; results d2, n3, r4',
  ],
  [
    'stays behind what watches after the call',
    (b, n, data) => {
      const found = called(b, data);
      b.statements.push({ tag: 'call', callee: 8, arguments: [], targets: [], origin: b.origin, watches: true });
      return [...found, read(b, data, n)];
    },
    'd2, n3 = call function.7(d1); call function.8(); r4 = item d1[n0]; results d2, n3, r4',
  ],
])('a read %s', (_, write, expected) => {
  const pass = (block: Block): Block => earlyReads(block);
  const printed = blockAfter(['int', REALS], (b, n, data = n) => write(b, n, data), pass);
  expect(inOneLine(printed)).toBe(expected);
});

test('a block in which no read moves stays the same', () => {
  const write = (b: Builder, n: Variable, data = n): readonly Atom[] => [read(b, data, n), ...called(b, data)];
  blockAfter(['int', REALS], write, (block) => {
    expect(earlyReads(block)).toBe(block);
    return block;
  });
});

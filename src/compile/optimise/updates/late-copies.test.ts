import { expect, test } from 'vitest';
import { type Around, valueAfter } from '../../../testing/ir/examples';
import { REALS } from '../../../testing/ir/rounds';
import { innerBlocks } from '../../ir/blocks';
import { boolConstant, Builder, Numbers, realConstant } from '../../ir/builder';
import type { ArrayLayout } from '../../ir/kind';
import type { Atom, Block, Variable } from '../../ir/tree';
import { counted } from '../counted';
import { withoutDead } from '../dead';
import { replacing } from './copies';
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

const ROWS: ArrayLayout = { tag: 'array', id: 9, item: [REALS] };

/** Statements that are written by hand, which show as their names do. */
interface Parts {
  readonly b: Builder;
  readonly data: Variable;
  readonly n: Variable;
  readonly rows: Variable;
  /** Adds a copy of an array but for one item. */
  readonly copy: (name: string, array: Variable, value: Atom) => Variable;
  readonly read: (name: string, array: Variable) => Variable;
}

/** Returns the names of the statements of a block after the pass. */
function namesAfter(write: (parts: Parts) => unknown): string {
  const numbers = new Numbers();
  const [data, n, rows] = [numbers.variable(REALS), numbers.variable('int'), numbers.variable(ROWS)];
  const b = new Builder(numbers);
  const names = new Map<number | undefined, string>();
  const named = (name: string, target: Variable): Variable => {
    names.set(target.id, name);
    return target;
  };
  write({
    b,
    data,
    n,
    rows,
    copy: (name, array, value) => {
      const target = numbers.variable(array.kind);
      // Its length is known, so that the copy is one statement.
      b.statements.push({ ...replacing(target, array, n, [value], new Builder(numbers)), count: n });
      return named(name, target);
    },
    read: (name, array) => {
      const [kind] = (array.kind as ArrayLayout).item;
      return named(name, b.one(kind ?? 'real', { tag: 'item', array, index: n, checked: true }));
    },
  });
  const block = b.block([]);
  const after = lateCopies(block);
  const textOf = ({ statements }: Block): string => {
    const all = statements.map((each) => {
      const name = names.get(each.targets[0]?.id);
      return name ?? [each.tag, ...innerBlocks(each).map((inner) => `(${textOf(inner.block)})`)].join(' ');
    });
    return all.join(' ');
  };
  const text = textOf(after);
  return after === block ? `${text}, the same block` : text;
}

const one = realConstant(1);

test('a copy moves in a branch too', () => {
  const found = namesAfter(({ b, copy, read, data }) => {
    copy('copy', data, one);
    read('read', data);
    const condition = boolConstant(true);
    const consequent = b.inner();
    consequent.statements.push(...b.statements.splice(0));
    b.add([], { tag: 'if', condition, consequent: consequent.block([]), alternative: { statements: [], results: [] } });
  });
  expect(found).toBe('if (read copy) ()');
});

test.each<[string, (parts: Parts) => unknown, string]>([
  ['behind a read', ({ copy, read, data }) => [copy('copy', data, one), read('read', data)], 'read copy'],
  [
    'behind the last read, but not further',
    ({ b, copy, read, data, n }) => [
      copy('copy', data, one),
      b.operation('negateInt', n),
      read('read', data),
      b.operation('negateInt', n),
    ],
    'operation read copy operation',
  ],
  ['nowhere without reads', ({ copy, data }) => copy('copy', data, one), 'copy, the same block'],
  [
    'nowhere if it is read first',
    ({ copy, read, data }) => [read('first', copy('copy', data, one)), read('read', data)],
    'copy first read, the same block',
  ],
  [
    'nowhere if a call is between',
    ({ b, copy, read, data, n }) => {
      copy('copy', data, one);
      b.call(['int'], 3, [n]);
      read('read', data);
    },
    'copy call read, the same block',
  ],
  [
    'behind a read before a call',
    ({ b, copy, read, data, n }) => {
      copy('copy', data, one);
      read('read', data);
      b.call(['int'], 3, [n]);
      read('again', data);
    },
    'read copy call again',
  ],
  [
    'behind reads of what becomes its item, if that is a copy too',
    ({ copy, read, rows }) => {
      const row = read('row', rows);
      const next = copy('next row', row, one);
      copy('copy', rows, next);
      read('read', row);
    },
    'row read next row copy',
  ],
  [
    'but not behind reads of another array',
    ({ copy, read, data, rows }) => {
      const row = read('row', rows);
      copy('other', data, one);
      copy('copy', rows, row);
      read('read', row);
    },
    'row other copy read, the same block',
  ],
  [
    'as a row right before it becomes an item',
    ({ b, copy, read, rows, n }) => {
      const row = read('row', rows);
      b.call(['int'], 3, [n]);
      const next = copy('next row', row, one);
      b.operation('negateInt', n);
      b.operation('negateInt', n);
      copy('copy', rows, next);
    },
    'row call operation operation next row copy',
  ],
  [
    'nowhere as a row that is read before it becomes an item',
    ({ copy, read, rows }) => {
      const next = copy('next row', read('row', rows), one);
      read('read', next);
      copy('copy', rows, next);
    },
    'row next row read copy, the same block',
  ],
  [
    'nowhere as a row, if a call is before it becomes an item',
    ({ b, copy, read, rows, n }) => {
      const next = copy('next row', read('row', rows), one);
      b.call(['int'], 3, [n]);
      copy('copy', rows, next);
    },
    'row next row call copy, the same block',
  ],
  [
    'nowhere as a row, if it becomes an item of an array that is no copy',
    ({ b, copy, read, rows, n }) => {
      const next = copy('next row', read('row', rows), one);
      b.operation('negateInt', n);
      b.one(ROWS, { tag: 'array', items: [[next]] });
    },
    'row next row operation array, the same block',
  ],
  [
    'nowhere as a row that becomes no item',
    ({ b, copy, read, rows, n }) => {
      copy('next row', read('row', rows), one);
      b.operation('negateInt', n);
    },
    'row next row operation, the same block',
  ],
  [
    'nowhere as rows of rows',
    ({ b, copy, rows, n }) => {
      const table: ArrayLayout = { tag: 'array', id: 10, item: [ROWS] };
      const all = b.numbers.variable(table);
      const next = copy('next rows', rows, b.numbers.variable(REALS));
      b.operation('negateInt', n);
      copy('copy', all, next);
    },
    'next rows operation copy, the same block',
  ],
])('a copy goes %s', (_, write, expected) => {
  expect(namesAfter(write)).toBe(expected);
});

import { describe, expect, test } from 'vitest';
import { INT, sequenceType } from '../../language/types/type';
import { blockAfter } from '../../testing/ir/examples';
import { Kinds } from '../flatten/kinds';
import { type Builder, intConstant } from '../ir/builder';
import type { VariantLayout } from '../ir/kind';
import type { Atom, Variable } from '../ir/tree';
import { counted } from './counted';

const kinds = new Kinds([]);
const ints = kinds.variant(sequenceType('list', INT));
/** Data that looks like a list. */
const other: VariantLayout = { ...ints, id: 100 };

/** The surroundings of a loop, which begins with `first`. */
interface Given {
  readonly first: Variable;
  readonly n: Variable;
  readonly flag: Variable;
}

interface Loop {
  readonly layout?: VariantLayout;
  /** Returns the condition that ends the loop. */
  readonly ends?: (head: Builder, list: Variable, given: Given) => Atom;
  readonly next?: (body: Builder, list: Variable, given: Given) => Atom;
  /** Adds to the body and to the exit what uses the values that the header computes. */
  readonly uses?: (b: Builder, computed: readonly Variable[]) => void;
}

const c = intConstant;
const tag = (b: Builder, value: Atom): Variable => b.one('int', { tag: 'tag', value });
const rest = (b: Builder, value: Variable): Variable =>
  b.one(value.kind, { tag: 'field', value, constructor_: 1, index: 1 });
const isEmpty = (head: Builder, list: Variable): Atom => head.operation('equalInt', tag(head, list), c(0));

/** Prints a loop that goes through a list and returns its end, after the pass. */
function after({ layout = ints, ends = isEmpty, next = rest, uses }: Loop): string {
  return blockAfter(
    [layout, 'int', 'bool'],
    (b, first, n, flag) => {
      const list = b.numbers.variable(layout);
      const [head, out, body] = [b.inner(), b.inner(), b.inner()];
      const end = ends(head, list, { first, n, flag });
      const computed = head.statements.flatMap(({ targets }) => targets);
      for (const each of [body, out]) uses?.(each, computed);
      return b.add([layout], {
        tag: 'while',
        parameters: [list],
        initial: [first],
        header: head.block([end]),
        exit: out.block([list]),
        body: body.block([next(body, list, { first, n, flag })]),
        forgets: true,
      });
    },
    (block, numbers) => counted(block, numbers, kinds),
  );
}

test('a loop over a list knows its end and what its header computes', () => {
  const uses = (b: Builder, computed: readonly Variable[]): void => {
    b.add([], { tag: 'note', site: 1, caller: undefined, values: computed });
  };
  expect(after({ uses })).toMatchInlineSnapshot(`
    "main(d0 : list int, n1 : int, b2 : bool)
      d3 = spine d0
      n4 = length d3
      for n5 < n4 () {
        d6 = item d3[n5] unchecked
        note 1 of 1, false
        d7 = field d6 ::.1
        results 
      }
      note 1 of 0, true
      d8 = []()
      results d8"
  `);
});

describe('a loop stays one whose rounds are not counted', () => {
  test.each<[string, Loop]>([
    ['if what it goes through is no list', { layout: other }],
    ['if it goes to the rest of another list', { next: (body, _, { first }) => rest(body, first) }],
    ['if it ends at a cell', { ends: (head, list) => head.operation('equalInt', tag(head, list), c(1)) }],
    [
      'if it ends where it is not empty',
      { ends: (head, list) => head.operation('notEqualInt', tag(head, list), c(0)) },
    ],
    ['if its header tests another list', { ends: (head, _, { first }) => isEmpty(head, first) }],
    [
      'if its header tests another int',
      {
        ends: (head, list, { n }) => {
          tag(head, list);
          return head.operation('equalInt', n, c(0));
        },
      },
    ],
    [
      'if its header tests nothing',
      {
        ends: (head, list, { flag }) => {
          tag(head, list);
          return head.one('bool', { tag: 'move', values: [flag], finite: false });
        },
      },
    ],
    [
      'if its header gives another value',
      {
        ends: (head, list, { flag }) => {
          isEmpty(head, list);
          return flag;
        },
      },
    ],
    [
      'if its header does more',
      {
        ends: (head, list, { n }) => {
          const end = isEmpty(head, list);
          head.operation('addInt', n, c(1));
          return end;
        },
      },
    ],
  ])('%s', (_, loop) => {
    expect(after(loop)).toMatch(/while/);
  });
});

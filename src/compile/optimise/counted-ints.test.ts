import { describe, expect, test } from 'vitest';
import { Kinds } from '../flatten/kinds';
import type { OperationName } from '../../language/operations/names';
import { blockAfter } from '../../testing/ir/examples';
import { boolConstant, type Builder, intConstant } from '../ir/builder';
import type { Atom, Variable } from '../ir/tree';
import { counted } from './counted';

interface Loop {
  /** Returns the condition that ends the loop, from the counter, another int that it carries, and n. */
  readonly ends: (head: Builder, counter: Variable, other: Variable, n: Variable) => Atom;
  readonly next?: (body: Builder, counter: Variable, other: Variable, n: Variable) => Atom;
  /** Adds to the body and to the exit what uses the values that the header computes. */
  readonly uses?: (b: Builder, computed: readonly Variable[]) => void;
}

const op = (b: Builder, operation: OperationName, ...given: readonly Atom[]): Variable =>
  b.operation(operation, ...given);
const c = intConstant;

/** Prints a loop over a counter from m, another int and a real, after the pass. */
function after({ ends, next, uses }: Loop): string {
  return blockAfter(
    ['int', 'int', 'real'],
    (b, n, m, x) => {
      const [counter, other, sum] = [b.numbers.variable('int'), b.numbers.variable('int'), b.numbers.variable('real')];
      const [head, out, body] = [b.inner(), b.inner(), b.inner()];
      const end = ends(head, counter, other, n);
      const computed = head.statements.flatMap(({ targets }) => targets);
      for (const each of [body, out]) uses?.(each, computed);
      const stepped = next?.(body, counter, other, n) ?? op(body, 'addInt', counter, c(1));
      const more = op(body, 'add', sum, op(body, 'toReal', counter));
      return b.add(['int', 'int', 'real'], {
        tag: 'while',
        parameters: [counter, other, sum],
        initial: [m, n, x],
        header: head.block([end]),
        exit: out.block([counter, other, sum]),
        body: body.block([stepped, op(body, 'addInt', other, counter), more]),
        forgets: true,
      });
    },
    (block, numbers) => counted(block, numbers, new Kinds([])),
  );
}

const atBound: Loop['ends'] = (head, counter, _, n) => op(head, 'greaterEqualInt', counter, n);
/** Ends loops up and down. */
const whereEqual: Loop['ends'] = (head, counter, _, n) => op(head, 'equalInt', counter, n);

describe('a loop over an int is counted', () => {
  test('up to a bound', () => {
    expect(after({ ends: atBound })).toMatchInlineSnapshot(`
      "main(n0 : int, n1 : int, r2 : real)
        n3 = subtractInt n0, n1 untested
        b4 = lessInt n3, 0
        n5 = if b4 {
          results 0
        } else {
          results n3
        }
        n14, r15 = for n6 < n5 (n7 = n0, r8 = r2) {
          n9 = addInt n1, n6 untested
          n10 = addInt n9, 1
          r11 = toReal n9
          r12 = add r8, r11
          n13 = addInt n7, n9
          results n13, r12
        }
        n16 = addInt n1, n5 untested
        n17, n18, r19 = n16, n14, r15
        results n17, n18, r19"
    `);
  });

  test('down beyond a constant, with what its header computes', () => {
    expect(
      after({
        ends: (head, counter) => op(head, 'not', op(head, 'greaterEqualInt', counter, c(0))),
        next: (body, counter) => op(body, 'subtractInt', counter, c(1)),
      }),
    ).toMatchInlineSnapshot(`
      "main(n0 : int, n1 : int, r2 : real)
        n3 = subtractInt n1, 0 untested
        n4 = addInt n3, 1 untested
        b5 = lessInt n4, 0
        n6 = if b5 {
          results 0
        } else {
          results n4
        }
        n15, r16 = for n7 < n6 (n8 = n0, r9 = r2) {
          n10 = subtractInt n1, n7 untested
          n11 = subtractInt n10, 1 untested
          r12 = toReal n10
          r13 = add r9, r12
          n14 = addInt n8, n10
          results n14, r13
        }
        n17 = subtractInt n1, n6 untested
        n18, n19, r20 = n17, n15, r16
        results n18, n19, r20"
    `);
  });

  test('to where it is equal', () => {
    expect(after({ ends: whereEqual })).toMatchInlineSnapshot(`
      "main(n0 : int, n1 : int, r2 : real)
        n3 = subtractInt n0, n1 untested
        b4 = lessInt n3, 0
        n5 = if b4 {
          results 9007199254740991
        } else {
          results n3
        }
        n14, r15 = for n6 < n5 (n7 = n0, r8 = r2) {
          n9 = addInt n1, n6 untested
          n10 = addInt n9, 1
          r11 = toReal n9
          r12 = add r8, r11
          n13 = addInt n7, n9
          results n13, r12
        }
        n16 = addInt n1, n5 untested
        n17, n18, r19 = n16, n14, r15
        results n17, n18, r19"
    `);
  });

  test.each<[string, Loop]>([
    ['if the bound is on the left', { ends: (head, counter, _, n) => op(head, 'lessInt', n, counter) }],
    ['if it steps by 1 on the left', { ends: atBound, next: (body, counter) => op(body, 'addInt', c(1), counter) }],
    [
      'if it steps by -1',
      {
        ends: (head, counter, _, n) => op(head, 'lessInt', counter, n),
        next: (body, counter) => op(body, 'addInt', counter, c(-1)),
      },
    ],
    [
      'if it also does what gives no value',
      {
        ends: atBound,
        uses: (b) => b.add([], { tag: 'note', site: 1, caller: undefined, values: [] }),
      },
    ],
  ])('%s', (_, loop) => {
    expect(after(loop)).toMatch(/for n\d+ </);
  });

  test.each<[string, Loop['ends'], readonly string[]]>([
    ['that it is at the bound', atBound, ['not false', 'not true']],
    [
      'that it is not below the bound',
      (head, counter, _, n) => op(head, 'not', op(head, 'lessInt', counter, n)),
      ['not true', 'not false', 'not false', 'not true'],
    ],
  ])('and what its header computes is known in its rounds and after them: %s', (_, ends, expected) => {
    const uses: Loop['uses'] = (b, computed) => {
      for (const each of computed) op(b, 'not', each);
    };
    expect(after({ ends, uses }).match(/not \w+/g)).toEqual(expected);
  });
});

describe('a loop stays', () => {
  test.each<[string, Loop]>([
    ['if it steps by 2', { ends: whereEqual, next: (body, counter) => op(body, 'addInt', counter, c(2)) }],
    [
      'if it steps by what is not known',
      { ends: whereEqual, next: (body, counter, _, n) => op(body, 'addInt', counter, n) },
    ],
    [
      'if it steps away from its bound',
      { ends: atBound, next: (body, counter) => op(body, 'subtractInt', counter, c(1)) },
    ],
    [
      'if it subtracts the counter',
      { ends: whereEqual, next: (body, counter) => op(body, 'subtractInt', c(1), counter) },
    ],
    [
      'if it subtracts what is not known',
      { ends: whereEqual, next: (body, counter, _, n) => op(body, 'subtractInt', counter, n) },
    ],
    ['if it steps another', { ends: whereEqual, next: (body, _, other) => op(body, 'addInt', other, c(1)) }],
    ['if it steps another down', { ends: whereEqual, next: (body, _, other) => op(body, 'subtractInt', other, c(1)) }],
    ['if it multiplies', { ends: whereEqual, next: (body, counter) => op(body, 'multiplyInt', counter, c(1)) }],
    ['if it does not step', { ends: whereEqual, next: (_, counter) => counter }],
    ['if it begins again', { ends: whereEqual, next: () => c(1) }],
    ['if its bound changes', { ends: (head, counter, other) => op(head, 'greaterEqualInt', counter, other) }],
    ['if nothing that it carries is compared', { ends: (head, _, __, n) => op(head, 'greaterEqualInt', n, c(3)) }],
    ['if it ends where it is not equal', { ends: (head, counter, _, n) => op(head, 'notEqualInt', counter, n) }],
    [
      'if its header ends with something else',
      {
        ends: (head, counter, _, n) => {
          op(head, 'lessInt', counter, n);
          return op(head, 'lessInt', n, c(0));
        },
      },
    ],
    [
      'if its header gives another value',
      {
        ends: (head, counter, _, n) => {
          const first = op(head, 'lessInt', counter, n);
          op(head, 'not', first);
          return first;
        },
      },
    ],
    [
      'if its header does more',
      {
        ends: (head, counter, _, n) => {
          const end = op(head, 'not', op(head, 'lessInt', counter, n));
          op(head, 'addInt', counter, c(1));
          return end;
        },
      },
    ],
    ['if its header compares nothing', { ends: (head) => op(head, 'not', boolConstant(true)) }],
    [
      'if its header compares the comparison with itself',
      {
        ends: (head, counter, _, n) => {
          const first = op(head, 'lessInt', counter, n);
          return op(head, 'equalBool', first, first);
        },
      },
    ],
    [
      'if its header combines two',
      {
        ends: (head, counter, other, n) => {
          const first = op(head, 'lessInt', counter, n);
          return op(head, 'equalBool', first, op(head, 'lessInt', other, n));
        },
      },
    ],
  ])('%s', (_, loop) => {
    expect(after(loop)).toMatch(/while/);
  });
});

import { describe, expect, test } from 'vitest';
import { INT, sequenceType } from '../../language/types/type';
import { blockAfter } from '../../testing/ir/examples';
import { op } from '../../testing/ir/rounds';
import { Kinds } from '../flatten/kinds';
import { type Builder, intConstant } from '../ir/builder';
import type { VariantLayout } from '../ir/kind';
import type { Atom, Block, Variable } from '../ir/tree';
import { recursionToLoop } from './recursion-loops';

const kinds = new Kinds([]);
const ints = kinds.variant(sequenceType('list', INT));
/** Data that looks like a list. */
const similar: VariantLayout = { ...ints, id: 100 };
const OWN = 0;

/** The parameters of a function. */
interface Given {
  readonly list: Variable;
  readonly other: Variable;
  readonly n: Variable;
  readonly flag: Variable;
  /** Computes the condition. */
  readonly asked: readonly Variable[];
}

/** What a function does that adds up a list from its end, unless told otherwise. */
interface Does {
  readonly layout?: VariantLayout;
  /** Returns the condition of the branch. */
  readonly asks?: (b: Builder, given: Omit<Given, 'asked'>) => Atom;
  /** Adds what comes between the condition and the branch; what it returns is not used. */
  readonly first?: (b: Builder, given: Given) => Atom;
  /** Returns the value where the list is empty. */
  readonly end?: (b: Builder, given: Given) => Atom;
  /** Returns the value where it is not. */
  readonly step?: (b: Builder, given: Given) => Atom;
  readonly isStepFirst?: boolean;
  /** Returns the value of the function, for that of the branch. */
  readonly gives?: (b: Builder, branch: Variable, given: Given) => Atom;
}

const c = intConstant;
const call = (b: Builder, list: Atom, { other, n, flag }: Given, callee = OWN): Variable =>
  b.one('int', { tag: 'call', callee, arguments: [list, other, n, flag] });
const tag = (b: Builder, value: Atom): Variable => b.one('int', { tag: 'tag', value });
const isEmpty = (b: Builder, { list }: Pick<Given, 'list'>): Variable => op(b, 'equalInt', tag(b, list), c(0));
const rest = (b: Builder, list: Variable): Variable =>
  b.one(list.kind, { tag: 'field', value: list, constructor_: 1, index: 1 });
const sum = (b: Builder, given: Given, more: Atom = call(b, rest(b, given.list), given)): Variable =>
  op(b, 'addInt', b.one('int', { tag: 'field', value: given.list, constructor_: 1, index: 0 }), more);

/** Returns the body of a function before and after it becomes a loop, and prints the latter. */
function around(does: Does): {
  readonly text: string;
  readonly before: Block | undefined;
  readonly after: Block | undefined;
} {
  const { layout = ints, asks = isEmpty, step = sum, isStepFirst = false } = does;
  let [before, after]: (Block | undefined)[] = [];
  const text = blockAfter(
    [layout, layout, 'int', 'bool'],
    (b, list, other, n, flag) => {
      const condition = asks(b, { list, other, n, flag });
      const given = { list, other, n, flag, asked: b.statements.flatMap(({ targets }) => targets) };
      does.first?.(b, given);
      const [end, more] = [b.inner(), b.inner()];
      const last = end.block([does.end?.(end, given) ?? n]);
      const next = more.block([step(more, given)]);
      const [consequent, alternative] = isStepFirst ? [next, last] : [last, next];
      const branch = b.one('int', { tag: 'if', condition, consequent, alternative });
      return [does.gives?.(b, branch, given) ?? branch];
    },
    (body, numbers, parameters) => {
      before = body;
      after = recursionToLoop({ id: OWN, name: 'f', parameters, body }, numbers, kinds).body;
      return after;
    },
  );
  return { text, before, after };
}

describe('a function that calls itself for the rest of a list', () => {
  test('is a loop that keeps what is computed first, and calls of other functions', () => {
    const { text, after } = around({
      first: (b, { n }) => op(b, 'addInt', n, c(1)),
      end: (b, { list }) => b.one('int', { tag: 'call', callee: 2, arguments: [list] }),
      step: (b, given) => {
        const other = b.one('int', { tag: 'call', callee: 2, arguments: [given.list] });
        return op(b, 'addInt', other, sum(b, given));
      },
    });
    expect(text).toMatchInlineSnapshot(`
      "main(d0 : list int, d1 : list int, n2 : int, b3 : bool)
        d4 = spine d0
        n5 = length d4
        n6 = addInt n2, 1
        n7 = call function.2([]())
        n17 = for n8 < n5 down (n9 = n7) {
          d10 = item d4[n8] unchecked
          n11 = addInt n2, 1
          n12 = call function.2(d10)
          d13 = field d10 ::.1
          n14 = field d10 ::.0
          n15 = addInt n14, n9
          n16 = addInt n12, n15
          results n16
        }
        results n17"
    `);
    expect(after?.statements.find((each) => each.tag === 'for')?.forgets).toBe(true);
  });

  test.each<[string, Does]>([
    [
      'if it asks first whether the list has a cell',
      { asks: (b, { list }) => op(b, 'equalInt', tag(b, list), c(1)), isStepFirst: true },
    ],
    ['if it uses the list first', { first: (b, { list }) => b.one('int', { tag: 'length', array: list }) }],
    [
      'if it keeps something first',
      {
        asks: (b, given) => {
          b.add([], { tag: 'push', values: [given.n] });
          return isEmpty(b, given);
        },
      },
    ],
    ['if it gives something else', { gives: (_, __, { n }) => n }],
    ['if it does something with the value of the branch', { gives: (b, branch) => op(b, 'negateInt', branch) }],
    ['if it asks about the rest of a list', { asks: (b, given) => isEmpty(b, { list: rest(b, given.list) }) }],
  ])('is a loop %s', (_, does) => {
    expect(around(does).text).toMatch(/for n\d+ < n\d+ down/);
  });

  test.each<[string, Does]>([
    [
      'if it calls itself twice',
      { step: (b, given) => op(b, 'addInt', sum(b, given), sum(b, given, call(b, given.list, given))) },
    ],
    ['if it also calls itself where the list is empty', { end: (b, given) => call(b, given.other, given) }],
    ['if it calls itself first', { first: (b, given) => call(b, given.other, given) }],
    [
      'if the call gets what another function returns',
      {
        step: (b, given) => {
          const other = b.one(given.list.kind, { tag: 'call', callee: 2, arguments: [given.list] });
          return sum(b, given, call(b, other, given));
        },
      },
    ],
    [
      'if the call gets the rest of another list',
      { step: (b, given) => sum(b, given, call(b, rest(b, given.other), given)) },
    ],
    [
      'if the call also gets the rest of a list that it does not ask about',
      {
        step: (b, given) => sum(b, given, call(b, rest(b, given.list), { ...given, other: rest(b, given.other) })),
      },
    ],
    ['if it calls itself where the list is empty', { isStepFirst: true }],
    ['if it does not ask about a list', { asks: (_, { flag }) => flag }],
    ['if it asks about an int', { asks: (b, { n }) => op(b, 'equalInt', n, c(0)) }],
    ['if it asks in another way', { asks: (b, { list }) => op(b, 'lessInt', tag(b, list), c(0)) }],
    [
      'if it asks for what is not known',
      { asks: (b, { list, n }) => op(b, 'equalInt', tag(b, list), n), isStepFirst: true },
    ],
    ['if it goes through what is no list', { layout: similar }],
    [
      'if it watches',
      {
        step: (b, given) => {
          b.add([], { tag: 'watched', watch: 0, values: [given.n] });
          return sum(b, given);
        },
      },
    ],
  ])('stays %s', (_, does) => {
    const { before, after } = around(does);
    expect(after).toBe(before);
  });

  test.each(['first', 'end', 'step'] as const)('knows the condition and what it is computed from: %s', (where) => {
    const use = (b: Builder, { asked }: Given): Atom => {
      b.add([], { tag: 'push', values: asked });
      return c(1);
    };
    const step = (b: Builder, given: Given): Atom => op(b, 'addInt', use(b, given), sum(b, given));
    const { text } = around(where === 'step' ? { step } : { [where]: use });
    const [end, round] = ['push 0, true', 'push 1, false'].map((each) => text.includes(each));
    expect([end, round]).toEqual([where !== 'step', where !== 'end']);
  });

  test('has loops that carry only what they need, and gives its own result', () => {
    const twice: Does['step'] = (b, given) => {
      const { list, n } = given;
      return sum(
        b,
        given,
        call(b, rest(b, list), { ...given, n: op(b, 'addInt', n, n), flag: op(b, 'lessInt', n, c(9)) }),
      );
    };
    for (const [step, parameters] of [
      [sum, [1]],
      [twice, [3, 1]],
    ] as const) {
      const after = around({ step }).after;
      const loops = after?.statements.filter((each) => each.tag === 'for') ?? [];
      expect(loops.map((each) => each.parameters.length)).toEqual(parameters);
      expect(loops.map((each) => each.initial.length)).toEqual(parameters);
      expect(loops.map((each) => each.body.results.length)).toEqual(parameters);
      expect(loops.every((each) => each.forgets)).toBe(true);
      expect(after?.results).toHaveLength(1);
    }
  });

  test('without statements stays', () => {
    blockAfter(
      ['int'],
      (_, ...parameters) => parameters,
      (body, numbers, parameters) => {
        expect(recursionToLoop({ id: OWN, name: 'f', parameters, body }, numbers, kinds).body).toBe(body);
        return body;
      },
    );
  });
});

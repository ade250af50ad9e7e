import { type Builder, intConstant, realConstant } from '../../compile/ir/builder';
import { checkProgram } from '../../compile/ir/check';
import type { Atom, Build, For, Statement, Variable } from '../../compile/ir/tree';
import { type Outside, tabulate } from '../../compile/optimise/tabulate';
import { blockAfter } from './examples';
import { op, REALS } from './rounds';

/** What a round of the inner loop knows: `x` and `n` are the same in all rounds of the outer loop, `y` is not. */
export interface Round {
  readonly b: Builder;
  readonly index: Variable;
  /** What the inner loop carries. */
  readonly own: readonly Variable[];
  readonly x: Atom;
  readonly y: Atom;
  readonly n: Atom;
}

/** What a loop begins with, or that it builds an array. */
export type Begin = readonly ('x' | 'y' | 0)[] | 'build';

/** Inner loops; each adds up from `y` on in `n` rounds, unless told otherwise. */
export interface Loop {
  /** Computes what the next round gets, or the items of an array. */
  readonly write: (round: Round) => readonly Atom[];
  /** `m` is not the same in all rounds of the outer loop. */
  readonly count?: 'n' | 'm' | 10;
  readonly begin?: Begin;
  readonly down?: boolean;
  readonly pair?: number;
  /** The number of such loops. */
  readonly times?: number;
}

/** Returns the parts of loops, those that are the same in all rounds of the outer loop first, and prints them. */
export function partsOf({ write, count = 'n', begin = ['y'], down = false, pair, times = 1 }: Loop): {
  readonly parts: readonly Statement[];
  readonly text: string;
} {
  let parts: readonly Statement[] = [];
  const text = blockAfter(
    ['real', 'real', 'int', 'int'],
    (b, ...given) => {
      const zero = realConstant(0);
      const [x = zero, y = zero, n = zero, m = zero] = given;
      const atoms = { x, y, n, m, 0: zero, 10: intConstant(10) };
      const initial = begin === 'build' ? [] : begin.map((each) => atoms[each]);
      return Array.from({ length: times }, () => {
        const own = b.numbers.copies(initial);
        const [inner, index] = [b.inner(), b.numbers.variable('int')];
        const body = inner.block(write({ b: inner, index, own, x, y, n }));
        const common = { index, count: atoms[count], body, ...(pair === undefined ? {} : { pair }) };
        return begin === 'build'
          ? b.add([REALS], { tag: 'build', ...common })
          : b.add(
              own.map(({ kind }) => kind),
              { tag: 'for', ...common, down, parameters: own, initial, forgets: false },
            );
      }).flat();
    },
    (block, numbers, parameters) => {
      const [, y, , m] = parameters;
      const outside: Outside = {
        atom: (atom) => atom.tag === 'constant' || (atom.id !== y?.id && atom.id !== m?.id),
        statement: ({ tag }) => ['operation', 'item', 'if', 'for', 'build', 'fail', 'call'].includes(tag),
      };
      const isLoop = (each: Statement): each is For | Build => each.tag === 'for' || each.tag === 'build';
      parts = block.statements.filter(isLoop).flatMap((each) => {
        const { same, rest } = tabulate(each, outside, numbers);
        return [...same, rest];
      });
      const made = { statements: parts, results: block.results };
      const main = { id: 0, name: 'main', parameters, body: made };
      const z = numbers.variable('real');
      const callee = { id: 1, name: 'same', parameters: [z], body: { statements: [], results: [z] } };
      const functions = new Map([main, callee].map((each) => [each.id, each]));
      const problems = checkProgram({ functions, entries: new Map() });
      if (problems.length > 0) throw new Error(problems.join('\n'));
      return made;
    },
  );
  return { parts, text };
}

/** exp (j * x), where j is the number of the round. */
export const dear = ({ b, index, x }: Round): Atom => op(b, 'exp', op(b, 'multiply', op(b, 'toReal', index), x));
/** A chain of so many additions. */
export const chain = ({ b, x }: Round, count: number): Atom => {
  let sum: Atom = x;
  for (let i = 0; i < count; i++) sum = op(b, 'add', sum, realConstant(i));
  return sum;
};
export const first = ({ own: [sum], x }: Round): Atom => sum ?? x;
/** Adds to the sum, times what changes. */
export const added = (round: Round, amount: Atom): Atom =>
  op(round.b, 'add', first(round), op(round.b, 'multiply', amount, round.y));

/** Computes what the next round gets from what the inner loop carries. */
export const two =
  (write: (round: Round, total: Atom, sum: Atom) => readonly Atom[]) =>
  (round: Round): readonly Atom[] => {
    const [total = round.x, sum = round.x] = round.own;
    return write(round, total, sum);
  };

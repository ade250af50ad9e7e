import { type Builder, intConstant } from '../../compile/ir/builder';
import type { ArrayLayout } from '../../compile/ir/kind';
import type { Atom, Block, Variable } from '../../compile/ir/tree';
import type { OperationName } from '../../language/operations/names';
import { blockAfter } from './examples';

export const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };

/** Adds what a round computes, from its index, two ints and an array from outside. */
export type Write = (b: Builder, index: Variable, n: Variable, m: Variable, data: Variable) => readonly Atom[];

/** Prints what a round of a loop to 10, or to n, or one for each item of data, computes after a pass. */
export function inRound(to: 10 | 'n' | 'length', write: Write, pass: (block: Block) => Block): string {
  return blockAfter(
    ['int', 'int', REALS],
    (b, n, m, data) => {
      const count = to === 'n' ? n : to === 'length' ? b.one('int', { tag: 'length', array: data }) : intConstant(to);
      const [inner, index] = [b.inner(), b.numbers.variable('int')];
      const results = write(inner, index, n, m, data);
      inner.add([], { tag: 'push', values: results });
      b.add([], {
        tag: 'for',
        index,
        count,
        down: false,
        parameters: [],
        initial: [],
        body: inner.block([]),
        forgets: false,
      });
      return [];
    },
    pass,
  )
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(main|for|results|[{}]|n\d+ = length d2$)/.test(line))
    .join('; ');
}

export const op = (b: Builder, operation: OperationName, ...given: readonly Atom[]): Variable =>
  b.operation(operation, ...given);

export const twice = (b: Builder, of: Atom): Variable => op(b, 'multiplyInt', intConstant(2), of);

/** Adds a branch whose value is one of two ints. */
export const either = (b: Builder, condition: Atom, first: Atom, second: Atom): Variable =>
  b.one('int', {
    tag: 'if',
    condition,
    consequent: { statements: [], results: [first] },
    alternative: { statements: [], results: [second] },
  });

/** Adds a branch of which one arm computes something. */
export function where(
  b: Builder,
  condition: Atom,
  isFirst: boolean,
  write: (arm: Builder) => readonly Atom[],
): readonly Atom[] {
  const arm = b.inner();
  arm.add([], { tag: 'push', values: write(arm) });
  const [block, none] = [arm.block([]), { statements: [], results: [] }];
  b.add([], { tag: 'if', condition, consequent: isFirst ? block : none, alternative: isFirst ? none : block });
  return [];
}

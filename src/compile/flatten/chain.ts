import { type Builder, intConstant } from '../ir/builder';
import type { Kind } from '../ir/kind';
import type { Atom, Block } from '../ir/tree';

/** Adds a chain of `if`s that chooses an arm by an int; the last arm is not tested for. */
export function chain(
  builder: Builder,
  tag: Atom,
  count: number,
  kinds: readonly Kind[],
  arm: (index: number) => Block,
): readonly Atom[] {
  const from = (index: number, inner: Builder): readonly Atom[] => {
    if (index >= count - 1) {
      const last = arm(index);
      inner.statements.push(...last.statements);
      return last.results;
    }
    const condition = inner.operation('equalInt', tag, intConstant(index));
    const rest = inner.inner();
    const alternative = rest.block(from(index + 1, rest));
    return inner.add(kinds, { tag: 'if', condition, consequent: arm(index), alternative });
  };
  return from(0, builder);
}

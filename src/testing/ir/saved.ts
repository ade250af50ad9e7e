import { restore } from '../../compile/differentiate/saved';
import type { Kind } from '../../compile/ir/kind';
import type { Block, Variable } from '../../compile/ir/tree';
import { NOWHERE } from '../../language/source/span';
import { blockAfter, four, inOneLine, type Write } from './examples';

/** Adds what a block keeps so that its way back, which needs its results, has them. The way back binds the first variables. */
export function kept({ statements, results }: Block, variables: readonly Variable[]): Block {
  const there = [...statements];
  const restored = restore(there, variables, [{ tag: 'push', values: results, targets: [], origin: NOWHERE }]);
  return { statements: [...there, ...restored], results };
}

/** Prints what a block keeps; the way back binds the first of its variables. */
export function keptIn(kinds: readonly Kind[], write: Write, bindsFirst = 0): string {
  const text = blockAfter(
    kinds,
    (b, ...all) => write(b, ...four(all)),
    (block, _, parameters) => kept(block, parameters.slice(bindsFirst)),
  );
  return inOneLine(text);
}

import type { Program, Values } from '../measure/subject';
import arrayText from './array.pbk?raw';
import chainText from './chain.pbk?raw';
import descentText from './descent.pbk?raw';
import listText from './list.pbk?raw';
import matricesText from './matrices.pbk?raw';
import recursionText from './recursion.pbk?raw';
import treeText from './tree.pbk?raw';

/** A program of any size. */
export interface Family {
  readonly program: Program;
  /** Returns the inputs for about so many operations of the primal, and their number. */
  readonly sized: (operations: number) => { readonly values: Values; readonly operations: number };
}

/** Returns a family whose work is proportional to one of its inputs. */
function proportional(text: string, each: number, input = 'n', data: readonly string[] = []): Family {
  return {
    program: { text, data },
    sized: (operations) => {
      const n = Math.max(1, Math.round(operations / each));
      return { values: { [input]: n }, operations: n * each };
    },
  };
}

export const FAMILIES: Readonly<Record<string, Family>> = {
  chain: proportional(chainText, 4),
  list: proportional(listText, 5),
  recursion: proportional(recursionText, 3),
  descent: proportional(descentText, 60, 'steps', ['points']),
  array: {
    program: { text: arrayText },
    sized: (operations) => {
      const n = Math.round(operations / 7);
      return { values: { xs: Array.from({ length: n }, (_, i) => (i % 100) / 100) }, operations: 7 * n };
    },
  },
  tree: {
    program: { text: treeText },
    sized: (operations) => {
      const depth = Math.round(Math.log2(operations / 8));
      return { values: { depth }, operations: 8 * (2 ** depth - 1) };
    },
  },
  matrices: {
    program: { text: matricesText },
    sized: (operations) => {
      const n = Math.round(Math.cbrt(operations / 2));
      return { values: { n }, operations: 2 * n ** 3 };
    },
  },
};

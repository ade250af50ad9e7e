import { Dual, type Duals } from '../../compile/differentiate/dual';
import { holdsReal } from '../../compile/differentiate/reals';
import { Builder } from '../../compile/ir/builder';
import { checkProgram } from '../../compile/ir/check';
import type { Kind } from '../../compile/ir/kind';
import { blockAfter, four, type Write } from './examples';

export const WAY_BACK = 7;

interface Forward {
  readonly text: string;
  /** The functions that the derivative asked for, with the parameters that have tangents. */
  readonly asked: readonly string[];
  /** The number of shadows after the derivative. */
  readonly shadows: number;
}

/** Writes the forward derivative of a block whose first parameters have tangents, which are parameters, too. */
export function forward(kinds: readonly Kind[], moved: number, write: Write, targetsAreShadows = false): Forward {
  const asked: string[] = [];
  const shadows = new Set<number>();
  const text = blockAfter(
    [...kinds, ...kinds.slice(0, moved)],
    (b, ...all) => write(b, ...four(all.slice(0, kinds.length))),
    (block, numbers, parameters) => {
      if (targetsAreShadows) for (const { targets } of block.statements) for (const { id } of targets) shadows.add(id);
      const duals: Duals = {
        numbers,
        shadows,
        isHalf: (id) => id === WAY_BACK,
        function: (id, given) => {
          asked.push(`${id} ${given.map(Number).join('')}`);
          return id + 1;
        },
      };
      const dual = new Dual(duals);
      parameters.slice(kinds.length).forEach((tangent, i) => {
        const variable = parameters[i];
        if (variable !== undefined) dual.set(variable, tangent);
      });
      const builder = new Builder(numbers, undefined, true);
      dual.block(block, builder);
      const tangents = block.results.filter(({ kind }) => holdsReal(kind)).map((result) => dual.tangentOf(result));
      const made = builder.block([...block.results, ...tangents]);
      const isClosed = !made.statements.some(({ tag }) => tag === 'call' || tag === 'push' || tag === 'pop');
      const functions = new Map([[0, { id: 0, name: 'main', parameters, body: made }]]);
      const problems = isClosed ? checkProgram({ functions, entries: new Map() }) : [];
      if (problems.length > 0) throw new Error(problems.join('\n'));
      return made;
    },
  );
  return { text, asked, shadows: shadows.size };
}

/** Prints the forward derivative of a block. */
export function forwardOf(kinds: readonly Kind[], moved: number, write: Write): string {
  return forward(kinds, moved, write).text;
}

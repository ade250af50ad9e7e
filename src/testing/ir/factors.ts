import { visit } from '../../compile/ir/blocks';
import { boolConstant, Builder, type Numbers } from '../../compile/ir/builder';
import type { Atom, Block } from '../../compile/ir/tree';
import { withoutDead } from '../../compile/optimise/dead';
import { factorsOut } from '../../compile/optimise/factors';
import { blockAfter, four, inOneLine, type Write } from './examples';
import { c, choice, loop } from './reverse';

/** Moves factors out, and removes what is left for another pass. */
export function withoutFactors(block: Block, numbers: Numbers): Block {
  return withoutDead(factorsOut(block, numbers));
}

/** Adds statements of a derivative. */
export function derived<T>(outer: Builder, write: (b: Builder) => T): T {
  const builder = new Builder(outer.numbers, outer.origin, true);
  const made = write(builder);
  outer.statements.push(...builder.statements);
  return made;
}

/** Prints what an expression of a derivative becomes, in one line. What a loop carries can stand for its first variable. */
export function factored(count: 2 | 4, write: Write, inside?: 'loop' | 'arm' | 'carried'): string {
  const text = blockAfter(
    Array.from({ length: count }, () => 'real'),
    (outer, ...all) =>
      derived(outer, (b) => {
        const [x, y, z, w] = four(all);
        switch (inside) {
          case undefined:
            return write(b, x, y, z, w);
          case 'arm':
            return choice(
              b,
              boolConstant(true),
              (arm) => write(arm, x, y, z, w),
              () => [c(0)],
            );
          default:
            return loop(b, [c(0)], (round, _, own = x) => write(round, inside === 'carried' ? own : x, y, z, w));
        }
      }),
    (block, numbers) => {
      const made = withoutFactors(block, numbers);
      visit(made, (each) => {
        if (each.tag === 'operation' && !each.derivative) throw new Error(`${each.operation} is of no derivative`);
      });
      return made;
    },
  );
  return inOneLine(text);
}

export const add = (b: Builder, ...all: readonly Atom[]): Atom =>
  all.reduce((sum, each) => b.operation('add', sum, each));
export const times = (b: Builder, ...all: readonly Atom[]): Atom =>
  all.reduce((product, each) => b.operation('multiply', product, each));
export const minus = (b: Builder, left: Atom, right: Atom): Atom => b.operation('subtract', left, right);
export const over = (b: Builder, left: Atom, right: Atom): Atom => b.operation('divide', left, right);
export const negated = (b: Builder, of: Atom): Atom => b.operation('negate', of);

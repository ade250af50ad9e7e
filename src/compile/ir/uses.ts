import { sameAtom } from './atoms';
import { atomsIn, innerBlocks, visit } from './blocks';
import type { Atom, Block } from './tree';

/** Returns how many times a block uses an atom, in the blocks inside it too. */
export function usesIn({ statements, results }: Block, atom: Atom): number {
  let uses = countOf(results, atom);
  for (const statement of statements) {
    uses += countOf(atomsIn(statement), atom);
    for (const inner of innerBlocks(statement)) uses += usesIn(inner.block, atom);
  }
  return uses;
}

function countOf(atoms: readonly Atom[], atom: Atom): number {
  let count = 0;
  for (const each of atoms) if (sameAtom(each, atom)) count++;
  return count;
}

/** Returns how many times a block uses each variable, in the blocks inside it too. */
export function usesInside(block: Block): ReadonlyMap<number, number> {
  const uses = new Map<number, number>();
  const use = (atoms: readonly Atom[]): void => {
    for (const atom of atoms) if (atom.tag === 'variable') uses.set(atom.id, (uses.get(atom.id) ?? 0) + 1);
  };
  use(block.results);
  visit(block, (statement) => {
    use(atomsIn(statement));
    for (const inner of innerBlocks(statement)) use(inner.block.results);
  });
  return uses;
}

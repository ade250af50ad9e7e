import { atomsIn, visit } from '../ir/blocks';
import type { Atom, Statement, Variable } from '../ir/tree';
import { usesInside } from '../ir/uses';

/** The shadows that statements have not made and whose reals they use, by their numbers. */
export interface Accesses {
  /** They read their reals, or replace them. */
  readonly reads: ReadonlySet<number>;
  /** They add to them. */
  readonly adds: ReadonlySet<number>;
  /** They add to them in order, or replace their reals: what they do depends on what was done before. */
  readonly ordered: ReadonlySet<number>;
}

/** Stands for shadows that are reached through calls or through others. */
export const SOME = -1;

/** Statements that make the data of their targets. */
export const MAKES: ReadonlySet<Statement['tag']> = new Set<Statement['tag']>([
  'build',
  'shadow',
  'array',
  'construct',
]);

/** Statements that read no reals of the shadows that they are given. */
const READ_NOTHING: ReadonlySet<Statement['tag']> = new Set<Statement['tag']>([
  'length',
  'tag',
  'steps',
  'spine',
  'spines',
  'rest',
  'if',
  'for',
  'while',
]);

/**
 * Returns which shadows statements read and add to. With `takesOwn`, the statements have put on the stack themselves all that
 * they take from it.
 */
export function accessesOf(
  statements: readonly Statement[],
  shadows: ReadonlySet<number>,
  takesOwn: boolean,
): Accesses {
  const block = { statements, results: [] };
  const [reads, adds, ordered, made] = [new Set<number>(), new Set<number>(), new Set<number>(), new Set<number>()];
  const uses = usesInside(block);
  let isOwn = takesOwn;
  const isShadow = (atom: Atom): atom is Variable => atom.tag === 'variable' && shadows.has(atom.id);
  const touch = (shadow: Atom, ...into: readonly Set<number>[]): void => {
    if (shadow.tag === 'variable' && !made.has(shadow.id)) for (const each of into) each.add(shadow.id);
  };
  const make = ({ targets }: Statement): void => {
    for (const { id } of targets) made.add(id);
  };
  const isRead = ({ id, kind }: Variable): boolean => typeof kind !== 'object' && uses.has(id);
  visit(block, (statement) => {
    if (MAKES.has(statement.tag)) {
      make(statement);
      return;
    }
    switch (statement.tag) {
      case 'push':
        isOwn &&= statement.values.every((each) => !isShadow(each) || made.has(each.id));
        return;
      case 'pop':
        if (isOwn) make(statement);
        return;
      case 'accumulate':
        touch(statement.shadow, adds);
        if (statement.ordered === true || statement.replaces === true) touch(statement.shadow, reads, ordered);
        return;
      case 'item':
        if (isShadow(statement.array) && statement.targets.some(isRead)) touch(statement.array, reads);
        return;
      case 'field':
        if (isShadow(statement.value) && statement.targets.some(isRead)) touch(statement.value, reads);
        return;
      case 'call':
        // Half of a derivative also finds shadows on the stack.
        if (statement.onlyAdds === undefined && !statement.arguments.some(isShadow)) return;
        for (const each of statement.onlyAdds === true ? [adds] : [reads, adds, ordered]) each.add(SOME);
        return;
      case 'addAll':
      case 'keep':
        for (const each of [reads, adds, ordered]) each.add(SOME);
        return;
      default:
        if (!READ_NOTHING.has(statement.tag) && atomsIn(statement).some(isShadow)) reads.add(SOME);
    }
  });
  return { reads, adds, ordered };
}

import { sameAtom } from '../ir/atoms';
import { innerBlocks } from '../ir/blocks';
import type { Atom, Block, Build, Statement, Variable } from '../ir/tree';

/** A loop that copies an array, but for one item at most. */
export interface Copy {
  readonly target: Variable;
  readonly array: Atom;
  readonly change: { readonly index: Atom; readonly values: readonly Atom[] } | undefined;
}

/** Visits the statements of a block and those inside them, but for those of derivatives. */
export function visitOwn(block: Block, see: (statement: Statement) => void): void {
  for (const statement of block.statements) {
    see(statement);
    if (statement.tag === 'derivative') continue;
    for (const inner of innerBlocks(statement)) visitOwn(inner.block, see);
  }
}

/** Returns the copies of arrays in a block, in its order. */
export function copiesIn(block: Block): readonly Copy[] {
  const found: Copy[] = [];
  visitOwn(block, (statement) => {
    const copy = statement.tag === 'build' ? copyOf(statement) : undefined;
    if (copy !== undefined) found.push(copy);
  });
  return found;
}

/** Returns what a loop copies. */
export function copyOf({ copies, targets, index, body }: Build): Copy | undefined {
  const [target] = targets;
  if (copies !== true || target === undefined) return undefined;
  const [first, second, ...more] = body.statements;
  if (second === undefined) {
    const array = first && itemAt(first, index, body.results);
    return array && { target, array, change: undefined };
  }
  if (first?.tag !== 'operation' || first.operation !== 'equalInt' || second.tag !== 'if' || more.length > 0) {
    return undefined;
  }
  const at = first.arguments.find((each) => !sameAtom(each, index));
  const { condition, consequent, alternative } = second;
  const [made] = first.targets;
  const isTested = made !== undefined && sameAtom(condition, made) && sameAtoms(body.results, second.targets);
  const [read, ...others] = alternative.statements;
  const array = read && others.length === 0 ? itemAt(read, index, alternative.results) : undefined;
  if (!isTested || at === undefined || array === undefined || consequent.statements.length > 0) return undefined;
  if (consequent.results.some((each) => sameAtom(each, index))) return undefined;
  return { target, array, change: { index: at, values: consequent.results } };
}

/** Returns the array whose item at an index a statement reads, if these are the results. */
function itemAt(statement: Statement, index: Variable, results: readonly Atom[]): Atom | undefined {
  if (statement.tag !== 'item' || statement.checked || !sameAtom(statement.index, index)) return undefined;
  return sameAtoms(statement.targets, results) ? statement.array : undefined;
}

function sameAtoms(left: readonly Atom[], right: readonly Atom[]): boolean {
  return (
    left.length === right.length &&
    left.every((each, i) => {
      const other = right[i];
      return other !== undefined && sameAtom(each, other);
    })
  );
}

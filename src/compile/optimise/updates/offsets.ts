import type { OperationName } from '../../../language/operations/names';
import { visit } from '../../ir/blocks';
import type { Atom, Block, Statement } from '../../ir/tree';

/** Returns the statements that bind the variables of a block, and of the blocks inside it, by their numbers. */
export function definitionsIn(block: Block): ReadonlyMap<number, Statement> {
  const definitions = new Map<number, Statement>();
  visit(block, (statement) => {
    for (const { id } of statement.targets) definitions.set(id, statement);
  });
  return definitions;
}

/** Returns by how much an int is larger than another, if that is a constant: each is a variable plus constants. */
export function distance(left: Atom, right: Atom, definitions: ReadonlyMap<number, Statement>): number | undefined {
  const [one, other] = [offsetOf(left, definitions), offsetOf(right, definitions)];
  return one.of === other.of ? one.plus - other.plus : undefined;
}

/** Returns an int as a variable, or nothing, plus a constant. */
function offsetOf(
  atom: Atom,
  definitions: ReadonlyMap<number, Statement>,
): { readonly of: number | undefined; readonly plus: number } {
  if (atom.tag === 'constant') return { of: undefined, plus: Number(atom.value) };
  const sum = definitions.get(atom.id);
  const sign = sum?.tag === 'operation' ? SIGNS[sum.operation] : undefined;
  if (sum?.tag !== 'operation' || sign === undefined) return { of: atom.id, plus: 0 };
  const [left, right] = sum.arguments;
  if (left === undefined || right?.tag !== 'constant') return { of: atom.id, plus: 0 };
  const before = offsetOf(left, definitions);
  return { of: before.of, plus: before.plus + sign * Number(right.value) };
}

const SIGNS: Partial<Record<OperationName, number>> = { addInt: 1, subtractInt: -1 };

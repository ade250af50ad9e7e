import { sameAtom, sameAtoms } from '../../ir/atoms';
import type { Atom, Block, Build, Item, Statement, Variable } from '../../ir/tree';
import { definitionsIn, distance } from './offsets';

/** A loop that makes an array of the items of another one and of some more. */
export interface Append {
  readonly target: Variable;
  readonly array: Variable;
  readonly items: readonly (readonly Atom[])[];
}

/** Returns the loops of a block, and of the blocks inside it, that append items to arrays. */
export function appendsIn(block: Block): ReadonlyMap<Statement, Append> {
  const definitions = definitionsIn(block);
  const appends = new Map<Statement, Append>();
  for (const each of definitions.values()) {
    const append = each.tag === 'build' ? appendOf(each, definitions) : undefined;
    if (append !== undefined) appends.set(each, append);
  }
  return appends;
}

/** Returns what a loop appends to an array. */
function appendOf(
  { targets: [target], count, index, body }: Build,
  definitions: ReadonlyMap<number, Statement>,
): Append | undefined {
  const definition = (atom: Atom | undefined): Statement | undefined =>
    atom?.tag === 'variable' ? definitions.get(atom.id) : undefined;
  const [test, branch, ...more] = body.statements;
  if (test?.tag !== 'operation' || branch?.tag !== 'if') return undefined;
  const length = test.arguments[1];
  if (target === undefined || length === undefined) return undefined;
  const isTest =
    test.operation === 'lessInt' &&
    sameAtoms(test.arguments, [index, length]) &&
    sameAtoms(test.targets, [branch.condition]);
  const { consequent, alternative } = branch;
  const [old, ...afterOld] = consequent.statements;
  const [rest, next, ...afterNext] = alternative.statements;
  const others = more.length + afterOld.length + afterNext.length;
  if (!isTest || !sameAtoms(body.results, branch.targets) || others > 0) return undefined;
  if (!readsAt(old, index, consequent) || old.array.tag !== 'variable') return undefined;
  const { array } = old;
  const made = definition(array);
  const measured = definition(length);
  const isLength =
    (measured?.tag === 'length' && sameAtom(measured.array, array)) ||
    (made?.tag === 'build' && sameAtom(made.count, length));
  const isRest =
    rest?.tag === 'operation' && rest.operation === 'subtractInt' && sameAtoms(rest.arguments, [index, length]);
  if (!isLength || !isRest) return undefined;
  if (!readsAt(next, rest.targets[0], alternative)) return undefined;
  const items = itemsOf(next.array, definition(next.array));
  const isAll = items !== undefined && distance(count, length, definitions) === items.length;
  return isAll && items.length > 0 ? { target, array, items } : undefined;
}

/** Whether a statement reads the item at an index without a test, and the results of its block are the parts of that item. */
function readsAt(statement: Statement | undefined, index: Atom | undefined, { results }: Block): statement is Item {
  if (statement?.tag !== 'item' || statement.checked || index === undefined) return false;
  return sameAtom(statement.index, index) && sameAtoms(results, statement.targets);
}

/** Returns the items of an array that is written out. */
function itemsOf(array: Atom, definition: Statement | undefined): readonly (readonly Atom[])[] | undefined {
  if (definition?.tag === 'array') return definition.items;
  if (array.tag === 'variable' || typeof array.value !== 'object') return undefined;
  const { count, parts } = array.value;
  if (count === undefined) return undefined;
  const width = parts.length / count;
  return Array.from({ length: count }, (_, i) => parts.slice(i * width, (i + 1) * width));
}

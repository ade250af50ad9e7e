import { sameAtom, sameAtoms } from '../../ir/atoms';
import { innerBlocks } from '../../ir/blocks';
import type { Builder } from '../../ir/builder';
import type { Kind } from '../../ir/kind';
import { isArray } from '../../ir/roots';
import type { Atom, Block, Build, Statement, Variable } from '../../ir/tree';

/** A loop that copies an array, but for one item at most. */
export interface Copy {
  readonly target: Variable;
  readonly array: Atom;
  readonly change: { readonly index: Atom; readonly values: readonly Atom[] } | undefined;
  /** It copies the arrays in the items too. */
  readonly isDeep: boolean;
}

/** Whether a kind is that of arrays of reals, ints and bools: such arrays in the items of another can be updated in place. */
export function isRow(kind: Kind): boolean {
  return typeof kind === 'object' && kind.tag === 'array' && kind.item.every((part) => typeof part !== 'object');
}

/** Whether values of a kind are arrays that can be updated: their items are no arrays, but for rows. */
export function isTable(kind: Kind): boolean {
  return isArray(kind) && kind.item.every((part) => !isArray(part) || isRow(part));
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
  if (first?.tag === 'item') {
    const own = itemAt(first, index, first.targets);
    const whole = body.results.map((result, k) => {
      const part = first.targets[k];
      return part !== undefined && (sameAtom(result, part) || copiesRow(body, result, part));
    });
    const isWhole = whole.length === first.targets.length && whole.every(Boolean);
    const isDeep = !sameAtoms(first.targets, body.results);
    const others = body.statements.slice(1);
    const isAll = isDeep ? others.every(({ tag }) => tag === 'length' || tag === 'build') : others.length === 0;
    return own !== undefined && isWhole && isAll ? { target, array: own, change: undefined, isDeep } : undefined;
  }
  if (first?.tag !== 'operation' || first.operation !== 'equalInt' || second?.tag !== 'if' || more.length > 0) {
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
  return { target, array, change: { index: at, values: consequent.results }, isDeep: false };
}

/** Whether a result of a block is a copy of an array. */
function copiesRow({ statements }: Block, result: Atom, array: Atom): boolean {
  const made = statements.find(({ targets }) => targets.some((target) => sameAtom(target, result)));
  const read = made?.tag === 'build' ? made.body.statements[0] : undefined;
  if (made?.tag !== 'build' || read === undefined || made.body.statements.length > 1) return false;
  const from = itemAt(read, made.index, made.body.results);
  return from !== undefined && sameAtom(from, array);
}

/** Returns the array whose item at an index a statement reads, if these are the results. */
function itemAt(statement: Statement, index: Variable, results: readonly Atom[]): Atom | undefined {
  if (statement.tag !== 'item' || statement.checked || !sameAtom(statement.index, index)) return undefined;
  return sameAtoms(statement.targets, results) ? statement.array : undefined;
}

/** Returns a loop that copies an array but for one item. */
export function replacing(
  target: Variable,
  array: Variable,
  at: Atom,
  values: readonly Atom[],
  builder: Builder,
): Build {
  const count = builder.one('int', { tag: 'length', array });
  const index = builder.numbers.variable('int');
  const [inner, other] = [builder.inner(), builder.inner()];
  const kinds = values.map(({ kind }) => kind);
  const condition = inner.operation('equalInt', index, at);
  const old = other.block(other.add(kinds, { tag: 'item', array, index, checked: false }));
  const consequent = { statements: [], results: values };
  const body = inner.block(inner.add(kinds, { tag: 'if', condition, consequent, alternative: old }));
  return { tag: 'build', count, index, body, copies: true, targets: [target], origin: builder.origin };
}

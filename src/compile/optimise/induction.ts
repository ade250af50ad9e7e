import { atomsIn, innerBlocks, withBlocks } from '../ir/blocks';
import { Builder, intConstant, type Numbers } from '../ir/builder';
import { substituted } from '../ir/copy';
import { boundIn } from '../ir/free';
import { blockOf, flatMapSame } from '../ir/same';
import type { Atom, Block, For, Operation, Statement, Variable } from '../ir/tree';
import { usesIn } from '../ir/uses';
import { compute, difference, isFree, plus, type Polynomial, polynomialOf, product, quotient } from './polynomials';

/**
 * Computes the indices of a loop's rounds by addition. An int that is a polynomial of the loop's index changes from round
 * to round by what is a polynomial of a lower degree: the loop carries the int, and its change if that changes too. So
 * `a[i * columns + j]` costs an addition, and an item of a triangle that lies in one array costs two. Only ints that
 * cannot overflow are carried.
 */
export function induction(block: Block, numbers: Numbers): Block {
  const inside = (inner: Block): Block => induction(inner, numbers);
  const statements = flatMapSame(block.statements, (given) => {
    const statement = withBlocks(given, inside);
    return statement.tag === 'for' ? carried(statement, numbers) : statement;
  });
  return blockOf(block, statements, block.results);
}

/** An int of a round: what is known of it as a polynomial, how it changes, and what it costs to compute. */
interface Progress {
  readonly value: Polynomial | undefined;
  readonly change: Polynomial;
  readonly cost: number;
}

/** The cost of a multiplication or a division, in additions. */
const PRODUCT = 3;
/** The ints that a loop carries at most. */
const MOST_CARRIED = 4;

function carried(loop: For, numbers: Numbers): For | readonly Statement[] {
  const found = progressIn(loop);
  const roots = rootsOf(loop, found);
  if (roots.length === 0) return loop;
  const { index, count, down, body, origin } = loop;
  const before = new Builder(numbers, origin, true);
  const after = new Builder(numbers, origin, true);
  const first = down ? before.operation('subtractInt', count, intConstant(1)) : intConstant(0);
  const starts = new Map<number, Atom>([[index.id, first]]);
  const definitions = new Map(body.statements.map((statement) => [statement.targets[0]?.id, statement]));
  /** Adds what computes an int of the first round. */
  const start = (atom: Atom): Atom => {
    if (atom.tag === 'constant') return atom;
    const known = starts.get(atom.id);
    const statement = definitions.get(atom.id);
    if (known !== undefined || statement?.tag !== 'operation') return known ?? atom;
    const made = before.operation(statement.operation, ...statement.arguments.map(start));
    starts.set(atom.id, made);
    return made;
  };
  const replaced = new Map<number, Atom>();
  const [parameters, initial, results] = [[...loop.parameters], [...loop.initial], [...body.results]];
  const carry = (from: Atom, by: Atom): Variable => {
    const parameter = numbers.variable('int');
    parameters.push(parameter);
    initial.push(from);
    results.push(after.operation('addInt', parameter, by));
    return parameter;
  };
  for (const { root, change } of roots) {
    const changes = difference(change, index, down ? -1 : 1) ?? [];
    const step = compute(change, starts, before);
    const by = isFree(change, index) ? step : carry(step, compute(changes, starts, before));
    replaced.set(root.id, carry(start(root), by));
  }
  const own = substituted({ statements: body.statements, results }, replaced);
  // The pass `dead` drops the statements that computed the carried ints. What a round keeps for the way back stays last.
  const end = own.statements.at(-1)?.tag === 'push' ? -1 : own.statements.length;
  const statements = [...own.statements.slice(0, end), ...after.statements, ...own.statements.slice(end)];
  const targets = [
    ...loop.targets,
    ...parameters.slice(loop.parameters.length).map(({ kind }) => numbers.variable(kind)),
  ];
  return [...before.statements, { ...loop, parameters, initial, targets, body: { statements, results: own.results } }];
}

/** Returns how the ints of a loop's rounds change that sums, products and exact quotients make of its index. */
function progressIn({ index, down, parameters, body }: For): ReadonlyMap<number, Progress> {
  const found = new Map<number, Progress>();
  const by = down ? -1 : 1;
  let bound: ReadonlySet<number> | undefined;
  const isBound = ({ id }: Variable): boolean => (bound ??= boundIn([index, ...parameters], body.statements)).has(id);
  found.set(index.id, { value: polynomialOf(index), change: polynomialOf(intConstant(by)) ?? [], cost: 0 });
  const of = (atom: Atom | undefined): Progress | undefined => {
    if (atom === undefined) return undefined;
    if (atom.tag === 'constant' || !isBound(atom)) return { value: polynomialOf(atom), change: [], cost: 0 };
    return found.get(atom.id);
  };
  for (const statement of body.statements) {
    const [target] = statement.targets;
    if (statement.tag !== 'operation' || !statement.derivative || target?.kind !== 'int') continue;
    const [left, right] = statement.arguments;
    const [a, b] = [of(left), of(right)];
    if (a === undefined || b === undefined) continue;
    const made = progressOf(statement, a, b, index, by);
    if (made !== undefined && made.change.length > 0) found.set(target.id, made);
  }
  return found;
}

function progressOf(
  { operation, arguments: [, right] }: Operation,
  a: Progress,
  b: Progress,
  index: Variable,
  by: number,
): Progress | undefined {
  switch (operation) {
    case 'addInt':
    case 'subtractInt': {
      const sign = operation === 'addInt' ? 1 : -1;
      const change = plus(a.change, b.change, sign);
      if (change === undefined) return undefined;
      const value = a.value && b.value && plus(a.value, b.value, sign);
      return { value, change, cost: a.cost + b.cost + (right?.tag === 'constant' ? 0 : 1) };
    }
    case 'multiplyInt': {
      const cost = a.cost + b.cost + PRODUCT;
      const value = a.value && b.value && product(a.value, b.value);
      const change = value && difference(value, index, by);
      return change && { value, change, cost };
    }
    case 'div': {
      const change = right?.tag === 'constant' ? quotient(a.change, Number(right.value)) : undefined;
      return change && { value: undefined, change, cost: a.cost + PRODUCT };
    }
    default:
      return undefined;
  }
}

interface Root {
  readonly root: Variable;
  readonly change: Polynomial;
}

/** Returns the ints that are worth carrying: others than ints that change alike need them, and they cost more than additions. */
function rootsOf({ index, body }: For, found: ReadonlyMap<number, Progress>): readonly Root[] {
  const roots: Root[] = [];
  let count = 0;
  const isInside = (statement: Statement): boolean => found.has(statement.targets[0]?.id ?? -1);
  for (const statement of body.statements) {
    const [root] = statement.targets;
    const progress = root && found.get(root.id);
    if (root === undefined || progress === undefined || isShift(statement)) continue;
    const isUsed = body.statements.some((user) => {
      const isRead = atomsIn(user).some((atom) => atom.tag === 'variable' && atom.id === root.id);
      if (isRead && (!isInside(user) || isShift(user))) return true;
      return innerBlocks(user).some(({ block }) => usesIn(block, root) > 0);
    });
    const { change, cost } = progress;
    const isConstant = isFree(change, index);
    const further = isConstant ? [] : difference(change, index, 1);
    // The change of the change must not change: the int is of the second degree at most.
    if (!isUsed || further === undefined || !isFree(further, index)) continue;
    const carries = isConstant ? 1 : 2;
    if (cost <= carries || count + carries > MOST_CARRIED) continue;
    count += carries;
    roots.push({ root, change });
  }
  return roots;
}

/** Whether a statement adds a constant, which costs nothing where an index is used. */
function isShift(statement: Statement): boolean {
  if (statement.tag !== 'operation') return false;
  const isSum = statement.operation === 'addInt' || statement.operation === 'subtractInt';
  return isSum && statement.arguments[1]?.tag === 'constant';
}

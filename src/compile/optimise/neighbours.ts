import { internalError } from '../../language/source/internal-error';
import { withBlocks } from '../ir/blocks';
import { Builder, intConstant, type Numbers, realConstant } from '../ir/builder';
import { boundIn } from '../ir/free';
import { blockOf, flatMapSame } from '../ir/same';
import type { Accumulate, Atom, Block, For, Statement, Variable } from '../ir/tree';
import { usesIn } from '../ir/uses';
import { compute, constantOf, difference, plus, type Polynomial, polynomialsIn } from './polynomials';

/**
 * Carries sums from round to round where neighbouring rounds add to the same item of a shadow: the way back of
 * `x[i + 1] - x[i]` adds to the items i + 1 and i. The loop carries what is added to an item up to the last round that
 * adds to it, which writes it. So a round writes one item, and does not wait for the memory that the one before wrote.
 */
export function neighbours(block: Block, numbers: Numbers): Block {
  const inside = (inner: Block): Block => neighbours(inner, numbers);
  const statements = flatMapSame(block.statements, (given) => {
    const statement = withBlocks(given, inside);
    return statement.tag === 'for' ? carried(statement, numbers) : statement;
  });
  return blockOf(block, statements, block.results);
}

/** The sums that a loop carries for one part of a shadow's items at most. */
const MOST_CARRIED = 4;

/** Additions of each round to one part of the items of a shadow. */
interface Group {
  readonly shadow: Variable;
  readonly part: number;
  /** The index of an item, which grows by 1 with the index of the loop. */
  readonly base: Polynomial;
  /** The additions, and how far their items are from `base`. */
  readonly additions: { readonly statement: Accumulate; readonly offset: number }[];
}

function carried(loop: For, numbers: Numbers): For | readonly Statement[] {
  const after: Statement[] = [];
  let made = loop;
  for (const group of groupsIn(loop)) {
    const carrying = withSums(made, group, numbers);
    made = carrying.loop;
    after.push(...carrying.after);
  }
  return after.length === 0 ? loop : [made, ...after];
}

/** Returns the groups of a loop whose sums can be carried: nothing else in it uses their shadows. */
function groupsIn(loop: For): readonly Group[] {
  const { index, parameters, body } = loop;
  const polynomial = polynomialsIn(loop, parameters);
  let own: ReadonlySet<number> | undefined;
  const isOwn = ({ id }: Variable): boolean => (own ??= boundIn([index, ...parameters], body.statements)).has(id);
  const groups: Group[] = [];
  const counts = new Map<number, number>();
  for (const statement of body.statements) {
    if (statement.tag !== 'accumulate' || statement.present !== true || statement.place.tag !== 'item') continue;
    if (statement.replaces === true) continue;
    const { shadow, place } = statement;
    if (shadow.tag !== 'variable' || isOwn(shadow)) continue;
    counts.set(shadow.id, (counts.get(shadow.id) ?? 0) + 1);
    const at = polynomial(place.index);
    if (at !== undefined && constantOf(difference(at, index, 1)) === 1)
      addTo(groups, shadow, place.part, at, statement);
  }
  return groups.filter(({ shadow, additions }) => {
    const offsets = additions.map(({ offset }) => offset);
    const width = Math.max(...offsets) - Math.min(...offsets);
    return width > 0 && width <= MOST_CARRIED && usesIn(body, shadow) === counts.get(shadow.id);
  });
}

/** Adds an addition to the group of its neighbours. */
function addTo(groups: Group[], shadow: Variable, part: number, at: Polynomial, statement: Accumulate): void {
  for (const group of groups) {
    if (group.shadow.id !== shadow.id || group.part !== part) continue;
    const offset = constantOf(plus(at, group.base, -1));
    if (offset === undefined) continue;
    group.additions.push({ statement, offset });
    return;
  }
  groups.push({ shadow, part, base: at, additions: [{ statement, offset: 0 }] });
}

/** Returns a loop that carries the sums of a group, and what adds those that are left after it to the shadow. */
function withSums(
  loop: For,
  { shadow, part, base, additions }: Group,
  numbers: Numbers,
): { readonly loop: For; readonly after: readonly Statement[] } {
  const { down, count, index } = loop;
  const offsets = additions.map(({ offset }) => offset);
  const [least, most] = [Math.min(...offsets), Math.max(...offsets)];
  // From the item that a round is the first to add to, to the one that it is the last to add to.
  const places = Array.from({ length: most - least + 1 }, (_, i) => (down ? least + i : most - i));
  const parameters = places.slice(1).map(() => numbers.variable('real'));
  const last = additions.at(-1)?.statement ?? internalError('an addition');
  const round = new Builder(numbers, last.origin, true);
  const sums = places.map((place, i) => {
    const amounts = additions.flatMap(({ statement, offset }) => (offset === place ? [statement.amount] : []));
    const all: readonly Atom[] = [...parameters.slice(i - 1, i), ...amounts];
    return all.reduce((sum, amount) => round.operation('add', sum, amount));
  });
  const leaving = additions.find(({ offset }) => offset === places.at(-1))?.statement ?? internalError('an addition');
  round.statements.push({ ...leaving, amount: sums.at(-1) ?? internalError('a sum') });
  const own = new Set<Statement>(additions.map(({ statement }) => statement));
  const statements = loop.body.statements.flatMap((statement) => {
    if (statement === last) return round.statements;
    return own.has(statement) ? [] : [statement];
  });
  const targets = parameters.map(({ kind }) => numbers.variable(kind));
  const carrying: For = {
    ...loop,
    parameters: [...loop.parameters, ...parameters],
    initial: [...loop.initial, ...parameters.map(() => realConstant(0))],
    body: { statements, results: [...loop.body.results, ...sums.slice(0, -1)] },
    targets: [...loop.targets, ...targets],
  };
  const rest = new Builder(numbers, last.origin, true);
  const next = compute(base, new Map([[index.id, down ? intConstant(-1) : count]]), rest);
  targets.forEach((amount, i) => {
    const at = rest.operation('addInt', next, intConstant(places[i + 1] ?? internalError('a place')));
    rest.add([], { tag: 'accumulate', shadow, place: { tag: 'item', index: at, part }, amount, present: true });
  });
  const after = new Builder(numbers, last.origin, true);
  const condition = after.operation('lessInt', intConstant(0), count);
  const nothing: Block = { statements: [], results: [] };
  after.add([], { tag: 'if', condition, consequent: rest.block([]), alternative: nothing });
  return { loop: carrying, after: after.statements };
}

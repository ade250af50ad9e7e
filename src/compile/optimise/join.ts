import { internalError } from '../../language/source/internal-error';
import { makesData, mapInner } from '../ir/blocks';
import { sameAtom } from '../ir/atoms';
import type { Numbers } from '../ir/builder';
import { substituted } from '../ir/copy';
import { readsChanging } from '../ir/roots';
import { blockOf } from '../ir/same';
import type { Atom, Block, For, Pair, Statement, Variable } from '../ir/tree';
import { usesInside } from '../ir/uses';
import { accessesOf } from './accesses';
import { Places } from './places';

/**
 * Joins the loop of the way there with that of the way back into one loop, whose rounds go there and back. Nothing is then
 * kept from one loop for the other, and what a round makes is freed at its end. That is possible if what the way back
 * begins with is known before the way there, and its rounds can run in any order: they only add up. So it is for a sum
 * of losses over data, if the loss is linear in that sum. Nothing between the loops may change what the way back reads in
 * shadows. `shadows` are the variables whose data changes.
 */
export function join(block: Block, numbers: Numbers, shadows: ReadonlySet<number>): Block {
  const inside = (inner: Block): Block => join(inner, numbers, shadows);
  const statements = mapInner(joined(block.statements, numbers, shadows), inside);
  return blockOf(block, statements, block.results);
}

function joined(
  statements: readonly Statement[],
  numbers: Numbers,
  shadows: ReadonlySet<number>,
): readonly Statement[] {
  let loops: Map<Pair, number[]> | undefined;
  let places: Places | undefined;
  statements.forEach((back, last) => {
    if (back.tag !== 'for' || back.pair === undefined) return;
    loops ??= new Map();
    const earlier = loops.get(back.pair) ?? [];
    loops.set(back.pair, [...earlier, last]);
    if (earlier.length === 0 || !addsUp(back)) return;
    places ??= new Places(statements);
    const { slots } = places;
    // The last loop before with the same number; those that have been joined have none.
    const first = earlier.findLast((slot) =>
      slots.at(slot).some((each) => each.tag === 'for' && each.pair === back.pair),
    );
    const there = first === undefined ? undefined : places.loopAt(first);
    if (first === undefined || there === undefined) return;
    if (there.parameters.some(({ kind }) => typeof kind === 'object')) return;
    const moved = places.movable(first, last, (statement) => isPure(statement, shadows));
    if (moved === undefined) return;
    const made = joinedLoop(there, back, numbers);
    if (made === undefined || mustStay(made, places.between(first, last), places, shadows)) return;
    places.join(moved, made, first, last);
  });
  return places?.slots.all() ?? statements;
}

/** Whether the rounds of a loop only add to its parameters, so that their order does not matter. */
function addsUp({ parameters, body }: For): boolean {
  let uses: ReadonlyMap<number, number> | undefined;
  const usesOf = ({ id }: Variable): number => (uses ??= usesInside(body)).get(id) ?? 0;
  return parameters.every((parameter, i) => {
    const result = body.results[i] ?? internalError('a result');
    return sameAtom(result, parameter) || isSum(result, parameter, body, usesOf);
  });
}

/**
 * Whether the rounds of a loop need those before, or the statements between two slots before them, because of shadows: they
 * add to shadows whose reals it reads, or it adds to them in order.
 */
function mustStay(loop: For, between: readonly Statement[], places: Places, shadows: ReadonlySet<number>): boolean {
  const own = accessesOf([loop], shadows, true);
  if (own.ordered.size > 0 || own.reads.size === 0) return own.ordered.size > 0;
  const added = [...own.adds, ...accessesOf(between, shadows, false).adds];
  return [...own.reads].some((one) => added.some((other) => one === other || !places.areApart(one, other)));
}

/** Whether a result of a block is a variable plus amounts that do not depend on it. */
function isSum(result: Atom, parameter: Variable, body: Block, usesOf: (variable: Variable) => number): boolean {
  let sum = result;
  for (let i = body.statements.length - 1; i >= 0; i--) {
    const statement = body.statements[i];
    const [target] = statement?.targets ?? [];
    if (statement === undefined || target === undefined || !sameAtom(sum, target)) continue;
    if (usesOf(target) !== 1) return false;
    if (statement.tag !== 'operation' || statement.operation !== 'add') return false;
    const next = statement.arguments.find((each) => leadsTo(each, parameter, body));
    if (next === undefined) return false;
    if (sameAtom(next, parameter)) return usesOf(parameter) === 1;
    sum = next;
  }
  return false;
}

/** Whether an atom is computed from a variable, through sums alone. */
function leadsTo(atom: Atom, parameter: Variable, body: Block): boolean {
  if (sameAtom(atom, parameter)) return true;
  const made = body.statements.find(({ targets }) => targets.some((target) => sameAtom(target, atom)));
  if (made?.tag !== 'operation' || made.operation !== 'add') return false;
  return made.arguments.some((each) => leadsTo(each, parameter, body));
}

/** Whether a statement gives the same at an earlier place. */
export function isPure(statement: Statement, shadows: ReadonlySet<number>): boolean {
  if (statement.tag === 'item') {
    return !readsChanging(statement) && (statement.array.tag === 'constant' || !shadows.has(statement.array.id));
  }
  return statement.tag === 'operation' || statement.tag === 'length' || (statement.tag === 'move' && !statement.finite);
}

/** Returns one loop for both; the values that a round keeps on its way there, it has on its way back. */
function joinedLoop(there: For, back: For, numbers: Numbers): For | undefined {
  const kept = there.body.statements.at(-1);
  const taken = back.body.statements[0];
  const push = kept?.tag === 'push' ? kept : undefined;
  const pop = taken?.tag === 'pop' ? taken : undefined;
  if ((push?.values.length ?? 0) !== (pop?.targets.length ?? 0) || !sameAtom(there.count, back.count)) return undefined;
  const atoms = new Map<number, Atom>([[back.index.id, there.index]]);
  pop?.targets.forEach(({ id }, i) => {
    atoms.set(id, push?.values[i] ?? internalError('a value that is kept'));
  });
  const own = substituted(
    { statements: back.body.statements.slice(pop === undefined ? 0 : 1), results: back.body.results },
    atoms,
  );
  const rounds = [...there.body.statements.slice(0, push === undefined ? undefined : -1), ...own.statements];
  const results = [...there.body.results, ...own.results];
  const { origin } = back;
  const mark = numbers.variable('int');
  const statements: readonly Statement[] = makesData({ statements: rounds, results: [] })
    ? [{ tag: 'mark', targets: [mark], origin }, ...rounds, { tag: 'release', mark, targets: [], origin }]
    : rounds;
  return {
    tag: 'for',
    index: there.index,
    count: there.count,
    down: there.down,
    parameters: [...there.parameters, ...back.parameters],
    initial: [...there.initial, ...back.initial],
    body: { statements, results },
    forgets: false,
    targets: [...there.targets, ...back.targets],
    origin: there.origin,
  };
}

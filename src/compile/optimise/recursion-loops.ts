import { internalError } from '../../language/source/internal-error';
import type { Kinds } from '../flatten/kinds';
import { sameAtom } from '../ir/atoms';
import { watches } from '../ir/blocks';
import { Builder, intConstant, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import { freeOf } from '../ir/free';
import type { Atom, Block, FunctionId, Statement, Variable } from '../ir/tree';
import type { IrFunction } from '../ir/program';
import { usesIn } from '../ir/uses';
import { roundsUntil } from './counted';
import { least } from './list-reading';
import { callsIn, changing, goingOn, type Path, pathTo, type Steps, stepsOf } from './recursion-path';
import { simplify } from './simplify';
import { replacing } from './updates/copies';
import { endsIn, placeholder } from './tail-calls';

/**
 * Turns a function that calls itself once for the rest of a list, or of several lists, or for the next int, whatever it
 * does with the result, into a loop from the last call to the first:
 *
 *   f(xs, a) = match xs with [] -> e | x :: rest -> ... f(rest, a) ...
 *   f(n, a) = if n < 1 then e else ... f(n - 1, a) ...
 *
 * If the call has other arguments than the function's own, numbers, a loop from the first call to the last computes them,
 * and keeps in an array what the rounds of the other loop need. These compute what the calls did, in the order in which the
 * calls ended.
 */
export function recursionToLoop(given: IrFunction, numbers: Numbers, kinds: Kinds): IrFunction {
  const { id, parameters } = given;
  // The rounds would watch in another order.
  if (callsIn(given.body, id) !== 1 || watches(given.body)) return given;
  // A list that is matched and made again is the same list.
  const body = goingOn(simplify(given.body, numbers), id, numbers);
  const path = pathTo(body, id);
  // A tail call has nothing to do on the way back.
  if (path === undefined || endsIn(path.round, path.call)) return given;
  const steps = stepsOf(path, parameters, kinds);
  if (steps === undefined) return given;
  const { call } = path;
  const builder = new Builder(numbers, call.origin);
  const most = mostOf(path, steps, builder);
  if (most === 'unknown' || (most === undefined && steps.lists.length === 0)) return given;
  const cells = spinesOf(steps, most, kinds, builder);
  const way =
    steps.carried.length === 0 ? inOneLoop(path, steps, cells) : afterWayThere(path, steps, cells, kinds, builder);
  const first = endOf(path, body, numbers, () => way.ends(builder));
  builder.statements.push(...first.statements);
  const index = numbers.variable('int');
  const results = numbers.copies(call.targets);
  const inner = builder.inner();
  const own = way.begin(index, inner);
  call.targets.forEach(({ id: target }, i) => own.set(target, results[i] ?? missing()));
  const round = copyBlock({ statements: way.statements, results: path.round.results }, numbers, own);
  inner.statements.push(...round.statements);
  const made = builder.add(
    call.targets.map(({ kind }) => kind),
    {
      tag: 'for',
      index,
      count: cells.count,
      down: true,
      parameters: results,
      initial: first.results,
      body: inner.block(round.results),
      forgets: true,
    },
  );
  return { ...given, body: builder.block(made) };
}

/** The rounds of the loop from the last call to the first. */
interface Way {
  readonly statements: readonly Statement[];
  /** Begins a round: returns what its variables are. */
  readonly begin: (index: Variable, inner: Builder) => Map<number, Atom>;
  /** Returns what changes from call to call, in the last call. */
  readonly ends: (builder: Builder) => ReadonlyMap<number, Atom>;
}

/** The rounds do all that the calls did. */
function inOneLoop(path: Path, steps: Steps, cells: Spines): Way {
  return {
    statements: withoutSteps(path.round.statements, path, steps),
    begin: (index, inner) => roundOf(path, steps, cells, index, inner),
    ends: cells.ends,
  };
}

/** The rounds do what each call did after the call inside it. A loop before them does what each did until then. */
function afterWayThere(path: Path, steps: Steps, cells: Spines, kinds: Kinds, builder: Builder): Way {
  const { carried } = steps;
  const { numbers } = builder;
  const bound = new Set([...path.there.flatMap(({ targets }) => targets), ...changing(steps)].map(({ id }) => id));
  const live = freeOf(path.after, path.round.results).filter(({ id }) => bound.has(id) && !path.known.has(id));
  const layout = kinds.items(kinds.listOf(live.map(({ kind }) => kind)));
  const index = numbers.variable('int');
  const inner = builder.inner();
  const own = roundOf(path, steps, cells, index, inner);
  const passed = numbers.copies(carried.map(({ parameter }) => parameter));
  const kept = numbers.variable(layout);
  carried.forEach(({ parameter }, i) => own.set(parameter.id, passed[i] ?? missing()));
  const round = copyBlock(
    {
      statements: withoutSteps(path.there, path, steps),
      results: [...carried.map(({ argument }) => argument), ...live],
    },
    numbers,
    own,
  );
  inner.statements.push(...round.statements);
  const next = numbers.variable(layout);
  inner.statements.push(replacing(next, kept, index, round.results.slice(carried.length), inner));
  const room = builder.one(layout, {
    tag: 'build',
    count: cells.count,
    index: numbers.variable('int'),
    body: { statements: [], results: layout.item.map(placeholder) },
  });
  const made = builder.add(
    [...passed, kept].map(({ kind }) => kind),
    {
      tag: 'for',
      index,
      count: cells.count,
      down: false,
      parameters: [...passed, kept],
      initial: [...carried.map(({ parameter }) => parameter), room],
      body: inner.block([...round.results.slice(0, carried.length), next]),
      forgets: true,
    },
  );
  const array = made.at(-1) ?? missing();
  return {
    statements: path.after,
    begin: (at, after) => {
      const mine = new Map<number, Atom>(path.known);
      const values = after.add(layout.item, { tag: 'item', array, index: at, checked: false });
      live.forEach(({ id }, i) => mine.set(id, values[i] ?? missing()));
      return mine;
    },
    ends: (after) =>
      new Map([
        ...cells.ends(after),
        ...carried.map(({ parameter }, i) => [parameter.id, made[i] ?? missing()] as const),
      ]),
  };
}

/** Returns what the variables of the call of an index are. */
function roundOf(
  path: Path,
  { lists, counters }: Steps,
  { spines }: Spines,
  index: Variable,
  inner: Builder,
): Map<number, Atom> {
  const own = new Map<number, Atom>(path.known);
  lists.forEach(({ list }, i) => {
    own.set(list.id, inner.one(list.kind, { tag: 'item', array: spines[i] ?? missing(), index, checked: false }));
  });
  for (const { parameter, step } of counters) own.set(parameter.id, stepped(parameter, step, index, inner, true));
  return own;
}

/** Returns statements without the steps of ints that nothing but the call uses. */
function withoutSteps(statements: readonly Statement[], { round }: Path, { counters }: Steps): readonly Statement[] {
  const isStep = (each: Statement): boolean =>
    counters.some(({ made }) => made === each) && each.targets.every((target) => usesIn(round, target) === 0);
  return statements.filter((each) => !isStep(each));
}

/** Returns how many calls the ints allow: undefined if they are not compared. */
function mostOf(path: Path, steps: Steps, builder: Builder): Atom | undefined | 'unknown' {
  const exact = new Builder(builder.numbers, builder.origin, true);
  const bound = sameInAll(path, steps, exact);
  let most: Atom | undefined;
  for (const {
    operation,
    arguments: [left, right = missing()],
  } of path.compared) {
    const counter = steps.counters.find(({ parameter }) => parameter === left);
    const limit = bound(right);
    if (counter === undefined || limit === undefined) return 'unknown';
    const rounds = roundsUntil(operation, counter.step, counter.parameter, limit, exact);
    if (rounds === undefined) return 'unknown';
    most = most === undefined ? rounds : least(most, rounds, exact);
  }
  builder.statements.push(...exact.statements);
  return most;
}

/**
 * Returns what a bound is before the first call, and in all calls; undefined if that is not known. Its ints are not tested:
 * calls test theirs.
 */
function sameInAll({ call, round }: Path, steps: Steps, exact: Builder): (atom: Atom) => Atom | undefined {
  const changes: readonly Atom[] = [...call.targets, ...changing(steps)];
  const same = (atom: Atom): Atom | undefined => {
    if (changes.includes(atom)) return undefined;
    const made = round.statements.find(({ targets }) => targets.some((target) => target === atom));
    if (made === undefined) return atom;
    if (made.tag === 'length') {
      const array = same(made.array);
      return array && exact.one('int', { tag: 'length', array });
    }
    if (made.tag !== 'operation' || !(made.operation === 'addInt' || made.operation === 'subtractInt'))
      return undefined;
    const [left, right] = made.arguments.map(same);
    return left && right && exact.operation(made.operation, left, right);
  };
  return same;
}

/** Returns what an int is after so many steps. */
function stepped(parameter: Variable, step: number, count: Atom, builder: Builder, isExact: boolean): Variable {
  const work = new Builder(builder.numbers, builder.origin, isExact);
  const result = work.operation(step === 1 ? 'addInt' : 'subtractInt', parameter, count);
  builder.statements.push(...work.statements);
  return result;
}

/** The cells that the calls see, from the first call on. */
interface Spines {
  readonly count: Atom;
  readonly spines: readonly Variable[];
  /** Returns what is left of each list in the last call. */
  readonly ends: (builder: Builder) => ReadonlyMap<number, Atom>;
}

function spinesOf({ lists, counters }: Steps, most: Atom | undefined, kinds: Kinds, builder: Builder): Spines {
  const [only, ...more] = lists;
  if (only !== undefined && more.length === 0 && counters.length === 0 && only.ahead === 0) {
    const { list, layout } = only;
    const spine = builder.one(kinds.spine(layout), { tag: 'spine', list });
    const none: Atom = { tag: 'constant', kind: layout, value: { constructor_: 0, parts: [] } };
    const count = builder.one('int', { tag: 'length', array: spine });
    return { count, spines: [spine], ends: () => new Map([[list.id, none]]) };
  }
  // No list is gone through farther than the calls go: the others may be much longer.
  const count =
    only === undefined && most !== undefined
      ? most
      : builder.one('int', { tag: 'steps', lists: lists.map(({ list, ahead }) => ({ list, ahead })), most });
  const spines = lists.map(({ list, layout }) => builder.one(kinds.spine(layout), { tag: 'spine', list, most: count }));
  // An int that becomes too large stops the run, whether it is used or not.
  const ints = counters.map(({ parameter, step }) => ({
    id: parameter.id,
    value: stepped(parameter, step, count, builder, false),
  }));
  const stopped = ints.map(({ id, value }) => [id, value] as const);
  const ends = (after: Builder): ReadonlyMap<number, Atom> => {
    if (only === undefined) return new Map(stopped);
    const some = new Builder(after.numbers, after.origin, true);
    const last = some.operation('subtractInt', count, intConstant(1));
    const rests = lists.map(({ layout }, i) => {
      const cell = some.one(layout, { tag: 'item', array: spines[i] ?? missing(), index: last, checked: false });
      const at = (layout.constructors[1]?.fields.length ?? missing()) - 1;
      return some.one(layout, { tag: 'field', value: cell, constructor_: 1, index: at });
    });
    const left = after.add(
      lists.map(({ layout }) => layout),
      {
        tag: 'if',
        condition: after.operation('lessInt', intConstant(0), count),
        consequent: some.block(rests),
        alternative: { statements: [], results: lists.map(({ list }) => list) },
      },
    );
    return new Map([...lists.map(({ list }, i) => [list.id, left[i] ?? missing()] as const), ...stopped]);
  };
  return { count, spines, ends };
}

/** Returns what the last call computes, which does not call the function again. */
function endOf({ call, ends }: Path, body: Block, numbers: Numbers, left: () => ReadonlyMap<number, Atom>): Block {
  const [{ results: known } = missing()] = ends;
  const isConstant = ends.every(
    ({ statements, results }) =>
      statements.length === 0 &&
      results.every((each, i) => each.tag === 'constant' && sameAtom(each, known[i] ?? missing())),
  );
  return isConstant
    ? { statements: [], results: known }
    : simplify(copyBlock(withoutCall(body, call.callee, numbers), numbers, new Map(left())), numbers);
}

/** Returns the body of a function that stops where it would call itself. */
function withoutCall(block: Block, id: FunctionId, numbers: Numbers): Block {
  if (callsIn(block, id) === 0) return block;
  const branch = block.statements.at(-1);
  if (branch?.tag !== 'if') {
    const builder = new Builder(numbers);
    return builder.block(
      builder.add(
        block.results.map(({ kind }) => kind),
        { tag: 'fail' },
      ),
    );
  }
  const [consequent, alternative] = [branch.consequent, branch.alternative].map((arm) => withoutCall(arm, id, numbers));
  return {
    statements: [
      ...block.statements.slice(0, -1),
      { ...branch, consequent: consequent ?? missing(), alternative: alternative ?? missing() },
    ],
    results: block.results,
  };
}

function missing(): never {
  return internalError('a list has an array of cells');
}

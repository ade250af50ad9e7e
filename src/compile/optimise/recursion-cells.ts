import { internalError } from '../../language/source/internal-error';
import type { Kinds } from '../flatten/kinds';
import { MOST_ITEMS } from '../ir/atoms';
import { Builder, intConstant } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import type { VariantLayout } from '../ir/kind';
import type { IrFunction } from '../ir/program';
import type { Atom, Block, Variable } from '../ir/tree';
import { roundsUntil } from './counted';
import { countsCheaply } from './counting';
import { withoutDead } from './dead';
import { least } from './list-reading';
import { ending, type Path, type Ways } from './recursion-path';
import { changing, type Steps } from './recursion-steps';
import { tailCallsToLoop } from './tail-calls';

/* How many calls a function makes of itself, and the cells of the lists that these take. */

/** A function that calls itself. */
export interface Recursion {
  readonly ways: Ways;
  readonly path: Path;
  /** The variables that stand for the results of the calls in `round`. */
  readonly returned: readonly Variable[];
  /** The body of a round that calls. */
  readonly round: Block;
  readonly steps: Steps;
  readonly kinds: Kinds;
}

/** How many calls there are, and the cells that they see, from the first call on. */
export interface Cells {
  readonly count: Atom;
  readonly spines: readonly Variable[];
  /** Returns what is left of each list in the last call. */
  readonly ends: (builder: Builder) => ReadonlyMap<number, Atom>;
}

/** Returns the cells of the calls; undefined if it is not known how many calls there are. */
export function cellsOf(recursion: Recursion, given: IrFunction, builder: Builder): Cells | undefined {
  const { steps, kinds, path, ways } = recursion;
  const { lists, counters, stride } = steps;
  const most = path.isCertain && steps.isWhole ? mostOf(recursion, builder) : 'unknown';
  // A list of which the calls must have cells does not say how many calls there are.
  const [only, ...more] = lists.filter(({ isDemanded }) => !isDemanded);
  const isKnown = most !== 'unknown' && (most !== undefined || only !== undefined);
  const isWhole = isKnown && more.length === 0 && counters.length === 0 && only?.ahead === 0;
  const whole = isWhole ? builder.one(kinds.spine(only.layout), { tag: 'spine', list: only.list }) : undefined;
  // No list is gone through farther than the calls go: the others may be much longer.
  const ruling = only === undefined ? [] : [only, ...more];
  if (stride > 1 && typeof most === 'object' && ruling.length > 0) return undefined;
  const exact = new Builder(builder.numbers, builder.origin, true);
  const count =
    whole !== undefined
      ? builder.one('int', { tag: 'length', array: whole })
      : !isKnown
        ? counted(ways, given, builder)
        : ruling.length === 0 && most !== undefined
          ? most
          : takenBy(
              stride,
              builder.one('int', { tag: 'steps', lists: ruling.map(({ list, ahead }) => ({ list, ahead })), most }),
              exact,
            );
  if (count === undefined) return undefined;
  const taken = stride === 1 ? count : exact.operation('multiplyInt', count, intConstant(stride));
  builder.statements.push(...exact.statements);
  const spines = lists.map((each) => {
    if (whole !== undefined && each === only) return whole;
    const spine = builder.one(kinds.spine(each.layout), { tag: 'spine', list: each.list, most: taken });
    if (each.isDemanded) mustReach(spine, count, builder);
    return spine;
  });
  // An int that becomes too large stops the run, whether it is used or not.
  const ints = counters.map(({ parameter, step }) => ({
    id: parameter.id,
    value: stepped(parameter, step, count, builder, false),
  }));
  const none = (layout: VariantLayout): Atom => ({
    tag: 'constant',
    kind: layout,
    value: { constructor_: 0, parts: [] },
  });
  const known = [
    ...ints.map(({ id, value }) => [id, value] as const),
    ...(isWhole ? [[only.list.id, none(only.layout)] as const] : []),
  ];
  const open = lists.filter((each) => !isWhole || each !== only);
  const ends = (after: Builder): ReadonlyMap<number, Atom> => {
    const left = open.map(
      ({ list, layout }) => [list.id, after.one(layout, { tag: 'rest', list, after: taken })] as const,
    );
    return new Map([...known, ...left]);
  };
  return { count, spines, ends };
}

/** Returns how many calls take so many cells each, if the last one finds those that it needs. */
function takenBy(stride: number, cells: Atom, exact: Builder): Atom {
  if (stride === 1) return cells;
  return exact.operation('div', exact.operation('addInt', cells, intConstant(stride - 1)), intConstant(stride));
}

/** Stops the run unless a list has a cell for each call. */
function mustReach(spine: Variable, count: Atom, builder: Builder): void {
  const cells = builder.one('int', { tag: 'length', array: spine });
  const stop = builder.inner();
  stop.add([], { tag: 'fail' });
  const condition = builder.operation('lessInt', cells, count);
  const none = { statements: [], results: [] };
  builder.add([], { tag: 'if', condition, consequent: stop.block([]), alternative: none });
}

/** Returns how many calls the ints allow: undefined if they are not compared. */
function mostOf(recursion: Recursion, builder: Builder): Atom | undefined | 'unknown' {
  const exact = new Builder(builder.numbers, builder.origin, true);
  const bound = sameInAll(recursion, exact);
  let most: Atom | undefined;
  for (const {
    operation,
    arguments: [left, right = internalError('a bound')],
  } of recursion.path.compared) {
    const counter = recursion.steps.counters.find(({ parameter }) => parameter === left);
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
function sameInAll({ path, returned, steps }: Recursion, exact: Builder): (atom: Atom) => Atom | undefined {
  const changes: readonly Atom[] = [...returned, ...changing(steps)];
  const same = (atom: Atom): Atom | undefined => {
    if (changes.includes(atom)) return undefined;
    const made = path.before.find(({ targets }) => targets.some((target) => target === atom));
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

/** Returns how many calls there are, by a loop that only counts them; undefined if it would cost much. */
function counted(ways: Ways, { id, name, parameters }: IrFunction, builder: Builder): Atom | undefined {
  const { numbers } = builder;
  const count = numbers.variable('int');
  const body = ending(
    ways,
    numbers,
    ({ before, call }) => {
      const next = new Builder(numbers, call.origin, true);
      next.statements.push(...before);
      // Calls need memory, and so does what a loop keeps of them.
      const stop = next.inner();
      stop.add([], { tag: 'fail', memory: true });
      const none = { statements: [], results: [] };
      const condition = next.operation('lessInt', intConstant(MOST_ITEMS), count);
      next.add([], { tag: 'if', condition, consequent: stop.block([]), alternative: none });
      const after = next.operation('addInt', count, intConstant(1));
      return next.block(next.add(['int'], { tag: 'call', callee: id, arguments: [...call.arguments, after] }));
    },
    ({ statements }) => ({ statements, results: [count] }),
  );
  const loop = tailCallsToLoop({ id, name, parameters: [...parameters, count], body }, numbers);
  const own = new Map<number, Atom>(
    loop.parameters.map((parameter, i) => [parameter.id, parameters[i] ?? intConstant(0)]),
  );
  const { statements, results } = withoutDead(copyBlock(loop.body, numbers, own));
  if (!countsCheaply(statements)) return undefined;
  builder.statements.push(...statements);
  return results[0];
}

/** Returns what an int is after so many steps. */
export function stepped(parameter: Variable, step: number, count: Atom, builder: Builder, isExact: boolean): Variable {
  const work = new Builder(builder.numbers, builder.origin, isExact);
  const result = work.operation(step === 1 ? 'addInt' : 'subtractInt', parameter, count);
  builder.statements.push(...work.statements);
  return result;
}

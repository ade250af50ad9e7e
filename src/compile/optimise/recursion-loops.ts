import { internalError } from '../../language/source/internal-error';
import type { Kinds } from '../flatten/kinds';
import { sameAtom } from '../ir/atoms';
import { contains, mapInner, watches } from '../ir/blocks';
import { Builder, intConstant, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import { freeOf } from '../ir/free';
import type { Atom, Block, Statement, Variable } from '../ir/tree';
import type { IrFunction } from '../ir/program';
import { usesIn } from '../ir/uses';
import { type Cells, cellsOf, type Recursion, stepped } from './recursion-cells';
import {
  callsOf,
  ending,
  endsOf,
  halvesOf,
  type Own,
  pathTo,
  roundOf,
  type Ways,
  waysThrough,
  withoutDemands,
} from './recursion-path';
import { changing, stepsOf } from './recursion-steps';
import { simplify } from './simplify';
import { endsIn, placeholder } from './tail-calls';
import { replacing } from './updates/copies';

/**
 * Turns a function that calls itself once on each way through it, whatever it does with the result, into a loop from the last
 * call to the first:
 *
 *   f(xs, a) = match xs with [] -> e | x :: rest -> ... f(rest, a) ...
 *   f(n, a) = if n < 1 then e else ... f(n - 1, a) ...
 *
 * If the call has other arguments than the function's own, numbers, a loop from the first call to the last computes them,
 * and keeps in an array what the rounds of the other loop need. These compute what the calls did, in the order in which the
 * calls ended. If more than lists and ints decide which call is the last, another loop counts the calls first, unless that
 * costs much.
 */
export function recursionToLoop(given: IrFunction, numbers: Numbers, kinds: Kinds): IrFunction {
  const { id, parameters } = given;
  const callsItself = contains(given.body, (each) => each.tag === 'call' && each.callee === id);
  // The rounds would watch in another order.
  if (!callsItself || watches(given.body)) return given;
  // A list that is matched and made again is the same list.
  const ways = waysThrough(simplify(given.body, numbers), id, numbers);
  const whole = ways && pathTo(ways, kinds);
  if (ways === undefined || whole === undefined) return given;
  const calls = callsOf(ways);
  const [{ call } = missing()] = calls;
  // A tail call has nothing to do on the way back.
  if (calls.every(({ call, after }) => after.statements.length === 0 && endsIn(after, call))) return given;
  const returned = numbers.copies(call.targets);
  const steps = stepsOf(whole, roundOf(whole, returned, numbers), parameters, kinds);
  // To keep data of each call costs more than the calls.
  if (steps.carried.some(({ parameter }) => typeof parameter.kind !== 'string')) return given;
  const path = withoutDemands(
    whole,
    steps.lists.map(({ list }) => list),
  );
  const round = roundOf(path, returned, numbers);
  const builder = new Builder(numbers, call.origin);
  const recursion: Recursion = { ways, path, returned, round, steps, kinds };
  const cells = cellsOf(recursion, given, builder);
  if (cells === undefined) return given;
  const way = steps.carried.length === 0 ? inOneLoop(recursion, cells) : afterWayThere(recursion, cells, builder);
  const first = endOf(ways, numbers, () => way.ends(builder));
  builder.statements.push(...first.statements);
  const index = numbers.variable('int');
  const results = numbers.copies(returned);
  const inner = builder.inner();
  const own = way.begin(index, inner);
  returned.forEach(({ id: target }, i) => own.set(target, results[i] ?? missing()));
  const body = copyBlock(way.round, numbers, own);
  inner.statements.push(...body.statements);
  const made = builder.add(
    returned.map(({ kind }) => kind),
    {
      tag: 'for',
      index,
      count: cells.count,
      down: true,
      parameters: results,
      initial: first.results,
      body: inner.block(body.results),
      forgets: true,
    },
  );
  return { ...given, body: builder.block(made) };
}

/** The rounds of the loop from the last call to the first. */
interface Way {
  readonly round: Block;
  /** Begins a round: returns what its variables are. */
  readonly begin: (index: Variable, inner: Builder) => Map<number, Atom>;
  /** Returns what changes from call to call, in the last call. */
  readonly ends: (builder: Builder) => ReadonlyMap<number, Atom>;
}

/** The rounds do all that the calls did. */
function inOneLoop(recursion: Recursion, cells: Cells): Way {
  const { round } = recursion;
  return {
    round: { statements: withoutSteps(round.statements, recursion), results: round.results },
    begin: (index, inner) => beginning(recursion, cells, index, inner),
    ends: cells.ends,
  };
}

/** The rounds do what each call did after the call inside it. A loop before them does what each did until then. */
function afterWayThere(recursion: Recursion, cells: Cells, builder: Builder): Way {
  const { path, steps, returned, kinds } = recursion;
  const { carried } = steps;
  const { numbers } = builder;
  const places = carried.map(({ at }) => at);
  const { there, passed: given, after } = halvesOf(path, returned, places, numbers);
  const bound = new Set([...there.flatMap(({ targets }) => targets), ...changing(steps)].map(({ id }) => id));
  const live = freeOf(after.statements, after.results).filter(({ id }) => bound.has(id) && !path.known.has(id));
  const layout = kinds.items(kinds.listOf(live.map(({ kind }) => kind)));
  const index = numbers.variable('int');
  const inner = builder.inner();
  const own = beginning(recursion, cells, index, inner);
  const passed = numbers.copies(carried.map(({ parameter }) => parameter));
  const kept = numbers.variable(layout);
  carried.forEach(({ parameter }, i) => own.set(parameter.id, passed[i] ?? missing()));
  const round = copyBlock({ statements: withoutSteps(there, recursion), results: [...given, ...live] }, numbers, own);
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
    round: after,
    begin: (at, back) => {
      const mine = new Map<number, Atom>(path.known);
      const values = back.add(layout.item, { tag: 'item', array, index: at, checked: false });
      live.forEach(({ id }, i) => mine.set(id, values[i] ?? missing()));
      return mine;
    },
    ends: (back) =>
      new Map([
        ...cells.ends(back),
        ...carried.map(({ parameter }, i) => [parameter.id, made[i] ?? missing()] as const),
      ]),
  };
}

/** Begins the round of a call, by its index: returns what the variables of the call are. */
function beginning(
  { path, steps: { lists, counters, stride } }: Recursion,
  { spines }: Cells,
  index: Variable,
  inner: Builder,
): Map<number, Atom> {
  const own = new Map<number, Atom>(path.known);
  const work = new Builder(inner.numbers, inner.origin, true);
  const at = stride === 1 ? index : work.operation('multiplyInt', index, intConstant(stride));
  inner.statements.push(...work.statements);
  lists.forEach(({ list }, i) => {
    own.set(list.id, inner.one(list.kind, { tag: 'item', array: spines[i] ?? missing(), index: at, checked: false }));
  });
  for (const { parameter, step } of counters) own.set(parameter.id, stepped(parameter, step, index, inner, true));
  return own;
}

/** Returns statements without the steps of ints that nothing but the calls uses. */
function withoutSteps(
  statements: readonly Statement[],
  { round, steps: { counters } }: Recursion,
): readonly Statement[] {
  const isStep = (each: Statement): boolean =>
    each.tag === 'operation' &&
    counters.some(({ made }) => made.includes(each)) &&
    each.targets.every((target) => usesIn(round, target) === 0);
  const without = (all: readonly Statement[]): readonly Statement[] =>
    mapInner(
      all.filter((each) => !isStep(each)),
      (inner) => ({ statements: without(inner.statements), results: inner.results }),
    );
  return without(statements);
}

/** Returns what the last call computes, which does not call the function again. */
function endOf(ways: Ways, numbers: Numbers, left: () => ReadonlyMap<number, Atom>): Block {
  const ends = endsOf(ways);
  const [{ results: known } = missing()] = ends;
  const isConstant = ends.every(
    ({ statements, results }) =>
      statements.length === 0 &&
      results.every((each, i) => each.tag === 'constant' && sameAtom(each, known[i] ?? missing())),
  );
  if (isConstant) return { statements: [], results: known };
  const fails = ({ call }: Own): Block => {
    const builder = new Builder(numbers, call.origin);
    return builder.block(
      builder.add(
        known.map(({ kind }) => kind),
        { tag: 'fail' },
      ),
    );
  };
  const last = ending(ways, numbers, fails, (block) => block);
  return simplify(copyBlock(last, numbers, new Map(left())), numbers);
}

function missing(): never {
  return internalError('a list has an array of cells');
}

import { internalError } from '../../language/source/internal-error';
import type { Kinds } from '../flatten/kinds';
import { sameAtom } from '../ir/atoms';
import { usesIn, visit, watches } from '../ir/blocks';
import { boolConstant, Builder, intConstant, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import type { Atom, Block, Call, FunctionId, Operation, Statement, Variable, VariantLayout } from '../ir/tree';
import type { IrFunction } from '../ir/program';
import { NEGATED, roundsUntil, stepBy } from './counted';
import { least } from './list-reading';
import { simplify } from './simplify';
import { endsIn } from './tail-calls';

/**
 * Turns a function that calls itself once for the rest of a list, or of several lists, whatever it does with the result,
 * into a loop from the last cells to the first:
 *
 *   f(xs, a) = match xs with [] -> e | x :: rest -> ... f(rest, a) ...
 *
 * Ints that each call steps by one may count the calls, too. All other arguments of the call must be the function's own.
 * The rounds compute what the calls did, in the order in which the calls ended.
 */
export function listRecursionToLoop(given: IrFunction, numbers: Numbers, kinds: Kinds): IrFunction {
  const { id, parameters } = given;
  // The rounds would watch in another order.
  if (callsIn(given.body, id) !== 1 || watches(given.body)) return given;
  // A list that is matched and made again is the same list.
  const body = simplify(given.body, numbers);
  const path = pathTo(body, id);
  // A tail call has nothing to do on the way back.
  if (path === undefined || endsIn(path.round, path.call)) return given;
  const steps = stepsOf(path, parameters, kinds);
  if (steps === undefined) return given;
  const { call } = path;
  const { lists, counters } = steps;
  const builder = new Builder(numbers, call.origin);
  const most = mostOf(path, counters, builder);
  if (most === 'unknown') return given;
  const { count, spines, ends } = spinesOf(steps, most, kinds, builder);
  const first = endOf(path, body, numbers, () => ends(builder));
  builder.statements.push(...first.statements);
  const index = numbers.variable('int');
  const results = numbers.copies(call.targets);
  const inner = builder.inner();
  const own = new Map<number, Atom>(path.known);
  lists.forEach(({ list }, i) => {
    own.set(list.id, inner.one(list.kind, { tag: 'item', array: spines[i] ?? missing(), index, checked: false }));
  });
  for (const { parameter, step } of counters) own.set(parameter.id, stepped(parameter, step, index, inner, true));
  call.targets.forEach(({ id: target }, i) => own.set(target, results[i] ?? missing()));
  const isStep = (each: Statement): boolean =>
    counters.some(({ made }) => made === each) && each.targets.every((target) => usesIn(path.round, target) === 0);
  const statements = path.round.statements.filter((each) => !isStep(each));
  const round = copyBlock({ statements, results: path.round.results }, numbers, own);
  inner.statements.push(...round.statements);
  const made = builder.add(
    call.targets.map(({ kind }) => kind),
    {
      tag: 'for',
      index,
      count,
      down: true,
      parameters: results,
      initial: first.results,
      body: inner.block(round.results),
      forgets: true,
    },
  );
  return { ...given, body: builder.block(made) };
}

/** The way of a function to its call of itself. */
interface Path {
  readonly call: Call;
  /** All else that it computes, without the tests of lists. */
  readonly round: Block;
  /** The tests of lists, and what they are in every round. */
  readonly known: ReadonlyMap<number, Atom>;
  /** The lists that must have a cell. */
  readonly tested: readonly Atom[];
  /** The comparisons of ints, of which none must hold. */
  readonly compared: readonly Operation[];
  /** The blocks that it runs where it does not call itself. */
  readonly ends: readonly Block[];
}

/** Returns the way to the only call of a function in a block that ends in it; undefined if the way depends on more than lists. */
function pathTo(block: Block, id: FunctionId): Path | undefined {
  const call = block.statements.find((each): each is Call => each.tag === 'call' && each.callee === id);
  if (call !== undefined) {
    const statements = block.statements.filter((each) => each !== call);
    return {
      call,
      round: { statements, results: block.results },
      known: new Map(),
      tested: [],
      compared: [],
      ends: [],
    };
  }
  const branch = block.statements.at(-1);
  if (branch?.tag !== 'if' || !endsIn(block, branch)) return undefined;
  const { consequent, alternative, condition } = branch;
  const holds = callsIn(consequent, id) > 0;
  const [next, end] = holds ? [consequent, alternative] : [alternative, consequent];
  const inner = pathTo(next, id);
  if (inner === undefined) return undefined;
  const ends = [end, ...inner.ends];
  const definition = (atom: Atom | undefined): Statement | undefined =>
    block.statements.find(({ targets }) => targets.some((each) => each === atom));
  const test = definition(condition);
  if (test?.tag !== 'operation') return undefined;
  const [left, right] = test.arguments;
  const tag = definition(left);
  const known = new Map(inner.known);
  for (const { id: target } of test.targets) known.set(target, boolConstant(holds));
  const roundWithout = (...tests: readonly Statement[]): Block => {
    const before = block.statements.filter((each) => each !== branch && !tests.includes(each));
    return { statements: [...before, ...inner.round.statements], results: inner.round.results };
  };
  if (tag?.tag !== 'tag') {
    const operation = holds ? NEGATED[test.operation] : test.operation;
    if (operation === undefined) return undefined;
    const compared = [{ ...test, operation }, ...inner.compared];
    return { ...inner, round: roundWithout(test), known, compared, ends };
  }
  const isCell = test.operation === 'equalInt' && right?.tag === 'constant' && (right.value === 0) !== holds;
  if (!isCell) return undefined;
  for (const { id: target } of tag.targets) known.set(target, intConstant(1));
  return { ...inner, round: roundWithout(tag, test), known, tested: [tag.value, ...inner.tested], ends };
}

/** A list that each call takes one cell of. */
interface Stepped {
  readonly list: Variable;
  readonly layout: VariantLayout;
  /** The number of cells after the first without which there is no other call. */
  readonly ahead: number;
}

/** The lists and ints that change from call to call. */
interface Steps {
  readonly lists: readonly Stepped[];
  readonly counters: readonly Counter[];
}

/** An int that each call steps by 1 or -1. */
interface Counter {
  readonly parameter: Variable;
  readonly step: number;
  readonly made: Operation;
}

/** Returns what changes from call to call, if these are cells of lists and steps of ints, and all lists that are tested are among them. */
function stepsOf(path: Path, parameters: readonly Variable[], kinds: Kinds): Steps | undefined {
  const depths = path.tested.map((tested) => depthOf(tested, path.round.statements));
  const lists: Stepped[] = [];
  const counters: Counter[] = [];
  for (const [i, parameter] of parameters.entries()) {
    const argument = path.call.arguments[i] ?? missing();
    if (sameAtom(argument, parameter)) continue;
    const { kind: layout } = parameter;
    if (layout === 'int') {
      const made = path.round.statements.find(({ targets: [target] }) => target === argument);
      if (made?.tag !== 'operation') return undefined;
      const step = stepBy(made, parameter);
      if (step !== 1 && step !== -1) return undefined;
      counters.push({ parameter, step, made });
      continue;
    }
    if (!kinds.isList(layout)) return undefined;
    const { list, depth } = depthOf(argument, path.round.statements);
    const ahead = Math.max(...depths.map((tested) => (tested.list === parameter ? tested.depth : -1)));
    if (list !== parameter || depth !== 1 || ahead < 0) return undefined;
    lists.push({ list: parameter, layout, ahead });
  }
  const isStepped = depths.every(({ list }) => lists.some((each) => each.list === list));
  return isStepped && lists.length > 0 ? { lists, counters } : undefined;
}

/** Returns how many calls the ints allow: undefined if they are not compared. */
function mostOf(
  { compared, call, round }: Path,
  counters: readonly Counter[],
  builder: Builder,
): Atom | undefined | 'unknown' {
  const exact = new Builder(builder.numbers, builder.origin, true);
  const changes: readonly Atom[] = [
    ...round.statements.flatMap(({ targets }) => targets),
    ...call.targets,
    ...counters.map(({ parameter }) => parameter),
  ];
  let most: Atom | undefined;
  for (const {
    operation,
    arguments: [left, right = missing()],
  } of compared) {
    const counter = counters.find(({ parameter }) => parameter === left);
    if (counter === undefined || changes.includes(right)) return 'unknown';
    const rounds = roundsUntil(operation, counter.step, counter.parameter, right, exact);
    if (rounds === undefined) return 'unknown';
    most = most === undefined ? rounds : least(most, rounds, exact);
  }
  builder.statements.push(...exact.statements);
  return most;
}

/** Returns what an int is after so many steps. */
function stepped(parameter: Variable, step: number, count: Atom, builder: Builder, isExact: boolean): Variable {
  const work = new Builder(builder.numbers, builder.origin, isExact);
  const result = work.operation(step === 1 ? 'addInt' : 'subtractInt', parameter, count);
  builder.statements.push(...work.statements);
  return result;
}

/** Returns the list of which an atom is the rest of the rest ..., and how often that is taken. */
function depthOf(atom: Atom, statements: readonly Statement[]): { readonly list: Atom; readonly depth: number } {
  const made = statements.find(({ targets: [target] }) => target === atom);
  // No other field of a list has its kind.
  if (made?.tag !== 'field' || made.value.kind !== atom.kind) return { list: atom, depth: 0 };
  const { list, depth } = depthOf(made.value, statements);
  return { list, depth: depth + 1 };
}

/** The cells that the calls see, from the first call on. */
interface Spines {
  readonly count: Atom;
  readonly spines: readonly Variable[];
  /** Returns what is left of each list in the last call. */
  readonly ends: (builder: Builder) => ReadonlyMap<number, Atom>;
}

function spinesOf({ lists, counters }: Steps, most: Atom | undefined, kinds: Kinds, builder: Builder): Spines {
  const [only = missing(), ...more] = lists;
  if (more.length === 0 && counters.length === 0 && only.ahead === 0) {
    const { list, layout } = only;
    const spine = builder.one(kinds.spine(layout), { tag: 'spine', list });
    const none: Atom = { tag: 'constant', kind: layout, value: { constructor_: 0, parts: [] } };
    const count = builder.one('int', { tag: 'length', array: spine });
    return { count, spines: [spine], ends: () => new Map([[list.id, none]]) };
  }
  // No list is gone through farther than the calls go: the others may be much longer.
  const count = builder.one('int', { tag: 'steps', lists: lists.map(({ list, ahead }) => ({ list, ahead })), most });
  const spines = lists.map(({ list, layout }) => builder.one(kinds.spine(layout), { tag: 'spine', list, most: count }));
  // An int that becomes too large stops the run, whether it is used or not.
  const ints = counters.map(({ parameter, step }) => ({
    id: parameter.id,
    value: stepped(parameter, step, count, builder, false),
  }));
  const ends = (after: Builder): ReadonlyMap<number, Atom> => {
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
    return new Map([
      ...lists.map(({ list }, i) => [list.id, left[i] ?? missing()] as const),
      ...ints.map(({ id, value }) => [id, value] as const),
    ]);
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

function callsIn(block: Block, id: FunctionId): number {
  let count = 0;
  visit(block, (statement) => {
    if (statement.tag === 'call' && statement.callee === id) count++;
  });
  return count;
}

function missing(): never {
  return internalError('a list has an array of cells');
}

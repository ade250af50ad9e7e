import { internalError } from '../../language/source/internal-error';
import type { Kinds } from '../flatten/kinds';
import { sameAtom } from '../ir/atoms';
import { visit } from '../ir/blocks';
import { boolConstant, Builder, intConstant, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import type { Atom, Block, Call, FunctionId, IrFunction, Statement, Variable, VariantLayout } from '../ir/tree';
import { simplify } from './simplify';
import { endsIn } from './tail-calls';

/**
 * Turns a function that calls itself once for the rest of a list, or of several lists, whatever it does with the result,
 * into a loop from the last cells to the first:
 *
 *   f(xs, a) = match xs with [] -> e | x :: rest -> ... f(rest, a) ...
 *
 * All other arguments of the call must be the function's own. The rounds compute what the calls did, in the order in
 * which the calls ended.
 */
export function listRecursionToLoop(given: IrFunction, numbers: Numbers, kinds: Kinds): IrFunction {
  const { id, parameters } = given;
  if (callsIn(given.body, id) !== 1) return given;
  // A list that is matched and made again is the same list.
  const body = simplify(given.body, numbers);
  const path = pathTo(body, id);
  const lists = path && listsOf(path, parameters, kinds);
  if (path === undefined || lists === undefined) return given;
  const { call } = path;
  const builder = new Builder(numbers, call.origin);
  const { count, spines, ends } = spinesOf(lists, kinds, builder);
  const first = endOf(body, id, numbers, () => ends(builder));
  builder.statements.push(...first.statements);
  const index = numbers.variable('int');
  const results = numbers.copies(call.targets);
  const inner = builder.inner();
  const own = new Map<number, Atom>(path.known);
  lists.forEach(({ list }, i) => {
    own.set(list.id, inner.one(list.kind, { tag: 'item', array: spines[i] ?? missing(), index, checked: false }));
  });
  call.targets.forEach(({ id: target }, i) => own.set(target, results[i] ?? missing()));
  const round = copyBlock(path.round, numbers, own);
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

/** What a function computes where it calls itself. */
interface Path {
  readonly call: Call;
  /** All else that it computes, without the tests of lists. */
  readonly round: Block;
  /** The tests of lists, and what they are in every round. */
  readonly known: ReadonlyMap<number, Atom>;
  /** The lists that must have a cell. */
  readonly tested: readonly Atom[];
}

/** Returns the way to the only call of a function in a block that ends in it; undefined if the way depends on more than lists. */
function pathTo(block: Block, id: FunctionId): Path | undefined {
  const call = block.statements.find((each): each is Call => each.tag === 'call' && each.callee === id);
  if (call !== undefined) {
    const statements = block.statements.filter((each) => each !== call);
    return { call, round: { statements, results: block.results }, known: new Map(), tested: [] };
  }
  const branch = block.statements.at(-1);
  if (branch?.tag !== 'if' || !endsIn(block, branch)) return undefined;
  const { consequent, alternative, condition } = branch;
  const holds = callsIn(consequent, id) > 0;
  const inner = pathTo(holds ? consequent : alternative, id);
  const test = testOf(block, condition);
  if (inner === undefined || test === undefined || test.isEmpty === holds) return undefined;
  const [tag, comparison] = test.statements;
  const before = block.statements.filter((each) => each !== branch && each !== tag && each !== comparison);
  const known = new Map(inner.known);
  for (const { id: target } of tag.targets) known.set(target, intConstant(1));
  for (const { id: target } of comparison.targets) known.set(target, boolConstant(holds));
  const round = { statements: [...before, ...inner.round.statements], results: inner.round.results };
  return { call: inner.call, round, known, tested: [test.list, ...inner.tested] };
}

interface ListTest {
  readonly list: Atom;
  /** Whether the test holds where the list is empty. */
  readonly isEmpty: boolean;
  readonly statements: readonly [Statement, Statement];
}

/** Returns which list a condition tests. */
function testOf({ statements }: Block, condition: Atom): ListTest | undefined {
  const definition = (atom: Atom | undefined): Statement | undefined =>
    statements.find(({ targets: [target] }) => target !== undefined && target === atom);
  const test = definition(condition);
  if (test?.tag !== 'operation' || test.operation !== 'equalInt') return undefined;
  const [left, right] = test.arguments;
  const tag = definition(left);
  if (tag?.tag !== 'tag' || right?.tag !== 'constant') return undefined;
  return { list: tag.value, isEmpty: right.value === 0, statements: [tag, test] };
}

/** A list that each call takes one cell of. */
interface Stepped {
  readonly list: Variable;
  readonly layout: VariantLayout;
  /** The number of cells after the first without which there is no other call. */
  readonly ahead: number;
}

/** Returns the lists that each call takes one cell of, if that is all that changes, and all that is tested. */
function listsOf(path: Path, parameters: readonly Variable[], kinds: Kinds): readonly Stepped[] | undefined {
  const depths = path.tested.map((tested) => depthOf(tested, path.round));
  const lists: Stepped[] = [];
  for (const [i, parameter] of parameters.entries()) {
    const argument = path.call.arguments[i];
    if (argument === undefined) return undefined;
    const ahead = Math.max(...depths.map(({ list, depth }) => (list === parameter ? depth : -1)));
    if (sameAtom(argument, parameter) && ahead < 0) continue;
    const { kind: layout } = parameter;
    if (typeof layout !== 'object' || layout.tag !== 'variant' || !kinds.isList(layout)) return undefined;
    const { list, depth } = depthOf(argument, path.round);
    if (list !== parameter || depth !== 1 || ahead < 0) return undefined;
    lists.push({ list: parameter, layout, ahead });
  }
  return depths.every(({ list }) => lists.some((each) => each.list === list)) ? lists : undefined;
}

/** Returns the list of which an atom is the rest of the rest ..., and how often that is taken. */
function depthOf(atom: Atom, { statements }: Block): { readonly list: Atom; readonly depth: number } {
  const made = statements.find(({ targets: [target] }) => target === atom);
  // No other field of a list has its kind.
  if (made?.tag !== 'field' || made.value.kind !== atom.kind) return { list: atom, depth: 0 };
  const { list, depth } = depthOf(made.value, { statements, results: [] });
  return { list, depth: depth + 1 };
}

/** The cells that the calls see, from the first call on. */
interface Spines {
  readonly count: Atom;
  readonly spines: readonly Variable[];
  /** Returns what is left of each list in the last call. */
  readonly ends: (builder: Builder) => ReadonlyMap<number, Atom>;
}

function spinesOf(lists: readonly Stepped[], kinds: Kinds, builder: Builder): Spines {
  const [only, ...more] = lists;
  if (only !== undefined && more.length === 0 && only.ahead === 0) {
    const { list, layout } = only;
    const spine = builder.one(kinds.spine(layout), { tag: 'spine', list });
    const none: Atom = { tag: 'constant', kind: layout, value: { constructor_: 0, parts: [] } };
    const count = builder.one('int', { tag: 'length', array: spine });
    return { count, spines: [spine], ends: () => new Map([[list.id, none]]) };
  }
  // No list is gone through farther than the calls go: the others may be much longer.
  const count = builder.one('int', { tag: 'steps', lists: lists.map(({ list, ahead }) => ({ list, ahead })) });
  const spines = lists.map(({ list, layout }) => builder.one(kinds.spine(layout), { tag: 'spine', list, most: count }));
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
    return new Map(lists.map(({ list }, i) => [list.id, left[i] ?? missing()]));
  };
  return { count, spines, ends };
}

/** Returns what the last call computes, which does not call the function again. */
function endOf(body: Block, id: FunctionId, numbers: Numbers, ends: () => ReadonlyMap<number, Atom>): Block {
  const known = sameEnd(body, id);
  return known === undefined
    ? simplify(copyBlock(withoutCall(body, id, numbers), numbers, new Map(ends())), numbers)
    : { statements: [], results: known };
}

/** Returns the constants that a function returns wherever it does not call itself. */
function sameEnd(block: Block, id: FunctionId): readonly Atom[] | undefined {
  const branch = block.statements.at(-1);
  if (branch?.tag !== 'if') return undefined;
  const { consequent, alternative } = branch;
  const [end, next] = callsIn(consequent, id) === 0 ? [consequent, alternative] : [alternative, consequent];
  if (end.statements.length > 0 || end.results.some(({ tag }) => tag !== 'constant')) return undefined;
  if (next.statements.some((each) => each.tag === 'call' && each.callee === id)) return end.results;
  const others = sameEnd(next, id);
  return others?.every((each, i) => sameAtom(each, end.results[i] ?? missing())) === true ? others : undefined;
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

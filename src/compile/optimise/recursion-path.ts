import { internalError } from '../../language/source/internal-error';
import type { Kinds } from '../flatten/kinds';
import { sameAtom } from '../ir/atoms';
import { visit } from '../ir/blocks';
import { boolConstant, Builder, intConstant, type Numbers } from '../ir/builder';
import { copyBlock, substituted } from '../ir/copy';
import { freeOf } from '../ir/free';
import type { Kind } from '../ir/kind';
import type { Atom, Block, Call, FunctionId, If, Operation, Statement, Tag, Variable } from '../ir/tree';
import { NEGATED } from './counted';
import { isTest } from './known';
import { endsIn, placeholder } from './tail-calls';

/* How a function comes to a call of itself: what `recursion-loops.ts` makes loops of. */

/** A block of which each way goes through one call of its function at most. */
export type Ways = End | Own | Fork;

/** A block without a call. */
interface End {
  readonly tag: 'end';
  readonly block: Block;
}

/** A block that calls. */
export interface Own {
  readonly tag: 'call';
  readonly before: readonly Statement[];
  readonly call: Call;
  readonly after: Block;
}

/** A block that ends in a branch; at least one of its arms calls. */
interface Fork {
  readonly tag: 'fork';
  readonly before: readonly Statement[];
  readonly branch: If;
  readonly consequent: Ways;
  readonly alternative: Ways;
}

/** The number of statements that may be copied because they follow a branch with a call. */
const MOST_COPIED = 400;

/** Returns the ways through a block; undefined if one goes through several calls, or through one in a loop. */
export function waysThrough(block: Block, id: FunctionId, numbers: Numbers): Ways | undefined {
  let copied = 0;
  const through = ({ statements, results }: Block): Ways | undefined => {
    const at = statements.findIndex((each) => callsIn(each, id) > 0);
    const statement = statements[at];
    if (statement === undefined) return { tag: 'end', block: { statements, results } };
    const before = statements.slice(0, at);
    const rest = statements.slice(at + 1);
    if (rest.some((each) => callsIn(each, id) > 0)) return undefined;
    const after: Block = { statements: rest, results };
    if (statement.tag === 'call') return { tag: 'call', before, call: statement, after };
    if (statement.tag !== 'if') return undefined;
    const isLast = rest.length === 0 && endsIn(after, statement);
    // Each arm goes on with a copy of the statements after the branch.
    const arm = (inner: Block): Ways | undefined => {
      if (isLast) return through(inner);
      copied += rest.length;
      if (copied > MOST_COPIED) return undefined;
      const own = new Map(statement.targets.map((target, i) => [target.id, inner.results[i] ?? missing()]));
      const more = copyBlock(after, numbers, own);
      return through({ statements: [...inner.statements, ...more.statements], results: more.results });
    };
    const [consequent, alternative] = [arm(statement.consequent), arm(statement.alternative)];
    if (consequent === undefined || alternative === undefined) return undefined;
    const branch = isLast ? statement : { ...statement, targets: numbers.copies(results) };
    return { tag: 'fork', before, branch, consequent, alternative };
  };
  return through(block);
}

/** Returns the calls at the ends of the ways. */
export function callsOf(ways: Ways): readonly Own[] {
  if (ways.tag === 'fork') return [...callsOf(ways.consequent), ...callsOf(ways.alternative)];
  return ways.tag === 'call' ? [ways] : [];
}

/** Returns the blocks that a function runs where it does not call itself. */
export function endsOf(ways: Ways): readonly Block[] {
  if (ways.tag === 'fork') return [...endsOf(ways.consequent), ...endsOf(ways.alternative)];
  return ways.tag === 'end' ? [ways.block] : [];
}

/** Returns a block with others in place of those that call, and of those that do not. */
export function ending(ways: Ways, numbers: Numbers, call: (own: Own) => Block, end: (block: Block) => Block): Block {
  if (ways.tag === 'end') return end(ways.block);
  if (ways.tag === 'call') return call(ways);
  const consequent = ending(ways.consequent, numbers, call, end);
  const alternative = ending(ways.alternative, numbers, call, end);
  const targets = numbers.copies(consequent.results);
  return { statements: [...ways.before, { ...ways.branch, consequent, alternative, targets }], results: targets };
}

/** The way of a function to its calls of itself. */
export interface Path {
  /** The statements before the call, or before a branch whose arms both call, without the tests of lists and ints. */
  readonly before: readonly Statement[];
  readonly calls: Own | Fork;
  /** The tests on the way, and what they are in every round. */
  readonly known: ReadonlyMap<number, Atom>;
  /** The lists that must have a cell. */
  readonly tested: readonly Atom[];
  /** The comparisons of ints, of which none must hold. */
  readonly compared: readonly Operation[];
  /** The tags of lists without a cell of which the way to a call stops the run. */
  readonly demanded: readonly Tag[];
  /** Whether these tests say alone whether there is another call. */
  readonly isCertain: boolean;
}

/** Returns the way to the calls of a function; undefined without one. */
export function pathTo(ways: Ways, kinds: Kinds): Path | undefined {
  const path = wayTo(ways, kinds);
  if (path === undefined) return undefined;
  const statements = [...path.before, ...path.calls.before];
  const demanded = statements.flatMap((test) => {
    const tag = test.tag === 'if' ? demandOf(test, statements) : undefined;
    return tag !== undefined && kinds.isList(tag.value.kind) ? [tag] : [];
  });
  return demanded.length === 0 ? path : { ...path, demanded };
}

/** Returns the way without the tests of lists that are known to have a cell in every call. */
export function withoutDemands(path: Path, lists: readonly Variable[]): Path {
  const tags = path.demanded.filter(({ value }) => lists.some((list) => list === value));
  if (tags.length === 0) return path;
  const known = new Map(path.known);
  for (const { id } of tags.flatMap(({ targets }) => targets)) known.set(id, intConstant(1));
  const without = (all: readonly Statement[]): readonly Statement[] =>
    all.filter((each) => !tags.some((tag) => tag === each));
  const calls = { ...path.calls, before: without(path.calls.before) };
  return { ...path, before: without(path.before), calls, known };
}

/** Returns the tag of the list without a cell of which a test stops the run. */
function demandOf(test: If, statements: readonly Statement[]): Tag | undefined {
  if (!isTest(test)) return undefined;
  const made = (atom: Atom | undefined): Statement | undefined =>
    statements.find(({ targets }) => targets.some((each) => each === atom));
  const condition = made(test.condition);
  if (condition?.tag !== 'operation') return undefined;
  const isNot = condition.operation === 'not';
  const equal = isNot ? made(condition.arguments[0]) : condition;
  if (equal?.tag !== 'operation' || equal.operation !== 'equalInt') return undefined;
  const [left, right] = equal.arguments;
  const tag = made(left);
  const isEmpty = right?.tag === 'constant' && right.value === 0;
  return tag?.tag === 'tag' && right?.tag === 'constant' && isEmpty !== isNot ? tag : undefined;
}

function wayTo(ways: Ways, kinds: Kinds): Path | undefined {
  if (ways.tag === 'end') return undefined;
  const isAtCalls = ways.tag === 'call' || (ways.consequent.tag !== 'end' && ways.alternative.tag !== 'end');
  if (isAtCalls) {
    const isCertain = endsOf(ways).length === 0;
    return { before: [], calls: ways, known: new Map(), tested: [], compared: [], demanded: [], isCertain };
  }
  const { before, branch, consequent, alternative } = ways;
  const holds = alternative.tag === 'end';
  const path = wayTo(holds ? consequent : alternative, kinds);
  if (path === undefined) return undefined;
  const definition = (atom: Atom | undefined): Statement | undefined =>
    before.find(({ targets }) => targets.some((each) => each === atom));
  const known = new Map(path.known);
  if (branch.condition.tag === 'variable') known.set(branch.condition.id, boolConstant(holds));
  const after = (...tests: readonly Statement[]): readonly Statement[] => [
    ...before.filter((each) => !tests.includes(each)),
    ...path.before,
  ];
  const test = definition(branch.condition);
  const uncertain: Path = { ...path, before: after(), known, isCertain: false };
  if (test?.tag !== 'operation') return uncertain;
  const [left, right] = test.arguments;
  const tag = definition(left);
  if (tag?.tag !== 'tag') {
    const operation = holds ? NEGATED[test.operation] : test.operation;
    if (operation === undefined) return uncertain;
    return { ...path, before: after(test), known, compared: [{ ...test, operation }, ...path.compared] };
  }
  const isTest = test.operation === 'equalInt' && right?.tag === 'constant' && (right.value === 0) !== holds;
  if (!isTest || !kinds.isList(tag.value.kind)) return uncertain;
  for (const { id } of tag.targets) known.set(id, intConstant(1));
  return { ...path, before: after(tag, test), known, tested: [tag.value, ...path.tested] };
}

/** Returns what a round does that calls, with `returned` for what the calls return. */
export function roundOf({ before, calls }: Path, returned: readonly Variable[], numbers: Numbers): Block {
  const without = (ways: Own | Fork): Block => {
    if (ways.tag === 'call') {
      const own = new Map(ways.call.targets.map(({ id }, i) => [id, returned[i] ?? missing()]));
      const after = substituted(ways.after, own);
      return { statements: [...ways.before, ...after.statements], results: after.results };
    }
    const { consequent, alternative } = ways;
    // An arm that ends the calls is not reached.
    const only = consequent.tag === 'end' ? alternative : alternative.tag === 'end' ? consequent : undefined;
    if (only !== undefined && only.tag !== 'end') {
      const { statements, results } = without(only);
      return { statements: [...ways.before, ...statements], results };
    }
    const [first, second] = [consequent, alternative].map((arm) => (arm.tag === 'end' ? missing() : without(arm)));
    return branched(ways, first ?? missing(), second ?? missing(), numbers);
  };
  const { statements, results } = without(calls);
  return { statements: [...before, ...statements], results };
}

/** What a round does before its call, some arguments of the call, and what the round does after it. */
export interface Halves {
  readonly there: readonly Statement[];
  readonly passed: readonly Atom[];
  readonly after: Block;
}

/** Returns both halves of a round that calls. `changing` are the places of the arguments that matter. */
export function halvesOf(
  { before, calls }: Path,
  returned: readonly Variable[],
  changing: readonly number[],
  numbers: Numbers,
): Halves {
  const halved = (ways: Ways): Halves | undefined => {
    if (ways.tag === 'end') return undefined;
    if (ways.tag === 'call') {
      const own = new Map(ways.call.targets.map(({ id }, i) => [id, returned[i] ?? missing()]));
      const passed = changing.map((at) => ways.call.arguments[at] ?? missing());
      return { there: ways.before, passed, after: substituted(ways.after, own) };
    }
    const [first, second] = [halved(ways.consequent), halved(ways.alternative)];
    if (first !== undefined && second !== undefined) return together(ways, first, second, numbers);
    const only = first ?? second ?? missing();
    return { ...only, there: [...ways.before, ...only.there] };
  };
  const made = halved(calls) ?? missing();
  return { ...made, there: [...before, ...made.there] };
}

/** Joins what two arms do before and after their calls: two branches by the same test. */
function together(ways: Fork, first: Halves, second: Halves, numbers: Numbers): Halves {
  const differing = first.passed.flatMap((each, i) => (sameAtom(each, second.passed[i] ?? missing()) ? [] : [i]));
  // What an arm computes before its call and needs after it has a place; the other arm uses the same places.
  const places: Kind[] = [];
  const [lives, others] = [first, second].map(({ there, after }) => {
    const bound = new Set(there.flatMap(({ targets }) => targets.map(({ id }) => id)));
    const taken = new Map<number, Variable>();
    for (const each of freeOf(after.statements, after.results).filter(({ id }) => bound.has(id))) {
      let at = places.findIndex((kind, i) => kind === each.kind && !taken.has(i));
      if (at < 0) at = places.push(each.kind) - 1;
      taken.set(at, each);
    }
    return taken;
  });
  if (lives === undefined || others === undefined) return missing();
  const arm = ({ there, passed }: Halves, taken: ReadonlyMap<number, Variable>): Block => ({
    statements: there,
    results: [
      ...differing.map((i) => passed[i] ?? missing()),
      ...places.map((kind, i) => taken.get(i) ?? placeholder(kind)),
    ],
  });
  const { statements, results } = branched(ways, arm(first, lives), arm(second, others), numbers);
  const kept = results.slice(differing.length);
  const later = ({ after }: Halves, taken: ReadonlyMap<number, Variable>): Block =>
    substituted(after, new Map([...taken].map(([at, { id }]) => [id, kept[at] ?? missing()])));
  return {
    there: statements,
    passed: first.passed.map((each, i) =>
      differing.includes(i) ? (results[differing.indexOf(i)] ?? missing()) : each,
    ),
    after: branched({ ...ways, before: [] }, later(first, lives), later(second, others), numbers),
  };
}

function branched({ before, branch }: Fork, consequent: Block, alternative: Block, numbers: Numbers): Block {
  const builder = new Builder(numbers, branch.origin);
  builder.statements.push(...before);
  const kinds = consequent.results.map(({ kind }) => kind);
  return builder.block(builder.add(kinds, { tag: 'if', condition: branch.condition, consequent, alternative }));
}

function callsIn(statement: Statement, id: FunctionId): number {
  let count = 0;
  visit({ statements: [statement], results: [] }, (each) => {
    if (each.tag === 'call' && each.callee === id) count++;
  });
  return count;
}

function missing(): never {
  return internalError('a call has an argument for each parameter');
}

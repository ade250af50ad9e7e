import { WASM } from '../../language/operations/wasm';
import { internalError } from '../../language/source/internal-error';
import { sameAtom } from '../ir/atoms';
import { rebuilt, withBlocks } from '../ir/blocks';
import { Builder, intConstant, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import { freeOf } from '../ir/free';
import { readsChanging, updatesArrays } from '../ir/roots';
import { blockOf, flatMapSame, mapSame } from '../ir/same';
import type { Atom, Block, Build, For, If, Item, Statement, Variable, While } from '../ir/tree';
import { withoutDead } from './dead';
import { isDear, tabulate } from './tabulate';
import { placeholder } from './tail-calls';

/**
 * Moves what each round computes again out of loops, and the test that each round's index is inside an array out of counted
 * ones. Statements that can stop the run move only to where the loop has a round. `shadows` are the variables whose data
 * changes, once derivatives are written out; before that, calls move too.
 */
export function hoist(block: Block, numbers: Numbers, shadows?: ReadonlySet<number>): Block {
  const inside = (inner: Block): Block => hoist(inner, numbers, shadows);
  const followed = shadows === undefined ? followedIn(block) : NONE;
  const statements = flatMapSame(block.statements, (given) => {
    const statement = withBlocks(given, inside);
    if (statement.tag === 'while') return outOfUncounted(statement, numbers, shadows);
    if (statement.tag !== 'for' && statement.tag !== 'build') return statement;
    const spines: Statement[] = [];
    const loop = followed.size === 0 ? statement : withoutSpines(statement, followed, spines);
    const made = outOf(loop, numbers, shadows);
    return spines.length === 0 ? made : [...spines, ...('tag' in made ? [made] : made)];
  });
  return blockOf(block, statements, block.results);
}

const NONE: ReadonlySet<number> = new Set();

/** Returns the lists that statements of a block itself go through. */
function followedIn({ statements }: Block): ReadonlySet<number> {
  const lists = statements.flatMap((statement) => {
    if (statement.tag === 'spine') return statement.list;
    return statement.tag === 'steps' ? statement.lists.map(({ list }) => list) : [];
  });
  return new Set(lists.flatMap((list) => (list.tag === 'variable' ? [list.id] : [])));
}

/**
 * Moves the spines of lists that are followed outside a loop anyway out of the branches of its rounds, to `spines`. If no
 * round takes the branch, the list is followed once more than before.
 */
function withoutSpines(loop: For | Build, followed: ReadonlySet<number>, spines: Statement[]): For | Build {
  const within = (block: Block): Block => {
    const statements = flatMapSame(block.statements, (statement): Statement | readonly Statement[] => {
      if (statement.tag === 'if') return withBlocks(statement, within);
      const list = statement.tag === 'spine' && statement.most === undefined ? statement.list : undefined;
      if (list?.tag !== 'variable' || !followed.has(list.id)) return statement;
      spines.push(statement);
      return [];
    });
    return blockOf(block, statements, block.results);
  };
  const body = within(loop.body);
  return body === loop.body ? loop : { ...loop, body };
}

function outOf(loop: For | Build, numbers: Numbers, shadows?: ReadonlySet<number>): Statement | readonly Statement[] {
  if (loop.count.tag === 'constant' && Number(loop.count.value) <= 0) return loop;
  const inside = new Set<number>([loop.index.id]);
  if (loop.tag === 'for') for (const { id } of loop.parameters) inside.add(id);
  const { moved, left, isOutside } = partsOf(loop.body, inside, numbers, shadows);
  const before = new Builder(numbers, loop.origin, true);
  place(moved, before, () => hasRound(loop.count, before));
  const tested = mapSame(left, (statement) => testedBefore(statement, left, loop, isOutside, before));
  if (moved.length === 0 && tested === left) return loop;
  return [...before.statements, { ...loop, body: { ...loop.body, statements: tested } }];
}

/** Moves what each round computes again out of a loop whose header tells when it ends. The header runs at least once. */
function outOfUncounted(
  loop: While,
  numbers: Numbers,
  shadows?: ReadonlySet<number>,
): Statement | readonly Statement[] {
  const { parameters, initial, origin } = loop;
  const inside = new Set(parameters.map(({ id }) => id));
  const header = partsOf(loop.header, inside, numbers, shadows);
  const own = { ...loop.header, statements: header.left };
  // The guard copies the test, so a test with effects or loops keeps the body as it is.
  const test = withoutDead(own);
  const body = test.statements.every(isTest)
    ? partsOf(loop.body, inside, numbers, shadows)
    : { moved: [], left: loop.body.statements };
  // The way back would have to carry the adjoint of each value through all rounds, which costs more than a little arithmetic.
  if (!isDear([...header.moved, ...body.moved])) return loop;
  const before = new Builder(numbers, origin, true);
  before.statements.push(...header.moved);
  place(body.moved, before, () => {
    const first = new Map(
      parameters.map(({ id }, i): [number, Atom] => [id, initial[i] ?? internalError('a parameter')]),
    );
    const { statements, results } = copyBlock(test, numbers, first);
    before.statements.push(...statements);
    const [isEnd = internalError('a test')] = results;
    return before.operation('not', isEnd);
  });
  return [...before.statements, { ...loop, header: own, body: { ...loop.body, statements: body.left } }];
}

/** Returns whether a header's statement is a cheap test without effects, which can be made once more. */
function isTest(statement: Statement): boolean {
  switch (statement.tag) {
    case 'operation':
    case 'tag':
    case 'field':
    case 'item':
    case 'length':
      return true;
    case 'if':
      return [...statement.consequent.statements, ...statement.alternative.statements].every(isTest);
    default:
      return false;
  }
}

/** Splits a block of a loop into statements that can leave the loop and statements that stay, whose variables it adds to `inside`. */
function partsOf(
  { statements }: Block,
  inside: Set<number>,
  numbers: Numbers,
  shadows?: ReadonlySet<number>,
): {
  readonly moved: readonly Statement[];
  readonly left: readonly Statement[];
  readonly isOutside: (atom: Atom) => boolean;
} {
  const isOutside = (atom: Atom): boolean => atom.tag === 'constant' || !inside.has(atom.id);
  const outside = { atom: isOutside, statement: (statement: Statement) => isRepeatable(statement, shadows) };
  const moved: Statement[] = [];
  const left: Statement[] = [];
  for (const statement of statements) {
    if (outside.statement(statement) && freeOf([statement]).every(isOutside)) {
      moved.push(statement);
      continue;
    }
    const isLoop = statement.tag === 'for' || statement.tag === 'build';
    const { same, rest } = isLoop ? tabulate(statement, outside, numbers) : { same: [], rest: statement };
    moved.push(...same);
    left.push(rest);
    for (const { id } of rest.targets) inside.add(id);
  }
  return { moved, left, isOutside };
}

/** Returns whether a counted loop has a round: undefined if that is known. */
function hasRound(count: Atom, before: Builder): Atom | undefined {
  return count.tag === 'constant' ? undefined : before.operation('lessInt', intConstant(0), count);
}

/**
 * Adds statements that were in a loop; those that can stop the run, or need what its rounds know, if it has a round. `test`
 * returns whether it has; undefined if it surely does.
 */
function place(moved: readonly Statement[], before: Builder, test: () => Atom | undefined): void {
  const firstOf = moved.findIndex((statement) => !isAlwaysSafe(statement));
  const safe = firstOf < 0 ? moved : moved.slice(0, firstOf);
  before.statements.push(...safe);
  const guarded = moved.slice(safe.length);
  if (guarded.length === 0) return;
  const condition = test();
  if (condition === undefined) {
    before.statements.push(...guarded);
    return;
  }
  const targets = guarded.flatMap((statement) => statement.targets);
  const renamed = new Map(
    targets.map((target): [number, Variable] => [target.id, before.numbers.variable(target.kind)]),
  );
  const own = guarded.map((statement) => withNames(statement, renamed));
  before.statements.push({
    tag: 'if',
    condition,
    consequent: { statements: own, results: targets.map((target) => renamed.get(target.id) ?? target) },
    alternative: { statements: [], results: targets.map(({ kind }) => placeholder(kind)) },
    targets,
    origin: before.origin,
  });
}

function withNames(statement: Statement, names: ReadonlyMap<number, Variable>): Statement {
  const atom = (each: Atom): Atom => (each.tag === 'variable' ? (names.get(each.id) ?? each) : each);
  return rebuilt(statement, {
    atom,
    bind: (variable) => names.get(variable.id) ?? variable,
    block: ({ statements, results }) => ({
      statements: statements.map((each) => withNames(each, names)),
      results: results.map(atom),
    }),
  });
}

/** Whether a statement computes the same, or stops the run, whenever its atoms are the same, and makes nothing. */
function isRepeatable(statement: Statement, shadows?: ReadonlySet<number>): boolean {
  switch (statement.tag) {
    case 'operation':
    case 'tag':
    case 'length':
    case 'steps':
    case 'rest':
      return true;
    case 'item':
      return !readsChanging(statement) && !readsReals(statement, shadows, statement.array);
    case 'field':
      return !readsReals(statement, shadows, statement.value);
    case 'if':
      return isPureIf(statement, shadows);
    case 'for':
      return isPureBlock(statement.body, shadows);
    case 'build':
      if (statement.updated === true || statement.targets.some(({ id }) => shadows?.has(id))) return false;
      return isPureBlock(statement.body, shadows);
    case 'call':
      return shadows === undefined && statement.watches !== true && !updatesArrays(statement);
    case 'spine':
      return shadows === undefined;
    case 'fail':
      return statement.targets.length === 0;
    default:
      return false;
  }
}

function isPureIf({ consequent, alternative }: If, shadows?: ReadonlySet<number>): boolean {
  return isPureBlock(consequent, shadows) && isPureBlock(alternative, shadows);
}

function isPureBlock({ statements }: Block, shadows?: ReadonlySet<number>): boolean {
  return statements.every((each) => isRepeatable(each, shadows));
}

/** Whether a statement reads reals that change. */
function readsReals({ targets }: Statement, shadows: ReadonlySet<number> | undefined, data: Atom): boolean {
  return data.tag === 'variable' && shadows?.has(data.id) === true && targets.some(({ kind }) => kind === 'real');
}

/** Whether a statement can run where the loop has no round. */
function isAlwaysSafe(statement: Statement): boolean {
  if (statement.tag === 'length') return true;
  if (statement.tag !== 'operation') return false;
  const [target] = statement.targets;
  if (statement.operation === 'floor' || statement.operation === 'div' || statement.operation === 'mod') return false;
  if (statement.derivative) return true;
  return target?.kind === 'bool' && WASM[statement.operation].within === undefined;
}

/**
 * Tests before a loop that an array has an item for each round, if each round reads the item at the loop's index, or at a
 * constant distance from it; returns the statement without its own test.
 */
function testedBefore(
  statement: Statement,
  all: readonly Statement[],
  { index, count }: For | Build,
  isOutside: (atom: Atom) => boolean,
  before: Builder,
): Statement {
  if (statement.tag !== 'item' || !statement.checked || !isOutside(statement.array)) return statement;
  const distance = distanceOf(statement, index, all, isOutside);
  if (distance === undefined) return statement;
  const isLonger = (each: Builder, end: Atom): Atom =>
    each.operation('lessInt', each.one('int', { tag: 'length', array: statement.array }), end);
  if (distance.tag === 'constant' && distance.value === 0) fail(before, (each) => isLonger(each, count));
  else {
    const inside = before.inner();
    fail(inside, (each) => {
      const end = new Builder(before.numbers, before.origin, true);
      const last = end.operation('addInt', count, distance);
      each.statements.push(...end.statements);
      return isLonger(each, last);
    });
    if (distance.tag === 'variable') fail(inside, (each) => each.operation('lessInt', distance, intConstant(0)));
    const condition = before.operation('lessInt', intConstant(0), count);
    const none = { statements: [], results: [] };
    before.add([], { tag: 'if', condition, consequent: inside.block([]), alternative: none });
  }
  return { ...statement, checked: false };
}

/** Returns how far the index of an item is from that of the loop; never a negative constant. */
function distanceOf(
  { index: at }: Item,
  index: Variable,
  all: readonly Statement[],
  isOutside: (atom: Atom) => boolean,
): Atom | undefined {
  if (sameAtom(at, index)) return intConstant(0);
  const made = all.find(({ targets }) => targets.some((each) => sameAtom(each, at)));
  if (made?.tag !== 'operation' || made.operation !== 'addInt' || !made.derivative) return undefined;
  const [left = internalError('a left side'), right = internalError('a right side')] = made.arguments;
  const distance = sameAtom(left, index) ? right : sameAtom(right, index) ? left : undefined;
  if (distance === undefined || !isOutside(distance)) return undefined;
  return distance.tag === 'constant' && Number(distance.value) < 0 ? undefined : distance;
}

/** Adds a test that stops the run. */
function fail(builder: Builder, condition: (each: Builder) => Atom): void {
  const failing = builder.inner();
  failing.add([], { tag: 'fail' });
  const none = { statements: [], results: [] };
  builder.add([], { tag: 'if', condition: condition(builder), consequent: failing.block([]), alternative: none });
}

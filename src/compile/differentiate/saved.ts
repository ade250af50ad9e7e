import type { OperationName } from '../../language/operations/names';
import { WASM } from '../../language/operations/wasm';
import { internalError } from '../../language/source/internal-error';
import { itemWidth } from '../ir/atoms';
import { atomsIn, innerBlocks } from '../ir/blocks';
import { freeOf } from '../ir/free';
import { readsChanging } from '../ir/roots';
import type { Atom, Block, Operation, Statement, Variable } from '../ir/tree';
import { NOWHERE } from '../../language/source/span';

/**
 * Makes what a block computed on the way there available to its part of the way back: what is cheap to compute again from
 * what is at hand is computed again, the rest is kept on the stack. Adds the push at the end of `there` and returns what
 * comes before `back`: a pop and computations.
 *
 * `bound` are the variables that are bound on entry of the block, without those that the way back binds by itself, and
 * `known` those of the block itself that the way back binds.
 */
export function restore(
  there: Statement[],
  bound: readonly Variable[],
  back: readonly Statement[],
  known: ReadonlySet<number> = new Set(),
): readonly Statement[] {
  const definitions = new Map<number, Statement | undefined>();
  const variables = new Map<number, Variable>();
  for (const variable of bound) {
    definitions.set(variable.id, undefined);
    variables.set(variable.id, variable);
  }
  for (const statement of there) {
    for (const target of statement.targets) {
      if (known.has(target.id)) continue;
      definitions.set(target.id, statement);
      variables.set(target.id, target);
    }
  }
  /** Returns the variables that a statement uses, of those that are bound on the way there. */
  const usedBy = (statement: Statement): readonly number[] => {
    const found: number[] = [];
    for (const atom of statement.tag === 'if' ? freeOf([statement]) : atomsIn(statement)) {
      if (atom.tag === 'variable' && definitions.has(atom.id)) found.push(atom.id);
    }
    return found;
  };
  const needed = new Set(freeOf(back).map(({ id }) => id));
  const isOutside = (atom: Atom | undefined): boolean => atom?.tag === 'constant' || !definitions.has(atom?.id ?? -1);
  const followed = followedIn(there, back);
  const isFollowed = (atom: Atom): boolean => atom.tag === 'variable' && followed.has(atom.id);
  const cheap = new Set(
    there.filter((statement) => {
      if (statement.tag === 'spine') return statement.targets.every(isFollowed);
      if (statement.tag === 'length' && isFollowed(statement.array)) return false;
      return isCheap(statement, isOutside);
    }),
  );
  const isAgain = (id: number): boolean => {
    const definition = definitions.get(id);
    return definition !== undefined && cheap.has(definition);
  };
  const kept = new Set([...needed].filter((id) => !isAgain(id)));
  const sources = sourcesOf(
    there.filter((statement) => cheap.has(statement)),
    definitions,
    usedBy,
    kept,
  );
  /** Whether more than so many values must be kept so that a statement can be computed again. */
  const needsMore = (statement: Statement, most: number): boolean => {
    const { found, isWhole } = sources.get(statement) ?? internalError('the sources of a statement');
    if (found.filter((id) => !kept.has(id)).length > most) return true;
    return !isWhole && leavesOf(statement, most) > most;
  };
  /** Returns how many values must be kept, or a number above `most`. */
  const leavesOf = (statement: Statement, most: number): number => {
    const leaves = new Set<number>();
    const seen = new Set<number>();
    const pending = [...usedBy(statement)];
    for (let id = pending.pop(); id !== undefined && leaves.size <= most; id = pending.pop()) {
      if (seen.has(id) || kept.has(id)) continue;
      seen.add(id);
      const definition = definitions.get(id);
      if (definition !== undefined && cheap.has(definition)) pending.push(...usedBy(definition));
      else leaves.add(id);
    }
    return leaves.size;
  };
  const again: Statement[] = [];
  /** The variables that statements use which are computed again. */
  const used = new Set<number>();
  for (const statement of there.toReversed()) {
    const wanted = statement.targets.filter(({ id }) => needed.has(id) && !kept.has(id));
    if (wanted.length === 0) continue;
    if (needsMore(statement, wanted.length)) {
      for (const { id } of wanted) kept.add(id);
      continue;
    }
    again.push(
      asAgain(
        statement,
        statement.targets.some(({ id }) => used.has(id)),
      ),
    );
    for (const id of usedBy(statement)) {
      used.add(id);
      needed.add(id);
      if (!isAgain(id)) kept.add(id);
    }
  }
  const values = [...kept].flatMap((id) => variables.get(id) ?? []);
  if (values.length > 0) there.push({ tag: 'push', values, targets: [], origin: NOWHERE });
  const pops: readonly Statement[] = values.length === 0 ? [] : [{ tag: 'pop', targets: values, origin: NOWHERE }];
  return [...pops, ...again.reverse()];
}

/**
 * Returns the arrays of cells, among those made on the way there, that the way back goes through from the first cell on: it can
 * follow the list instead.
 */
function followedIn(there: readonly Statement[], back: readonly Statement[]): ReadonlySet<number> {
  const spines = new Set(
    there.flatMap((statement) => (statement.tag === 'spine' ? statement.targets.map(({ id }) => id) : [])),
  );
  /** `rounds` are the indices at which cells are read in order; a loop inside another goes through a list again and again. */
  const see = (statements: readonly Statement[], results: readonly Atom[], rounds?: ReadonlySet<Atom>): void => {
    for (const statement of statements) {
      const isStep = statement.tag === 'item' && rounds?.has(statement.index) === true;
      for (const atom of isStep ? [] : atomsIn(statement)) if (atom.tag === 'variable') spines.delete(atom.id);
      const isLoop = statement.tag !== 'if';
      const own = new Set(statement.tag === 'for' && !statement.down ? [statement.index] : []);
      for (const { block } of innerBlocks(statement))
        see(block.statements, block.results, isLoop ? (rounds ?? own) : rounds);
    }
    for (const atom of results) if (atom.tag === 'variable') spines.delete(atom.id);
  };
  if (spines.size > 0) see(back, []);
  return spines;
}

/** The values from which a statement can be computed again, without those that are kept: some of them, or all. */
interface Sources {
  readonly found: readonly number[];
  readonly isWhole: boolean;
}

/** The number of sources that are remembered for each statement. */
const MOST_SOURCES = 8;

/** Returns the sources of statements that are cheap. */
function sourcesOf(
  cheap: readonly Statement[],
  definitions: ReadonlyMap<number, Statement | undefined>,
  usedBy: (statement: Statement) => readonly number[],
  kept: ReadonlySet<number>,
): ReadonlyMap<Statement | undefined, Sources> {
  const sources = new Map<Statement | undefined, Sources>();
  for (const statement of cheap) {
    const found = new Set<number>();
    let isWhole = true;
    for (const id of usedBy(statement)) {
      const known = sources.get(definitions.get(id));
      for (const each of known?.found ?? [id]) if (!kept.has(each)) found.add(each);
      if (known?.isWhole === false) isWhole = false;
    }
    sources.set(statement, {
      found: [...found].slice(0, MOST_SOURCES),
      isWhole: isWhole && found.size <= MOST_SOURCES,
    });
  }
  return sources;
}

/** Whether a statement costs less than keeping its results. A reciprocal of what is outside is computed once. */
export function isCheap(statement: Statement, isOutside: (atom: Atom | undefined) => boolean): boolean {
  switch (statement.tag) {
    case 'operation':
      return isPlain(statement) || (statement.operation === 'divide' && isOutside(statement.arguments[1]));
    case 'length':
      // A list is counted cell by cell.
      return itemWidth(statement.array.kind) > 0;
    case 'if':
      return testsIn(statement) <= MOST_TESTS;
    case 'tag':
    case 'field':
      return true;
    case 'item':
      return !readsChanging(statement);
    default:
      return false;
  }
}

/** The operations of a condition beyond which its result is kept. */
const MOST_TESTS = 8;

/** Returns the number of operations in a condition like `i = 0 || i = last`; for another statement it is infinite. */
function testsIn(statement: Statement): number {
  if (statement.tag === 'operation') return isPlain(statement) ? 1 : Infinity;
  if (statement.tag !== 'if' || statement.targets.some(({ kind }) => kind !== 'bool')) return Infinity;
  const { consequent, alternative } = statement;
  return [...consequent.statements, ...alternative.statements].reduce((sum, each) => sum + testsIn(each), 0);
}

const DEAR: ReadonlySet<OperationName> = new Set<OperationName>(['divide', 'sqrt', 'div', 'mod']);

function isPlain({ operation, arguments: given }: Operation): boolean {
  if (operation === 'powerInt') return given[1]?.tag === 'constant' && given[1].value === 2;
  const isShift = (operation === 'div' || operation === 'mod') && given[1]?.tag === 'constant';
  return (isShift || !DEAR.has(operation)) && !WASM[operation].code.includes('call');
}

/**
 * Returns a statement that does not test again: it has been computed once without a fault. If `isExact`, it is not regrouped
 * like derivatives either: the difference of two numbers, say, would be another if one of them was rounded in another way.
 */
function asAgain(statement: Statement, isExact: boolean): Statement {
  if (statement.tag === 'operation') return { ...statement, derivative: true, ...(isExact ? { exact: true } : {}) };
  if (statement.tag === 'if') {
    const [consequent, alternative] = [blockAgain(statement.consequent), blockAgain(statement.alternative)];
    return { ...statement, consequent, alternative };
  }
  return statement.tag === 'item' ? { ...statement, checked: false } : statement;
}

function blockAgain({ statements, results }: Block): Block {
  return { statements: statements.map((statement) => asAgain(statement, true)), results };
}

import type { OperationName } from '../../language/operations/names';
import { WASM } from '../../language/operations/wasm';
import { atomsIn } from '../ir/blocks';
import { freeOf } from '../ir/free';
import type { Operation, Statement, Variable } from '../ir/tree';
import { NOWHERE } from '../../language/source/span';

/**
 * Makes what a block computed on the way there available to its part of the way back: what is cheap to compute again from
 * what is at hand is computed again, the rest is kept on the stack. Adds the push at the end of `there` and returns what
 * comes before `back`: a pop and computations.
 *
 * `bound` are the variables that are bound on entry of the block; `given` those that the way back binds by itself.
 */
export function restore(
  there: Statement[],
  bound: readonly Variable[],
  given: ReadonlySet<number>,
  back: readonly Statement[],
): readonly Statement[] {
  const definitions = new Map<number, Statement | undefined>();
  const variables = new Map<number, Variable>();
  for (const variable of bound) {
    if (given.has(variable.id)) continue;
    definitions.set(variable.id, undefined);
    variables.set(variable.id, variable);
  }
  for (const statement of there) {
    for (const target of statement.targets) {
      definitions.set(target.id, statement);
      variables.set(target.id, target);
    }
  }
  const needed = new Set(freeOf(back).flatMap(({ id }) => (definitions.has(id) ? [id] : [])));
  const kept = new Set([...needed].filter((id) => !isCheap(definitions.get(id))));
  const sources = sourcesOf(there, definitions, kept);
  /** Whether more than so many values must be kept so that variables can be computed again. */
  const needMore = (ids: readonly number[], most: number): boolean => {
    const known = ids.map((id) => sources.get(id));
    const found = new Set(known.flatMap((each) => each?.found.filter((id) => !kept.has(id)) ?? []));
    if (found.size > most) return true;
    return known.some((each) => each?.isWhole === false) && leavesOf(ids, most) > most;
  };
  /** Returns how many values must be kept, or a number above `most`. */
  const leavesOf = (ids: readonly number[], most: number): number => {
    const leaves = new Set<number>();
    const seen = new Set<number>();
    const pending = [...ids];
    for (let id = pending.pop(); id !== undefined && leaves.size <= most; id = pending.pop()) {
      if (seen.has(id) || kept.has(id) || !definitions.has(id)) continue;
      seen.add(id);
      const definition = definitions.get(id);
      if (definition === undefined || !isCheap(definition)) leaves.add(id);
      else for (const atom of atomsIn(definition)) if (atom.tag === 'variable') pending.push(atom.id);
    }
    return leaves.size;
  };
  const again: Statement[] = [];
  for (const statement of there.toReversed()) {
    const wanted = statement.targets.filter(({ id }) => needed.has(id));
    if (wanted.length === 0 || wanted.every(({ id }) => kept.has(id))) continue;
    if (
      needMore(
        wanted.map(({ id }) => id),
        wanted.length,
      )
    ) {
      for (const { id } of wanted) kept.add(id);
      continue;
    }
    again.push(asAgain(statement));
    for (const atom of atomsIn(statement)) {
      if (atom.tag !== 'variable' || !definitions.has(atom.id)) continue;
      needed.add(atom.id);
      if (!isCheap(definitions.get(atom.id))) kept.add(atom.id);
    }
  }
  const values = [...kept].flatMap((id) => variables.get(id) ?? []);
  if (values.length > 0) there.push({ tag: 'push', values, targets: [], origin: NOWHERE });
  const pops: readonly Statement[] = values.length === 0 ? [] : [{ tag: 'pop', targets: values, origin: NOWHERE }];
  return [...pops, ...again.reverse()];
}

/** The values from which a variable can be computed again: some of them, or all. */
interface Sources {
  readonly found: readonly number[];
  readonly isWhole: boolean;
}

/** The number of sources that are remembered for each variable. */
const MOST_SOURCES = 8;

/** Returns the sources of the variables that statements bind, without those that are kept. */
function sourcesOf(
  there: readonly Statement[],
  definitions: ReadonlyMap<number, Statement | undefined>,
  kept: ReadonlySet<number>,
): ReadonlyMap<number, Sources> {
  const sources = new Map<number, Sources>();
  for (const statement of there) {
    if (!isCheap(statement)) {
      for (const { id } of statement.targets) {
        sources.set(id, { found: kept.has(id) ? [] : [id], isWhole: true });
      }
      continue;
    }
    const found = new Set<number>();
    let isWhole = true;
    for (const atom of atomsIn(statement)) {
      if (atom.tag !== 'variable' || !definitions.has(atom.id)) continue;
      const known = sources.get(atom.id);
      if (known === undefined) found.add(atom.id);
      else {
        for (const id of known.found) found.add(id);
        isWhole &&= known.isWhole;
      }
    }
    const made = { found: [...found].slice(0, MOST_SOURCES), isWhole: isWhole && found.size <= MOST_SOURCES };
    for (const { id } of statement.targets) sources.set(id, made);
  }
  return sources;
}

/** Whether a statement costs less than keeping its results. */
function isCheap(statement: Statement | undefined): boolean {
  switch (statement?.tag) {
    case 'operation':
      return isPlain(statement);
    case 'tag':
    case 'field':
    case 'item':
      return true;
    case 'length': {
      const { kind } = statement.array;
      return typeof kind === 'object' && kind.tag === 'array';
    }
    default:
      return false;
  }
}

const DEAR: ReadonlySet<OperationName> = new Set<OperationName>(['divide', 'sqrt', 'div', 'mod']);

function isPlain({ operation, arguments: given }: Operation): boolean {
  const isShift = (operation === 'div' || operation === 'mod') && given[1]?.tag === 'constant';
  return (isShift || !DEAR.has(operation)) && !WASM[operation].code.includes('call');
}

/** Returns a statement that does not test again: it has been computed once without a fault. */
function asAgain(statement: Statement): Statement {
  if (statement.tag === 'operation') return { ...statement, derivative: true };
  return statement.tag === 'item' ? { ...statement, checked: false } : statement;
}

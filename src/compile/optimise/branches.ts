import { internalError } from '../../language/source/internal-error';
import { sameAtom } from '../ir/atoms';
import { atomsIn, contains, innerBlocks, makesData, mapInner, rebuilt } from '../ir/blocks';
import { ById } from '../ir/by-id';
import { substituted } from '../ir/copy';
import { freeOf } from '../ir/free';
import { readsChanging } from '../ir/roots';
import { blockOf, flatMapSame } from '../ir/same';
import type { Atom, Block, If, Operation, Statement } from '../ir/tree';
import { computesSame } from './known';

/**
 * Joins two branches of the same condition in one block, where what is between them can run before or after both: a round
 * that goes there and back then branches once, keeps nothing for its way back, and may take no memory. `shadows` are data
 * that changes.
 */
export function joinBranches(block: Block, shadows: ReadonlySet<number>): Block {
  const own = withJoined(withoutStack(block), shadows);
  const inside = (inner: Block): Block => joinBranches(inner, shadows);
  const statements = mapInner(own.statements, inside);
  return withoutRelease(blockOf(own, statements, own.results));
}

/** Returns a block that releases no memory where it takes none. */
function withoutRelease(block: Block): Block {
  const { statements, results } = block;
  if (!statements.some(({ tag }) => tag === 'release')) return block;
  const gone = new Set<Statement>();
  statements.forEach((release, last) => {
    if (release.tag !== 'release') return;
    const first = statements.findIndex(({ targets }) => targets.some((target) => sameAtom(target, release.mark)));
    const mark = statements[first];
    if (mark === undefined || makesData({ statements: statements.slice(first, last), results: [] })) return;
    gone.add(mark).add(release);
  });
  return gone.size === 0 ? block : { statements: statements.filter((each) => !gone.has(each)), results };
}

function withJoined(block: Block, shadows: ReadonlySet<number>): Block {
  let { statements } = block;
  for (let first = 0; first < statements.length; first++) {
    for (
      let made = joinedAt(statements, first, shadows);
      made !== undefined;
      made = joinedAt(statements, first, shadows)
    ) {
      ({ statements, first } = made);
    }
  }
  const made = withoutZeros(blockOf(block, statements, block.results));
  const statement = (each: Statement): Statement | readonly Statement[] =>
    each.tag === 'if' ? withoutChoice(each) : each;
  return blockOf(made, flatMapSame(made.statements, statement), made.results);
}

/** Writes an arm of a branch in its place, if the other one does the same. */
function withoutChoice(branch: If): Statement | readonly Statement[] {
  const { consequent, alternative, targets, origin } = branch;
  const atoms = new Map<number, Atom>();
  const atom = (each: Atom): Atom => (each.tag === 'variable' ? (atoms.get(each.id) ?? each) : each);
  const isSame = consequent.statements.every((one, i) => {
    const other = alternative.statements[i];
    const isEqual = other !== undefined && doesSame(one, rebuilt(other, { atom, bind: keep, block: keep }));
    if (isEqual) other.targets.forEach(({ id }, at) => one.targets[at] && atoms.set(id, one.targets[at]));
    return isEqual;
  });
  const { results } = consequent;
  if (!isSame || consequent.statements.length !== alternative.statements.length) return branch;
  if (!alternative.results.every((each, i) => results[i] && sameAtom(atom(each), results[i]))) return branch;
  return [...consequent.statements, { tag: 'move', values: results, finite: false, targets, origin }];
}

/** Whether two statements do the same, but for the names that they bind. */
function doesSame(one: Statement, other: Statement): boolean {
  const areSame =
    one.targets.length === other.targets.length && one.targets.every(({ kind }, i) => kind === other.targets[i]?.kind);
  if (!areSame || one.tag !== other.tag) return false;
  if (one.tag === 'pop') return true;
  return one.tag === 'field' && computesSame(one, other);
}

function keep<T>(given: T): T {
  return given;
}

/** Makes a sum of two results of a branch, one of which is 0 in either arm, a result of the branch itself. */
function withoutZeros(block: Block): Block {
  if (!block.statements.some(({ tag }) => tag === 'if')) return block;
  let { statements } = block;
  /** The branches by the variables that they bind. */
  const branches = new ById<If>();
  const add = (branch: If): void => {
    for (const { id } of branch.targets) branches.set(id, branch);
  };
  for (const each of statements) if (each.tag === 'if') add(each);
  for (const sum of statements) {
    if (sum.tag !== 'operation' || sum.operation !== 'add' || !sum.derivative) continue;
    const [left] = sum.arguments;
    const branch = left && branches.of(left);
    const made = branch && withSum(branch, sum);
    if (made === undefined) continue;
    add(made);
    statements = statements.filter((each) => each !== sum).map((each) => (each === branch ? made : each));
  }
  return blockOf(block, statements, block.results);
}

/** Returns a branch with the sum of two of its results as one more, if one of the two is 0 in either arm. */
function withSum(branch: If, sum: Operation): If | undefined {
  const [first = -1, second = -1] = sum.arguments.map((each) =>
    branch.targets.findIndex((target) => sameAtom(target, each)),
  );
  const value = ({ results }: Block): Atom | undefined => {
    const [one, other] = [results[first], results[second]];
    if (one?.tag === 'constant' && one.value === 0) return other;
    return other?.tag === 'constant' && other.value === 0 ? one : undefined;
  };
  const [consequent, alternative] = [value(branch.consequent), value(branch.alternative)];
  if (consequent === undefined || alternative === undefined) return undefined;
  const arm = (given: Block, result: Atom): Block => ({ ...given, results: [...given.results, result] });
  return {
    ...branch,
    consequent: arm(branch.consequent, consequent),
    alternative: arm(branch.alternative, alternative),
    targets: [...branch.targets, ...sum.targets],
  };
}

/** Joins the branch at a place with the next one, if that can be; returns where it is then. */
function joinedAt(
  statements: readonly Statement[],
  first: number,
  shadows: ReadonlySet<number>,
): { readonly statements: readonly Statement[]; readonly first: number } | undefined {
  const one = statements[first];
  return one?.tag === 'if' ? withNext(one, statements, first, shadows) : undefined;
}

function withNext(
  one: If,
  statements: readonly Statement[],
  first: number,
  shadows: ReadonlySet<number>,
): ReturnType<typeof joinedAt> {
  let last = first + 1;
  let other = statements[last];
  while (other !== undefined && isMovable(other, shadows)) other = statements[++last];
  if (other?.tag !== 'if' || !sameAtom(one.condition, other.condition)) return undefined;
  const between = statements.slice(first + 1, last);
  const needed = neededBy(other, between);
  const known = new Set(one.targets.map(({ id }) => id));
  if (needed.some((each) => atomsIn(each).some((atom) => atom.tag === 'variable' && known.has(atom.id))))
    return undefined;
  return {
    statements: [
      ...statements.slice(0, first),
      ...needed,
      joined(one, other),
      ...between.filter((each) => !needed.includes(each)),
      ...statements.slice(last + 1),
    ],
    first: first + needed.length,
  };
}

/** Returns the statements that another one needs, directly or by others. */
function neededBy(user: Statement, statements: readonly Statement[]): readonly Statement[] {
  const used = new Set(freeOf([user]).map(({ id }) => id));
  const needed: Statement[] = [];
  for (let at = statements.length - 1; at >= 0; at--) {
    const statement = statements[at];
    if (statement?.targets.some(({ id }) => used.has(id)) !== true) continue;
    needed.push(statement);
    for (const atom of atomsIn(statement)) if (atom.tag === 'variable') used.add(atom.id);
  }
  return needed.reverse();
}

function joined(one: If, other: If): If {
  const arm = (first: Block, second: Block): Block => {
    const known = one.targets.map(({ id }, i): [number, Atom] => [id, first.results[i] ?? internalError('a result')]);
    const next = substituted(second, new Map(known));
    return { statements: [...first.statements, ...next.statements], results: [...first.results, ...next.results] };
  };
  return {
    ...one,
    consequent: arm(one.consequent, other.consequent),
    alternative: arm(one.alternative, other.alternative),
    targets: [...one.targets, ...other.targets],
  };
}

/** Whether a statement gives the same before and after others: it has no effect, and does not read what changes. */
function isMovable(statement: Statement, shadows: ReadonlySet<number>): boolean {
  if (statement.tag === 'operation') return true;
  const changes = (data: Atom): boolean =>
    data.tag === 'variable' && shadows.has(data.id) && statement.targets.some(({ kind }) => kind === 'real');
  switch (statement.tag) {
    case 'tag':
    case 'length':
      return true;
    case 'move':
      return !statement.finite;
    case 'field':
      return !changes(statement.value);
    case 'item':
      return !changes(statement.array) && !readsChanging(statement);
    default:
      return false;
  }
}

/** Returns a block that does not take from the stack what it has just put there. */
function withoutStack(block: Block): Block {
  if (!block.statements.some(({ tag }) => tag === 'pop')) return block;
  const taken = new Map<number, Atom>();
  const gone = new Set<Statement>();
  /** What lies on the stack and is known, the last one at the end. */
  let pushed: Extract<Statement, { tag: 'push' }>[] = [];
  for (const statement of block.statements) {
    const last = pushed.at(-1);
    if (statement.tag === 'push') pushed.push(statement);
    else if (statement.tag === 'pop' && last?.values.length === statement.targets.length) {
      pushed.pop();
      gone.add(last).add(statement);
      let at = 0;
      for (const { id } of statement.targets) {
        const value = last.values[at++] ?? internalError('a value that is kept');
        taken.set(id, value.tag === 'variable' ? (taken.get(value.id) ?? value) : value);
      }
    } else if (usesStack(statement)) pushed = [];
  }
  if (gone.size === 0) return block;
  return substituted({ ...block, statements: block.statements.filter((each) => !gone.has(each)) }, taken);
}

/** Whether a statement may use the stack of what is kept. */
function usesStack(statement: Statement): boolean {
  if (statement.tag === 'operation') return false;
  return isStackUse(statement) || innerBlocks(statement).some(({ block }) => contains(block, isStackUse));
}

function isStackUse({ tag }: Statement): boolean {
  return tag === 'push' || tag === 'pop' || tag === 'call' || tag === 'release';
}

import type { OperationName } from '../../language/operations/names';
import { internalError } from '../../language/source/internal-error';
import { sameAtom } from '../ir/atoms';
import { atomsIn } from '../ir/blocks';
import type { Atom, If, Operation, Statement, Variable } from '../ir/tree';

/** The number of slots of the table. More statements than slots only make its chains longer. */
const SLOTS = 1024;

/** The statements that have been computed; what the blocks around know is known inside. */
export class Known {
  /** How much is in the table. */
  private count = 0;
  /** All that is in the table, in order, with its hashes; what follows has been forgotten. */
  private readonly found: Statement[];
  private readonly hashes: number[];
  /** The place in `found` of the last statement of each slot, and of the one before each in its slot; -1 if none is. */
  private readonly last = new Int32Array(SLOTS).fill(-1);
  private readonly before: number[];
  private readonly tests = new Map<number, Statement>();

  /** There is room for so many statements; for more, it grows. */
  constructor(room: number) {
    this.found = new Array<Statement>(room);
    this.hashes = new Array<number>(room);
    this.before = new Array<number>(room);
  }

  /** Returns what `read` returns. What is learnt while it runs is known to it alone. */
  inside<T>(read: () => T): T {
    const { count } = this;
    const result = read();
    while (this.count > count) {
      this.count--;
      this.last[(this.hashes[this.count] ?? 0) & (SLOTS - 1)] = this.before[this.count] ?? -1;
    }
    return result;
  }

  /** Returns the last statement that computes the same as a statement with this hash. */
  get(hash: number, statement: Statement): Statement | undefined {
    for (let at = this.last[hash & (SLOTS - 1)] ?? -1; at >= 0; at = this.before[at] ?? -1) {
      const found = this.found[at];
      if (this.hashes[at] === hash && found !== undefined && computesSame(found, statement)) return found;
    }
    return undefined;
  }

  set(hash: number, statement: Statement): void {
    const slot = hash & (SLOTS - 1);
    const at = this.count++;
    this.found[at] = statement;
    this.hashes[at] = hash;
    this.before[at] = this.last[slot] ?? -1;
    this.last[slot] = at;
    const [target] = statement.targets;
    if (target?.kind === 'bool') this.tests.set(target.id, statement);
  }

  /** Returns the two ints that are equal unless a condition holds; none if it says nothing of that kind. */
  equalUnless(condition: Atom): readonly Atom[] {
    const [holds] = this.argumentsOf('not', condition);
    return holds === undefined ? [] : this.argumentsOf('equalInt', holds);
  }

  /** Returns the bool that holds where another one does not, if it is known. */
  negated(bool: Atom): Variable | undefined {
    const [holds] = this.argumentsOf('not', bool);
    return holds?.tag === 'variable' ? holds : undefined;
  }

  private argumentsOf(operation: OperationName, bool: Atom): readonly Atom[] {
    const statement = bool.tag === 'variable' ? this.definition(bool.id) : undefined;
    return statement?.tag === 'operation' && statement.operation === operation ? statement.arguments : [];
  }

  /** Returns the statement that binds a bool. */
  definition(id: number): Statement | undefined {
    return this.tests.get(id);
  }
}

/** Whether a branch does nothing but stop the run. */
export function isTest({ consequent, alternative, targets }: If): boolean {
  const { statements } = consequent;
  const fails = statements.length === 1 && statements[0]?.tag === 'fail';
  return fails && alternative.statements.length === 0 && targets.length === 0;
}

/** Whether a branch does nothing but choose its results. */
export function isChoice({ consequent, alternative }: If): boolean {
  return consequent.statements.length === 0 && alternative.statements.length === 0;
}

/** Returns a number that is equal for statements that compute the same. */
export function hashOf(statement: Statement): number {
  switch (statement.tag) {
    case 'operation': {
      let hash = nameHash(statement.operation);
      for (const each of statement.arguments) hash = mixed(hash, each);
      return hash;
    }
    case 'tag':
      return mixed(1, statement.value);
    case 'field':
      return mixed(2 + 16 * statement.constructor_ + 1024 * statement.index, statement.value);
    case 'length':
      return mixed(3, statement.array);
    case 'item':
      return mixed(mixed(4, statement.array), statement.index);
    case 'if':
      return statement.consequent.results.reduce(mixed, mixed(5, statement.condition));
    case 'spine':
      return atomsIn(statement).reduce(mixed, 6);
    case 'steps':
      return statement.lists.reduce((hash, { ahead }) => hash + ahead, atomsIn(statement).reduce(mixed, 8));
    case 'rest':
      return mixed(mixed(9, statement.list), statement.after);
    case 'call':
      return statement.arguments.reduce(mixed, 7 + 1024 * statement.callee);
    default:
      return internalError('a statement that is not shared');
  }
}

/** Returns a number for an operation's name. That two have the same costs time alone, and little of it. */
function nameHash(name: string): number {
  return Math.imul(name.charCodeAt(0) + 31 * name.charCodeAt(name.length - 1) + 1024 * name.length, 0x9e3779b1);
}

function mixed(hash: number, atom: Atom): number {
  return Math.imul(hash ^ atomHash(atom), 0x01000193) ^ (hash >>> 15);
}

function atomHash(atom: Atom): number {
  if (atom.tag === 'variable') return Math.imul(atom.id, 0x85ebca6b);
  const { value } = atom;
  if (typeof value === 'object') return value.parts.length + 11 * value.constructor_;
  return (Number(value) * 65_599) | 0;
}

/** Whether two statements compute the same. Of tests that one makes and the other does not, nothing is said. */
export function computesSame(left: Statement, right: Statement): boolean {
  switch (left.tag) {
    case 'operation':
      return (
        right.tag === 'operation' &&
        left.operation === right.operation &&
        left.arguments.every((each, i) => isSame(each, right.arguments[i]))
      );
    case 'tag':
      return right.tag === 'tag' && isSame(left.value, right.value);
    case 'field':
      return (
        right.tag === 'field' &&
        left.index === right.index &&
        left.constructor_ === right.constructor_ &&
        isSame(left.value, right.value)
      );
    case 'length':
      return right.tag === 'length' && isSame(left.array, right.array);
    case 'item':
      return right.tag === 'item' && isSame(left.array, right.array) && isSame(left.index, right.index);
    case 'if':
      return (
        right.tag === 'if' &&
        isSame(left.condition, right.condition) &&
        areSame(left.consequent.results, right.consequent.results) &&
        areSame(left.alternative.results, right.alternative.results)
      );
    case 'spine':
      return right.tag === 'spine' && areSame(atomsIn(left), atomsIn(right));
    case 'steps':
      return (
        right.tag === 'steps' &&
        areSame(atomsIn(left), atomsIn(right)) &&
        left.lists.length === right.lists.length &&
        left.lists.every(({ ahead }, i) => ahead === right.lists[i]?.ahead)
      );
    case 'rest':
      return right.tag === 'rest' && isSame(left.list, right.list) && isSame(left.after, right.after);
    case 'call':
      return (
        right.tag === 'call' &&
        left.callee === right.callee &&
        left.arguments.every((each, i) => isSame(each, right.arguments[i]))
      );
    default:
      return internalError('a statement that is not shared');
  }
}

function areSame(left: readonly Atom[], right: readonly Atom[]): boolean {
  return left.length === right.length && left.every((each, i) => isSame(each, right[i]));
}

/** Whether two atoms are the same; data that is absent has the kind of what is read from it. */
function isSame(left: Atom, right: Atom | undefined): boolean {
  return right !== undefined && sameAtom(left, right);
}

/** Comparisons that hold where others of the same two numbers do not: what is compared is no NaN. */
const OPPOSITES: ReadonlyMap<OperationName, OperationName> = new Map([
  ['greaterEqual', 'less'],
  ['less', 'greaterEqual'],
  ['lessEqual', 'greater'],
  ['greater', 'lessEqual'],
  ['greaterEqualInt', 'lessInt'],
  ['lessInt', 'greaterEqualInt'],
  ['lessEqualInt', 'greaterInt'],
  ['greaterInt', 'lessEqualInt'],
]);

/** Returns a comparison as that whose opposite is known does not hold. */
export function oppositeOf(statement: Operation, known: Known): Operation | undefined {
  if (statement.targets[0]?.kind !== 'bool') return undefined;
  const operation = OPPOSITES.get(statement.operation);
  if (operation === undefined) return undefined;
  const opposite = { ...statement, operation };
  const [bool] = known.get(hashOf(opposite), opposite)?.targets ?? [];
  return bool && { ...statement, operation: 'not', arguments: [bool] };
}

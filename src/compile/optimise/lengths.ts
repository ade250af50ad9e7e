import type { OperationName } from '../../language/operations/names';
import { internalError } from '../../language/source/internal-error';
import { NOWHERE } from '../../language/source/span';
import { sameAtom } from '../ir/atoms';
import { visit } from '../ir/blocks';
import { intConstant } from '../ir/builder';
import type { Atom, Block, Derivative, For, Length, Statement, Variable, While } from '../ir/tree';
import { hashOf, isTest, type Known } from './known';
import { Shapes } from './shapes';

/** An atom that stands for the number of items of an array or a list: an int, or an array or a list that has as many. */
type Count = Atom;

/**
 * The numbers of items of arrays, as far as they are known: of those that loops make, of rows of tables, of adjoints, and of
 * what a loop carries if each round makes as many items as it got.
 */
export class Lengths {
  private readonly counts = new Map<number, Count | undefined>();
  private readonly shapes = new Shapes();
  /** Returns what stands for an atom. */
  readonly atom: (atom: Atom) => Atom;
  private readonly known: Known;

  constructor(atom: (atom: Atom) => Atom, known: Known) {
    this.atom = atom;
    this.known = known;
  }

  /** Returns the number of items of an array: the array itself, if nothing else has as many. */
  of(given: Atom): Count {
    let array = this.atom(given);
    for (let next = this.countOf(array); next !== undefined; next = this.countOf(array)) {
      array = this.atom(next);
    }
    const read: Length = { tag: 'length', array, targets: [], origin: NOWHERE };
    const [length] = this.known.get(hashOf(read), read)?.targets ?? [];
    return length === undefined ? array : this.atom(length);
  }

  private countOf(array: Atom): Count | undefined {
    const found = array.tag === 'variable' ? this.counts.get(array.id) : undefined;
    if (found !== undefined) return found;
    const count = this.shapes.of(array)?.count;
    return count === undefined ? undefined : intConstant(count);
  }

  /** Records what a statement tells of the arrays that it binds. */
  remember(statement: Statement): void {
    switch (statement.tag) {
      case 'build':
        this.shapes.remember(statement);
        for (const { id } of statement.targets) this.counts.set(id, statement.count);
        return;
      case 'item':
      case 'array':
        this.shapes.remember(statement);
        return;
      case 'shadow':
        this.same(statement.targets, [statement.of]);
        return;
      case 'update':
        this.same(statement.targets, [statement.array]);
        return;
      case 'call':
        for (const { argument, result } of statement.updates ?? []) {
          this.same(statement.targets.slice(result, result + 1), statement.arguments.slice(argument, argument + 1));
        }
        return;
      case 'move':
        this.same(statement.targets, statement.values);
        return;
      case 'derivative':
        if (statement.operator === 'rd') this.same(statement.targets, statement.point);
        else this.same(statement.targets, this.placesOf(statement));
        return;
      default:
    }
  }

  /** Arrays and lists have as many items as others, and ints are equal. Nobody asks for the length of a real. */
  private same(arrays: readonly Variable[], others: readonly (Atom | undefined)[]): void {
    arrays.forEach(({ id }, i) => this.counts.set(id, others[i]));
  }

  /** Returns for each result of what is differentiated the array of the point that has as many items. */
  private placesOf({ body, parameters, point }: Derivative): readonly (Atom | undefined)[] {
    return body.results.map((result) => {
      const source = this.of(result);
      return point[parameters.findIndex((parameter) => sameAtom(parameter, source))];
    });
  }

  /**
   * Records which arrays that a loop carries keep their number of items, before its rounds are seen: those that keep it in a
   * round that begins with such arrays.
   */
  carried(loop: For | While): void {
    const { parameters, initial, body, targets } = loop;
    const kept = new Map<number, Count>();
    parameters.forEach(({ id, kind }, i) => {
      if (typeof kind === 'object') kept.set(id, this.of(atomAt(initial, i)));
    });
    if (kept.size === 0) return;
    const round = new Map<number, Statement | undefined>(parameters.map(({ id }) => [id, undefined]));
    const whole = loop.tag === 'while' ? joined(loop.header, body) : body;
    visit(whole, (statement) => {
      for (const { id } of statement.targets) round.set(id, statement);
    });
    for (let before = -1; before !== kept.size;) {
      before = kept.size;
      const after = new Round(this, whole.statements, round, kept);
      parameters.forEach(({ id }, i) => {
        const count = kept.get(id);
        const next = count && after.of(atomAt(body.results, i));
        if (next === undefined || count === undefined || !sameAtom(next, count)) kept.delete(id);
      });
    }
    parameters.forEach(({ id }, i) => {
      const count = kept.get(id);
      if (count === undefined) return;
      this.counts.set(id, count);
      if (loop.tag === 'for') this.same(targets.slice(i, i + 1), [count]);
    });
  }

  /** Records the lengths of lists to which each round of a loop adds a cell. */
  extended({ count, parameters, initial, body, targets }: For): void {
    targets.forEach(({ id }, i) => {
      const result = body.results[i];
      const cell = body.statements.find((each) => each.targets[0] === result);
      if (cell?.tag !== 'construct' || !isEmptyList(initial[i])) return;
      if (cell.constructor_ === 1 && cell.fields.at(-1) === parameters[i]) this.counts.set(id, count);
    });
  }
}

function isEmptyList(atom: Atom | undefined): boolean {
  if (atom?.tag !== 'constant' || typeof atom.kind !== 'object' || atom.kind.tag !== 'variant') return false;
  return typeof atom.value === 'object' && atom.value.constructor_ === 0;
}

/** The numbers of items of arrays, and ints, in a round of a loop, if arrays that it begins with have as many as `kept`. */
class Round {
  private readonly lengths: Lengths;
  /** The statements that bind its variables; none bind the parameters of the loop. */
  private readonly statements: ReadonlyMap<number, Statement | undefined>;
  private readonly kept: ReadonlyMap<number, Count>;
  private readonly found = new Map<number, Count | undefined>();
  /** The statements of the round, without those inside them. */
  private readonly body: readonly Statement[];
  private equal: ReadonlyMap<number, readonly Atom[]> | undefined;

  constructor(
    lengths: Lengths,
    body: readonly Statement[],
    statements: ReadonlyMap<number, Statement | undefined>,
    kept: ReadonlyMap<number, Count>,
  ) {
    this.lengths = lengths;
    this.body = body;
    this.statements = statements;
    this.kept = new Map(kept);
  }

  of(given: Atom | undefined): Count | undefined {
    if (given === undefined) return undefined;
    const atom = this.lengths.atom(given);
    if (atom.tag === 'constant' || !this.statements.has(atom.id)) return this.lengths.of(atom);
    if (!this.found.has(atom.id)) {
      this.found.set(atom.id, undefined);
      this.found.set(atom.id, this.bound(atom) ?? this.tested(atom));
    }
    return this.found.get(atom.id);
  }

  /** Returns what a test tells of an int: a round that ends has passed it. */
  private tested(int: Variable): Count | undefined {
    if (int.kind !== 'int') return undefined;
    this.equal ??= this.equalInts();
    for (const other of this.equal.get(int.id) ?? []) {
      const found = this.of(other);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Returns the ints that tests of the round find equal to others. */
  private equalInts(): ReadonlyMap<number, readonly Atom[]> {
    const equal = new Map<number, Atom[]>();
    const argumentsOf = (bool: Atom, operation: OperationName): readonly Atom[] => {
      const statement = bool.tag === 'variable' ? this.statements.get(bool.id) : undefined;
      return statement?.tag === 'operation' && statement.operation === operation ? statement.arguments : [];
    };
    for (const test of this.body) {
      if (test.tag !== 'if' || !isTest(test)) continue;
      const [holds] = argumentsOf(test.condition, 'not');
      const [left, right] = holds === undefined ? [] : argumentsOf(holds, 'equalInt');
      if (left === undefined || right === undefined) continue;
      for (const [int, other] of [
        [left, right],
        [right, left],
      ] as const) {
        if (int.tag !== 'variable') continue;
        const others = equal.get(int.id);
        if (others === undefined) equal.set(int.id, [other]);
        else others.push(other);
      }
    }
    return equal;
  }

  private bound({ id }: Variable): Count | undefined {
    const statement = this.statements.get(id);
    if (statement === undefined) return this.kept.get(id);
    const place = statement.targets.findIndex((target) => target.id === id);
    switch (statement.tag) {
      case 'build':
        return this.of(statement.count);
      case 'length':
      case 'update':
        return this.of(statement.array);
      case 'shadow':
        return this.of(statement.of);
      case 'call': {
        const updated = statement.updates?.find(({ result }) => result === place);
        return updated && this.of(statement.arguments[updated.argument]);
      }
      case 'move':
        return this.of(statement.values[place]);
      case 'derivative':
        return statement.operator === 'rd' ? this.of(statement.point[place]) : undefined;
      case 'if': {
        const [first, second] = [statement.consequent, statement.alternative].map(({ results }) =>
          this.of(results[place]),
        );
        return first && second && sameAtom(first, second) ? first : undefined;
      }
      default:
        return undefined;
    }
  }
}

function joined(header: Block, body: Block): Block {
  return { statements: [...header.statements, ...body.statements], results: body.results };
}

function atomAt(atoms: readonly Atom[], index: number): Atom {
  return atoms[index] ?? internalError('an atom');
}

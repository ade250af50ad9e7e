import { mayRegroup, sameAtom } from '../ir/atoms';
import { type Change, innerBlocks, rebuilt, withArguments } from '../ir/blocks';
import { ById } from '../ir/by-id';
import { Builder, type Numbers } from '../ir/builder';
import { substituted } from '../ir/copy';
import { updatesArrays } from '../ir/roots';
import { blockOf, flatMapSame, mapSame } from '../ir/same';
import type { Atom, Block, Build, For, If, Operation, Statement, Variable, While } from '../ir/tree';
import { checksInts, valueOf } from './arithmetic';
import { hashOf, isChoice, isTest, Known, oppositeOf } from './known';
import { KnownData, NONE } from './known-data';
import { Lengths } from './lengths';

const NOTHING: readonly Statement[] = [];

/** The most rounds of a loop that is written out. */
export const MOST_ROUNDS = 16;

/** Returns a loop of known rounds as what they do, one after the other, if it is to be written out. */
type WriteOut = (loop: For | Build, times: number) => readonly Statement[] | undefined;

/**
 * Computes equal things once, and what is known before the run not at all: moves, constants, branches that are decided,
 * lengths of arrays that the block makes, fields of data that it makes, parameters of loops that never change.
 * `shadows` are the variables whose data changes, so that reading it twice may give two values. `writeOut` is given each
 * loop whose number of rounds is known.
 */
export function simplify(
  block: Block,
  numbers: Numbers,
  shadows: ReadonlySet<number> = NONE,
  writeOut?: WriteOut,
): Block {
  return new Simplifier(numbers, shadows, writeOut, block.statements.length).block(block);
}

class Simplifier {
  private readonly numbers: Numbers;
  private readonly shadows: ReadonlySet<number>;
  private readonly writeOut: WriteOut | undefined;
  private readonly replaced = new ById<Atom>();
  /** The sums of 0 and a number. */
  private readonly withZero = new ById<Atom>();
  /** The atoms of which variables are the negatives. */
  private readonly negatives = new ById<Atom>();

  /** What variables stood for before a test told that they equal others, which holds to the end of a block. */
  private readonly before: (readonly [number, Atom | undefined])[] = [];

  constructor(numbers: Numbers, shadows: ReadonlySet<number>, writeOut: WriteOut | undefined, room: number) {
    this.numbers = numbers;
    this.shadows = shadows;
    this.writeOut = writeOut;
    this.known = new Known(room);
    this.lengths = new Lengths(this.atom, this.known);
    this.data = new KnownData(this.atom, shadows);
  }

  private readonly atom = (each: Atom): Atom => this.replaced.of(each) ?? each;

  private readonly known: Known;
  private readonly lengths: Lengths;
  private readonly data: KnownData;

  /** Changes the atoms of a statement without blocks. */
  private readonly flat: Change = { atom: this.atom, bind: (variable) => variable, block: (inner) => inner };
  /** Changes the atoms of a statement and the blocks inside it: what one learns, the next does not know. */
  private readonly nested: Change = {
    atom: this.atom,
    bind: (variable) => variable,
    block: (inner) => this.known.inside(() => this.block(inner)),
  };

  block(block: Block): Block {
    const mark = this.before.length;
    const made = blockOf(block, this.statements(block.statements), mapSame(block.results, this.atom));
    for (const [id, atom] of this.before.splice(mark).reverse()) this.replaced.set(id, atom);
    return made;
  }

  private replace(targets: readonly Variable[], values: readonly Atom[]): void {
    let at = 0;
    for (const { id } of targets) this.replaced.set(id, values[at++]);
  }

  private statements(statements: readonly Statement[]): readonly Statement[] {
    return flatMapSame(statements, (given) => this.statement(given));
  }

  private statement(written: Statement): Statement | readonly Statement[] {
    if (written.tag === 'operation') return this.operation(withArguments(written, this.atom));
    if (written.tag === 'move') return this.move(written);
    const given = written.tag === 'if' && !isTest(written) ? this.withoutNot(written) : written;
    if (given.tag === 'if') {
      const condition = this.atom(given.condition);
      if (condition.tag === 'constant') {
        const arm = condition.value === true ? given.consequent : given.alternative;
        const statements = this.statements(arm.statements);
        this.replace(given.targets, arm.results.map(this.atom));
        return statements;
      }
      if (!isTest(given)) {
        const stops = given.consequent.statements[0]?.tag === 'fail';
        if (stops || given.alternative.statements[0]?.tag === 'fail') return this.oneArm(given, condition, stops);
      }
    }
    if (given.tag === 'for' || given.tag === 'build') {
      const rounds = this.rounds(given);
      if (rounds !== undefined) return rounds;
    }
    const statement = innerBlocks(given).length === 0 ? rebuilt(given, this.flat) : this.withBlocks(given);
    if (statement.tag === 'accumulate' && statement.replaces !== true && isNone(statement.amount)) return [];
    if (statement.tag === 'for') this.lengths.extended(statement);
    if (statement.tag === 'for' || statement.tag === 'while') return this.withoutInvariants(statement);
    if (statement.tag === 'if') {
      if (isTest(statement)) this.learn(this.known.equalUnless(statement.condition));
      else {
        const branch = this.ifWithoutEqual(statement);
        if (!isChoice(branch)) return branch;
        if (branch.targets.length === 0) return NOTHING;
        const hash = hashOf(branch);
        return this.once(branch, hash, this.known.get(hash, branch));
      }
    }
    const cells = statement.tag === 'spine' ? this.data.cellsOf(statement.list, MOST_ROUNDS) : undefined;
    if (cells !== undefined) {
      const { targets, origin } = statement;
      return this.statement({ tag: 'array', items: cells.map((cell) => [cell]), targets, origin });
    }
    if (statement.tag === 'length') {
      const count = this.lengths.of(statement.array);
      if (count.kind === 'int') {
        this.replace(statement.targets, [count]);
        return [];
      }
      if (!sameAtom(count, statement.array)) return this.statement({ ...statement, array: count });
    }
    const values = this.data.valuesOf(statement);
    if (values !== undefined) {
      this.replace(statement.targets, values);
      return [];
    }
    this.lengths.remember(statement);
    this.data.remember(statement);
    if (!this.isShared(statement)) return statement;
    const hash = hashOf(statement);
    return this.once(statement, hash, this.known.get(hash, statement));
  }

  /** Returns what a loop becomes that has no rounds or is written out. */
  private rounds(given: For | Build): readonly Statement[] | undefined {
    const count = this.atom(given.count);
    if (count.tag !== 'constant') return undefined;
    if (count.value !== 0) {
      const written = this.writeOut?.(given, Number(count.value));
      return written && this.statements(written);
    }
    const values =
      given.tag === 'for'
        ? given.initial.map(this.atom)
        : given.targets.map(({ kind }): Atom => {
            return { tag: 'constant', kind, value: { constructor_: 0, parts: [], count: 0 } };
          });
    this.replace(given.targets, values);
    return [];
  }

  /** Simplifies an operation whose arguments are simple: most statements are operations. */
  private operation(given: Operation): Statement | readonly Statement[] {
    const value = valueOf(given) ?? this.negative(given);
    if (value !== undefined) {
      this.replace(given.targets, [value]);
      return NOTHING;
    }
    if (checksInts(given.operation)) {
      this.learn(given.arguments);
      this.replace(given.targets, given.arguments);
      return given;
    }
    const statement = oppositeOf(given, this.known) ?? given;
    const hash = hashOf(statement);
    const found = this.known.get(hash, statement) ?? this.exactSum(statement);
    if (statement.operation === 'add' && statement.arguments.some(isNone))
      for (const each of statement.arguments)
        if (each.tag === 'variable') this.withZero.set(each.id, statement.targets[0]);
    return this.once(statement, hash, found);
  }

  /** Returns the value of the negative of a negative. */
  private negative({ operation, arguments: [given], targets: [target] }: Operation): Atom | undefined {
    if (operation !== 'negate' || given === undefined || target === undefined) return undefined;
    this.negatives.set(target.id, given);
    return this.negatives.of(given);
  }

  /** Returns nothing if what a statement computes is known from one before. */
  private once(statement: Statement, hash: number, before: Statement | undefined): Statement | readonly Statement[] {
    // An operation that is not tested does not stand for one that is, nor one that may be regrouped for an exact one.
    if (before === undefined || freedomOf(before) > freedomOf(statement)) {
      this.known.set(hash, statement);
      return statement;
    }
    this.replace(statement.targets, before.targets.map(this.atom));
    return NOTHING;
  }

  /** Returns the sum of the way there that equals one of a derivative but for a 0 that only the former adds. */
  private exactSum(statement: Operation): Statement | undefined {
    if (statement.operation !== 'add' || !statement.derivative) return undefined;
    const sum = withArguments(statement, this.withZeroAdded);
    return sum === statement ? undefined : this.known.get(hashOf(sum), sum);
  }

  private readonly withZeroAdded = (atom: Atom): Atom => this.atom(this.withZero.of(atom) ?? atom);

  private withBlocks(given: Statement): Statement {
    if (given.tag === 'for' || given.tag === 'while') this.lengths.carried(given);
    const { known } = this;
    if (given.tag !== 'while') return known.inside(() => rebuilt(given, this.nested));
    // The exit and the body of a loop know what its header has computed.
    const block = (inner: Block): Block => (inner === given.header ? this.block(inner) : this.nested.block(inner));
    const { atom, bind } = this.flat;
    return known.inside(() => rebuilt(given, { atom, bind, block }));
  }

  /** Returns the branch that has its arms the other way round, if its condition is that another one does not hold. */
  private withoutNot(given: If): If {
    const condition = this.known.negated(this.atom(given.condition));
    if (condition === undefined) return given;
    return { ...given, condition, consequent: given.alternative, alternative: given.consequent };
  }

  /** Writes a branch one of whose arms stops the run as a test, and then the other arm. */
  private oneArm(given: If, condition: Variable, stops: boolean): readonly Statement[] {
    const { consequent, alternative, origin } = given;
    const builder = new Builder(this.numbers, origin);
    const failing = builder.inner();
    failing.add([], { tag: 'fail' });
    builder.add([], {
      tag: 'if',
      condition: stops ? condition : builder.operation('not', condition),
      consequent: failing.block([]),
      alternative: { statements: [], results: [] },
    });
    const arm = stops ? alternative : consequent;
    const test = this.statements(builder.statements);
    const statements = [...test, ...this.statements(arm.statements)];
    this.replace(given.targets, arm.results.map(this.atom));
    return statements;
  }

  /** From here to the end of the block, ints that a test found equal are the same; the later of two variables goes. */
  private learn(equal: readonly Atom[]): void {
    const [left, right] = equal.map(this.atom);
    const goes = left?.tag === 'variable' && (right?.tag !== 'variable' || left.id > right.id);
    const [from, to] = goes ? [left, right] : [right, left];
    if (from?.tag !== 'variable') return;
    this.before.push([from.id, this.replaced.get(from.id)]);
    this.replaced.set(from.id, to);
  }

  /** Drops other names. A move that tests its values stays. */
  private move(given: Extract<Statement, { tag: 'move' }>): Statement | readonly Statement[] {
    const values = mapSame(given.values, this.atom);
    if (!given.finite) {
      this.replace(given.targets, values);
      return [];
    }
    const statement = values === given.values ? given : { ...given, values };
    this.lengths.remember(statement);
    return statement;
  }

  /** Drops the parameters of a loop that never change. */
  private withoutInvariants<Loop extends For | While>(loop: Loop): Loop {
    const atoms = new Map<number, Atom>();
    const stays = loop.parameters.map((parameter, i) => {
      const [result, first] = [loop.body.results[i], loop.initial[i]];
      if (result === undefined || first === undefined) return true;
      const isInvariant = sameAtom(result, parameter) || sameAtom(result, first);
      if (isInvariant) atoms.set(parameter.id, first);
      return !isInvariant;
    });
    if (atoms.size === 0) return loop;
    const left = <T>(all: readonly T[]): readonly T[] => all.filter((_, i) => stays[i] === true);
    const inside = (block: Block, results: (atoms: readonly Atom[]) => readonly Atom[]): Block =>
      substituted({ ...block, results: results(block.results) }, atoms);
    if (loop.tag === 'for') {
      this.replace(
        loop.targets.filter((_, i) => stays[i] !== true),
        loop.initial.filter((_, i) => stays[i] !== true),
      );
    }
    return {
      ...loop,
      parameters: left(loop.parameters),
      initial: left(loop.initial),
      body: inside(loop.body, left),
      ...(loop.tag === 'while'
        ? { header: inside(loop.header, (all) => all), exit: inside(loop.exit, (all) => all) }
        : { targets: left(loop.targets) }),
    };
  }

  /** Drops the results of a branch that are the same in both arms. */
  private ifWithoutEqual(statement: If): If {
    const { consequent, alternative, targets } = statement;
    const stays = targets.map((target, i) => {
      const [first, second] = [consequent.results[i], alternative.results[i]];
      if (first === undefined || second === undefined || !sameAtom(first, second)) return true;
      this.replaced.set(target.id, first);
      return false;
    });
    if (stays.every(Boolean)) return statement;
    const left = <T>(all: readonly T[]): readonly T[] => all.filter((_, i) => stays[i] === true);
    return {
      ...statement,
      targets: left(targets),
      consequent: { ...consequent, results: left(consequent.results) },
      alternative: { ...alternative, results: left(alternative.results) },
    };
  }

  /** Whether what a statement computes can stand for what equal ones compute later. */
  private isShared(statement: Statement): boolean {
    const changes = (atom: Atom): boolean => atom.tag === 'variable' && this.shadows.has(atom.id);
    switch (statement.tag) {
      case 'tag':
      case 'length':
      case 'steps':
      case 'rest':
      case 'if': // A branch that gets here is a test.
        return true;
      case 'field':
        return !changes(statement.value);
      case 'item':
        return !changes(statement.array) && statement.absentIsZero !== true;
      case 'spine':
        return this.shadows === NONE;
      case 'call':
        // Once derivatives are written out, a call can keep values, and the memory of data may have been released. A call
        // that watches records each time.
        return this.shadows === NONE && statement.watches !== true && !updatesArrays(statement);
      default:
        return false;
    }
  }
}

/** Whether a count or an amount is a constant 0. */
function isNone(count: Atom): boolean {
  return count.tag === 'constant' && count.value === 0;
}

/** Returns how free a statement is among those that compute the same: without tests, and then to be regrouped. */
function freedomOf(statement: Statement): number {
  if (statement.tag === 'operation') return statement.derivative ? (mayRegroup(statement) ? 2 : 1) : 0;
  return statement.tag === 'item' && !statement.checked ? 1 : 0;
}

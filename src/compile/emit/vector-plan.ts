import { atomsIn } from '../ir/blocks';
import { boundIn } from '../ir/free';
import type { Accumulate, Atom, Block, Build, For, Item, Keep, Operation, Statement, Variable } from '../ir/tree';
import { hasDomain, isVectorOperation } from './vector-operations';

/**
 * How two rounds of a loop run at once. A statement whose reals do not depend on the round before is computed for both by
 * instructions on vectors of two reals: the lower is that of the round with the lower index. The others, such as
 * the sum of all rounds, are computed for one round after the other. So every operation has the arguments that
 * it has in single rounds, and the same bits.
 */
export interface Plan {
  /** What is computed for both rounds at once, in an order in which everything is there before it is used. */
  readonly steps: readonly Step[];
  /** The statements that are computed for one round after the other. */
  readonly serial: readonly Statement[];
  /** The parameters that change from round to round by these. */
  readonly carried: readonly Carried[];
  /** The ints that a loop carries, and what a round adds to them. */
  readonly counters: readonly { readonly parameter: Variable; readonly step: number }[];
  /** By how much the ints of the upper round are larger than those of the lower one. */
  readonly distances: ReadonlyMap<number, number>;
  /** The reals that are the same in all rounds. */
  readonly outside: readonly Atom[];
  /** The variables, known for both rounds, that the statements read that are computed for one round after the other. */
  readonly read: readonly Variable[];
  /** The statements of which something is tested for both rounds. */
  readonly tested: ReadonlySet<Step>;
  /** Arrays that must not be the same memory. */
  readonly apart: readonly (readonly [Variable, Variable])[];
}

export type Step = Statement | Shift;

/** A parameter that is a value of the round before, which is computed for both rounds before the parameter is used. */
export interface Shift {
  readonly tag: 'shift';
  readonly parameter: Variable;
  readonly from: Atom;
}

interface Carried {
  readonly parameter: Variable;
  readonly result: Atom;
}

/** The fewest rounds for which a loop on vectors is entered. */
export const FEWEST = 4;

/** The pairs of arrays that are compared before a loop at most. */
const MOST_COMPARED = 8;

/** Returns how two rounds of a loop run at once, if they can. */
export function vectorPlan(loop: For | Build, needsTest: ReadonlySet<number>): Plan | undefined {
  if (loop.count.tag === 'constant' && Number(loop.count.value) < FEWEST) return undefined;
  const planner = new Planner(loop, needsTest);
  return planner.plan();
}

class Planner {
  private readonly loop: For | Build;
  private readonly body: Block;
  private readonly parameters: readonly Variable[];
  private readonly needsTest: ReadonlySet<number>;
  /** The variables that a round binds. */
  private readonly inside: ReadonlySet<number>;
  private readonly distances = new Map<number, number>();
  /** The variables that are known for both rounds at once. */
  private readonly known = new Set<number>();
  private readonly counters: { readonly parameter: Variable; readonly step: number }[] = [];

  constructor(loop: For | Build, needsTest: ReadonlySet<number>) {
    this.loop = loop;
    this.body = loop.body;
    this.parameters = loop.tag === 'for' ? loop.parameters : [];
    this.needsTest = needsTest;
    this.inside = boundIn([loop.index, ...this.parameters], loop.body.statements);
    this.distances.set(loop.index.id, 1);
  }

  plan(): Plan | undefined {
    const { statements, results } = this.body;
    for (const [i, parameter] of this.parameters.entries()) {
      if (parameter.kind !== 'real' && !this.counts(parameter, results[i])) return undefined;
    }
    if (!statements.every((statement) => this.takes(statement))) return undefined;
    const apart = this.apart();
    if (apart === undefined) return undefined;
    const { steps, serial } = this.schedule();
    const shifted = new Set(steps.flatMap((step) => (step.tag === 'shift' ? [step.parameter.id] : [])));
    const carried = this.parameters.flatMap((parameter, i): readonly Carried[] => {
      const result = results[i];
      return parameter.kind !== 'real' || shifted.has(parameter.id) || result === undefined
        ? []
        : [{ parameter, result }];
    });
    return {
      steps,
      serial,
      carried,
      counters: this.counters,
      distances: this.distances,
      outside: this.outside(steps),
      read: this.read([...serial.flatMap(atomsIn), ...carried.map(({ result }) => result)]),
      tested: new Set(steps.filter((step) => this.isTested(step))),
      apart,
    };
  }

  private isOutside(atom: Atom): boolean {
    return atom.tag === 'constant' || !this.inside.has(atom.id);
  }

  private isKnown(atom: Atom): boolean {
    return this.isOutside(atom) || (atom.tag === 'variable' && this.known.has(atom.id));
  }

  /** Returns by how much an int of the upper round is larger. Lengths, and ints from outside, are the same in all rounds. */
  private distance(atom: Atom | undefined): number {
    return atom?.tag === 'variable' ? (this.distances.get(atom.id) ?? 0) : 0;
  }

  /** Whether each round adds the same constant to a parameter; notes it. */
  private counts(parameter: Variable, result: Atom | undefined): boolean {
    const made = this.body.statements.find(({ targets }) => targets[0] !== undefined && targets[0] === result);
    if (made?.tag !== 'operation' || made.operation !== 'addInt' || !made.derivative) return false;
    const [base, by] = made.arguments;
    if (base?.tag !== 'variable' || base.id !== parameter.id || by?.tag !== 'constant') return false;
    const step = Number(by.value);
    this.counters.push({ parameter, step });
    this.distances.set(parameter.id, this.loop.tag === 'for' && this.loop.down ? -step : step);
    return true;
  }

  /**
   * Whether a statement can run for two rounds at once, or for one after the other. None that can makes an array, so all
   * arrays are from outside; of each int that it makes, the distance is known.
   */
  private takes(statement: Statement): boolean {
    switch (statement.tag) {
      case 'operation':
        return this.takesOperation(statement);
      case 'length':
        return true;
      case 'item':
        return this.takesItem(statement);
      case 'accumulate':
        return this.takesAccumulate(statement);
      case 'keep':
        return this.takesKeep(statement);
      default:
        return false;
    }
  }

  private takesOperation(statement: Operation): boolean {
    const {
      operation,
      arguments: [left, right],
      targets: [target],
      derivative,
    } = statement;
    if (target?.kind === 'real') return operation === 'toReal' || isVectorOperation(statement);
    const distance = distanceOf(operation, this.distance(left), this.distance(right), left, right);
    if (target === undefined || !derivative || distance === undefined) return false;
    this.distances.set(target.id, distance);
    return true;
  }

  private takesItem({ checked, absentIsZero, targets }: Item): boolean {
    return !checked && absentIsZero !== true && targets.every(({ kind }) => kind === 'real');
  }

  private takesAccumulate({ place, present, ordered, replaces }: Accumulate): boolean {
    if (present !== true || ordered === true) return false;
    return replaces !== true || (place.tag === 'item' && this.distance(place.index) !== 0);
  }

  private takesKeep({ index, values }: Keep): boolean {
    return this.distance(index) !== 0 && values.every(({ kind }) => kind === 'real');
  }

  /**
   * Returns the arrays of which one is written that must not be the same memory; undefined if the order of what is done to
   * one array matters.
   */
  private apart(): readonly (readonly [Variable, Variable])[] | undefined {
    const reads = new Map<number, Variable>();
    const writes = new Map<number, { readonly into: Variable; readonly statements: (Accumulate | Keep)[] }>();
    for (const statement of this.body.statements) {
      if (statement.tag === 'item' && statement.array.tag === 'variable')
        reads.set(statement.array.id, statement.array);
      if (statement.tag !== 'accumulate' && statement.tag !== 'keep') continue;
      const into = statement.tag === 'keep' ? statement.array : statement.shadow;
      if (into.tag !== 'variable') return undefined;
      const found = writes.get(into.id);
      if (found === undefined) writes.set(into.id, { into, statements: [statement] });
      else if (found.statements.every((each) => areApart(each, statement))) found.statements.push(statement);
      else return undefined;
    }
    const pairs: (readonly [Variable, Variable])[] = [];
    const before: Variable[] = [];
    for (const { into } of writes.values()) {
      if (reads.has(into.id)) return undefined;
      for (const other of [...before, ...reads.values()]) {
        if (typeOfData(other) === typeOfData(into)) pairs.push([into, other]);
      }
      if (pairs.length > MOST_COMPARED) return undefined;
      before.push(into);
    }
    return pairs;
  }

  /** Returns what is computed for both rounds at once, in order, and what is not. */
  private schedule(): { readonly steps: readonly Step[]; readonly serial: readonly Statement[] } {
    const steps: Step[] = [];
    const waiting = new Set<Statement>(this.body.statements);
    const parameters = new Set<Variable>(this.parameters);
    let isSettled = false;
    while (!isSettled) {
      isSettled = true;
      for (const statement of waiting) {
        if (!realsOf(statement).every((atom) => this.isKnown(atom))) continue;
        for (const { kind, id } of statement.targets) if (kind === 'real') this.known.add(id);
        steps.push(statement);
        waiting.delete(statement);
      }
      this.parameters.forEach((parameter, i) => {
        const from = this.body.results[i];
        if (!parameters.has(parameter) || from === undefined || !this.isKnown(from)) return;
        this.known.add(parameter.id);
        steps.push({ tag: 'shift', parameter, from });
        parameters.delete(parameter);
        isSettled = false;
      });
    }
    return { steps, serial: this.body.statements.filter((statement) => waiting.has(statement)) };
  }

  private outside(steps: readonly Step[]): readonly Atom[] {
    const used = steps.flatMap((step) => (step.tag === 'shift' ? [] : realsOf(step)));
    return [...used, ...this.body.results].filter((atom) => atom.kind === 'real' && this.isOutside(atom));
  }

  /** Returns the variables among atoms that are known for both rounds and differ from round to round. */
  private read(atoms: readonly Atom[]): readonly Variable[] {
    const found = new Map<number, Variable>();
    for (const atom of atoms) {
      if (atom.tag === 'variable' && (this.known.has(atom.id) || this.distance(atom) !== 0)) found.set(atom.id, atom);
    }
    return [...found.values()];
  }

  private isTested(step: Step): boolean {
    if (step.tag !== 'operation') return false;
    return step.targets.some(({ id }) => this.needsTest.has(id)) || (!step.derivative && hasDomain(step));
  }
}

/** Returns the reals that a statement uses. */
export function realsOf(statement: Statement): readonly Atom[] {
  return atomsIn(statement).filter(({ kind }) => kind === 'real');
}

function typeOfData({ kind }: Variable): string {
  return typeof kind === 'object' ? kind.tag : kind;
}

function distanceOf(
  operation: Operation['operation'],
  a: number,
  b: number,
  left: Atom | undefined,
  right: Atom | undefined,
): number | undefined {
  switch (operation) {
    case 'addInt':
      return a + b;
    case 'subtractInt':
      return a - b;
    case 'multiplyInt':
      if (right?.tag === 'constant') return a * Number(right.value);
      if (left?.tag === 'constant') return b * Number(left.value);
      return a === 0 && b === 0 ? 0 : undefined;
    default:
      return undefined;
  }
}

/** Whether two writings of a round to the same data never write the same real, in any rounds. */
function areApart(one: Accumulate | Keep, other: Accumulate | Keep): boolean {
  if (one.tag === 'keep' || other.tag === 'keep') return false;
  const [left, right] = [one.place, other.place];
  if (left.tag === 'field') return right.tag === 'field' && left.index !== right.index;
  return right.tag === 'item' && left.part !== right.part;
}

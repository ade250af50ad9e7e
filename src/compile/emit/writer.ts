import { internalError } from '../../language/source/internal-error';
import type { OperationName } from '../../language/operations/names';
import { ById } from '../ir/by-id';
import type { Atom, Block, Construct, FunctionId, Statement, Variable } from '../ir/tree';
import { Code } from './code';
import type { ConstantData } from './data';
import { apply, isElementary } from './elementary';
import { constant, typeOf } from './layout';
import type { Recursion } from './recursion';
import type { Pauses } from './pauses';
import type { Resumable } from './resumable';
import type { Runtime } from './runtime';

/** The rest of the module, as far as one function needs it. */
export interface Surroundings {
  readonly data: ConstantData;
  readonly runtime: Runtime;
  readonly indexOf: (id: FunctionId) => number;
  readonly recursion: Recursion;
}

/** A function contains the code of elementary functions so often at most. */
const MOST_COPIES = 8;

/** So many data side by side are made together at most. */
const MOST_TOGETHER = 16;

/** Writes a statement. */
export type WriteStatement = (writer: Writer, statement: Statement) => void;

/** Writes data of constructors, one after the other in memory. */
export type WriteData = (writer: Writer, data: readonly Construct[]) => void;

/** Writes the body of one function: the places of its variables, its blocks, and where it stops. */
export class Writer {
  readonly code: Code;
  readonly around: Surroundings;
  /** The variables whose value is tested where it is computed. */
  readonly needsTest = new Set<number>();
  /** Ints that are another int plus a constant. */
  readonly sums = new Map<number, { readonly base: Variable; readonly offset: number }>();
  /** The data whose constructor an int is. */
  readonly tags = new Map<number, Atom>();
  /** The form that can wait for what it calls, if that is what is written. */
  resumable: Resumable | undefined;
  /** Where a run can pause, if it can in this function. */
  pauses: Pauses | undefined;
  /** Leaves how much room there is on the host's stack. */
  room: () => void = () => internalError('no room is known');
  private readonly places = new ById<number>();
  private readonly statement: WriteStatement;
  private readonly data: WriteData;
  /** Whether every real is tested where it is computed. */
  readonly isCareful: boolean;
  /** Whether what is outside of loops runs once: a test there is a call, which is shorter. */
  isEntry = false;
  /** How many elementary functions may still be written out. */
  private copies = MOST_COPIES;

  /** If the function is pausable, a run can pause in its loops. */
  constructor(
    around: Surroundings,
    statement: WriteStatement,
    data: WriteData,
    isCareful: boolean,
    isPausable = false,
  ) {
    this.code = new Code(isPausable);
    this.around = around;
    this.statement = statement;
    this.data = data;
    this.isCareful = isCareful;
  }

  /** Gives a variable a local, and returns it. */
  declare(variable: Variable): number {
    const local = this.code.local(typeOf(variable.kind));
    this.places.set(variable.id, local);
    return local;
  }

  /** Gives a variable another local, or none; returns the one that it had. */
  place({ id }: Variable, local: number | undefined): number | undefined {
    const before = this.places.get(id);
    this.places.set(id, local);
    return before;
  }

  /** Leaves the value of an atom. */
  atom(atom: Atom): this {
    if (atom.tag === 'variable') this.code.get(this.placeOf(atom));
    else constant(this.code, atom.kind, this.around.data.immediate(atom));
    return this;
  }

  /** Returns the local of a variable. */
  placeOf({ id }: Variable): number {
    return this.places.get(id) ?? internalError(`variable ${id} has no place`);
  }

  /** Returns the locals in use that hold no variable other than these. */
  localsFor(variables: ReadonlySet<number>): readonly number[] {
    const others = new Set([...this.places.entries()].flatMap(([id, local]) => (variables.has(id) ? [] : [local])));
    return this.code.inUse().filter((local) => !others.has(local));
  }

  /** Writes a statement. */
  write(statement: Statement): void {
    const { origin } = this.code;
    this.code.origin = statement.origin;
    this.statement(this, statement);
    this.code.origin = origin;
  }

  /** Writes the statements of a block. Its variables keep their locals until `leave`. */
  block(block: Block): void {
    const write = (statement: Statement): void => {
      this.write(statement);
    };
    if (this.resumable !== undefined) {
      this.resumable.block(block, write);
      return;
    }
    let made: Construct[] = [];
    const writeMade = (): void => {
      if (made.length > 1) this.data(this, made);
      else made.forEach(write);
      made = [];
    };
    for (const statement of block.statements) {
      if (statement.tag === 'construct' && made.length < MOST_TOGETHER) {
        made.push(statement);
        continue;
      }
      writeMade();
      if (statement.tag === 'construct') made.push(statement);
      else write(statement);
    }
    writeMade();
  }

  /** Writes what runs once, before the blocks of a statement. */
  once(blocks: readonly Block[], write: () => void): void {
    if (this.pauses?.isIn(blocks) === true) this.pauses.once(write);
    else if (this.resumable === undefined) write();
    else this.resumable.once(blocks, write);
  }

  /** Writes the statements of a block that others of the same statement follow. */
  followed(block: Block, others: readonly Block[]): void {
    const write = (): void => {
      this.block(block);
    };
    if (this.resumable === undefined) write();
    else this.resumable.followed(block, others, write);
  }

  /** Leaves the condition of the first of two blocks. */
  choice(first: Block, second: Block, condition: () => void): void {
    if (this.resumable === undefined) condition();
    else this.resumable.choice(first, second, condition);
  }

  /** Frees the locals of the variables that a block binds. */
  leave({ statements }: Block): void {
    for (const { targets } of statements) this.forget(targets);
  }

  /** Frees the locals of variables. */
  forget(variables: readonly Variable[]): void {
    for (const { id } of variables) {
      const local = this.places.get(id);
      if (local === undefined) continue;
      this.places.set(id, undefined);
      this.code.release(local);
    }
  }

  /** Writes a block whose results go to variables that exist already. */
  into(block: Block, targets: readonly Variable[]): void {
    this.block(block);
    for (const result of block.results) this.atom(result);
    for (const target of targets.toReversed()) this.code.set(this.placeOf(target));
    this.leave(block);
  }

  /** Applies an operation to the arguments on the stack, by code that is written out in loops, or by a call. */
  apply(operation: OperationName): void {
    const { data, runtime } = this.around;
    const isInner = this.code.isInLoop && this.resumable === undefined && !this.isCareful;
    if (isInner && this.copies > 0 && isElementary(operation)) {
      this.copies--;
      apply(this.code, data, operation);
    } else {
      this.code.op('call', runtime.operation(operation));
    }
  }

  /** Takes one step of the budget. */
  spend(): void {
    this.around.runtime.spend(this.code);
  }

  /** Stops the run if the condition on the stack holds. */
  faultIf(fault: number): void {
    this.code.when(() => {
      this.around.runtime.fault(this.code, fault);
    });
  }

  /** Stops the run if the real in a local is not finite. */
  testFinite(local: number): void {
    const { runtime } = this.around;
    this.code.get(local);
    if (this.isCareful || (this.isEntry && !this.code.isInLoop)) this.code.op('call', runtime.finite);
    else runtime.testFinite(this.code);
  }
}

import { internalError } from '../../language/source/internal-error';
import type { Atom, Block, FunctionId, Statement, Variable } from '../ir/tree';
import { Code } from './code';
import type { ConstantData } from './data';
import { typeOf } from './layout';
import { FAULT, type Runtime } from './runtime';

/** The rest of the module, as far as one function needs it. */
export interface Surroundings {
  readonly data: ConstantData;
  readonly runtime: Runtime;
  readonly indexOf: (id: FunctionId) => number;
  /** Whether calls of a function count as steps: it is recursive. */
  readonly isRecursive: (id: FunctionId) => boolean;
}

/** Writes a statement. */
export type WriteStatement = (writer: Writer, statement: Statement) => void;

/** Writes the body of one function: the places of its variables, its blocks, and where it stops. */
export class Writer {
  readonly code = new Code();
  readonly around: Surroundings;
  /** The variables whose value is tested where it is computed. */
  readonly needsTest = new Set<number>();
  /** Ints that are another int plus a constant. */
  readonly sums = new Map<number, { readonly base: Variable; readonly offset: number }>();
  private readonly places = new Map<number, number>();
  private readonly statement: WriteStatement;

  constructor(around: Surroundings, statement: WriteStatement) {
    this.around = around;
    this.statement = statement;
  }

  /** Gives a variable a local, and returns it. */
  declare(variable: Variable): number {
    const local = this.code.local(typeOf(variable.kind));
    this.places.set(variable.id, local);
    return local;
  }

  /** Leaves the value of an atom. */
  atom(atom: Atom): this {
    if (atom.tag === 'variable') this.code.get(this.placeOf(atom));
    else this.code.op(`${typeOf(atom.kind)}.const`, this.around.data.immediate(atom));
    return this;
  }

  /** Returns the local of a variable. */
  placeOf({ id }: Variable): number {
    return this.places.get(id) ?? internalError(`variable ${id} has no place`);
  }

  /** Writes the statements of a block. Its variables keep their locals until `leave`. */
  block({ statements }: Block): void {
    for (const statement of statements) this.statement(this, statement);
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
      this.places.delete(id);
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

  /** Takes one step of the budget. */
  spend(): void {
    const { code } = this;
    const { fuel } = this.around.runtime;
    code.op('global.get', fuel).op('i64.const', 1).op('i64.sub').op('global.set', fuel);
    code.op('global.get', fuel).op('i64.const', 0).op('i64.lt_s');
    this.faultIf(FAULT.steps);
  }

  /** Stops the run if the condition on the stack holds. */
  faultIf(fault: number): void {
    this.code.when(() => {
      this.around.runtime.fault(this.code, fault);
    });
  }

  /** Stops the run if the real in a local is not finite. */
  testFinite(local: number): void {
    this.code.get(local);
    this.around.runtime.testFinite(this.code);
  }
}

import type { Block, FunctionId, Variable } from './tree';

/** A function of the intermediate representation. */
export interface IrFunction {
  readonly id: FunctionId;
  readonly name: string;
  readonly parameters: readonly Variable[];
  readonly body: Block;
  /** Every real is tested where it is computed. */
  readonly careful?: boolean;
}

/** A program, and the functions that its host calls, by name. */
export interface IrProgram {
  readonly functions: ReadonlyMap<FunctionId, IrFunction>;
  readonly entries: ReadonlyMap<string, FunctionId>;
}

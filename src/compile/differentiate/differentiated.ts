import type { FunctionId } from '../ir/tree';
import type { IrProgram } from '../ir/program';

/** The way there of a function, which ends by keeping values, or its way back, which begins by taking them. */
export type Half = 'there' | 'back';

/** A program whose derivatives are written out. */
export interface Differentiated {
  readonly program: IrProgram;
  /** The variables whose data changes. */
  readonly shadows: ReadonlySet<number>;
  readonly halves: ReadonlyMap<FunctionId, Half>;
}

import type { RanOn } from '../ad/engine';
import type { Block } from '../ad/notation/line';
import type { Folds } from '../protocol/folds';

/** A printed term, from which windows are requested one after the other. */
export interface Printed {
  /** The lines, perhaps made when they are read. */
  readonly block: Pick<Block, 'length' | 'slice'>;
  /** Set if the lines are those of a long trace. */
  readonly folds?: Folds;
  readonly size: number | undefined;
  readonly type: string;
  readonly ranOn: RanOn;
  readonly program: () => string;
  /** Returns a text that checks by itself and computes what the term does at the point; undefined if there is none. */
  readonly alone: (() => string) | undefined;
  /** The call of `program` with the inputs by name; undefined if it computes something else. */
  readonly call: string | undefined;
}

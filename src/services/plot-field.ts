import type { Range } from '../protocol/descent';
import type { Budget } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { workingTime } from '../semantics/working-time';
import { compiledValues } from './compiled-values';
import { sampled } from './contours';
import { type PlottedFunction, valueAt, valuesAt } from './plot-function';

/** Points per side, from coarse to fine: each grid contains points of the previous one. */
const SIZES = [9, 17, 33, 65, 201] as const;
/** The size that is fine enough; a finer one follows if the program is fast. */
const FINE = 65;
/** Milliseconds that a program may take for the grids before the finest one. */
const FAST = 100;
/** Arrows per side. */
const ARROWS = 11;

export interface Field {
  readonly size: number;
  readonly values: Float64Array<ArrayBuffer>;
  /** Four numbers per arrow: x, y, and both derivatives. */
  readonly arrows: Float64Array<ArrayBuffer>;
  /** Whether time ran out before the finest grid. */
  readonly coarse: boolean;
}

export interface FieldSampling {
  readonly x: Range;
  readonly y: Range;
  /** The limits of one run. */
  readonly budget: Budget;
  readonly isOver: () => boolean;
  readonly progress: (field: Field) => void;
}

/**
 * Samples values on ever finer grids, and the gradient in the middle of the cells of a coarse one. Returns undefined if
 * time ran out.
 */
export function* sampleField(
  drawn: PlottedFunction,
  { x, y, budget, isOver, progress }: FieldSampling,
): Task<Field | undefined> {
  const compiled = compiledValues(drawn.main);
  const start = workingTime();
  const at = (first: number, second: number): Task<number> => valueAt(drawn, [first, second], budget, compiled);
  let finest: Field | undefined;
  let arrows = new Float64Array(0);
  for (const size of SIZES) {
    if (size > FINE && (compiled === undefined || workingTime() - start > FAST)) break;
    const values = yield* sampled({ at }, size, x, y, finest, isOver);
    if (values === undefined) break;
    finest = { size, values, arrows, coarse: false };
    if (size === 17) {
      arrows = yield* gradients(drawn, x, y, budget, isOver);
      finest = { ...finest, arrows };
    }
    progress(finest);
  }
  return finest === undefined ? undefined : { ...finest, coarse: finest.size < FINE };
}

function* gradients(
  drawn: PlottedFunction,
  x: Range,
  y: Range,
  budget: Budget,
  isOver: () => boolean,
): Task<Float64Array<ArrayBuffer>> {
  const found: number[] = [];
  for (let row = 0; row < ARROWS; row++) {
    for (let column = 0; column < ARROWS; column++) {
      if (isOver()) return Float64Array.from(found);
      const place = [middle(x, column), middle(y, row)] as const;
      const values = yield* valuesAt(drawn, place, budget);
      yield;
      if (values.status !== 'ok') continue;
      const [, across, up] = values.derivatives;
      if (across !== undefined && up !== undefined) found.push(...place, across, up);
    }
  }
  return Float64Array.from(found);
}

function middle([low, high]: Range, at: number): number {
  return low + ((at + 0.5) / ARROWS) * (high - low);
}

/** The reverse engines of Krawiec et al.: the translation of each, and what it counts. */
import { internalError } from '../../language/source/internal-error';
import type { Engine, Main } from '../engine';
import { reverseEngine, reverseRunner } from './reverse-engine';
import { deltaCounts, runShared, wrapShared } from './reverse-run';
import { wrapWithDeltas, type DeltaProgram } from './wrappers/figure-15-delta';
import { wrapDense } from './wrappers/figure-6-dense';
import { UNSHARED_MODE } from './wrappers/figure-8-unshared';

/**
 * Section 5 (Figures 5 and 6). One pass, in which every real carries the derivatives with respect to all reals of the
 * point: the cost of each operation is proportional to the number of reals in S.
 */
export const reverseDense: Engine = reverseEngine({
  id: 'reverse-dense',
  wrap: wrapDense,
  run: reverseRunner(wrapDense),
});

/**
 * Section 6 (Figures 7 and 8). Deltas are values: a Delta that is used twice is one object in memory, but eval visits
 * it twice, so its visits can double with every let (section 7).
 */
export const reverseDelta: Engine = reverseEngine({
  id: 'reverse-delta',
  wrap: wrapUnshared,
  run: reverseRunner(wrapUnshared),
});

/**
 * Figures 9 to 11 and 15. The machine runs the translated program like any other; only eval, the sweep itself, is built
 * in (semantics/delta.ts).
 */
export const reverse: Engine = reverseEngine({
  id: 'reverse',
  wrap: wrapShared,
  run: runShared,
  counts: deltaCounts,
});

/**
 * Section 7.3. The translation is that of Figure 9; the state of its monad is a growable array, and eval a loop backwards
 * over it (semantics/tape.ts).
 */
export const tape: Engine = reverseEngine({
  id: 'tape',
  wrap: wrapShared,
  run: reverseRunner(wrapShared, { deltas: 'tape' }),
  counts: (_, { done }) => {
    const { nodes, length: live } = done.tapes[0] ?? internalError('the wrapper did not run');
    return { nodes, live };
  },
});

function wrapUnshared(main: Main): DeltaProgram {
  return wrapWithDeltas(UNSHARED_MODE, main);
}

/**
 * The engine `tape`: Krawiec et al., 7.3. The translation is that of Figure 9; the state of its monad is a growable array,
 * and eval a loop backwards over it (semantics/tape.ts).
 */
import { internalError } from '../../language/source/internal-error';
import { programAt, wrapWithDeltas, type Wrapped } from './wrappers/figure-15-delta';
import { fragmentOf } from '../fragment';
import { MONADIC_MODE } from './wrappers/figure-11-shared';
import { reverseRunner } from './run-reverse';
import type { Engine, Main } from '../engine';

export const tape: Engine = {
  id: 'tape',
  fragment: (main) => fragmentOf(main, 'tape'),
  translate: (main, point) => {
    const wrapped = wrap(main);
    return point === undefined ? wrapped : { program: programAt(wrapped, point), type: wrapped.type };
  },
  *run(main, point, budget) {
    const outcome = yield* run(main, point, budget);
    if (outcome.tag !== 'ok') return outcome;
    const { value, derivative, done } = outcome.value;
    const { nodes, length: live } = done.tapes[0] ?? internalError('the wrapper did not run');
    return { tag: 'ok', value: { value, derivative, meter: { ...done.meter, nodes, live } } };
  },
};

const run = reverseRunner(wrap, { deltas: 'tape' });

function wrap(main: Main): Wrapped {
  return wrapWithDeltas(MONADIC_MODE, main);
}

/**
 * The engine `reverse-delta`: Krawiec et al., section 6 (Figures 7 and 8). Its Deltas are values: what is used twice is
 * one object in memory, and two for eval, whose visits can double with every let (section 7).
 */
import { programAt, wrapWithDeltas, type Wrapped } from './wrappers/figure-15-delta';
import { fragmentOf } from '../fragment';
import { reverseRunner } from './run-reverse';
import type { Engine, Main } from '../engine';
import { UNSHARED_MODE } from './wrappers/figure-8-unshared';

export const reverseDelta: Engine = {
  id: 'reverse-delta',
  fragment: (main) => fragmentOf(main, 'reverse-delta'),
  translate: (main, point) => {
    const wrapped = wrap(main);
    return point === undefined ? wrapped : { program: programAt(wrapped, point), type: wrapped.type };
  },
  *run(main, point, budget) {
    const outcome = yield* run(main, point, budget);
    if (outcome.tag !== 'ok') return outcome;
    const { value, derivative, done } = outcome.value;
    return { tag: 'ok', value: { value, derivative, meter: done.meter } };
  },
};

const run = reverseRunner(wrap);

function wrap(main: Main): Wrapped {
  return wrapWithDeltas(UNSHARED_MODE, main);
}

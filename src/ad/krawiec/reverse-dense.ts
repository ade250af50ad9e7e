/**
 * The engine `reverse-dense`: Krawiec et al., section 5 (Figures 5 and 6). One pass, in which every real carries the
 * derivatives by all reals of the point: each operation costs as much as S is wide.
 */
import { programAt } from './wrappers/figure-15-delta';
import { fragmentOf } from '../fragment';
import { reverseRunner } from './run-reverse';
import type { Engine } from '../engine';
import { wrap } from './wrappers/figure-6-dense';

export const reverseDense: Engine = {
  id: 'reverse-dense',
  fragment: (main) => fragmentOf(main, 'reverse-dense'),
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

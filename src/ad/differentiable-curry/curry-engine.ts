import { combinatorEngine } from './engine';
import { SIMPLY_TYPED } from './curry';

/** The engine `curry`: "The Differentiable Curry", sections 3 and 4 (Figures 1 to 3 and 6). */
export const curry = combinatorEngine(SIMPLY_TYPED);

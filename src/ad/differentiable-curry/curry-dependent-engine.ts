import { combinatorEngine } from './engine';
import { DEPENDENTLY_TYPED } from './curry-dependent';

/** The engine `curry-dependent`: "The Differentiable Curry", section 5 (Figures 1, 2 and 5). */
export const curryDependent = combinatorEngine(DEPENDENTLY_TYPED);

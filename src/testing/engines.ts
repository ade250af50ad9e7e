import type { Engine } from '../ad/engine';
import { ENGINES } from '../ad/registry';

/** The step limit of `curry`: its work doubles with every let, and many programs are compared. */
const BRIEF = 1e5;

/** All engines, limited for comparison on many programs. */
export const COMPARED: readonly Engine[] = ENGINES.map((engine) =>
  engine.id === 'curry'
    ? { ...engine, run: (main, point, budget) => engine.run(main, point, { ...budget, steps: BRIEF }) }
    : engine,
);

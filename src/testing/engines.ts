import type { AnyEngine } from '../ad/engine';
import { ENGINES } from '../ad/registry';
import type { Counts, Meter } from '../semantics/outcome';

/** The step limit of `curry`: its work doubles with every let, and many programs are compared. */
const BRIEF = 1e5;

/** All engines, limited for comparison on many programs. */
export const COMPARED: readonly AnyEngine[] = ENGINES.map((engine) =>
  engine.id === 'curry'
    ? { ...engine, run: (main, point, budget) => engine.run(main, point, { ...budget, steps: BRIEF }) }
    : engine,
);

/** Returns the meter of an engine that counts everything. */
export function wholeMeter(counts: Counts): Meter {
  const { primal, derivative, nodes, visits, reevaluations, live, steps } = counts;
  const missing = (): never => {
    throw new Error('the engine does not count everything');
  };
  return {
    primal: primal ?? missing(),
    derivative: derivative ?? missing(),
    nodes: nodes ?? missing(),
    visits: visits ?? missing(),
    reevaluations: reevaluations ?? missing(),
    live: live ?? missing(),
    steps: steps ?? missing(),
  };
}

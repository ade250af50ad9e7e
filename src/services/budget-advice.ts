import { compiled } from '../ad/compiled/engine';
import type { AnyEngine, Main } from '../ad/engine';
import type { Diagnostic } from '../language/source/diagnostic';

/** The parts of a budget that a caller can raise, by the code of the diagnostic for a run that used them up. */
export type Raised = 'steps' | 'seconds' | 'memory';

const RAISED: ReadonlyMap<string, Raised> = new Map([
  ['budget-steps', 'steps'],
  ['budget-time', 'seconds'],
  ['budget-memory', 'memory'],
]);

/** Adds to a diagnostic of a budget how to raise it. `wayTo` says so in the caller's terms. */
export function withRaising(diagnostic: Diagnostic, wayTo: (part: Raised) => string): Diagnostic {
  const part = RAISED.get(diagnostic.code);
  return part === undefined ? diagnostic : withHint(diagnostic, `or raise the limit: ${wayTo(part)}`);
}

/** Adds to a diagnostic of a budget which engine may stay within it. */
export function withBetterEngine(diagnostic: Diagnostic, engine: AnyEngine, main: Main): Diagnostic {
  if (engine.id === compiled.id || !RAISED.has(diagnostic.code)) return diagnostic;
  return compiled.fragment(main).tag === 'outside'
    ? diagnostic
    : withHint(diagnostic, 'or use the engine `compiled`, which takes less');
}

function withHint(diagnostic: Diagnostic, advice: string): Diagnostic {
  const { hint } = diagnostic;
  return { ...diagnostic, hint: hint === undefined ? advice.replace(/^or /u, '') : `${hint}; ${advice}` };
}

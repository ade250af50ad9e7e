import type { CoreProgram } from '../language/core/tree';
import { elaborate } from '../language/elaborate/elaborate';
import { parse } from '../language/syntax/parser';
import { evaluate, type Run, type RunOptions } from '../semantics/evaluate';
import { PAGE_BUDGET, type Outcome } from '../semantics/outcome';
import { showValue } from '../semantics/present';
import { drain } from '../semantics/task';

/** Returns the core of a program that must check. */
export function program(text: string): CoreProgram {
  const parsed = parse(text, 0);
  const elaborated = elaborate([parsed.program]);
  const wrong = [...parsed.diagnostics, ...elaborated.diagnostics].filter((d) => d.severity === 'error');
  if (wrong.length > 0 || elaborated.program === undefined) throw new Error(JSON.stringify(wrong));
  return elaborated.program;
}

export function outcome(text: string, options: Partial<RunOptions> = {}): Outcome<Run> {
  return drain(evaluate(program(text), { budget: PATIENT, ...options }));
}

/** The page's budget, with more time for a busy computer. */
const PATIENT = { ...PAGE_BUDGET, seconds: 60 };

/** Returns the outputs of a program as text, or the reason why it stopped. */
export function evaluated(source: string | CoreProgram, options: Partial<RunOptions> = {}): string {
  const core = typeof source === 'string' ? program(source) : source;
  const result = drain(evaluate(core, { budget: PATIENT, ...options }));
  if (result.tag !== 'ok') return `${result.diagnostic.code}: ${result.diagnostic.message}`;
  const types = core.items.flatMap((item) => (item.tag === 'output' ? [item.term.type] : []));
  return result.value.outputs
    .map((value, i) => showValue(value, types[i] ?? { tag: 'unit' }, 6, core.variants))
    .join('; ');
}

import { elaborate } from '../language/elaborate/elaborate';
import type { CoreProgram } from '../language/core/tree';
import { parse } from '../language/syntax/parser';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { evaluate } from '../semantics/evaluate';
import { drain } from '../semantics/task';
import type { Value } from '../semantics/value';
import type { Main, Point } from '../ad/engine';
import { mainOf } from '../ad/main';
import { realLeaves, withRealLeaves } from '../semantics/present';

/** Returns the core of a program that must check. */
export function checked(text: string): CoreProgram {
  const { program, diagnostics } = parse(text, 0);
  const elaboration = elaborate([program]);
  const wrong = [...diagnostics, ...elaboration.diagnostics].filter(({ severity }) => severity === 'error');
  const messages = wrong.map(({ message }) => message);
  if (elaboration.program === undefined || messages.length > 0) throw new Error(`${messages.join('; ')}\n${text}`);
  return elaboration.program;
}

/** Returns the main expression of a program that must have one, its point, and a cotangent that is 1 in every real. */
export function focusOf(
  core: CoreProgram,
  settings: ReadonlyMap<string, Value> = new Map(),
): { readonly main: Main; readonly point: Point } {
  const found = mainOf(core);
  if (found === undefined) throw new Error('nothing to differentiate');
  const { main, point } = found;
  const program = point.from === 'inputs' ? core : point.program;
  const run = drain(evaluate(program, { budget: COMMAND_LINE_BUDGET, inputs: settings }));
  if (run.tag !== 'ok') throw new Error(run.diagnostic.message);
  const { inputs, outputs } = run.value;
  const given = point.from === 'inputs' ? main.parameters.map(({ name }) => inputs.get(name)) : outputs;
  const cotangent = ((): unknown => {
    if (point.from === 'term' && point.cotangent) return given.at(-1);
    if (point.from === 'term') return 1;
    const value = outputs.at(-1);
    const ones = realLeaves(value, main.target, '', main.variants).map(() => 1);
    return withRealLeaves(value, main.target, ones, main.variants);
  })();
  return { main, point: { arguments: given.slice(0, main.parameters.length), cotangent } };
}

import { printCore } from '../../language/core/print';
import { internalError } from '../../language/source/internal-error';
import type { CoreProgram } from '../../language/core/tree';
import type { Main } from '../../ad/engine';
import { mainOf } from '../../ad/main';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { evaluate } from '../../semantics/evaluate';
import { drain } from '../../semantics/task';
import type { Value } from '../../semantics/value';
import { checked } from '../checked';
import type { HigherTerm } from './arbitrary';
import { textOfHigherType } from './types';

/** Returns the definition e : A -> B of a term. */
export function definitionOf({ source, target, text }: HigherTerm): string {
  return `let e : ${textOfHigherType(source)} -> ${textOfHigherType(target)} = ${text}\n`;
}

/** Returns the text of D{e} : D{A} -> D{B}, as the translation prints it: e is a closed definition, translated on its own. */
export function translatedDefinition(term: HigherTerm, translate: (main: Main) => CoreProgram): string {
  const found = mainOf(checked(`${definitionOf(term)}input x : real = 1.0\nfst (x, e)`));
  const { main } = found ?? internalError('no main expression');
  const { variants, items } = translate(main);
  const definitions = items.slice(0, main.definitions.length);
  if (definitions.length !== 1) return internalError(`${definitions.length} definitions of ${term.text}`);
  return `${printCore({ variants, items: definitions })}\n`;
}

/** Returns the last output of a program that must have a value. */
export function lastOutput(text: string): Value {
  const outcome = drain(evaluate(checked(text), { budget: COMMAND_LINE_BUDGET }));
  if (outcome.tag !== 'ok') throw new Error(`${outcome.diagnostic.message}\n${text}`);
  return outcome.value.outputs.at(-1);
}

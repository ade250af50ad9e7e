import { print, printExpression } from '../syntax/printer';
import { toSurfaceExpression, toSurfaceProgram } from './to-surface';
import type { CoreProgram, Term } from './tree';

/** Returns the program as text that parses and elaborates to the same core. */
export function printCore(program: CoreProgram): string {
  return print(toSurfaceProgram(program));
}

export function printTerm(term: Term): string {
  return printExpression(toSurfaceExpression(term));
}

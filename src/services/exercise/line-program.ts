import { variable } from '../../language/core/builders';
import { freshNames } from '../../language/core/fresh-names';
import { patternBinders } from '../../language/core/children';
import { refresh, usedNamesOfProgram } from '../../language/core/traverse';
import type { CoreItem, CoreProgram, Lambda, Pattern, Term } from '../../language/core/tree';
import type { Diagnostic } from '../../language/source/diagnostic';
import { internalError } from '../../language/source/internal-error';
import type { Type } from '../../language/types/type';
import { placeholderTerm } from '../../ad/placeholder';
import type { Task } from '../../semantics/task';
import type { Loader } from '../loader';

/** The expression of a line, as a part of the program that it is about. */
export interface LineProgram {
  /** What the expression depends on, without outputs. */
  readonly core: CoreProgram;
  /** The variables of the line, whose types are those of the pattern; undefined without variables. */
  readonly parameter: Pattern | undefined;
  readonly body: Term;
}

export type LoadedLine =
  | { readonly tag: 'ok'; readonly line: LineProgram }
  /** The cells have an error. */
  | { readonly tag: 'waiting' }
  | { readonly tag: 'wrong'; readonly diagnostic: Diagnostic };

/**
 * Loads an expression after the cells. With variables, `text` must be a function of them. Places of the diagnostic are in
 * `text`.
 */
export function* loadLine(
  load: Loader,
  cells: readonly string[],
  text: string,
  hasVariables: boolean,
): Task<LoadedLine> {
  const cell = cells.length;
  const loaded = yield* load({ cells: [...cells, text], cell });
  if (loaded.tag === 'wrong') {
    const errors = loaded.diagnostics.filter(({ severity }) => severity === 'error');
    const first = errors.find(({ span }) => span.cell === cell) ?? errors[0];
    if (first === undefined) return internalError('a failed program without an error');
    return errors.some(({ span }) => span.cell < cell) ? { tag: 'waiting' } : { tag: 'wrong', diagnostic: first };
  }
  const { core, hidden } = loaded.program;
  const shown = core.items.slice(0, core.items.length - hidden);
  const items = shown.filter(({ origin }) => origin.cell === cell);
  const [item] = items;
  if (item?.tag !== 'output' || items.length > 1) return { tag: 'wrong', diagnostic: NO_EXPRESSION };
  const before = { ...core, items: core.items.filter(({ tag }) => tag !== 'output') };
  if (!hasVariables) return { tag: 'ok', line: { core: before, parameter: undefined, body: item.term } };
  const lambda = lambdaOf(item.term);
  return { tag: 'ok', line: { core: before, parameter: lambda.parameter, body: lambda.body } };
}

const NO_EXPRESSION: Diagnostic = {
  severity: 'error',
  code: 'check',
  message: 'a check must be one expression',
  hint: 'define helpers in a cell before the exercise',
  span: { cell: 0, start: 0, end: 0 },
  related: [],
};

function lambdaOf(term: Term): Lambda {
  return term.tag === 'lambda' ? term : internalError('the function of a line is no function');
}

/** Returns the types of the variables of a line. */
export function variableTypes({ parameter }: LineProgram, count: number): readonly Type[] {
  if (parameter === undefined) return [];
  const { type } = parameter;
  return count === 1 ? [type] : type.tag === 'product' ? type.items : internalError('several variables are a tuple');
}

export interface CaseProgram {
  readonly program: CoreProgram;
  /** The name of the input that holds a case. */
  readonly input: string;
}

function outputOf(term: Term): CoreItem {
  return { tag: 'output', term, origin: term.origin };
}

/** Returns a program that computes terms of a line for a case, which is the value of its input. */
export function programOfCase({ core, parameter }: LineProgram, terms: readonly Term[]): CaseProgram {
  const fresh = freshNames([
    ...usedNamesOfProgram({ ...core, items: [...core.items, ...terms.map((term) => outputOf(term))] }),
    ...(parameter === undefined ? [] : patternBinders(parameter).map((binder) => binder.name)),
  ]);
  const name = fresh('case');
  // A term can be part of another one, and names are unique in a program.
  const outputs = terms.map((term) => outputOf(refresh(term, fresh)));
  if (parameter === undefined) return { program: { ...core, items: [...core.items, ...outputs] }, input: name };
  const { type, origin } = parameter;
  const value = placeholderTerm(type, core.variants, 1, origin);
  const items: readonly CoreItem[] = [
    ...core.items,
    { tag: 'input', name, type, value, range: undefined, origin },
    { tag: 'let', pattern: parameter, value: variable(name, type, origin), origin },
    ...outputs,
  ];
  return { program: { ...core, items }, input: name };
}

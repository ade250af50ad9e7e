import { real, unit, variable } from '../../language/core/builders';
import { freshNames } from '../../language/core/fresh-names';
import { variablePattern } from '../../language/core/patterns';
import { patternBinders } from '../../language/core/children';
import { refresh, usedNamesOfProgram } from '../../language/core/traverse';
import type { CoreItem, CoreProgram, Lambda, Pattern, Term } from '../../language/core/tree';
import type { Diagnostic } from '../../language/source/diagnostic';
import { internalError } from '../../language/source/internal-error';
import type { Type } from '../../language/types/type';
import { placeholderTerm } from '../../ad/placeholder';
import { reify } from '../../ad/reify';
import type { Task } from '../../semantics/task';
import { primalOf, type Value } from '../../semantics/value';
import type { Loader } from '../loader';

/** The expression of a line, as a part of the program that it is about. */
export interface LineProgram {
  /** What the expression depends on, without outputs. */
  readonly core: CoreProgram;
  /** The variables of the line, whose types are those of the pattern; undefined without variables. */
  readonly parameter: Pattern | undefined;
  /** The variables that generators make of the parameter's, which have the same names in the text. */
  readonly made: readonly Made[];
  readonly body: Term;
}

export interface Made {
  readonly pattern: Pattern;
  readonly value: Term;
}

/** What the text of a line is: an expression, or a function of variables with as many `let`s of generated ones. */
export type LineShape = { readonly tag: 'expression' } | { readonly tag: 'function'; readonly made: number };

export const EXPRESSION: LineShape = { tag: 'expression' };
export const FUNCTION: LineShape = { tag: 'function', made: 0 };

export type LoadedLine =
  | { readonly tag: 'ok'; readonly line: LineProgram }
  /** The cells have an error. */
  | { readonly tag: 'waiting' }
  | { readonly tag: 'wrong'; readonly diagnostic: Diagnostic };

/** Loads a text of a shape after the cells. Places of the diagnostic are in `text`. */
export function* loadLine(load: Loader, cells: readonly string[], text: string, shape: LineShape): Task<LoadedLine> {
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
  if (shape.tag === 'expression')
    return { tag: 'ok', line: { core: before, parameter: undefined, made: [], body: item.term } };
  const lambda = lambdaOf(item.term);
  const made: Made[] = [];
  let body = lambda.body;
  while (made.length < shape.made) {
    if (body.tag !== 'let') return internalError('a generated variable is bound by a let');
    made.push({ pattern: body.pattern, value: body.value });
    body = body.body;
  }
  return { tag: 'ok', line: { core: before, parameter: lambda.parameter, made, body } };
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
export function programOfCase({ core, parameter, made }: LineProgram, terms: readonly Term[]): CaseProgram {
  const { variants } = core;
  const bound = [...(parameter === undefined ? [] : [parameter]), ...made.map(({ pattern }) => pattern)];
  const fresh = freshNames([
    ...usedNamesOfProgram({
      ...core,
      items: [...core.items, ...[...terms, ...made.map(({ value }) => value)].map(outputOf)],
    }),
    ...bound.flatMap((pattern) => patternBinders(pattern).map((binder) => binder.name)),
  ]);
  const name = fresh('case');
  // A term can be part of another one, and names are unique in a program.
  const outputs = terms.map((term) => outputOf(refresh(term, fresh)));
  if (parameter === undefined) return { program: { ...core, items: [...core.items, ...outputs] }, input: name };
  const { type, origin } = parameter;
  const value = placeholderTerm(type, variants, 1, origin);
  const items: readonly CoreItem[] = [
    ...core.items,
    { tag: 'input', name, type, value, range: undefined, origin },
    { tag: 'let', pattern: parameter, value: variable(name, type, origin), origin },
    ...made.map((each): CoreItem => ({ tag: 'let', ...each, origin })),
    ...outputs,
  ];
  return { program: { ...core, items }, input: name };
}

/** Returns the terms of a line's generated variables. */
export function madeVariables({ made }: LineProgram): readonly Term[] {
  return made.map(({ pattern }) =>
    pattern.tag === 'variable' ? variable(pattern.name, pattern.type) : unit(pattern.origin),
  );
}

/**
 * Returns a program whose output is a term of a line for a case, with the values of the generated variables. The case is part
 * of its text, and its inputs have the values in their text, so that the term alone says what is differentiated.
 */
export function writtenCase(
  { core, parameter, made }: LineProgram,
  term: Term,
  given: Value,
  generated: readonly Value[],
): CoreProgram {
  const { variants } = core;
  const before = core.items.map((item): CoreItem => {
    if (item.tag !== 'input') return item;
    const { name, type, value, origin } = item;
    return { tag: 'let', pattern: variablePattern(name, type, origin), value, origin };
  });
  const { origin } = term;
  const bound = (pattern: Pattern, value: Value): CoreItem => {
    const written = reify(value, pattern.type, (leaf) => real(primalOf(leaf), origin), variants, origin);
    return { tag: 'let', pattern, value: written, origin };
  };
  const lets = [
    ...(parameter === undefined ? [] : [bound(parameter, given)]),
    ...made.map(({ pattern }, at) => bound(pattern, generated[at])),
  ];
  return { ...core, items: [...before, ...lets, outputOf(term)] };
}

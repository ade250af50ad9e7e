import { apply, let_, letrec, projection, tuple, variable } from '../language/core/builders';
import { freshNames, type FreshNames } from '../language/core/fresh-names';
import { variablePattern } from '../language/core/patterns';
import { usualLengths } from '../language/core/usual-lengths';
import { freeVariables, itemBinders, itemTerms, usedNamesOfProgram } from '../language/core/traverse';
import { isFirstOrder, sameType } from '../language/types/structure';
import type {
  CoreData,
  CoreInput,
  CoreItem,
  CoreProgram,
  Derivative,
  Pattern,
  Term,
  VariantDeclaration,
} from '../language/core/tree';
import { internalError } from '../language/source/internal-error';
import { NOWHERE, type Span } from '../language/source/span';
import { PICTURE, product, UNIT, type Type } from '../language/types/type';
import type { Main, Parameter } from './engine';
import { placeholderTerm } from './placeholder';

/** The engines' subject in a program, its point, and its place in the text. */
export interface MainExpression {
  readonly main: Main;
  readonly point: PointSource;
  /** Its output. */
  readonly span: Span;
  /** Its index among the outputs of the program. */
  readonly output: number;
  /**
   * The differentiated expression: the last output itself, or `f` of a last `grad f x` (its body, for a literal `fun`).
   */
  readonly subject: Span;
}

/** The source of the point. */
export type PointSource =
  /** The values of the program's inputs, one per parameter. */
  | { readonly from: 'inputs' }
  /**
   * `grad f x`, `rd f x w`: the outputs of `program` are the arguments, one per parameter, followed by `w` if
   * `cotangent` is true; otherwise the cotangent is 1.
   */
  | { readonly from: 'term'; readonly program: CoreProgram; readonly cotangent: boolean };

/**
 * Returns the main expression of a program (the last output that is no picture, or the one at `index` among the outputs) as
 * a function of its inputs. Without inputs, returns `f` at `x` of `grad f x`, `deriv f x` or `rd f x w`. Undefined if there is
 * nothing to differentiate.
 */
export function mainOf(program: CoreProgram, index?: number): MainExpression | undefined {
  const outputs = program.items.flatMap((item, at) => (item.tag === 'output' ? [{ item, at }] : []));
  const number = index ?? outputs.findLastIndex(({ item }) => !isPicture(item));
  const output = outputs[number];
  if (output === undefined) return undefined;
  const before = program.items.slice(0, output.at);
  const inputs = program.items.filter((item) => item.tag === 'input');
  const { term, origin: span } = output.item;
  if (inputs.length > 0) {
    const parameters = inputs.map(inputParameter);
    const main = close(program.variants, before, parameters, term);
    return isFirstOrder(main.target)
      ? { main, point: { from: 'inputs' }, span, output: number, subject: span }
      : undefined;
  }
  if (term.tag !== 'derivative' || term.operator !== 'rd') return undefined;
  const fresh = freshNames(usedNamesOfProgram(program));
  const { parameters, body } = applied(term.function, before, fresh);
  return {
    main: close(program.variants, before, withLengths(parameters, term.point), body),
    point: pointOf(program.variants, before, term, parameters.length, fresh),
    span,
    output: number,
    subject: (term.function.tag === 'lambda' ? term.function.body : term.function).origin,
  };
}

/**
 * Returns the last output that is no picture as a function of the inputs, of which there can be none; undefined without an
 * output. The data that it needs stays data, whatever its value is.
 */
export function outputOf({ variants, items }: CoreProgram): Main | undefined {
  const at = items.findLastIndex((item) => item.tag === 'output' && !isPicture(item));
  const output = items[at];
  if (output?.tag !== 'output') return undefined;
  const inputs = items.flatMap((item) => (item.tag === 'input' ? [inputParameter(item)] : []));
  const scope = items.slice(0, at).map((item) => (item.tag === 'data' ? unknownData(item) : item));
  return close(variants, scope, inputs, output.term);
}

/** Whether an output is drawn rather than differentiated. */
export function isPicture({ term }: { readonly term: Term }): boolean {
  return sameType(term.type, PICTURE);
}

/**
 * Returns the outputs but pictures, as a tuple if there are not just one, as a function of the inputs; with every definition that is more than a value form, because
 * it may watch or fail. A program whose inputs have defaults that depend on definitions is closed all the same.
 */
export function wholeOf(program: CoreProgram): Main {
  const { variants, items } = program;
  const fresh = freshNames(usedNamesOfProgram(program));
  const outputs: Term[] = [];
  const scope = items.flatMap((item): readonly CoreItem[] => {
    if (item.tag === 'input') return [];
    if (item.tag === 'data') return [asDefinition(item)];
    if (item.tag !== 'output') return [item];
    if (isPicture(item)) return [];
    const { type } = item.term;
    const name = fresh('output');
    outputs.push(variable(name, type, item.origin));
    return [{ tag: 'let', pattern: variablePattern(name, type, item.origin), value: item.term, origin: item.origin }];
  });
  const parameters = items.flatMap((item) => (item.tag === 'input' ? [inputParameter(item)] : []));
  const origin = items.at(-1)?.origin ?? NOWHERE;
  const { definitions, local } = split(scope);
  const [only, ...others] = outputs;
  const whole = only !== undefined && others.length === 0 ? only : tuple(outputs, origin);
  const body = local.reduceRight(within, whole);
  return { variants, definitions, parameters, body, source: sourceType(parameters), target: body.type };
}

/** Returns data without its value. */
function unknownData({ tag, name, label, type, origin }: CoreData): CoreData {
  return { tag, name, ...(label === undefined ? {} : { label }), type, value: undefined, origin };
}

/** Returns the main expression as a program: its parameters are the inputs, its body the only output. */
export function programOfMain(main: Main): CoreProgram {
  const inputs = main.parameters.map(({ label, name, type, origin }): CoreInput => ({
    tag: 'input',
    name,
    ...(label === name ? {} : { label }),
    type,
    value: placeholderTerm(type, main.variants, 0),
    range: undefined,
    origin,
  }));
  const output: CoreItem = { tag: 'output', term: main.body, origin: main.body.origin };
  return { variants: main.variants, items: [...main.definitions, ...inputs, output] };
}

function inputParameter({ name, label = name, type, value, origin }: CoreInput): Parameter {
  return { label, name, type, lengths: usualLengths(type, value), origin };
}

/** Returns the parameters of a function with the lengths of the arrays in its argument. */
function withLengths(parameters: readonly Parameter[], argument: Term): readonly Parameter[] {
  const parts = parameters.length > 1 && argument.tag === 'tuple' ? argument.items : [argument];
  return parameters.map((each, i) => ({ ...each, lengths: usualLengths(each.type, parts[i]) }));
}

/** Returns the product of the parameters' types; for one parameter, its type. */
function sourceType(parameters: readonly Parameter[]): Type {
  const [only, ...more] = parameters.map((parameter) => parameter.type);
  if (only === undefined) return UNIT;
  return more.length === 0 ? only : product([only, ...more]);
}

/** Splits what `term` needs into definitions and lets around it. */
function close(
  variants: readonly VariantDeclaration[],
  scope: readonly CoreItem[],
  parameters: readonly Parameter[],
  term: Term,
): Main {
  const { definitions, local } = split(needed(scope, [term]));
  const body = local.reduceRight(within, term);
  return { variants, definitions, parameters, body, source: sourceType(parameters), target: body.type };
}

/** Returns the items that the terms mention, directly or through other items, without inputs and outputs. */
function needed(scope: readonly CoreItem[], terms: readonly Term[]): readonly CoreItem[] {
  const names = new Set(terms.flatMap((term) => [...freeVariables(term)]));
  const kept: CoreItem[] = [];
  for (const item of scope.toReversed()) {
    if (item.tag === 'input' || item.tag === 'output') continue;
    if (!itemBinders(item).some(({ name }) => names.has(name))) continue;
    for (const term of itemTerms(item)) for (const name of freeVariables(term)) names.add(name);
    kept.push(item.tag === 'data' ? asDefinition(item) : item);
  }
  return kept.reverse();
}

/** Data is a constant for engines: a `let`, but for a value that is too large to be written as a term. */
function asDefinition(item: CoreData): CoreItem {
  const { name, type, value, given, origin } = item;
  if (given !== undefined || value === undefined) return item;
  return { tag: 'let', pattern: variablePattern(name, type, origin), value, origin };
}

/**
 * Splits items into definitions and the rest. Definitions are data, which compiled code has as parameters, and value
 * forms that mention only other value forms: evaluating them costs nothing, and they depend on no input.
 */
function split(items: readonly CoreItem[]): {
  readonly definitions: readonly CoreItem[];
  readonly local: readonly CoreItem[];
} {
  const closed = new Set<string>();
  const definitions: CoreItem[] = [];
  const local: CoreItem[] = [];
  for (const item of items) {
    const own = new Set(itemBinders(item).map((binder) => binder.name));
    const mentions = itemTerms(item).flatMap((term) => [...freeVariables(term)]);
    const isClosed = mentions.every((name) => closed.has(name) || (item.tag === 'letrec' && own.has(name)));
    if (item.tag === 'data') {
      definitions.push(item);
    } else if (isClosed && itemTerms(item).every(isValueForm)) {
      definitions.push(item);
      for (const name of own) closed.add(name);
    } else {
      local.push(item);
    }
  }
  return { definitions, local };
}

function isValueForm(term: Term): boolean {
  switch (term.tag) {
    case 'variable':
    case 'literal':
    case 'lambda':
      return true;
    case 'tuple':
    case 'sequence':
      return term.items.every(isValueForm);
    case 'record':
      return term.fields.every((field) => isValueForm(field.value));
    case 'construct':
      return term.payload === undefined || isValueForm(term.payload);
    default:
      return false;
  }
}

function within(body: Term, item: CoreItem): Term {
  switch (item.tag) {
    case 'let':
      return let_(item.pattern, item.value, body, item.origin);
    case 'letrec':
      return letrec(item.functions, body, item.origin);
    default:
      return internalError(`${item.tag} in a body`);
  }
}

/** Returns `f` applied to its parameter: the body of a literal `fun`, or a call. */
function applied(
  callee: Term,
  scope: readonly CoreItem[],
  fresh: FreshNames,
): { readonly parameters: readonly Parameter[]; readonly body: Term } {
  if (callee.tag === 'lambda') return opened(callee.parameter, callee.body, fresh);
  if (callee.type.tag !== 'function') return internalError('a derivative of a value that is not a function');
  const source = callee.type.parameter;
  const pattern = parameterOf(callee, scope);
  const components = pattern?.tag === 'tuple' ? pattern.items : undefined;
  if (components === undefined) {
    const parameter = parameterFor(pattern, source, callee.origin, fresh, true);
    return { parameters: [parameter], body: apply(callee, use(parameter), callee.origin) };
  }
  const parameters = components.map((item) => parameterFor(item, item.type, callee.origin, fresh, true));
  return { parameters, body: apply(callee, tuple(parameters.map(use), callee.origin), callee.origin) };
}

/**
 * Opens a literal `fun`: its variables become the parameters; a component that is itself a pattern is matched in the
 * body.
 */
function opened(
  pattern: Pattern,
  inner: Term,
  fresh: FreshNames,
): { readonly parameters: readonly Parameter[]; readonly body: Term } {
  const components = pattern.tag === 'tuple' ? pattern.items : [pattern];
  const parameters = components.map((item) => parameterFor(item, item.type, item.origin, fresh, false));
  const body = components.reduceRight((rest, item, i) => {
    const parameter = parameters[i];
    if (item.tag === 'variable' || item.tag === 'wildcard' || parameter === undefined) return rest;
    return let_(item, use(parameter), rest, item.origin);
  }, inner);
  return { parameters, body };
}

/** Returns the parameter pattern of a function that the program defines with `fun`. */
function parameterOf(callee: Term, scope: readonly CoreItem[]): Pattern | undefined {
  if (callee.tag !== 'variable') return undefined;
  for (const item of scope) {
    if (item.tag === 'let' && item.pattern.tag === 'variable' && item.pattern.name === callee.name) {
      return item.value.tag === 'lambda' ? item.value.parameter : parameterOf(item.value, scope);
    }
    if (item.tag === 'letrec') {
      const found = item.functions.find((candidate) => candidate.name === callee.name);
      if (found !== undefined) return found.function.parameter;
    }
  }
  return undefined;
}

/** Returns one parameter, labelled after the pattern; `copy` if the pattern's own name stays bound in the function. */
function parameterFor(
  pattern: Pattern | undefined,
  type: Type,
  origin: Span,
  fresh: FreshNames,
  copy: boolean,
): Parameter {
  if (pattern?.tag === 'variable') {
    const label = labelOf(pattern.name, pattern.origin);
    return { label, name: copy ? fresh(pattern.name) : pattern.name, type, origin: pattern.origin };
  }
  const name = fresh('x');
  return { label: name, name, type, origin: pattern?.origin ?? origin };
}

/**
 * Returns a bound name without the suffix `_1` that makes it unique; the span of the name tells its original length.
 */
function labelOf(name: string, { start, end }: Span): string {
  const written = name.slice(0, end - start);
  return /^_[0-9]+$/u.test(name.slice(written.length)) && written !== '' ? written : name;
}

function use({ name, type, origin }: Parameter): Term {
  return variable(name, type, origin);
}

/** Returns the program whose outputs are the components of `x`, and `w`. */
function pointOf(
  variants: readonly VariantDeclaration[],
  scope: readonly CoreItem[],
  { point, direction, sugar }: Derivative,
  count: number,
  fresh: FreshNames,
): PointSource {
  const cotangent = sugar === undefined;
  const items: CoreItem[] = [...needed(scope, cotangent ? [point, direction] : [point])];
  const output = (term: Term): void => {
    items.push({ tag: 'output', term, origin: term.origin });
  };
  if (count === 1) output(point);
  else {
    const pattern = variablePattern(fresh('point'), point.type, point.origin);
    const whole = pattern.tag === 'variable' ? variable(pattern.name, point.type, point.origin) : point;
    items.push({ tag: 'let', pattern, value: point, origin: point.origin });
    for (let i = 0; i < count; i++) output(projection(whole, i, point.origin));
  }
  if (cotangent) output(direction);
  return { from: 'term', program: { variants, items }, cotangent };
}

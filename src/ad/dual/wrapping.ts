/** What the wrappers of the translations share: a translated main expression among the items of a program. */
import * as core from '../../language/core/builders';
import { tuplePattern, variablePattern } from '../../language/core/patterns';
import { internalError } from '../../language/source/internal-error';
import type { CoreInput, CoreItem, CoreProgram, Term, Variable } from '../../language/core/tree';
import type { Span } from '../../language/source/span';
import type { Type } from '../../language/types/type';
import type { Value } from '../../semantics/value';
import type { Main } from '../engine';
import type { Block } from './block';
import { translatePattern, type Translation } from './context';
import { literal } from './literal';
import { translate, translateFunctions, translateTerm } from './translate';

/** D{fun s -> body}, without the `pure`. */
export function translateMain(translation: Translation, main: Main): Term {
  const patterns = main.parameters.map(({ name, type, origin }) => variablePattern(name, type, origin));
  const parameter = translatePattern(
    translation,
    patterns.length === 1 && patterns[0] ? patterns[0] : tuplePattern(patterns),
  );
  return core.lambda(parameter, translateTerm(translation, main.body), main.body.origin);
}

/** A definition, translated on its own (7.5): a value form, so its translation is pure. */
export function translateDefinition(translation: Translation, item: CoreItem): CoreItem {
  if (item.tag === 'letrec') return { ...item, functions: translateFunctions(translation, item) };
  if (item.tag !== 'let') return internalError(`a definition is no ${item.tag}`);
  const value = translateValue(translation, item.value);
  return { ...item, pattern: translatePattern(translation, item.pattern), value };
}

/** D{term} of a value form, without the `pure`. */
export function translateValue(translation: Translation, term: Term): Term {
  const block: Block = [];
  const result = translate(translation, term, block);
  return result.tag === 'value' && block.length === 0
    ? result.term
    : internalError('the translation of a value is pure');
}

export interface Definition {
  readonly item: CoreItem;
  readonly variable: Variable;
}

/** let name = value */
export function define(name: string, value: Term): Definition {
  const { type, origin } = value;
  return {
    item: { tag: 'let', pattern: variablePattern(name, type, origin), value, origin },
    variable: core.variable(name, type),
  };
}

/** An input of a first-order type; all its reals and ints are 1 until a value is set. */
export function input(name: string, type: Type, origin: Span): CoreInput {
  return { tag: 'input', name, type, value: literal(type, origin), range: undefined, origin };
}

/** The program with other values for its inputs. */
export function withInputs(program: CoreProgram, values: ReadonlyMap<string, Value>): CoreProgram {
  const items = program.items.map((item): CoreItem => {
    if (item.tag !== 'input') return item;
    return { ...item, value: literal(item.type, item.origin, { value: values.get(item.name) }) };
  });
  return { ...program, items };
}

/** S is the type itself for one parameter, else the product. */
export function oneOrTuple(terms: readonly Term[]): Term {
  const [only, ...more] = terms;
  return only !== undefined && more.length === 0 ? only : core.tuple(terms);
}

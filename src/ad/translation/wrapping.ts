/** The parts shared by the translations' wrappers: a translated main expression among the items of a program. */
import * as core from '../../language/core/builders';
import { tuplePattern, variablePattern, wildcardPattern } from '../../language/core/patterns';
import { itemBinders, itemTerms, walk } from '../../language/core/traverse';
import { internalError } from '../../language/source/internal-error';
import { sameType, typeParts } from '../../language/types/structure';
import type { CoreInput, CoreItem, CoreProgram, Term, Variable, VariantDeclaration } from '../../language/core/tree';
import type { Span } from '../../language/source/span';
import { UNIT, type Type } from '../../language/types/type';
import { primalOf, type Value } from '../../semantics/value';
import type { Main } from '../engine';
import { placeholderTerm } from '../placeholder';
import { reify } from '../reify';
import type { DoBlock } from './do-block';
import { translatePattern } from './context';
import type { Translation } from './rules';
import { translateInto, translateFunctions, translateTerm } from './translate';

/** D{fun s -> body}, without the `pure`. */
export function translateMain(translation: Translation, main: Main): Term {
  const [only, ...more] = main.parameters.map(({ name, type, origin }) => variablePattern(name, type, origin));
  const source = only === undefined ? wildcardPattern(UNIT) : more.length === 0 ? only : tuplePattern([only, ...more]);
  const parameter = translatePattern(translation, source);
  return core.lambda(parameter, translateTerm(translation, main.body), main.body.origin);
}

/** Translates a definition on its own (7.5): it is a value form, so its translation is pure. */
export function translateDefinition(translation: Translation, item: CoreItem): CoreItem {
  if (item.tag === 'letrec') return { ...item, functions: translateFunctions(translation, item) };
  if (item.tag !== 'let') return internalError(`a definition is no ${item.tag}`);
  const value = translateValue(translation, item.value);
  return { ...item, pattern: translatePattern(translation, item.pattern), value };
}

/** D{term} for a value form, without the `pure`. */
export function translateValue(translation: Translation, term: Term): Term {
  const block: DoBlock = [];
  const result = translateInto(translation, term, block);
  return result.tag === 'value' && block.length === 0
    ? result.term
    : internalError('the translation of a value is pure');
}

export interface DefinedName {
  readonly item: CoreItem;
  readonly variable: Variable;
}

/** let name = value */
export function define(name: string, value: Term): DefinedName {
  const { type, origin } = value;
  return {
    item: { tag: 'let', pattern: variablePattern(name, type, origin), value, origin },
    variable: core.variable(name, type),
  };
}

/** Returns an input of a first-order type; all its reals and ints are 1 until a value is set. */
export function input(variants: readonly VariantDeclaration[], name: string, type: Type, origin: Span): CoreInput {
  return { tag: 'input', name, type, value: placeholderTerm(type, variants, 1, origin), range: undefined, origin };
}

/** Returns the program with other values for its inputs. */
export function withInputs(program: CoreProgram, values: ReadonlyMap<string, Value>): CoreProgram {
  const { variants } = program;
  const items = program.items.map((item): CoreItem => {
    if (item.tag !== 'input') return item;
    const { name, type, origin } = item;
    const real = (leaf: Value): Term => core.real(primalOf(leaf), origin);
    return { ...item, value: reify(values.get(name), type, real, variants, origin) };
  });
  return { ...program, items };
}

/**
 * Returns the items as a program with the type declarations that they mention: the program's types, in order, and their
 * copies, each below those that it mentions.
 */
export function programOfItems({ types }: Translation, main: Main, items: readonly CoreItem[]): CoreProgram {
  const declared = [...main.variants, ...types.copies()];
  const found = new Set<VariantDeclaration>();
  const ordered: VariantDeclaration[] = [];
  const seen = new Set<Type>();
  const mention = (type: Type): void => {
    if (seen.has(type)) return;
    seen.add(type);
    typeParts(type).forEach(mention);
    const variant = type.tag === 'named' ? declared.find((candidate) => sameType(candidate.type, type)) : undefined;
    if (variant === undefined || found.has(variant)) return;
    found.add(variant);
    for (const { payload } of variant.constructors) if (payload !== undefined) mention(payload);
    ordered.push(variant);
  };
  for (const item of items) {
    for (const binder of itemBinders(item)) mention(binder.type);
    for (const term of itemTerms(item)) {
      walk(term, {
        enter: ({ type }) => {
          mention(type);
        },
      });
    }
  }
  const own = main.variants.filter((variant) => found.has(variant));
  return { variants: [...own, ...ordered.filter((variant) => !own.includes(variant))], items };
}

/** Returns the term itself if there is one, else the tuple; unit if there is none. S has the same structure. */
export function oneOrTuple(terms: readonly Term[]): Term {
  const [only, ...more] = terms;
  if (only === undefined) return core.unit();
  return more.length === 0 ? only : core.tuple(terms);
}

import * as core from '../../language/core/builders';
import { tuplePattern, variablePattern } from '../../language/core/patterns';
import { sameType } from '../../language/types/structure';
import { assertNever, internalError } from '../../language/source/internal-error';
import { REAL } from '../../language/types/type';
import type { FreshNames } from '../../language/core/fresh-names';
import type { Pattern, Term, Variable, VariantDeclaration } from '../../language/core/tree';
import type { Span } from '../../language/source/span';
import { isAtom, isTotal, type DoBlock } from './do-block';
import type { Rules, Translation } from './rules';
import { dualTypes, type OtherCopies } from './types';

export function newTranslation(
  rules: Rules,
  fresh: FreshNames,
  variants: readonly VariantDeclaration[],
  others?: OtherCopies,
): Translation {
  return {
    rules,
    fresh,
    types: dualTypes(rules, variants, others),
    environment: new Map(),
    families: new Map(),
    familyCounts: new Map(),
  };
}

/** Returns D{x}, without the `pure`. */
export function translateVariable(translation: Translation, variable: Variable): Term {
  const meaning = translation.environment.get(variable.name);
  if (meaning !== undefined) return at(meaning, variable.origin);
  if (variable.type.tag === 'real') internalError(`the real ${variable.name} is not in scope`);
  return core.variable(variable.name, translation.types.type(variable.type), variable.origin);
}

/** Returns the same atom, or tuple of atoms, with another place in the source. */
function at(term: Term, origin: Span): Term {
  switch (term.tag) {
    case 'tuple':
      return { ...term, items: term.items.map((item) => at(item, origin)), origin };
    case 'construct':
      return { ...term, payload: term.payload === undefined ? undefined : at(term.payload, origin), origin };
    default:
      return { ...term, origin };
  }
}

/** D{p}: a real variable x becomes (x, dx). */
export function translatePattern(translation: Translation, pattern: Pattern): Pattern {
  switch (pattern.tag) {
    case 'variable': {
      const { name, type, origin } = pattern;
      if (type.tag !== 'real') return { ...pattern, type: translation.types.type(type) };
      const [bound, dual] = dualVariable(translation, name, origin);
      translation.environment.set(name, dual);
      return bound;
    }
    case 'wildcard':
      return { ...pattern, type: translation.types.type(pattern.type) };
    case 'tuple': {
      const items = pattern.items.map((item) => translatePattern(translation, item));
      return { ...pattern, items, type: translation.types.type(pattern.type) };
    }
    case 'record': {
      const fields = pattern.fields.map(({ name, pattern: of }) => ({
        name,
        pattern: translatePattern(translation, of),
      }));
      return { ...pattern, fields, type: translation.types.type(pattern.type) };
    }
    default:
      return assertNever(pattern);
  }
}

/** Returns (x, dx), as a pattern and as a term; x alone if D{real} has one part. */
function dualVariable(translation: Translation, name: string, origin: Span): readonly [Pattern, Term] {
  const parts = partVariables(translation, name, origin);
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return [variablePattern(only.name, only.type, origin), only];
  return [
    tuplePattern(
      parts.map((part) => variablePattern(part.name, part.type, origin)),
      origin,
    ),
    core.tuple(parts, origin),
  ];
}

/** x, dx */
function partVariables(translation: Translation, name: string, origin: Span): readonly Variable[] {
  const names = partNames(translation, name);
  return translation.rules.parts.map((type, i) =>
    core.variable(names[i] ?? internalError('a part of a dual number without a name'), type, origin),
  );
}

/**
 * Returns the names of a dual number's parts. If the primal keeps the variable's name, which is unique, the others get
 * free names: x, dx. Otherwise all names are new and numbered alike: x_0, x_1, x_2, or x2_0, x2_1, x2_2 if one of those
 * is taken.
 */
function partNames({ rules, fresh, familyCounts }: Translation, name: string): readonly string[] {
  const own = rules.names(name);
  if (own[0] === name) return own.map((part, i) => (i === 0 ? part : fresh(part)));
  const stem = name.replace(/_[0-9]+$/u, '');
  for (let count = (familyCounts.get(name) ?? 0) + 1; ; count++) {
    const names = rules.names(count === 1 ? name : `${stem}${count}`);
    if (!names.every((part) => fresh(part) === part)) continue;
    familyCounts.set(name, count);
    return names;
  }
}

/** Returns a name for a real that has no name in the source. */
export function nameOfResult({ rules, fresh }: Translation): string {
  return rules.names(RESULT)[0] === RESULT ? fresh(RESULT) : RESULT;
}

const RESULT = 'r';

/** Left identity: do { pattern <- pure term; ... }, where atoms replace the variables. */
export function bindValue(translation: Translation, pattern: Pattern, term: Term, block: DoBlock): void {
  const { environment } = translation;
  if (pattern.tag === 'tuple' && term.tag === 'tuple') {
    pattern.items.forEach((item, i) => {
      bindValue(translation, item, term.items[i] ?? internalError('a tuple lost an item'), block);
    });
  } else if (pattern.tag === 'wildcard' && isTotal(term)) {
    return;
  } else if (pattern.tag === 'variable' && pattern.type.tag === 'real') {
    environment.set(pattern.name, nameDual(translation, term, block, pattern.name));
  } else if (pattern.tag === 'variable' && isAtom(term)) {
    environment.set(pattern.name, term);
  } else {
    const bound = translatePattern(translation, pattern);
    block.push({ tag: 'bind', pattern: bound, action: pure(translation, term), origin: pattern.origin });
  }
}

/** do { (x, dx) <- action; ... } for a real, do { x <- action; ... } otherwise: returns the bound value. */
export function nameResult(translation: Translation, action: Term, source: Term, block: DoBlock): Term {
  const { type, origin } = source;
  if (type.tag === 'real') return nameDualResult(translation, action, block, nameOfResult(translation));
  const name = translation.fresh(type.tag === 'function' ? 'f' : 'v');
  const pattern = variablePattern(name, translation.types.type(type), origin);
  block.push({ tag: 'bind', pattern, action, origin });
  return core.variable(name, pattern.type, origin);
}

/** do { (x, dx) <- action; ... }: returns the bound dual number. */
export function nameDualResult(translation: Translation, action: Term, block: DoBlock, name: string): Term {
  const { origin } = action;
  const [pattern, dual] = dualVariable(translation, name, origin);
  block.push({ tag: 'bind', pattern, action, origin });
  return dual;
}

/** do { x <- pure term; ... }: returns an atom for the value of any term, a tuple of atoms for a dual number. */
export function nameValue(translation: Translation, term: Term, block: DoBlock): Term {
  if (isAtom(term)) return term;
  if (sameType(term.type, translation.types.type(REAL))) return nameDual(translation, term, block);
  return nameTerm(translation, term, block, translation.fresh('v'));
}

/**
 * Returns a dual number as an atom if D{real} has one part, else as a tuple of atoms. If all parts after the primal are
 * atoms, only the primal needs a name; if the primal is an atom, only the other parts do.
 */
export function nameDual(translation: Translation, term: Term, block: DoBlock, name?: string): Term {
  if (translation.rules.parts.length === 1) {
    return isAtom(term) ? term : nameDualResult(translation, pure(translation, term), block, named());
  }
  if (term.tag !== 'tuple') return nameDualResult(translation, pure(translation, term), block, named());
  const [primal, ...rest] = term.items;
  if (primal === undefined) return internalError('a dual number without a primal');
  if (rest.every(isAtom)) {
    if (isAtom(primal)) return term;
    return core.tuple([namePrimal(translation, primal, block, named()), ...rest], term.origin);
  }
  if (!isAtom(primal)) return nameDualResult(translation, pure(translation, term), block, named());
  const family = primal.tag === 'variable' ? translation.families.get(primal.name) : undefined;
  const names = family ?? partNames(translation, named());
  const part = (item: Term, i: number): Term =>
    isAtom(item) ? item : nameTerm(translation, item, block, names[i] ?? internalError('a part without a name'));
  return core.tuple(term.items.map(part), term.origin);

  function named(): string {
    return name ?? nameOfResult(translation);
  }
}

/** do { x <- pure term; ... } for the primal of x. */
export function namePrimal(translation: Translation, primal: Term, block: DoBlock, name: string): Variable {
  if (translation.rules.names(name)[0] === name) return nameTerm(translation, primal, block, name);
  const names = partNames(translation, name);
  const own = names[0] ?? internalError('a primal without a name');
  translation.families.set(own, names);
  return nameTerm(translation, primal, block, own);
}

/** do { name <- pure term; ... } */
export function nameTerm(translation: Translation, term: Term, block: DoBlock, name: string): Variable {
  const { type, origin } = term;
  const action = pure(translation, term);
  block.push({ tag: 'bind', pattern: variablePattern(name, type, origin), action, origin });
  return core.variable(name, type, origin);
}

function pure({ rules }: Translation, term: Term): Term {
  return rules.monad.pure(term, term.origin);
}

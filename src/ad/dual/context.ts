import * as core from '../../language/core/builders';
import { tuplePattern, variablePattern } from '../../language/core/patterns';
import { sameType } from '../../language/types/structure';
import { assertNever, internalError } from '../../language/source/internal-error';
import { REAL } from '../../language/types/type';
import type { FreshNames } from '../../language/core/fresh-names';
import type { Pattern, Term, Tuple, Variable, VariantDeclaration } from '../../language/core/tree';
import type { Span } from '../../language/source/span';
import { isAtom, isTotal, type Block } from './block';
import type { Rules } from './rules';
import { dualTypes, type DualTypes } from './types';

/** The state of one translation. Names are unique in a program, so one map serves all scopes. */
export interface Translation {
  readonly rules: Rules;
  readonly fresh: FreshNames;
  /** D{-} on types. */
  readonly types: DualTypes;
  /** What a source variable stands for, if not for itself: an atom, or for a real the pair of its primal and its tangent. */
  readonly environment: Map<string, Term>;
}

export function newTranslation(rules: Rules, fresh: FreshNames, variants: readonly VariantDeclaration[]): Translation {
  return { rules, fresh, types: dualTypes(rules, variants), environment: new Map() };
}

/** D{x}, without the `pure`. */
export function translateVariable(translation: Translation, variable: Variable): Term {
  const meaning = translation.environment.get(variable.name);
  if (meaning !== undefined) return at(meaning, variable.origin);
  if (variable.type.tag === 'real') internalError(`the real ${variable.name} is not in scope`);
  return core.variable(variable.name, translation.types.type(variable.type), variable.origin);
}

/** The same atom, or pair of atoms, standing for another place of the source. */
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

/** (x, dx), as a pattern and as a term. */
function dualVariable({ rules, fresh }: Translation, name: string, origin: Span): readonly [Pattern, Tuple] {
  const tangent = fresh(`d${name}`);
  return [
    tuplePattern([variablePattern(name, REAL, origin), variablePattern(tangent, rules.tangent, origin)], origin),
    core.tuple([core.variable(name, REAL, origin), core.variable(tangent, rules.tangent, origin)], origin),
  ];
}

/** Left identity: do { pattern <- pure term; ... }, where atoms are put in the places of the variables. */
export function bindValue(translation: Translation, pattern: Pattern, term: Term, block: Block): void {
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

/** do { (x, dx) <- action; ... } for a real, do { x <- action; ... } for all else: the bound value. */
export function nameResult(translation: Translation, action: Term, source: Term, block: Block): Term {
  const { type, origin } = source;
  if (type.tag === 'real') return nameDualResult(translation, action, block, translation.fresh('r'));
  const name = translation.fresh(type.tag === 'function' ? 'f' : 'v');
  const pattern = variablePattern(name, translation.types.type(type), origin);
  block.push({ tag: 'bind', pattern, action, origin });
  return core.variable(name, pattern.type, origin);
}

function nameDualResult(translation: Translation, action: Term, block: Block, name: string): Tuple {
  const { origin } = action;
  const [pattern, dual] = dualVariable(translation, name, origin);
  block.push({ tag: 'bind', pattern, action, origin });
  return dual;
}

/** do { x <- pure term; ... }: an atom for the value of any term, a pair of atoms for a dual number. */
export function nameValue(translation: Translation, term: Term, block: Block): Term {
  if (isAtom(term)) return term;
  if (sameType(term.type, translation.rules.dual)) return nameDual(translation, term, block);
  return nameTerm(translation, term, block, translation.fresh('v'));
}

/** A dual number as a pair of atoms: a pair whose tangent is one needs a name for its primal only. */
export function nameDual(translation: Translation, term: Term, block: Block, name?: string): Tuple {
  const [primal, tangent] = term.tag === 'tuple' ? term.items : [];
  if (term.tag !== 'tuple' || primal === undefined || tangent === undefined || !isAtom(tangent)) {
    return nameDualResult(translation, pure(translation, term), block, name ?? translation.fresh('r'));
  }
  if (isAtom(primal)) return term;
  return core.tuple([nameTerm(translation, primal, block, name ?? translation.fresh('r')), tangent], term.origin);
}

/** do { name <- pure term; ... } */
export function nameTerm(translation: Translation, term: Term, block: Block, name: string): Variable {
  const { type, origin } = term;
  const action = pure(translation, term);
  block.push({ tag: 'bind', pattern: variablePattern(name, type, origin), action, origin });
  return core.variable(name, type, origin);
}

function pure({ rules }: Translation, term: Term): Term {
  return rules.monad.pure(term, term.origin);
}

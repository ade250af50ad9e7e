/**
 * Step 1 of "The Differentiable Curry" (Figure 1): if Δ ⊢ e : τ then J[Δ ⊢ e : τ] : Δ ⇝ τ.
 *
 *   J[x]             = proj_i                      where x is the i-th variable of Δ
 *   J[k]             = const k                     literals, and closed definitions: const f
 *   J[fun x -> e]    = curry J[Δ, x ⊢ e]
 *   J[e1 e2]         = prod J[e1] J[e2] ∘ eval
 *   J[(e1, ..., en)] = prod J[e1] ... J[en]
 *   J[e.i]           = J[e] ∘ proj_i
 *   J[op (e1, e2)]   = prod J[e1] J[e2] ∘ op
 *   J[let x = e1 in e2] = J[(fun x -> e2) e1]      so a let costs what a call costs
 *
 * Ours: a pattern is one entry of the context, and its variables are projections of that; a record is the product of its
 * fields; `if`, constructors and matches, lists, folds, recursion and arrays have combinators of their own.
 * Chains of lets take no stack.
 */
import { assertNever, internalError } from '../../language/source/internal-error';
import { functionType, product as productType, type Type } from '../../language/types/type';
import type { CoreItem, Lambda, LetRec, Match, Pattern, Term, Variable } from '../../language/core/tree';
import type { Span } from '../../language/source/span';
import type { Main } from '../engine';
import {
  EMPTY,
  extendedContext,
  type Combinator,
  type CombinatorDefinition,
  type Combinators,
  type ContextSpace,
  type ContextEntry,
  type SequenceIntrinsic,
} from './combinator';

/**
 * Translates the main expression to a combinator from its parameters, and the definitions it uses. `main` must be
 * inside the fragment.
 */
export function translateToCombinators(main: Main): Combinators {
  const places: Places = new Map();
  const definitions = main.definitions.flatMap((item) => translateDefinition(places, item));
  let context = EMPTY;
  for (const { name, label, type } of main.parameters) {
    places.set(name, { index: context.width, type, path: [] });
    context = extendedContext(context, { name: label, type });
  }
  return { definitions, main: translate(places, main.body, context) };
}

/** The place of each variable: an entry of the context, and the path inside it. Names are unique in a program. */
type Places = Map<string, Place>;

interface Place {
  readonly index: number;
  /** The type of the entry. */
  readonly type: Type;
  readonly path: readonly Step[];
}

interface Step {
  readonly index: number;
  readonly width: number;
  readonly type: Type;
}

function translateDefinition(places: Places, item: CoreItem): CombinatorDefinition[] {
  switch (item.tag) {
    case 'let':
      return [{ names: namesIn(item.pattern, []), term: translate(places, item.value, EMPTY) }];
    case 'letrec':
      return item.functions.map(({ name, function: lambda }) => ({
        names: [{ name, path: [] }],
        term: translate(places, lambda, EMPTY),
      }));
    default:
      return internalError(`the definition is an ${item.tag}`);
  }
}

function namesIn(pattern: Pattern, path: readonly number[]): CombinatorDefinition['names'] {
  switch (pattern.tag) {
    case 'variable':
      return [{ name: pattern.name, path }];
    case 'wildcard':
      return [];
    case 'tuple':
      return pattern.items.flatMap((item, i) => namesIn(item, [...path, i]));
    case 'record':
      return pattern.fields.flatMap(({ name, pattern: of }) => namesIn(of, [...path, fieldIndex(pattern.type, name)]));
    default:
      return assertNever(pattern);
  }
}

/** A let, a call of a literal function or a `let rec` around the translated term. */
interface Around {
  readonly value: Combinator;
  readonly context: ContextSpace;
  readonly origin: Span;
}

function translate(places: Places, root: Term, outermost: ContextSpace): Combinator {
  const around: Around[] = [];
  let term = root;
  let context = outermost;
  const enter = (pattern: Pattern, value: Combinator, origin: Span): void => {
    around.push({ value, context, origin });
    context = bind(places, context, pattern);
  };
  for (;;) {
    if (term.tag === 'let') {
      enter(term.pattern, translate(places, term.value, context), term.origin);
      term = term.body;
    } else if (term.tag === 'apply' && term.function.tag === 'lambda') {
      enter(term.function.parameter, translate(places, term.argument, context), term.origin);
      term = term.function.body;
    } else if (term.tag === 'letrec') {
      const value = translateFunctions(places, term, context);
      around.push({ value, context, origin: term.origin });
      context = bindGroup(places, context, term);
      term = term.body;
    } else break;
  }
  let result = translateOther(places, term, context);
  for (const { value, context: outer, origin } of around.reverse()) {
    result = called(curried(result, outer, value.target, origin), value, origin);
  }
  return result;
}

function translateOther(places: Places, term: Term, context: ContextSpace): Combinator {
  const { type: target, origin } = term;
  const node = { source: context, target, origin };
  const inner = (part: Term): Combinator => translate(places, part, context);
  switch (term.tag) {
    case 'variable':
      return translateVariable(places, term, context);
    case 'literal':
      return { tag: 'const', constant: term, ...node };
    case 'lambda':
      return curried(translateLambda(places, term, context), context, term.parameter.type, origin);
    case 'apply':
      return called(inner(term.function), inner(term.argument), origin);
    case 'tuple':
      return prod(term.items.map(inner), target, origin);
    case 'projection':
      return composed(inner(term.tuple), projection(term.tuple.type, term.index, target, origin));
    case 'record':
      return translateRecord(
        term.fields.map(({ name, value }) => ({ name, value: inner(value) })),
        target,
        origin,
      );
    case 'field':
      return composed(
        inner(term.record),
        projection(term.record.type, fieldIndex(term.record.type, term.name), target, origin),
      );
    case 'construct': {
      const { constructorName, payload } = term;
      const from = payload === undefined ? context : payload.type;
      const injection: Combinator = {
        ...node,
        tag: 'inject',
        constructorName,
        hasPayload: payload !== undefined,
        source: from,
      };
      return payload === undefined ? injection : composed(inner(payload), injection);
    }
    case 'match':
      return translateMatch(places, term, context);
    case 'if':
      return {
        tag: 'if',
        condition: inner(term.condition),
        consequent: inner(term.consequent),
        alternative: inner(term.alternative),
        ...node,
      };
    case 'operation': {
      const parts = term.arguments.map(inner);
      const argument = argumentOf(parts, origin);
      return composed(argument, { ...node, tag: 'operation', operation: term.operation, source: argument.target });
    }
    case 'intrinsic': {
      const argument = argumentOf(term.arguments.map(inner), origin);
      return composed(argument, {
        ...node,
        tag: 'intrinsic',
        intrinsic: sequenceIntrinsic(term.intrinsic),
        source: argument.target,
      });
    }
    case 'sequence': {
      const container =
        target.tag === 'sequence' ? target.container : internalError('a sequence without a sequence type');
      return { tag: 'list', container, items: term.items.map(inner), ...node };
    }
    case 'fold': {
      const sequence = inner(term.sequence);
      const start = inner(term.start);
      const within = bind(places, bind(places, context, term.item), term.accumulator);
      return { tag: 'fold', body: translate(places, term.body, within), sequence, start, ...node };
    }
    case 'watch': {
      if (term.name.tag === 'literal') return inner(term.value);
      const both = argumentOf([inner(term.name), inner(term.value)], origin);
      return composed(both, projection(both.target, 1, target, origin));
    }
    case 'fail':
      return { tag: 'fail', code: term.code, message: term.message, ...node };
    case 'let':
    case 'letrec':
      return translate(places, term, context);
    case 'derivative':
    case 'pure':
    case 'bind':
      return internalError(`J[${term.tag}] is not defined`);
    default:
      return assertNever(term);
  }
}

function translateVariable(places: Places, variable: Variable, context: ContextSpace): Combinator {
  const { type: target, origin } = variable;
  const place = places.get(variable.name);
  if (place === undefined) return { tag: 'const', constant: variable, source: context, target, origin };
  const { index: at, type } = place;
  let result: Combinator = { tag: 'proj', index: at, width: context.width, source: context, target: type, origin };
  for (const { index, width, type: inner } of place.path) {
    result = composed(result, { tag: 'proj', index, width, source: result.target, target: inner, origin });
  }
  return result;
}

function translateLambda(places: Places, { parameter, body }: Lambda, context: ContextSpace): Combinator {
  return translate(places, body, bind(places, context, parameter));
}

function translateFunctions(places: Places, term: LetRec, context: ContextSpace): Combinator {
  const within = bindGroup(places, context, term);
  const functions = term.functions.map(({ name, function: lambda }) => ({
    name,
    body: translateLambda(places, lambda, within),
  }));
  return { tag: 'rec', functions, source: context, target: groupType(term), origin: term.origin };
}

function translateMatch(places: Places, term: Match, context: ContextSpace): Combinator {
  const scrutinee = translate(places, term.scrutinee, context);
  const arms = term.arms.map(({ constructorName, payload, body }) => ({
    constructorName,
    hasPayload: payload !== undefined,
    body: translate(places, body, payload === undefined ? context : bind(places, context, payload)),
  }));
  const otherwise = term.otherwise && translate(places, term.otherwise, context);
  return { tag: 'case', scrutinee, arms, otherwise, source: context, target: term.type, origin: term.origin };
}

/** Translates the fields, evaluated in the order in which they are written, stored in the order of the type. */
function translateRecord(
  written: readonly { readonly name: string; readonly value: Combinator }[],
  target: Type,
  origin: Span,
): Combinator {
  if (target.tag !== 'record') return internalError('a record without a record type');
  const sorted = target.fields.map(({ name }) => written.findIndex((field) => field.name === name));
  if (sorted.every((at, i) => at === i))
    return prod(
      written.map(({ value }) => value),
      target,
      origin,
    );
  const both = argumentOf(
    written.map(({ value }) => value),
    origin,
  );
  const fields = sorted.map((at, i) => projection(both.target, at, target.fields[i]?.type ?? target, origin));
  return composed(both, prod(fields, target, origin));
}

/** Δ, p: adds one entry, which contains the pattern's variables. */
function bind(places: Places, context: ContextSpace, pattern: Pattern): ContextSpace {
  place(places, pattern, { index: context.width, type: pattern.type, path: [] });
  return extendedContext(context, { name: patternName(pattern), type: pattern.type });
}

function place(places: Places, pattern: Pattern, at: Place): void {
  const inside = (item: Pattern, index: number, width: number): void => {
    place(places, item, { ...at, path: [...at.path, { index, width, type: item.type }] });
  };
  switch (pattern.tag) {
    case 'variable':
      places.set(pattern.name, at);
      return;
    case 'wildcard':
      return;
    case 'tuple':
      pattern.items.forEach((item, i) => {
        inside(item, i, pattern.items.length);
      });
      return;
    case 'record':
      for (const { name, pattern: item } of pattern.fields) {
        inside(item, fieldIndex(pattern.type, name), widthOf(pattern.type));
      }
      return;
    default:
      assertNever(pattern);
  }
}

function patternName(pattern: Pattern): string {
  switch (pattern.tag) {
    case 'variable':
      return pattern.name;
    case 'wildcard':
      return '_';
    case 'tuple':
      return `(${pattern.items.map(patternName).join(', ')})`;
    case 'record':
      return `{${pattern.fields.map(({ name, pattern: of }) => `${name} = ${patternName(of)}`).join(', ')}}`;
    default:
      return assertNever(pattern);
  }
}

/** Δ, (f_1, ..., f_n): adds one entry for the functions that call each other. */
function bindGroup(places: Places, context: ContextSpace, term: LetRec): ContextSpace {
  const type = groupType(term);
  const width = term.functions.length;
  term.functions.forEach(({ name, function: lambda }, index) => {
    const path = width === 1 ? [] : [{ index, width, type: lambda.type }];
    places.set(name, { index: context.width, type, path });
  });
  const names = term.functions.map(({ name }) => name);
  const entry: ContextEntry = { name: width === 1 ? names.join('') : `(${names.join(', ')})`, type };
  return extendedContext(context, entry);
}

function groupType({ functions }: LetRec): Type {
  const types = functions.map(({ function: lambda }) => lambda.type);
  const [only] = types;
  return types.length === 1 && only !== undefined ? only : productType(types);
}

function curried(body: Combinator, context: ContextSpace, parameter: Type, origin: Span): Combinator {
  return { tag: 'curry', body, source: context, target: functionType(parameter, body.target), origin };
}

/** prod b1 b2 ∘ eval */
function called(callee: Combinator, argument: Combinator, origin: Span): Combinator {
  const target =
    callee.target.tag === 'function' ? callee.target.result : internalError('a call of a value that is not a function');
  const both = argumentOf([callee, argument], origin);
  return composed(both, { tag: 'eval', source: both.target, target, origin });
}

/** Returns the input of an operation: its argument, or the tuple of its arguments. */
function argumentOf(parts: readonly Combinator[], origin: Span): Combinator {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return prod(parts, productType(parts.map((part) => part.target)), origin);
}

function prod(parts: readonly Combinator[], target: Type, origin: Span): Combinator {
  return { tag: 'prod', parts, source: parts[0]?.source ?? EMPTY, target, origin };
}

function composed(first: Combinator, second: Combinator): Combinator {
  return { tag: 'compose', first, second, source: first.source, target: second.target, origin: second.origin };
}

function projection(from: Type, index: number, target: Type, origin: Span): Combinator {
  return { tag: 'proj', index, width: widthOf(from), source: from, target, origin };
}

function widthOf(type: Type): number {
  if (type.tag === 'product') return type.items.length;
  if (type.tag === 'record') return type.fields.length;
  return internalError(`a projection of a ${type.tag}`);
}

function fieldIndex(type: Type, name: string): number {
  return type.tag === 'record' ? type.fields.findIndex((field) => field.name === name) : internalError('no record');
}

function sequenceIntrinsic(name: string): SequenceIntrinsic {
  switch (name) {
    case 'length':
    case 'index':
    case 'append':
    case 'build':
    case 'toArray':
    case 'update':
      return name;
    default:
      return internalError(`J[${name}] is not defined`);
  }
}

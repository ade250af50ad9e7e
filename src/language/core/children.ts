import { assertNever, internalError } from '../source/internal-error';
import type { Span } from '../source/span';
import type { Type } from '../types/type';
import type { Pattern, Term } from './tree';

/** A name bound by a term or an item. */
export interface Binder {
  readonly name: string;
  readonly type: Type;
  readonly origin: Span;
}

/** A subterm, with the names that its parent binds in it. */
export interface Child {
  readonly term: Term;
  readonly binders: readonly Binder[];
}

const NONE: readonly Binder[] = [];

/** Returns the names that a pattern binds, left to right. */
export function patternBinders(pattern: Pattern): readonly Binder[] {
  switch (pattern.tag) {
    case 'variable':
      return [pattern];
    case 'wildcard':
      return NONE;
    default: {
      const binders: Binder[] = [];
      addBinders(pattern, binders);
      return binders;
    }
  }
}

function addBinders(pattern: Pattern, binders: Binder[]): void {
  switch (pattern.tag) {
    case 'variable':
      binders.push(pattern);
      return;
    case 'wildcard':
      return;
    case 'tuple':
      for (const item of pattern.items) addBinders(item, binders);
      return;
    case 'record':
      for (const field of pattern.fields) addBinders(field.pattern, binders);
      return;
    default:
      assertNever(pattern);
  }
}

/** Returns the direct subterms: first those evaluated now, in order, then those under binders. */
export function children(term: Term): readonly Child[] {
  switch (term.tag) {
    case 'variable':
    case 'literal':
    case 'fail':
      return [];
    case 'tuple':
    case 'sequence':
      return term.items.map(plain);
    case 'projection':
      return [plain(term.tuple)];
    case 'record':
      return term.fields.map((field) => plain(field.value));
    case 'field':
      return [plain(term.record)];
    case 'construct':
      return term.payload === undefined ? [] : [plain(term.payload)];
    case 'match': {
      const arms = term.arms.map((arm) => under(arm.payload, arm.body));
      return [plain(term.scrutinee), ...arms, ...(term.otherwise === undefined ? [] : [plain(term.otherwise)])];
    }
    case 'lambda':
      return [under(term.parameter, term.body)];
    case 'apply':
      return [plain(term.function), plain(term.argument)];
    case 'let':
      return [plain(term.value), under(term.pattern, term.body)];
    case 'letrec': {
      const binders = term.functions.map(({ name, function: lambda, origin }) => ({ name, type: lambda.type, origin }));
      return [
        ...term.functions.map(({ function: lambda }) => ({ term: lambda, binders })),
        { term: term.body, binders },
      ];
    }
    case 'if':
      return [plain(term.condition), plain(term.consequent), plain(term.alternative)];
    case 'operation':
    case 'intrinsic':
      return term.arguments.map(plain);
    case 'fold':
      return [
        plain(term.sequence),
        plain(term.start),
        { term: term.body, binders: [...patternBinders(term.item), ...patternBinders(term.accumulator)] },
      ];
    case 'derivative':
      return [plain(term.function), plain(term.point), plain(term.direction)];
    case 'watch':
      return [plain(term.name), plain(term.value)];
    case 'pure':
      return [plain(term.value)];
    case 'bind':
      return [plain(term.action), under(term.pattern, term.body)];
    default:
      return assertNever(term);
  }
}

/** Returns a subterm under no binders. */
export function plain(term: Term): Child {
  return { term, binders: NONE };
}

function under(pattern: Pattern | undefined, term: Term): Child {
  return { term, binders: pattern === undefined ? NONE : patternBinders(pattern) };
}

/** Returns the term with other subterms, in the order of `children`. The new subterms must have the old types. */
export function withChildren(term: Term, terms: readonly Term[]): Term {
  let next = 0;
  const take = (): Term => terms[next++] ?? internalError(`too few subterms for ${term.tag}`);
  switch (term.tag) {
    case 'variable':
    case 'literal':
    case 'fail':
      return term;
    case 'tuple':
    case 'sequence':
      return { ...term, items: term.items.map(take) };
    case 'projection':
      return { ...term, tuple: take() };
    case 'record':
      return { ...term, fields: term.fields.map((field) => ({ ...field, value: take() })) };
    case 'field':
      return { ...term, record: take() };
    case 'construct':
      return { ...term, payload: term.payload === undefined ? undefined : take() };
    case 'match':
      return {
        ...term,
        scrutinee: take(),
        arms: term.arms.map((arm) => ({ ...arm, body: take() })),
        otherwise: term.otherwise === undefined ? undefined : take(),
      };
    case 'lambda':
      return { ...term, body: take() };
    case 'apply':
      return { ...term, function: take(), argument: take() };
    case 'let':
      return { ...term, value: take(), body: take() };
    case 'letrec':
      return {
        ...term,
        functions: term.functions.map((item) => {
          const lambda = take();
          if (lambda.tag !== 'lambda') return internalError('let rec binds functions');
          return { ...item, function: lambda };
        }),
        body: take(),
      };
    case 'if':
      return { ...term, condition: take(), consequent: take(), alternative: take() };
    case 'operation':
    case 'intrinsic':
      return { ...term, arguments: term.arguments.map(take) };
    case 'fold':
      return { ...term, sequence: take(), start: take(), body: take() };
    case 'derivative':
      return { ...term, function: take(), point: take(), direction: take() };
    case 'watch':
      return { ...term, name: take(), value: take() };
    case 'pure':
      return { ...term, value: take() };
    case 'bind':
      return { ...term, action: take(), body: take() };
    default:
      return assertNever(term);
  }
}

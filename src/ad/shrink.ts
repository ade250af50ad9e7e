import { children, withChildren } from '../language/core/children';
import { let_, real } from '../language/core/builders';
import { freshNames } from '../language/core/fresh-names';
import {
  freeVariables,
  itemBinders,
  itemTerms,
  refresh,
  substitute,
  termSize,
  usedNamesOfProgram,
} from '../language/core/traverse';
import type { CoreItem, CoreProgram, Lambda, RecursiveFunction, Term } from '../language/core/tree';
import { internalError } from '../language/source/internal-error';
import { isFirstOrder, sameType } from '../language/types/structure';
import { product, REAL, UNIT } from '../language/types/type';
import type { Task } from '../semantics/task';
import { withInputs } from './translation/wrapping';
import type { Main, Parameter, Point } from './engine';
import { programOfMain } from './main';
import { placeholderTerm } from './placeholder';
import { pointReals, pointWith } from './point';

/** A main expression at a point. */
export interface Counterexample {
  readonly main: Main;
  readonly point: Point;
}

/** A larger body is not shrunk. */
const LARGEST = 4_000;

/**
 * Returns a smaller case for which `holds` is still true. Terms are replaced by their own subterms of the same type or
 * by a constant, unused definitions and inputs are removed, calls are replaced by the called body, and numbers are
 * rounded. Each time, the first smaller case that holds is kept, until none does or `most` cases have been tried.
 * Returns `start` if it does not hold itself.
 */
export function* shrink(
  start: Counterexample,
  holds: (candidate: Counterexample) => Task<boolean>,
  most: number,
): Task<Counterexample> {
  let best = start;
  let left = most;
  if (sizeOf(start.main) > LARGEST || !(yield* holds(start))) return start;
  for (;;) {
    let found: Counterexample | undefined;
    for (const candidate of smallerCases(best)) {
      if (left-- <= 0) return best;
      if (yield* holds(candidate)) {
        found = candidate;
        break;
      }
      yield;
    }
    if (found === undefined) return best;
    best = found;
  }
}

/** Returns the case as a program: the point's values are those of its inputs. */
export function programOfCase({ main, point }: Counterexample): CoreProgram {
  const values = new Map(main.parameters.map(({ name }, i) => [name, point.arguments[i]]));
  return withInputs(programOfMain(main), values);
}

function sizeOf({ body, definitions }: Main): number {
  return termSize(body) + definitions.flatMap(itemTerms).reduce((sum, term) => sum + termSize(term), 0);
}

function* smallerCases({ main, point }: Counterexample): Generator<Counterexample> {
  const { variants, definitions, parameters, body } = main;
  const top = new Set([...definitions.flatMap(itemBinders), ...parameters].map(({ name }) => name));
  if (main.target.tag !== 'real')
    for (const part of partsOf(body, top, REAL)) {
      yield trimmed({ main: { ...main, body: part, target: REAL }, point: { ...point, cotangent: 1 } });
    }
  for (const smaller of smallerTerms(body, top, variants)) yield trimmed({ main: { ...main, body: smaller }, point });
  for (const [at, item] of definitions.entries())
    for (const smaller of smallerItems(item, top, variants)) {
      yield trimmed({ main: { ...main, definitions: definitions.with(at, smaller) }, point });
    }
  for (const inlined of inlinedCalls(main)) yield trimmed({ main: { ...main, body: inlined }, point });
  const reals = pointReals(main, point);
  for (const [at, x] of reals.entries()) {
    if (Number.isInteger(x)) continue;
    for (const rounded of [Math.round(x), Math.round(10 * x) / 10])
      if (rounded !== x)
        yield { main, point: { ...point, arguments: pointWith(main, point, reals.with(at, rounded)) } };
  }
}

/**
 * Yields the body with one call of a definition replaced by the called body, or a name by the atom that it is bound to.
 */
function* inlinedCalls({ body, definitions, variants, parameters }: Main): Generator<Term> {
  const lambdas = new Map<string, Lambda>();
  for (const item of definitions)
    if (item.tag === 'let' && item.pattern.tag === 'variable' && item.value.tag === 'lambda')
      lambdas.set(item.pattern.name, item.value);
  const program = programOfMain({ body, definitions, variants, parameters, source: UNIT, target: body.type });
  const fresh = freshNames(usedNamesOfProgram(program));
  const inlined = (term: Term): Term | undefined => {
    if (term.tag === 'apply') {
      const callee = term.function.tag === 'variable' ? lambdas.get(term.function.name) : undefined;
      const lambda = callee === undefined ? term.function : refresh(callee, fresh);
      return lambda.tag === 'lambda' ? let_(lambda.parameter, term.argument, lambda.body, term.origin) : undefined;
    }
    if (term.tag !== 'let' || term.pattern.tag !== 'variable' || children(term.value).length > 0) return undefined;
    return substitute(term.body, new Map([[term.pattern.name, term.value]]));
  };
  yield* changedOnce(body, inlined);
}

function* changedOnce(term: Term, change: (term: Term) => Term | undefined): Generator<Term> {
  const changed = change(term);
  if (changed !== undefined) yield changed;
  const terms = children(term).map((child) => child.term);
  for (const [at, child] of terms.entries())
    for (const each of changedOnce(child, change)) yield withChildren(term, terms.with(at, each));
}

/** Returns the case without unused definitions and parameters. */
function trimmed({ main, point }: Counterexample): Counterexample {
  const used = freeVariables(main.body);
  const definitions: CoreItem[] = [];
  for (const item of main.definitions.toReversed()) {
    if (!itemBinders(item).some(({ name }) => used.has(name))) continue;
    definitions.unshift(item);
    for (const term of itemTerms(item)) for (const name of freeVariables(term)) used.add(name);
  }
  const isUsed = ({ name }: Parameter): boolean => used.has(name);
  const parameters = main.parameters.filter(isUsed);
  const [only, ...more] = parameters.map(({ type }) => type);
  const source = only === undefined ? UNIT : more.length === 0 ? only : product([only, ...more]);
  const given = point.arguments.filter((_, i) =>
    parameters.includes(main.parameters[i] ?? internalError('no parameter')),
  );
  return { main: { ...main, definitions, parameters, source }, point: { ...point, arguments: given } };
}

/** Yields the item with one of its subterms smaller. */
function* smallerItems(item: CoreItem, scope: ReadonlySet<string>, variants: Main['variants']): Generator<CoreItem> {
  if (item.tag === 'let') {
    for (const value of smallerTerms(item.value, scope, variants)) yield { ...item, value };
  } else if (item.tag === 'letrec') {
    for (const [at, each] of item.functions.entries())
      for (const smaller of smallerBodies(each.function, scope, variants)) {
        const functions: readonly RecursiveFunction[] = item.functions.with(at, { ...each, function: smaller });
        yield { ...item, functions };
      }
  }
}

function* smallerBodies(lambda: Lambda, scope: ReadonlySet<string>, variants: Main['variants']): Generator<Lambda> {
  for (const smaller of smallerChildren(lambda, scope, variants)) if (smaller.tag === 'lambda') yield smaller;
}

/** Yields terms of the same type that are smaller in one place, the largest steps first. */
function* smallerTerms(term: Term, scope: ReadonlySet<string>, variants: Main['variants']): Generator<Term> {
  if (term.tag === 'literal') {
    if (typeof term.value === 'number' && !Number.isInteger(term.value))
      yield real(Math.round(term.value), term.origin);
    return;
  }
  if (term.tag === 'variable') return;
  if (term.tag !== 'lambda') {
    yield* partsOf(term, scope, term.type);
    if (isFirstOrder(term.type)) yield placeholderTerm(term.type, variants, 1, term.origin);
  }
  yield* smallerChildren(term, scope, variants);
}

function* smallerChildren(term: Term, scope: ReadonlySet<string>, variants: Main['variants']): Generator<Term> {
  const own = children(term);
  const terms = own.map((child) => child.term);
  for (const [at, child] of own.entries()) {
    const inner = child.binders.length === 0 ? scope : new Set([...scope, ...child.binders.map(({ name }) => name)]);
    const isFunctionOfLetrec = term.tag === 'letrec' && child.term.tag === 'lambda' && at < own.length - 1;
    const smaller = isFunctionOfLetrec
      ? smallerBodies(child.term, inner, variants)
      : smallerTerms(child.term, inner, variants);
    for (const each of smaller) yield withChildren(term, terms.with(at, each));
  }
}

/** Yields the subterms of a type that can replace the term, outermost first. */
function* partsOf(term: Term, scope: ReadonlySet<string>, type: Term['type']): Generator<Term> {
  const queue = children(term).map((child) => child.term);
  for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
    const isOpen = [...freeVariables(part)].some((name) => !scope.has(name));
    if (sameType(part.type, type) && !isOpen) yield part;
    queue.push(...children(part).map((child) => child.term));
  }
}

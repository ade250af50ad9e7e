import type { Main } from '../ad/engine';
import { children, patternBinders } from '../language/core/children';
import { itemTerms, walk } from '../language/core/traverse';
import type { Lambda, Pattern, Term } from '../language/core/tree';
import { operationRow } from '../language/operations/table';
import { PRELUDE_CELL, type Span } from '../language/source/span';
import type { ValueEnd } from '../protocol/messages';

const MOST_PLACES = 6;

/**
 * Returns where the value of a parameter continues without its derivative, as far as the program's text tells: in an
 * operation whose result is not a real (a comparison, `floor`), or where its name occurs. Follows the value through
 * lets, matches and calls, and assumes a dependency where there may be one.
 */
export function valueEnds(main: Main, parameter: number): readonly ValueEnd[] {
  const name = main.parameters[parameter]?.name ?? '';
  const terms = termsOf(main);
  const lambdas = namedLambdas(main, terms);
  const dependent = new Set([name]);
  let flows = new Set<Term>();
  for (let before = -1; before < dependent.size;) {
    before = dependent.size;
    flows = flowing(terms, dependent, lambdas);
  }
  const ends: ValueEnd[] = [];
  const add = (how: ValueEnd['how'], span: Span): void => {
    const known = ends.some((end) => end.how === how && end.span.cell === span.cell && end.span.start === span.start);
    if (span.cell !== PRELUDE_CELL && !known && ends.length < MOST_PLACES) ends.push({ how, span });
  };
  for (const term of terms) {
    if (term.tag === 'operation' && term.arguments.some((argument) => flows.has(argument))) {
      const { result } = operationRow(term.operation);
      if (result !== 'real') add(result === 'bool' ? 'condition' : 'number', term.origin);
    }
  }
  for (const term of terms) if (term.tag === 'variable' && term.name === name) add('name', term.origin);
  return ends;
}

/** Parents come before their subterms. */
function termsOf(main: Main): readonly Term[] {
  const terms: Term[] = [];
  const enter = (term: Term): void => {
    terms.push(term);
  };
  for (const item of main.definitions) for (const term of itemTerms(item)) walk(term, { enter });
  walk(main.body, { enter });
  return terms;
}

function namedLambdas(main: Main, terms: readonly Term[]): ReadonlyMap<string, Lambda> {
  const lambdas = new Map<string, Lambda>();
  const bind = (pattern: Pattern, value: Term): void => {
    if (pattern.tag === 'variable' && value.tag === 'lambda') lambdas.set(pattern.name, value);
  };
  for (const item of main.definitions) {
    if (item.tag === 'let') bind(item.pattern, item.value);
    if (item.tag === 'letrec') for (const each of item.functions) lambdas.set(each.name, each.function);
  }
  for (const term of terms) {
    if (term.tag === 'let') bind(term.pattern, term.value);
    if (term.tag === 'letrec') for (const each of term.functions) lambdas.set(each.name, each.function);
  }
  return lambdas;
}

/** Returns the terms whose value depends on `dependent`, and adds the names that they are bound to. */
function flowing(terms: readonly Term[], dependent: Set<string>, lambdas: ReadonlyMap<string, Lambda>): Set<Term> {
  const flows = new Set<Term>();
  const bind = (pattern: Pattern | undefined): void => {
    if (pattern !== undefined) for (const { name } of patternBinders(pattern)) dependent.add(name);
  };
  /** Binds the parameters of each lambda of a curried function. */
  const bindParameters = (callee: Term): void => {
    let lambda: Term | undefined = callee.tag === 'variable' ? lambdas.get(callee.name) : callee;
    for (; lambda?.tag === 'lambda'; lambda = lambda.body) bind(lambda.parameter);
  };
  for (let i = terms.length - 1; i >= 0; i--) {
    const term = terms[i];
    if (term === undefined) continue;
    const below = children(term).map((child) => child.term);
    const some = below.some((child) => flows.has(child));
    switch (term.tag) {
      case 'variable':
        if (dependent.has(term.name)) flows.add(term);
        continue;
      case 'operation':
        if (some && operationRow(term.operation).result === 'real') flows.add(term);
        continue;
      case 'if':
        if (flows.has(term.consequent) || flows.has(term.alternative)) flows.add(term);
        continue;
      case 'let':
        if (flows.has(term.value)) bind(term.pattern);
        if (flows.has(term.body)) flows.add(term);
        continue;
      case 'match':
        if (flows.has(term.scrutinee)) for (const arm of term.arms) bind(arm.payload);
        break;
      case 'apply':
      case 'intrinsic':
      case 'derivative':
        if (some) for (const callee of [calleeOf(term), ...below]) bindParameters(callee);
        break;
      case 'fold':
        if (some) [term.item, term.accumulator].forEach(bind);
        break;
      default:
    }
    if (some) flows.add(term);
  }
  return flows;
}

function calleeOf(term: Term): Term {
  let callee = term;
  while (callee.tag === 'apply') callee = callee.function;
  return callee;
}

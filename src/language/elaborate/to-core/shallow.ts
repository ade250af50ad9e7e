import { lambda, let_, tuple, unit, variable, apply } from '../../core/builders';
import { children, withChildren } from '../../core/children';
import { tuplePattern, variablePattern, wildcardPattern } from '../../core/patterns';
import { freeVariables, mapTerm, rename, walk } from '../../core/traverse';
import type { CoreItem, Lambda, Term } from '../../core/tree';
import { internalError } from '../../source/internal-error';
import { once } from '../../source/once';
import type { Span } from '../../source/span';
import { isFirstOrder } from '../../types/structure';
import { UNIT, type Type } from '../../types/type';

/*
 * A chain of ten thousand operators is a term of that depth, and passes recurse over terms, though not along bodies of lets.
 * So deep parts get names: `a + b + c + d` becomes `let part = a + b in part + c + d`, and what would be evaluated before
 * such a part gets a name before it. A deep branch becomes a function of the variables that it uses, so it can be named
 * outside the lets around it.
 */

/** The depth past which parts get names. A program that needs none may nest this deep in its own text. */
export const SHALLOW = 150;

/** Terms that stay deeper than this are refused, such as branches that use many functions of the lets around them. */
const DEEPEST = 1000;

interface Part {
  readonly name: string;
  readonly value: Term;
}

/** Parts to name, in order. Those of a subterm are one entry, so that they are not copied at each level. */
type Parts = readonly (Part | Parts)[];

/** The depth of a term, and its parts that need names before the term is evaluated. */
interface Known {
  readonly depth: number;
  readonly parts: Parts;
}

const LEAF: Known = { depth: 1, parts: [] };

interface Surroundings {
  readonly fresh: (base: string) => string;
  /** Called for a term that stays too deep. */
  readonly refuse: (place: Span) => void;
}

/** Returns the item with names for its deep parts. */
export function shallowItem(item: CoreItem, surroundings: Surroundings): CoreItem {
  const shallow = (term: Term): Term => shallowTerm(term, surroundings);
  switch (item.tag) {
    case 'let':
    case 'input':
      return { ...item, value: shallow(item.value) };
    case 'data':
      return { ...item, value: item.value && shallow(item.value) };
    case 'letrec': {
      const functions = item.functions.map((each) => {
        const made = shallow(each.function);
        return made.tag === 'lambda' ? { ...each, function: made } : internalError('a function is not a function');
      });
      return { ...item, functions };
    }
    case 'output':
      return { ...item, term: shallow(item.term) };
  }
}

function shallowTerm(outermost: Term, { fresh, refuse }: Surroundings): Term {
  const bound = once(() => boundTypes(outermost));
  /** The names of functions that stay inside the lets around them. */
  const pinned = new Set<string>();
  const known = new Map<Term, Known>();
  const knownOf = (term: Term): Known => known.get(term) ?? LEAF;
  /** Puts parts around the term that needs them. */
  const around = (term: Term, parts: readonly Part[]): Term => {
    if (parts.length === 0) return term;
    let all = term;
    let { depth } = knownOf(term);
    for (const { name, value } of parts.toReversed()) {
      all = let_(variablePattern(name, value.type, value.origin), value, all, term.origin);
      depth = Math.max(depth, knownOf(value).depth + 1);
    }
    known.set(all, { depth, parts: [] });
    return all;
  };

  const isRaised = (part: Part): boolean => isFunction(part) && !pinned.has(part.name);
  const change = (node: Term): Term => {
    const below = children(node).map(({ term }) => term);
    const now = evaluatedNow(node, below.length);
    const parts: (Part | Parts)[] = [];
    const named = (value: Term): Term => {
      const name = fresh('part');
      parts.push({ name, value });
      return variable(name, value.type, value.origin);
    };
    // The payload of `::` is a pair in its own place.
    const isCons = node.tag === 'construct' && node.constructorName === '::';
    const isDeep = (term: Term): boolean => knownOf(term).depth >= SHALLOW && !isCons;
    const last = below.findLastIndex((term, at) => at < now && (isDeep(term) || knownOf(term).parts.length > 0));

    const subterm = (term: Term, at: number): Term => {
      const own = knownOf(term).parts;
      if (at < now) {
        if (own.length > 0) parts.push(own);
        // Subterms keep their order of evaluation, so those before a part get names too.
        return isDeep(term) || (at < last && !isSettledValue(term)) ? named(term) : term;
      }
      if (node.tag === 'let') {
        const [raised, others] = [flat(own).filter(isRaised), flat(own).filter((part) => !isRaised(part))];
        parts.push(...raised);
        return around(term, others);
      }
      if (node.tag !== 'if') return around(term, flat(own));
      // A branch becomes a function, which is a value wherever it is named.
      const [functions, others] = [flat(own).filter(isFunction), flat(own).filter((part) => !isFunction(part))];
      parts.push(...functions);
      const whole = around(term, others);
      // What is refused already stays as it is.
      const { depth: height } = knownOf(whole);
      if (height < SHALLOW || height > DEEPEST) return whole;
      const { branch, argument, isClosed } = branchFunction(whole, bound(), pinned, fresh);
      known.set(branch, { depth: height + 1, parts: [] });
      const callee = named(branch);
      if (!isClosed && callee.tag === 'variable') pinned.add(callee.name);
      return apply(callee, argument, whole.origin);
    };

    const made = below.map(subterm);
    const result = made.every((term, at) => term === below[at]) ? node : withChildren(node, made);
    const isChain = node.tag === 'let' || node.tag === 'letrec' || node.tag === 'bind';
    let depth = 1;
    for (const [at, term] of made.entries())
      depth = Math.max(depth, knownOf(term).depth + (isChain && at === made.length - 1 ? 0 : 1));
    if (depth > DEEPEST) refuse(node.origin);
    known.set(result, { depth, parts });
    return result;
  };
  const root = mapTerm(outermost, change);
  return around(root, flat(knownOf(root).parts));
}

/** Returns the types of the names that are bound inside a term. */
function boundTypes(term: Term): ReadonlyMap<string, Type> {
  const types = new Map<string, Type>();
  walk(term, { bind: ({ name, type }) => types.set(name, type) });
  return types;
}

/**
 * Returns a branch as a function, and the argument of its call. The function is closed, apart from other closed functions
 * and the names outside the item's term, unless the branch uses data with functions from inside of the term.
 */
function branchFunction(
  body: Term,
  bound: ReadonlyMap<string, Type>,
  pinned: ReadonlySet<string>,
  fresh: (base: string) => string,
): { readonly branch: Lambda; readonly argument: Term; readonly isClosed: boolean } {
  const { origin } = body;
  const free = [...freeVariables(body)];
  const used = free.flatMap((name) => {
    const type = bound.get(name);
    return type === undefined ? [] : [{ name, type, inside: fresh(name) }];
  });
  const isClosed = used.every(({ type }) => isFirstOrder(type)) && !free.some((name) => pinned.has(name));
  if (!isClosed || used.length === 0)
    return { branch: lambda(wildcardPattern(UNIT, origin), body, origin), argument: unit(origin), isClosed };
  const patterns = used.map(({ inside, type }) => variablePattern(inside, type, origin));
  const items = used.map(({ name, type }) => variable(name, type, origin));
  const [pattern, item] = [patterns[0], items[0]];
  const isSingle = patterns.length === 1 && pattern !== undefined && item !== undefined;
  const renamed = rename(body, new Map(used.map(({ name, inside }) => [name, inside])));
  const branch = lambda(isSingle ? pattern : tuplePattern(patterns, origin), renamed, origin);
  return { branch, argument: isSingle ? item : tuple(items, origin), isClosed };
}

function isFunction({ value }: Part): boolean {
  return value.tag === 'lambda';
}

function flat(parts: Parts): readonly Part[] {
  const found: Part[] = [];
  const pending: (Part | Parts)[] = [parts];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('name' in next) found.push(next);
    else
      for (let at = next.length - 1; at >= 0; at--) {
        const part = next[at];
        if (part !== undefined) pending.push(part);
      }
  }
  return found;
}

/** Returns how many of the subterms are evaluated when the term is, once each and in order; they come first. */
function evaluatedNow(term: Term, count: number): number {
  switch (term.tag) {
    case 'lambda':
    case 'letrec':
      return 0;
    case 'if':
    case 'match':
    case 'let':
    case 'bind':
      return 1;
    case 'fold':
      return 2;
    default:
      return count;
  }
}

/** Whether it makes no difference when the term is evaluated. */
function isSettledValue({ tag }: Term): boolean {
  return tag === 'variable' || tag === 'literal' || tag === 'lambda';
}

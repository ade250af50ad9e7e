import { alphaEquivalent } from '../../language/core/alpha-equivalent';
import { apply, let_, letrec, variable } from '../../language/core/builders';
import { children, patternBinders, withChildren, type Binder } from '../../language/core/children';
import { freeVariables, refresh, walk } from '../../language/core/traverse';
import type { CoreItem, CoreProgram, Lambda, Pattern, RecursiveFunction, Term } from '../../language/core/tree';
import { internalError } from '../../language/source/internal-error';
import { isFirstOrder } from '../../language/types/structure';
import type { Type } from '../../language/types/type';

/**
 * A function that calls itself last, or returns. Wherever it stands in its rounds, the value that it would return there is that
 * of its base, which depends on the parameters of the round.
 */
export interface Loop {
  readonly name: string;
  readonly function: Lambda;
  readonly parameters: readonly Pattern[];
  /** What it returns. */
  readonly base: Term;
  /** The parameters that `base` mentions, and others of a few numbers. They are data. */
  readonly variables: readonly Binder[];
}

/** A call of a loop that a run of the program evaluates at most once: it stands in no function. */
export interface LoopCall {
  readonly loop: Loop;
  readonly call: Term;
  readonly arguments: readonly Term[];
  /** Whether it stands in the text of its item, rather than in a function that the item calls. */
  readonly isOwn: boolean;
  /** Its item, and its place among the calls of loops in that item: these are the same in all programs of a notebook. */
  readonly item: CoreItem;
  readonly place: number;
  readonly index: number;
}

/** Deeper terms and longer chains of calls are left as they are. */
const DEEPEST = 300;
const MOST_INLINED = 8;

/** Returns the program with each call of a loop replaced; calls of functions that contain one are replaced by their bodies. */
export function withLoopCalls(
  core: CoreProgram,
  fresh: (base: string) => string,
  replace: (call: LoopCall) => Term,
): CoreProgram {
  const scope: Scope = { loops: new Map(), functions: new Map() };
  let index = 0;
  const items = core.items.map((item): CoreItem => {
    let place = 0;
    const found = (call: FoundCall): Term => replace({ ...call, item, place: place++, index: index++ });
    const within = (term: Term): Term => rewritten(term, { scope, fresh, found, depth: 0, inlined: 0 });
    switch (item.tag) {
      case 'let': {
        const value = within(item.value);
        define(scope, item.pattern, item.value);
        return value === item.value ? item : { ...item, value };
      }
      case 'letrec':
        defineLoops(scope, item.functions);
        return item;
      case 'output': {
        const term = within(item.term);
        return term === item.term ? item : { ...item, term };
      }
      case 'input':
      case 'data':
        return item;
    }
  });
  return { ...core, items };
}

type FoundCall = Pick<LoopCall, 'loop' | 'call' | 'arguments' | 'isOwn'>;

interface Scope {
  readonly loops: Map<string, Loop>;
  /** The functions that are not recursive, and may call a loop. */
  readonly functions: Map<string, Lambda>;
}

interface Rewriting {
  /** Names are bound once, so that it holds those of all scopes. */
  readonly scope: Scope;
  readonly fresh: (base: string) => string;
  readonly found: (call: FoundCall) => Term;
  readonly depth: number;
  /** The calls that were replaced by the body of their function around this term. */
  readonly inlined: number;
}

function define({ functions }: Scope, pattern: Pattern, value: Term): void {
  if (pattern.tag === 'variable' && value.tag === 'lambda') functions.set(pattern.name, value);
}

function defineLoops({ loops }: Scope, functions: readonly RecursiveFunction[]): void {
  const [only] = functions;
  const loop = functions.length === 1 && only !== undefined ? loopOf(only) : undefined;
  if (loop !== undefined) loops.set(loop.name, loop);
}

/** Rewrites what is evaluated with a term, once: not what is in functions. */
function rewritten(term: Term, how: Rewriting): Term {
  if (how.depth > DEEPEST || term.tag === 'lambda') return term;
  const inner = { ...how, depth: how.depth + 1 };
  if (term.tag === 'let') define(how.scope, term.pattern, term.value);
  if (term.tag === 'letrec') defineLoops(how.scope, term.functions);
  if (term.tag === 'apply') {
    const made = rewrittenCall(term, inner);
    if (made !== undefined) return made;
  }
  const isOnce = (child: Term): boolean => {
    if (term.tag === 'fold') return child !== term.body;
    if (term.tag === 'letrec') return child === term.body;
    return term.tag !== 'bind' && term.tag !== 'pure';
  };
  const below = children(term).map((child) => child.term);
  const made = below.map((child) => (isOnce(child) ? rewritten(child, inner) : child));
  return made.every((child, i) => child === below[i]) ? term : withChildren(term, made);
}

/** Returns a call with the loops in it replaced; undefined if there are none in what it calls. */
function rewrittenCall(call: Term, how: Rewriting): Term | undefined {
  const [callee, given] = callOf(call);
  if (callee.tag !== 'variable') return undefined;
  const { scope, fresh, found, inlined } = how;
  const loop = scope.loops.get(callee.name);
  if (loop?.parameters.length === given.length && isFirstOrder(call.type))
    return found({ loop, call, arguments: given.map((each) => rewritten(each, how)), isOwn: inlined === 0 });
  const definition = scope.functions.get(callee.name);
  if (definition === undefined || inlined >= MOST_INLINED) return undefined;
  const own = refresh(definition, fresh);
  const [parameters, body] = openedTo(own, given.length);
  if (parameters.length < given.length) return undefined;
  const within: Term[] = [];
  const made = rewritten(body, {
    ...how,
    inlined: inlined + 1,
    found: (each) => {
      within.push(each.call);
      return found(each);
    },
  });
  if (within.length === 0) {
    scope.functions.delete(callee.name);
    return undefined;
  }
  return parameters.reduceRight<Term>(
    (rest, pattern, i) => let_(pattern, rewritten(given[i] ?? rest, how), rest, call.origin),
    made,
  );
}

/** Returns what a call calls, and its arguments. */
function callOf(term: Term): readonly [Term, readonly Term[]] {
  const given: Term[] = [];
  let callee = term;
  for (; callee.tag === 'apply'; callee = callee.function) given.push(callee.argument);
  return [callee, given.reverse()];
}

/** Returns the first parameters of a function, and what it is below them. */
function openedTo(term: Term, most: number): readonly [readonly Pattern[], Term] {
  const parameters: Pattern[] = [];
  let body = term;
  for (; body.tag === 'lambda' && parameters.length < most; { body } = body) parameters.push(body.parameter);
  return [parameters, body];
}

/** Returns a function as a loop; undefined if it is none. */
function loopOf({ name, function: lambda }: RecursiveFunction): Loop | undefined {
  const [parameters, body] = openedTo(lambda, Infinity);
  const bases: Term[] = [];
  const isLoop = addBases(body, { name, count: parameters.length, bases, definitions: [] });
  const [base] = bases;
  if (!isLoop || base === undefined || !bases.every((each) => alphaEquivalent(base, each))) return undefined;
  const free = freeVariables(base);
  const own = new Set<string>();
  walk(body, { bind: (binder) => own.add(binder.name) });
  // What a match or a condition has bound is not known in every round.
  if ([...free].some((each) => own.has(each))) return undefined;
  const variables = parameters.flatMap(patternBinders).filter(({ name: own, type }) => free.has(own) || isSmall(type));
  return variables.every(({ type }) => isFirstOrder(type))
    ? { name, function: lambda, parameters, base, variables }
    : undefined;
}

/** Whether the values of a type are a few numbers. */
function isSmall(type: Type): boolean {
  switch (type.tag) {
    case 'real':
    case 'int':
    case 'bool':
      return true;
    case 'product':
      return type.items.every(isSmall);
    case 'record':
      return type.fields.every((field) => isSmall(field.type));
    default:
      return false;
  }
}

interface Search {
  /** The name of the function, and the number of its parameters. */
  readonly name: string;
  readonly count: number;
  readonly bases: Term[];
  /** The definitions around the term, outermost first. */
  readonly definitions: readonly Extract<Term, { readonly tag: 'let' | 'letrec' }>[];
}

/** Adds what a term returns, with the definitions that this mentions. Returns whether the function only calls itself last. */
function addBases(term: Term, search: Search): boolean {
  const { name, count, bases, definitions } = search;
  const isFree = (each: Term): boolean => freeVariables(each).has(name);
  if (definitions.length > DEEPEST) return false;
  switch (term.tag) {
    case 'let':
      return !isFree(term.value) && addBases(term.body, { ...search, definitions: [...definitions, term] });
    case 'letrec':
      return (
        !term.functions.some((each) => isFree(each.function)) &&
        addBases(term.body, { ...search, definitions: [...definitions, term] })
      );
    case 'if':
      return !isFree(term.condition) && addBases(term.consequent, search) && addBases(term.alternative, search);
    case 'match':
      return (
        !isFree(term.scrutinee) &&
        term.arms.every(({ body }) => addBases(body, search)) &&
        (term.otherwise === undefined || addBases(term.otherwise, search))
      );
    case 'fail':
      return true;
    default: {
      const [callee, given] = callOf(term);
      if (callee.tag === 'variable' && callee.name === name) return given.length === count && !given.some(isFree);
      if (isFree(term)) return false;
      bases.push(definitions.reduceRight(withDefinition, term));
      return true;
    }
  }
}

/** Puts a definition around a term that mentions it. */
function withDefinition(body: Term, definition: Search['definitions'][number]): Term {
  const free = freeVariables(body);
  if (definition.tag === 'let')
    return patternBinders(definition.pattern).some(({ name }) => free.has(name))
      ? let_(definition.pattern, definition.value, body, definition.origin)
      : body;
  return definition.functions.some(({ name }) => free.has(name))
    ? letrec(definition.functions, body, definition.origin)
    : body;
}

/** Returns a call of a copy of a loop whose rounds first do what `first` puts before their body. */
export function callOfCopy(
  { loop, call, arguments: given }: LoopCall,
  fresh: (base: string) => string,
  first: (variables: readonly Term[], body: Term) => Term,
): Term {
  const { name, function: lambda, parameters, variables } = loop;
  const around = (term: Term, count: number): Term =>
    term.tag === 'lambda' && count > 0
      ? { ...term, body: around(term.body, count - 1) }
      : first(
          variables.map((each) => variable(each.name, each.type, each.origin)),
          term,
        );
  const changed = around(lambda, parameters.length);
  if (changed.tag !== 'lambda') return internalError('a loop without parameters');
  const { origin, type } = call;
  const callee = variable(name, lambda.type, origin);
  const own = refresh(letrec([{ name, function: changed, origin }], callee, origin), fresh);
  if (own.tag !== 'letrec') return internalError('a definition became another term');
  // The arguments keep their names, which are bound once.
  return { ...own, body: given.reduce<Term>((each, argument) => apply(each, argument, origin), own.body), type };
}

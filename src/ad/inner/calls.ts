/**
 * Calls of functions that differentiate an argument, such as `gradientDescent rate steps f x`. Which function that is must
 * be known where its derivative stands, so each such call gets the body of the function: as lets of its parameters, or,
 * of a recursive function, as a copy in which the arguments that every recursive call passes on are fixed.
 */
import * as core from '../../language/core/builders';
import { variablePattern } from '../../language/core/patterns';
import { refresh, substitute, walk } from '../../language/core/traverse';
import { isFirstOrder } from '../../language/types/structure';
import { internalError } from '../../language/source/internal-error';
import type { Type } from '../../language/types/type';
import type { Lambda, Pattern, Term, Variable } from '../../language/core/tree';
import { bindingNames, bindingTerms, namesReaching, type Binding } from './bindings';
import { giveUp, type Context } from './context';

/** Adds the specialised functions among the bindings, and the partial applications of them that miss a function. */
export function findSpecialised({ specialised, settled }: Context, bindings: readonly Binding[]): void {
  const derives = ({ tag }: Term): boolean => tag === 'derivative';
  const functions = bindings.filter(
    (binding) => !bindingNames(binding).some((name) => settled.has(name)) && bindingTerms(binding).some(takesFunctions),
  );
  for (const name of namesReaching(functions, derives, specialised)) specialised.add(name);
  for (const binding of bindings) {
    if (binding.tag !== 'let' || binding.pattern.tag !== 'variable' || !awaitsFunction(binding.value.type)) continue;
    const { head } = spineOf(binding.value);
    if (head.tag === 'variable' && specialised.has(head.name)) specialised.add(binding.pattern.name);
  }
}

/** Returns whether values of a type are functions with a parameter that holds functions. */
function awaitsFunction(type: Type): boolean {
  return type.tag === 'function' && (!isFirstOrder(type.parameter) || awaitsFunction(type.result));
}

/** Returns whether a term is a function literal with a parameter that holds functions. */
function takesFunctions(term: Term): boolean {
  return parametersOf(term).some((parameter) => !isFirstOrder(parameter.type));
}

function parametersOf(term: Term): readonly Pattern[] {
  const parameters: Pattern[] = [];
  for (let rest = term; rest.tag === 'lambda'; rest = rest.body) parameters.push(rest.parameter);
  return parameters;
}

/** f a1 ... an: f, and the arguments from the left. */
export interface Spine {
  readonly head: Term;
  readonly arguments: readonly Term[];
}

export function spineOf(term: Term): Spine {
  const args: Term[] = [];
  let head = term;
  for (; head.tag === 'apply'; head = head.function) args.push(head.argument);
  return { head, arguments: args.reverse() };
}

/** Returns the call of a specialised function with the function's body in its place; derivatives are still in it. */
export function inlined(context: Context, head: Variable, args: readonly Term[]): Term | undefined {
  const { fresh, groups } = context;
  const { name, origin } = head;
  const source = groups.get(name)?.source;
  if (source?.tag === 'let') {
    const value = refresh(source.value, fresh);
    const spine = spineOf(value);
    const missing = parametersOf(value).findLastIndex(({ type }) => !isFirstOrder(type)) + 1 - args.length;
    if (spine.arguments.length > 0) return call(spine.head, [...spine.arguments, ...args]);
    if (value.tag === 'lambda' && missing <= 0) return asLets(value, args);
  } else if (source !== undefined) {
    const recursive = source.functions.find((each) => each.name === name);
    if (source.functions.length === 1 && recursive !== undefined)
      return asCopy(context, head, recursive.function, args);
    giveUp(context, `\`${name}\` differentiates an argument, and is recursive with another function`, origin);
    return undefined;
  }
  giveUp(context, `\`${name}\` is used without the function that it differentiates`, origin);
  return undefined;
}

function call(head: Term, args: readonly Term[]): Term {
  return args.reduce((callee, argument) => core.apply(callee, argument, callee.origin), head);
}

/** (fun p1 -> fun p2 -> body) a1 a2 = let p1 = a1 in let p2 = a2 in body */
function asLets(callee: Term, args: readonly Term[]): Term {
  const [first, ...more] = args;
  if (first === undefined) return callee;
  if (callee.tag !== 'lambda') return call(callee, args);
  const { parameter, body } = callee;
  if (parameter.tag === 'variable' && first.tag === 'variable') {
    return asLets(substitute(body, new Map([[parameter.name, first]])), more);
  }
  return core.let_(parameter, first, asLets(body, more), first.origin);
}

/** let rec f' = fun p1 ... -> body in f' a1 ..., where the functions among the arguments are fixed in the body. */
function asCopy(context: Context, head: Variable, lambda: Lambda, args: readonly Term[]): Term | undefined {
  const { fresh, settled } = context;
  const name = fresh(head.name);
  const own = core.variable(name, head.type, head.origin);
  const copy = substitute(refresh(lambda, fresh), new Map([[head.name, own]]));
  const leaves = parametersOf(copy).flatMap((parameter, index) => leavesOf(parameter, { index, path: [] }));
  const lets: { readonly variable: Variable; readonly value: Term }[] = [];
  const fixed = new Map<string, Term>();
  let given = args;
  for (const leaf of leaves) {
    const argument = argumentAt(args, leaf.place);
    if (argument === undefined || !passesOn(copy, name, leaf)) {
      const reason = `which function \`${head.name}\` differentiates is known only when the program runs`;
      giveUp(context, reason, head.origin);
      return undefined;
    }
    const isKnown = argument.tag === 'variable';
    const known = isKnown ? argument : core.variable(fresh(leaf.name), argument.type, argument.origin);
    if (!isKnown) lets.push({ variable: known, value: argument });
    fixed.set(leaf.name, known);
    given = given.map((each, i) => (i === leaf.place.index ? withArgument(each, leaf.place.path, known) : each));
  }
  settled.add(name);
  const body = substitute(copy, fixed);
  if (body.tag !== 'lambda') return internalError('a copy of a function is a function');
  return lets.reduceRight<Term>(
    (rest, { variable, value }) => core.let_(variablePattern(variable.name, variable.type), value, rest, value.origin),
    core.letrec([{ name, function: body, origin: head.origin }], call(own, given), head.origin),
  );
}

/** The place of a part of the arguments: of the argument at `index`, the items on the path. */
interface Place {
  readonly index: number;
  readonly path: readonly number[];
}

interface Leaf {
  readonly name: string;
  readonly place: Place;
}

/** Returns the variables of a parameter that hold functions. */
function leavesOf(pattern: Pattern, place: Place): readonly Leaf[] {
  if (isFirstOrder(pattern.type)) return [];
  if (pattern.tag === 'tuple') {
    return pattern.items.flatMap((item, i) => leavesOf(item, { ...place, path: [...place.path, i] }));
  }
  return pattern.tag === 'variable' ? [{ name: pattern.name, place }] : [];
}

function argumentAt(args: readonly Term[], { index, path }: Place): Term | undefined {
  return path.reduce<Term | undefined>(
    (whole, i) => (whole?.tag === 'tuple' ? whole.items[i] : undefined),
    args[index],
  );
}

function withArgument(whole: Term, [first, ...path]: readonly number[], part: Term): Term {
  if (first === undefined) return part;
  if (whole.tag !== 'tuple') return internalError('an argument without its parts');
  return { ...whole, items: whole.items.map((item, i) => (i === first ? withArgument(item, path, part) : item)) };
}

/** Returns whether every use of a recursive function in its body passes the parameter on as it is. */
function passesOn(lambda: Term, name: string, leaf: Leaf): boolean {
  let uses = 0;
  const good = new Set<Term>();
  walk(lambda, {
    enter: (term) => {
      if (term.tag === 'variable' && term.name === name) uses++;
      if (term.tag !== 'apply') return;
      const { head, arguments: args } = spineOf(term);
      if (head.tag !== 'variable' || head.name !== name) return;
      const argument = argumentAt(args, leaf.place);
      if (argument?.tag === 'variable' && argument.name === leaf.name) good.add(head);
    },
  });
  return good.size === uses;
}

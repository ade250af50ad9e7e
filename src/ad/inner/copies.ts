/**
 * Copies D{-} of definitions and terms, in the mode of dual numbers or that of the tape. The copy of a definition stands below it, so
 * what it mentions is in scope; real values from around it are not what is differentiated by, and are lifted.
 */
import * as core from '../../language/core/builders';
import { variablePattern } from '../../language/core/patterns';
import { freeVariables, mapTerm, refresh, renamePattern, termSize, walk } from '../../language/core/traverse';
import { internalError } from '../../language/source/internal-error';
import { isFirstOrder } from '../../language/types/structure';
import type { Term, Variable } from '../../language/core/tree';
import { translatePattern } from '../translation/context';
import { closeBlock } from '../translation/close';
import type { DoBlock, Result } from '../translation/do-block';
import { translateInto } from '../translation/translate';
import { hasReals } from '../translation/polytypic/shapes';
import { bindingNames, type Binding } from './bindings';
import { isMarked } from './constants';
import { giveUp, type Context, type Copy, type Group, type Lift, type Mode } from './context';

/** Most copies of one definition of another: derivatives in derivatives in derivatives. */
const MOST_ORDERS = 8;
/** Most nodes of all copies. */
const MOST_NODES = 300_000;

/**
 * Returns D{term}. `given` has the translations of free variables, as atoms or tuples of them; other free variables are
 * those of the scope.
 */
export function copyOf(context: Context, mode: Mode, term: Term): Term {
  const lifts: Lift[] = [];
  return withLifts(lifts, copied(context, mode, term, new Map(), lifts, false));
}

/** The same as an action of type M D{A}. */
export function actionOf(context: Context, mode: Mode, term: Term, given: ReadonlyMap<string, Term>): Term {
  const lifts: Lift[] = [];
  const { block, result } = translated(context, mode, term, given, lifts, false);
  return withLifts(lifts, closeBlock(mode.translation.rules.monad, block, result));
}

function withLifts(lifts: readonly Lift[], term: Term): Term {
  return lifts.reduceRight((rest, { pattern, value }) => core.let_(pattern, value, rest), term);
}

/** Returns D{term} as a value; adds the bindings that it needs to `lifts`. */
function copied(
  context: Context,
  mode: Mode,
  term: Term,
  given: ReadonlyMap<string, Term>,
  lifts: Lift[],
  isTop: boolean,
): Term {
  const { block, result } = translated(context, mode, term, given, lifts, isTop);
  if (block.length === 0 && result.tag === 'value') return result.term;
  return mode.value(closeBlock(mode.translation.rules.monad, block, result));
}

function translated(
  context: Context,
  mode: Mode,
  term: Term,
  given: ReadonlyMap<string, Term>,
  lifts: Lift[],
  isTop: boolean,
): { readonly block: DoBlock; readonly result: Result } {
  const { fresh } = context;
  const { lift, shapes } = mode;
  const environment = new Map(given);
  const copy = mapTerm(refresh(term, fresh), (node) => {
    if (!isMarked(node)) return node;
    const constant = core.variable(fresh('c'), node.type, node.origin);
    environment.set(constant.name, liftedTerm(node));
    return constant;
  });
  for (const variable of freeVariablesOf(copy)) {
    if (!environment.has(variable.name)) mapFree(variable);
  }
  const block: DoBlock = [];
  const result = translateInto({ ...mode.translation, environment }, copy, block);
  // A copy is a few times as large as what it copies; a jet's has the terms of Faà di Bruno's formula besides.
  context.size += termSize(copy) * mode.growth;
  if (context.size > MOST_NODES) giveUp(context, 'the program that computes its derivatives is too large', term.origin);
  return { block, result };

  function liftedTerm(node: Term): Term {
    if (node.type.tag === 'real' || !hasReals(shapes, node.type)) return lift.at(node.type, node);
    const whole = core.variable(fresh('c'), node.type, node.origin);
    return core.let_(variablePattern(whole.name, whole.type), node, lift.at(node.type, whole));
  }

  function mapFree(variable: Variable): void {
    const { name, type, origin } = variable;
    if (!hasReals(shapes, type)) {
      environment.set(name, variable);
    } else if (type.tag === 'real') {
      environment.set(name, lift.at(type, variable));
    } else if (isFirstOrder(type) && !isTop) {
      const lifted = core.variable(fresh(`${name}0`), shapes.types.type(type), origin);
      lifts.push({ pattern: variablePattern(lifted.name, lifted.type), value: lift.at(type, variable) });
      environment.set(name, lifted);
    } else {
      const copied = nameOfCopy(context, mode, variable);
      if (copied !== undefined) environment.set(name, core.variable(copied, shapes.types.type(type), origin));
    }
  }
}

/** Returns one occurrence of each free variable, in the order of the text. */
function freeVariablesOf(term: Term): readonly Variable[] {
  const free = freeVariables(term);
  const found = new Map<string, Variable>();
  walk(term, {
    enter: (node) => {
      if (node.tag === 'variable' && free.has(node.name) && !found.has(node.name)) found.set(node.name, node);
    },
  });
  return [...found.values()];
}

/** Returns the name of D{x} for a defined x; undefined, with a reason, if there is none. */
function nameOfCopy(context: Context, mode: Mode, { name, origin }: Variable): string | undefined {
  const group = context.groups.get(name) ?? helperOf(context, name);
  if (group === undefined || context.specialised.has(name)) {
    giveUp(context, `which function \`${name}\` is, is known only when the program runs`, origin);
    return undefined;
  }
  if (group.binding === undefined || group.order >= MOST_ORDERS) {
    giveUp(
      context,
      `\`${name}\` uses its own derivative, to an order that is known only when the program runs`,
      origin,
    );
    return undefined;
  }
  const { names } = group.copies.get(mode) ?? newCopy(context, mode, group, group.binding);
  return names.get(name) ?? internalError(`${name} was not copied`);
}

function newCopy(context: Context, mode: Mode, group: Group, binding: Binding): Copy {
  const { fresh, groups } = context;
  const names = new Map(bindingNames(binding).map((name) => [name, fresh(`${mode.letter}${capitalised(name)}`)]));
  const { isTop, order } = group;
  const made: Group = { binding: undefined, source: binding, lifts: [], isTop, order: order + 1, copies: new Map() };
  for (const name of names.values()) groups.set(name, made);
  const copy: Copy = { group: made, names };
  // The copies of recursive functions mention each other.
  group.copies.set(mode, copy);
  made.binding = copiedBinding(context, mode, binding, names, made);
  return copy;
}

function copiedBinding(
  context: Context,
  mode: Mode,
  binding: Binding,
  names: ReadonlyMap<string, string>,
  { lifts, isTop }: Group,
): Binding {
  const { translation, shapes } = mode;
  if (binding.tag === 'let') {
    const value = copied(context, mode, binding.value, new Map(), lifts, isTop);
    const own = { ...translation, environment: new Map<string, Term>() };
    return { tag: 'let', pattern: translatePattern(own, renamePattern(binding.pattern, names)), value };
  }
  const given = new Map(
    binding.functions.map(({ name, function: { type, origin } }) => [
      name,
      core.variable(names.get(name) ?? name, shapes.types.type(type), origin),
    ]),
  );
  const functions = binding.functions.map((each) => {
    const lambda = copied(context, mode, each.function, given, lifts, isTop);
    if (lambda.tag !== 'lambda') return internalError('the copy of a function is a function');
    return { ...each, name: names.get(each.name) ?? each.name, function: lambda };
  });
  return { tag: 'letrec', functions };
}

function helperOf(context: Context, name: string): Group | undefined {
  const known = context.helpers.get(name);
  if (known !== undefined) return known;
  for (const { items } of [...context.modes.map(({ lift }) => lift), ...Object.values({ ...context.polytypic })]) {
    for (const item of items()) {
      if (item.tag !== 'let' && item.tag !== 'letrec') continue;
      const own = bindingNames(item);
      if (!own.includes(name)) continue;
      const group: Group = { binding: item, source: item, lifts: [], isTop: true, order: 0, copies: new Map() };
      for (const each of own) context.helpers.set(each, group);
      return group;
    }
  }
  return undefined;
}

function capitalised(name: string): string {
  const member = name.slice(name.lastIndexOf('.') + 1);
  return member.charAt(0).toUpperCase() + member.slice(1);
}

/**
 * Rule 2 of derivatives inside the program: each is replaced by a program that computes it. From the inside out, so that
 * the function of a derivative has none left when it is copied; a copy is a program, and is copied again where a derivative
 * around it needs that. Nesting is static, so each perturbation has variables of its own, and none can be confused.
 */
import * as core from '../../language/core/builders';
import { children, withChildren } from '../../language/core/children';
import { mapItem, mapTerm } from '../../language/core/traverse';
import { internalError } from '../../language/source/internal-error';
import type { CoreItem, Derivative, Let, LetRec, Term, Variable } from '../../language/core/tree';
import { NOWHERE } from '../../language/source/span';
import type { FreshNames } from '../../language/core/fresh-names';
import type { Main } from '../engine';
import { newTranslation } from '../translation/context';
import type { Rules } from '../translation/rules';
import { freshTypeNames } from '../translation/types';
import { dotProduct } from '../translation/polytypic/dot-product';
import { deltaPart, mapping, zipOf } from '../translation/polytypic/mapping';
import { numbering } from '../translation/polytypic/numbering';
import { countOfReals, type Shapes } from '../translation/polytypic/shapes';
import { SOURCE_SIDE } from '../translation/side';
import { bindingNames, bindingsIn, bindingTerms, dropping, unusedFunctions, type Binding } from './bindings';
import { REAL } from '../../language/types/type';
import { variablePattern } from '../../language/core/patterns';
import { jetShape } from '../../semantics/jets/multi-index';
import { taylorRules } from '../taylor/rules';
import { findSpecialised, inlined, spineOf } from './calls';
import { isMarked } from './constants';
import { giveUp, type Context, type Group, type Mode, type Problem } from './context';
import { forwardDerivative, gradientByPasses, named } from './directional';
import { DUAL } from './rules';
import { gradientByTape } from './tape';
import { tapeFunctions } from './tape-functions';
import { isTaylor, knownInt, taylorCoefficients } from './taylor';
import { ENTRY, tapeRules } from './tape-rules';

export interface Replaced {
  readonly main: Main;
  /** Functions that only marked constants mention; their derivatives are still in them. */
  readonly unused: ReadonlySet<string>;
  readonly used: ReadonlySet<Mode['inner']>;
}

/** Returns the main expression with programs for its derivatives, except those in marked constants; or why there are none. */
export function replaceDerivatives(given: Main, fresh: FreshNames): Replaced | Problem {
  const unused = unusedFunctions(itemsOf(given), isMarked);
  const main = withoutInner(given, unused);
  const context = newContext(main, fresh, unused);
  prepare(context, itemsOf(main));
  const definitions = main.definitions.map((item) => {
    if (item.tag !== 'let' && item.tag !== 'letrec') return internalError(`a definition is no ${item.tag}`);
    return { item, group: defined(context, item, true) };
  });
  const body = replaced(context, main.body, true);
  if (context.problem !== undefined) return context.problem;
  const { tape, ...polytypic } = context.polytypic;
  const usesTape = context.used.has('reverse');
  const variants = context.dual.shapes.variants.filter((each) => usesTape || each !== tape.amounts.variant);
  const used = [...(usesTape ? [tape] : []), ...context.modes.map(({ lift }) => lift), ...Object.values(polytypic)];
  const helpers = used.flatMap(({ items }) => items());
  const made: readonly CoreItem[] = [
    ...helpers.flatMap((item) => {
      const group =
        item.tag === 'let' || item.tag === 'letrec' ? context.helpers.get(bindingNames(item)[0] ?? '') : undefined;
      return group === undefined ? [item] : chain(group).map(asItem);
    }),
    ...definitions.flatMap(({ group }) => chain(group).map(asItem)),
  ];
  return {
    main: { ...main, variants, definitions: made, body },
    unused: new Set([...context.specialised, ...context.unused]),
    used: context.used,
  };
}

function itemsOf({ definitions, body }: Main): readonly CoreItem[] {
  return [...definitions, { tag: 'output', term: body, origin: body.origin }];
}

/**
 * Drops the unused functions that are neither definitions nor on the spine of the main expression, where constants can
 * mention them. What is copied, under new names, has none.
 */
function withoutInner(main: Main, unused: ReadonlySet<string>): Main {
  const isUnused = (binding: Binding): boolean => bindingNames(binding).some((name) => unused.has(name));
  const spine: (Let | LetRec)[] = [];
  let end = main.body;
  for (; end.tag === 'let' || end.tag === 'letrec'; end = end.body) spine.push(end);
  const inner = new Set<string>();
  const outer = [
    ...main.definitions.flatMap((item) => (item.tag === 'let' || item.tag === 'letrec' ? [item] : [])),
    ...spine,
  ];
  const waiting = [end, ...outer.filter((each) => !isUnused(each)).flatMap(bindingTerms)];
  for (let term = waiting.pop(); term !== undefined; term = waiting.pop()) {
    if (isMarked(term)) continue;
    if ((term.tag === 'let' || term.tag === 'letrec') && isUnused(term)) {
      for (const name of bindingNames(term)) inner.add(name);
      waiting.push(term.body);
    } else for (const child of children(term)) waiting.push(child.term);
  }
  const change = dropping(inner);
  return {
    ...main,
    definitions: main.definitions.map((item) => mapItem(item, change)),
    body: mapTerm(main.body, change),
  };
}

function newContext(main: Main, fresh: FreshNames, unused: ReadonlySet<string>): Context {
  const typeNames = freshTypeNames(main.variants);
  const tapes = tapeFunctions(fresh, typeNames);
  const declared = [...main.variants, tapes.amounts.variant];
  const modes: Mode[] = [];
  const jets = new Map<number, Mode>();
  const dual = newMode('dual numbers', DUAL, (term) => term);
  const tape = newMode('reverse', tapeRules(fresh, tapes.push), (action) => {
    const nothing = core.tuple([core.int(1), core.sequence('list', ENTRY, [])], action.origin);
    return core.projection(core.apply(action, nothing, action.origin), 0, action.origin);
  });
  return {
    fresh,
    dual,
    tape,
    jets: (order) => {
      const made = jets.get(order) ?? newMode('taylor', taylorRules(jetShape(1, order)), (term) => term, order ** 2);
      jets.set(order, made);
      return made;
    },
    modes,
    polytypic: {
      numbers: numbering(tape.shapes, 'numbers', tape.translation.types, (real, number) =>
        core.tuple([real, number], real.origin),
      ),
      tape: tapes,
      zip: zipOf(dual.shapes, "the direction does not have the point's shape"),
      delta: deltaPart(dual.shapes),
      dot: dotProduct(dual.shapes),
    },
    groups: new Map(),
    helpers: new Map(),
    unused,
    specialised: new Set(),
    settled: new Set(),
    reaching: new WeakSet(),
    used: new Set(),
    size: 0,
    problem: undefined,
  };

  function newMode(inner: Mode['inner'], rules: Rules, value: Mode['value'], growth = 1): Mode {
    const others = (): readonly Mode[] => modes.filter((mode) => mode !== made);
    const translation = newTranslation(rules, fresh, declared, {
      fresh: typeNames,
      find: (isWanted) => {
        for (const other of others()) {
          const found = other.translation.types.find(isWanted);
          if (found !== undefined) return found;
        }
        return undefined;
      },
    });
    const { types } = translation;
    const shapes: Shapes = {
      fresh,
      types,
      get variants() {
        return [...declared, ...types.copies(), ...others().flatMap((mode) => mode.translation.types.copies())];
      },
    };
    const lift = mapping(shapes, 'constant', SOURCE_SIDE, types, rules.constant);
    const letter = { 'dual numbers': 'd', reverse: 't', taylor: 'j' }[inner];
    const made: Mode = { inner, translation, shapes, lift, value, growth, letter };
    modes.push(made);
    return made;
  }
}

/** Finds the specialised functions, and the terms that need a change, of items or of a term that was made. */
function prepare(context: Context, items: readonly CoreItem[]): void {
  const bindings = bindingsIn(items);
  findSpecialised(context, bindings);
  const reaches = (term: Term): boolean =>
    term.tag === 'derivative' || (term.tag === 'variable' && context.specialised.has(term.name));
  for (const item of items) {
    const roots =
      item.tag === 'output' ? [item.term] : item.tag === 'let' || item.tag === 'letrec' ? bindingTerms(item) : [];
    for (const root of roots) markReaching(context, root, reaches);
  }
}

/** Marks the terms with a part for which `reaches` holds. A marked constant stays as it is. */
function markReaching({ reaching }: Context, root: Term, reaches: (term: Term) => boolean): void {
  const nodes: { readonly term: Term; readonly parent: Term | undefined }[] = [{ term: root, parent: undefined }];
  for (let at = 0; at < nodes.length; at++) {
    const { term } = nodes[at] ?? internalError('a hole');
    if (isMarked(term)) continue;
    for (const child of children(term)) nodes.push({ term: child.term, parent: term });
  }
  for (const { term, parent } of nodes.toReversed()) {
    if (reaches(term)) reaching.add(term);
    if (parent !== undefined && reaching.has(term)) reaching.add(parent);
  }
}

/**
 * Replaces the derivatives in a term. The functions that stay as they are stand where constants can mention them, on the
 * spine of the main expression; elsewhere, constants have lets of their own, and copies are free of derivatives.
 */
function replaced(context: Context, root: Term, isSpine = false): Term {
  const groups: { readonly group: Group; readonly origin: Term['origin'] }[] = [];
  let term = root;
  while ((term.tag === 'let' || term.tag === 'letrec') && needsChange(context, term)) {
    const binding = bindingOf(term);
    const group = defined(context, binding, false);
    if (isSpine || !staysAsItIs(context, binding)) groups.push({ group, origin: term.origin });
    term = term.body;
  }
  return groups.reduceRight(
    (body, { group, origin }) => chain(group).reduceRight((rest, each) => bound(each, rest, origin), body),
    replacedInside(context, term),
  );
}

function needsChange({ problem, reaching }: Context, term: Term): boolean {
  return problem === undefined && reaching.has(term);
}

function replacedInside(context: Context, term: Term): Term {
  if (!needsChange(context, term) || isMarked(term)) return term;
  switch (term.tag) {
    case 'let':
    case 'letrec':
      return replaced(context, term);
    case 'derivative':
      return derivative(context, term);
    case 'variable':
    case 'apply': {
      const { head, arguments: args } = spineOf(term);
      if (head.tag === 'variable' && context.specialised.has(head.name)) {
        if (isTaylor(context, head)) return taylor(context, head, args);
        const body = inlined(context, head, args);
        if (body === undefined) return term;
        prepare(context, [{ tag: 'output', term: body, origin: NOWHERE }]);
        return replaced(context, body);
      }
      if (head.tag === 'lambda' && term.tag === 'apply' && term.function.tag === 'lambda') {
        const { parameter, body } = term.function;
        const opened = core.let_(parameter, term.argument, body, term.origin);
        context.reaching.add(opened);
        return replaced(context, opened);
      }
      return below(context, term);
    }
    default:
      return below(context, term);
  }
}

function below(context: Context, term: Term): Term {
  return withChildren(
    term,
    children(term).map((child) => replaced(context, child.term)),
  );
}

function derivative(context: Context, term: Derivative): Term {
  const parts = {
    function: replaced(context, term.function),
    point: replaced(context, term.point),
    direction: replaced(context, term.direction),
    origin: term.origin,
    type: term.type,
  };
  // Where there is no replacement, derivatives are left, and cannot be copied.
  if (context.problem !== undefined) return term;
  if (term.operator === 'fd') {
    context.used.add('dual numbers');
    return forwardDerivative(context, parts);
  }
  const count = countOfReals(context.dual.shapes, parts.point.type);
  if (count === undefined || count > MOST_PASSES) {
    context.used.add('reverse');
    return gradientByTape(context, parts);
  }
  context.used.add('dual numbers');
  return gradientByPasses(context, parts, count);
}

/** taylor n f x */
function taylor(context: Context, head: Variable, args: readonly Term[]): Term {
  const [order, f, x] = args.map((argument) => replaced(context, argument));
  if (f === undefined || order === undefined) {
    giveUp(context, '`taylor` is used without the function that it differentiates', head.origin);
    return head;
  }
  const known = knownInt(context, order);
  if (known === undefined) {
    giveUp(context, 'the order of `taylor` is known only when the program runs', order.origin);
    return head;
  }
  if (known < 0 || known > MOST_COEFFICIENTS) {
    giveUp(context, `the order of \`taylor\` is not between 0 and ${MOST_COEFFICIENTS}`, order.origin);
    return head;
  }
  context.used.add('taylor');
  if (x !== undefined) return taylorCoefficients(context, known, f, x, head.origin);
  const y = core.variable(context.fresh('y'), REAL, head.origin);
  return named(context, f, 'f', (atom) =>
    core.lambda(variablePattern(y.name, y.type), taylorCoefficients(context, known, atom, y, head.origin)),
  );
}

/** The highest order for which derivatives are computed by Taylor mode: the terms of Faà di Bruno's formula multiply. */
const MOST_COEFFICIENTS = 8;

/** The most reals for which a gradient is computed by dual numbers, one pass for each. */
const MOST_PASSES = 4;

function bindingOf(term: Let | LetRec): Binding {
  return term.tag === 'let'
    ? { tag: 'let', pattern: term.pattern, value: term.value }
    : { tag: 'letrec', functions: term.functions };
}

/** Adds a definition to the scope. The functions that are specialised at each call stay as they are. */
function defined(context: Context, source: Binding, isTop: boolean): Group {
  const names = bindingNames(source);
  const group: Group = { binding: undefined, source, lifts: [], isTop, order: 0, copies: new Map() };
  for (const name of names) context.groups.set(name, group);
  group.binding = staysAsItIs(context, source) ? source : replacedBinding(context, source);
  return group;
}

function staysAsItIs({ specialised, unused }: Context, binding: Binding): boolean {
  return bindingNames(binding).some((name) => specialised.has(name) || unused.has(name));
}

function replacedBinding(context: Context, source: Binding): Binding {
  if (source.tag === 'let') return { ...source, value: replaced(context, source.value) };
  const functions = source.functions.map((each) => {
    const changed = replaced(context, each.function);
    return changed.tag === 'lambda'
      ? { ...each, function: changed }
      : internalError('a function became something else');
  });
  return { tag: 'letrec', functions };
}

/** Returns a definition and its copies, with what the copies need. */
function chain(group: Group): readonly Binding[] {
  const { lifts, binding, copies } = group;
  return [
    ...lifts.map(({ pattern, value }): Binding => ({ tag: 'let', pattern, value })),
    binding ?? internalError('a definition that was not replaced'),
    ...[...copies.values()].flatMap((copy) => chain(copy.group)),
  ];
}

function bound(binding: Binding, body: Term, origin: Term['origin']): Term {
  return binding.tag === 'let'
    ? core.let_(binding.pattern, binding.value, body, origin)
    : core.letrec(binding.functions, body, origin);
}

function asItem(binding: Binding): CoreItem {
  const terms = bindingTerms(binding);
  const { origin } = terms[0] ?? internalError('an empty definition');
  return { ...binding, origin };
}

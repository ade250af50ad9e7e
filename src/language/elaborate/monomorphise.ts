import type { CoreItem, CoreProgram, Lambda, Pattern, RecursiveFunction, Term } from '../core/tree';
import type { OperationName } from '../operations/names';
import { assertNever, internalError } from '../source/internal-error';
import type { Span } from '../source/span';
import { typePrinter } from '../types/print';
import { resolve } from '../types/resolve';
import { REAL } from '../types/type';
import type { Type, TypeVariable } from '../types/type';
import type { Binder, Definition, Draft, DraftItem, DraftLambda, DraftPattern, Group, Overloaded } from './draft';
import { mapParts } from './generalise';
import type { Names } from './names';
import { structuralTerm } from './structural';

/** More instances than this of polymorphic definitions are an error. */
export const INSTANCE_LIMIT = 10_000;

export type Monomorphised =
  | { readonly tag: 'ok'; readonly program: CoreProgram }
  /** `place` is of the definition whose instances were too many. */
  | { readonly tag: 'too-many'; readonly place: Span }
  /** `place` is of the item that exhausts the stack. */
  | { readonly tag: 'too-deep'; readonly place: Span };

type CoreDefinition = Extract<CoreItem, { tag: 'let' | 'letrec' }>;

/** A polymorphic group at one choice of types, and what its names are called there. */
interface Instance {
  readonly types: readonly Type[];
  readonly names: ReadonlyMap<Binder, string>;
}

/**
 * The core program of drafts without errors: polymorphic definitions once for each choice of types at which they are
 * used (those that are not used: not at all), operators resolved, every bound name with a name of its own.
 *
 * The scope of a definition is always translated before the definition, so all demands on it are known when its turn
 * comes; a recursive group adds none, since it is monomorphic in its own body.
 */
export function monomorphise(items: readonly DraftItem[], names: Names): Monomorphised {
  const state: State = {
    names,
    used: new Set(),
    current: new Map(),
    solutions: new Map(),
    instances: new Map(),
    groups: new Map(),
    count: 0,
    tooMany: undefined,
  };
  for (const item of items) {
    if (item.tag === 'definition') open(state, item.definition);
    else if (item.tag === 'input') rename(state, item.binder);
  }
  const reversed: CoreItem[] = [];
  for (const item of items.toReversed()) {
    try {
      reversed.push(...translated(state, item));
    } catch (failure) {
      if (!(failure instanceof RangeError)) throw failure;
      return { tag: 'too-deep', place: item.tag === 'definition' ? item.definition.origin : item.origin };
    }
  }
  if (state.tooMany !== undefined) return { tag: 'too-many', place: state.tooMany };
  return { tag: 'ok', program: { variants: [], items: reversed.toReversed() } };
}

/** Last item first. */
function translated(state: State, item: DraftItem): readonly CoreItem[] {
  switch (item.tag) {
    case 'definition':
      return close(state, item.definition).toReversed();
    case 'input': {
      const { binder, label, range, origin } = item;
      const name = nameOf(state, binder);
      const value = specialise(state, item.value);
      return [
        {
          tag: 'input',
          name,
          ...(label === name ? {} : { label }),
          type: solve(state, item.type),
          value,
          range,
          origin,
        },
      ];
    }
    case 'output':
      return [{ tag: 'output', term: specialise(state, item.term), origin: item.origin }];
    default:
      return assertNever(item);
  }
}

interface State {
  readonly names: Names;
  /** Binders whose own name is in use: further copies of them get fresh names. */
  readonly used: Set<Binder>;
  /** What monomorphic binders are called in the copy that is being made. */
  readonly current: Map<Binder, string>;
  /** What quantified variables stand for in the copies that are being made. */
  readonly solutions: Map<TypeVariable, Type>;
  /** Of the groups in scope, by the printed types. */
  readonly instances: Map<Group, Map<string, Instance>>;
  readonly groups: Map<Group, Definition>;
  count: number;
  tooMany: Span | undefined;
}

function rename(state: State, binder: Binder): string {
  const name = state.used.has(binder) ? state.names.fresh(binder.name) : binder.name;
  state.used.add(binder);
  state.current.set(binder, name);
  return name;
}

function nameOf(state: State, binder: Binder): string {
  return state.current.get(binder) ?? internalError(`${binder.name} is used where it is not bound`);
}

/** Before the scope of a definition. */
function open(state: State, definition: Definition): void {
  const { group } = definition;
  if (group.quantified.length > 0) {
    state.instances.set(group, new Map());
    state.groups.set(group, definition);
  } else if (definition.tag === 'functions') {
    for (const { binder } of definition.functions) rename(state, binder);
  } else {
    openPattern(state, definition.pattern);
  }
}

function openPattern(state: State, pattern: DraftPattern): void {
  if (pattern.tag === 'variable') rename(state, pattern.binder);
  else if (pattern.tag === 'tuple') for (const item of pattern.items) openPattern(state, item);
}

/** After the scope of a definition: the definitions that it comes to. */
function close(state: State, definition: Definition): CoreDefinition[] {
  const { group } = definition;
  if (group.quantified.length === 0) return [copy(state, definition)];
  const copies: CoreDefinition[] = [];
  for (const instance of state.instances.get(group)?.values() ?? []) {
    for (const [index, variable] of group.quantified.entries()) {
      state.solutions.set(variable, instance.types[index] ?? REAL);
    }
    for (const [binder, name] of instance.names) state.current.set(binder, name);
    copies.push(copy(state, definition));
  }
  return copies.toReversed();
}

function copy(state: State, definition: Definition): CoreDefinition {
  const { origin } = definition;
  if (definition.tag === 'value') {
    const pattern = closePattern(state, definition.pattern);
    return { tag: 'let', pattern, value: specialise(state, definition.value), origin };
  }
  const functions = definition.functions.map((item): RecursiveFunction => ({
    name: nameOf(state, item.binder),
    function: specialiseLambda(state, item.function),
    origin: item.origin,
  }));
  return { tag: 'letrec', functions, origin };
}

function closePattern(state: State, pattern: DraftPattern): Pattern {
  const { origin } = pattern;
  const type = solve(state, pattern.type);
  switch (pattern.tag) {
    case 'variable':
      return { tag: 'variable', name: nameOf(state, pattern.binder), type, origin };
    case 'wildcard':
      return { tag: 'wildcard', type, origin };
    case 'tuple':
      return { tag: 'tuple', items: pattern.items.map((item) => closePattern(state, item)), type, origin };
    default:
      return assertNever(pattern);
  }
}

/** The name of a polymorphic binder at these types. */
function demand(state: State, binder: Binder, types: readonly Type[]): string {
  const instances = state.instances.get(binder.group);
  const definition = state.groups.get(binder.group);
  if (instances === undefined || definition === undefined) return internalError(`${binder.name} is out of scope`);
  const key = types.map(keyOf).join(', ');
  const known = instances.get(key)?.names.get(binder);
  if (known !== undefined) return known;
  state.count += 1;
  if (state.count > INSTANCE_LIMIT) {
    state.tooMany ??= definition.origin;
    return binder.name;
  }
  const names = new Map(bindersOf(definition).map((item) => [item, rename(state, item)]));
  instances.set(key, { types, names });
  return names.get(binder) ?? internalError(`${binder.name} is not of its group`);
}

function bindersOf(definition: Definition): Binder[] {
  if (definition.tag === 'functions') return definition.functions.map(({ binder }) => binder);
  return definition.pattern.tag === 'variable' ? [definition.pattern.binder] : [];
}

/** The type of the copy that is being made: without variables. */
function solve(state: State, open: Type): Type {
  const type = resolve(open);
  if (type.tag === 'variable') return state.solutions.get(type.variable) ?? REAL;
  return mapParts(type, (part) => solve(state, part));
}

/** Tells the types of instances apart, in full. */
function keyOf(type: Type): string {
  return typePrinter(undefined, Number.POSITIVE_INFINITY)(type);
}

function specialise(state: State, outermost: Draft): Term {
  const spine: { readonly definition: Definition; readonly origin: Span }[] = [];
  let draft = outermost;
  while (draft.tag === 'let') {
    open(state, draft.definition);
    spine.push(draft);
    draft = draft.body;
  }
  let term = specialiseNode(state, draft);
  for (const { definition, origin } of spine.toReversed()) {
    const { type } = term;
    for (const item of close(state, definition).toReversed()) {
      term =
        item.tag === 'let'
          ? { tag: 'let', pattern: item.pattern, value: item.value, body: term, type, origin }
          : { tag: 'letrec', functions: item.functions, body: term, type, origin };
    }
  }
  return term;
}

function specialiseLambda(state: State, { parameter, body, type, origin }: DraftLambda): Lambda {
  openPattern(state, parameter);
  return {
    tag: 'lambda',
    parameter: closePattern(state, parameter),
    body: specialise(state, body),
    type: solve(state, type),
    origin,
  };
}

function specialiseNode(state: State, draft: Exclude<Draft, { tag: 'let' }>): Term {
  const { origin } = draft;
  const type = solve(state, draft.type);
  const inner = (part: Draft): Term => specialise(state, part);
  switch (draft.tag) {
    case 'variable': {
      const { binder, instance } = draft;
      const { quantified } = binder.group;
      if (quantified.length === 0) return { tag: 'variable', name: nameOf(state, binder), type, origin };
      // Within its own group a name stands for the instance that is being made.
      const types = instance ?? quantified.map((variable): Type => ({ tag: 'variable', variable }));
      const name = demand(
        state,
        binder,
        types.map((item) => solve(state, item)),
      );
      return { tag: 'variable', name, type, origin };
    }
    case 'literal': {
      // There is no int -0.
      const value = type.tag === 'int' && draft.value === 0 ? 0 : draft.value;
      return { tag: 'literal', value, type, origin };
    }
    case 'tuple':
      return { tag: 'tuple', items: draft.items.map(inner), type, origin };
    case 'projection':
      return { tag: 'projection', tuple: inner(draft.tuple), index: draft.index, type, origin };
    case 'lambda':
      return specialiseLambda(state, draft);
    case 'apply':
      return { tag: 'apply', function: inner(draft.function), argument: inner(draft.argument), type, origin };
    case 'if': {
      const condition = inner(draft.condition);
      const consequent = inner(draft.consequent);
      return { tag: 'if', condition, consequent, alternative: inner(draft.alternative), type, origin };
    }
    case 'operation': {
      const { operation } = draft;
      const name =
        operation.tag === 'fixed' ? operation.name : overloadedAt(operation.operator, solve(state, operation.at));
      return { tag: 'operation', operation: name, arguments: draft.arguments.map(inner), role: 'primal', type, origin };
    }
    case 'structural': {
      const given = draft.arguments.map(inner);
      return structuralTerm(draft.operation, solve(state, draft.at), given, origin, state.names);
    }
    case 'derivative': {
      const { operator, sugar } = draft;
      const callee = inner(draft.function);
      const point = inner(draft.point);
      const direction = inner(draft.direction);
      return { tag: 'derivative', operator, sugar, function: callee, point, direction, type, origin };
    }
    case 'watch': {
      const name = inner(draft.name);
      return { tag: 'watch', name, value: inner(draft.value), type, origin };
    }
    default:
      return assertNever(draft);
  }
}

type LeafName = 'real' | 'int' | 'bool' | 'string';

const OVERLOADS: Readonly<Record<Overloaded, Readonly<Partial<Record<LeafName, OperationName>>>>> = {
  '+': { real: 'add', int: 'addInt' },
  '-': { real: 'subtract', int: 'subtractInt' },
  '*': { real: 'multiply', int: 'multiplyInt' },
  '^': { real: 'power', int: 'powerInt' },
  negate: { real: 'negate', int: 'negateInt' },
  '<': { real: 'less', int: 'lessInt' },
  '<=': { real: 'lessEqual', int: 'lessEqualInt' },
  '>': { real: 'greater', int: 'greaterInt' },
  '>=': { real: 'greaterEqual', int: 'greaterEqualInt' },
  '=': { real: 'equal', int: 'equalInt', bool: 'equalBool', string: 'equalString' },
  '/=': { real: 'notEqual', int: 'notEqualInt', bool: 'notEqualBool', string: 'notEqualString' },
};

function overloadedAt(operator: Overloaded, at: Type): OperationName {
  switch (at.tag) {
    case 'real':
    case 'int':
    case 'bool':
    case 'string':
      return OVERLOADS[operator][at.tag] ?? internalError(`${operator} at ${at.tag}`);
    default:
      return internalError(`${operator} at ${at.tag}`);
  }
}

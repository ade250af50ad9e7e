import * as core from '../core/builders';
import { tuplePattern, variablePattern, wildcardPattern } from '../core/patterns';
import type { CoreItem, CoreProgram, Lambda, Pattern, RecursiveFunction, Term, Variable } from '../core/tree';
import type { OperationName } from '../operations/names';
import { assertNever, internalError } from '../source/internal-error';
import { PRELUDE_CELL, type Span } from '../source/span';
import { typePrinter } from '../types/print';
import { resolve, resolveContainer } from '../types/resolve';
import { REAL, sequenceType, UNIT } from '../types/type';
import type { ContainerVariable, Type, TypeVariable } from '../types/type';
import type { VariantType } from './constructors';
import { decide, decisionTerm, leafCounts, nameFor } from './decision';
import { isPolymorphic, patternBinders, patternVariables } from './draft';
import type {
  Binder,
  Definition,
  Draft,
  DraftItem,
  DraftLambda,
  DraftMatch,
  DraftPattern,
  DraftUpdate,
  Group,
  Overloaded,
} from './draft';
import { mapParts } from './generalise';
import type { Names } from './names';
import { mapTerm } from './map-term';
import { StructuralFunctions, structuralTerm } from './structural';
import { VariantInstances } from './variant-instances';

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
export function monomorphise(
  items: readonly DraftItem[],
  names: Names,
  declared: ReadonlyMap<string, VariantType>,
): Monomorphised {
  const variants = new VariantInstances(declared);
  const state: State = {
    names,
    variants,
    structural: new StructuralFunctions(
      (base) => names.fresh(base),
      () => variants.all(),
    ),
    used: new Set(),
    current: new Map(),
    solutions: new Map(),
    containers: new Map(),
    instances: new Map(),
    groups: new Map(),
    count: 0,
    tooMany: undefined,
  };
  for (const item of items) {
    if (item.tag === 'definition') {
      if (isPrelude(item.definition) && !isPolymorphic(item.definition.group)) continue;
      open(state, item.definition);
    }
    if (item.tag === 'input') rename(state, item.binder);
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
  const helpers = state.structural.items();
  const ordered = [...helpers, ...reversed.toReversed()];
  return { tag: 'ok', program: { variants: state.variants.all(), items: ordered } };
}

/** Last item first. */
function translated(state: State, item: DraftItem): readonly CoreItem[] {
  switch (item.tag) {
    case 'definition': {
      const { definition } = item;
      const isUnused =
        !isPolymorphic(definition.group) && bindersOf(definition).every((each) => !state.current.has(each));
      if (isPrelude(definition) && isUnused) return [];
      return close(state, definition).toReversed();
    }
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

function isPrelude({ origin }: Definition): boolean {
  return origin.cell === PRELUDE_CELL;
}

interface State {
  readonly names: Names;
  readonly variants: VariantInstances;
  readonly structural: StructuralFunctions;
  /** Binders whose own name is in use: further copies of them get fresh names. */
  readonly used: Set<Binder>;
  /** What monomorphic binders are called in the copy that is being made. */
  readonly current: Map<Binder, string>;
  /** What quantified variables stand for in the copies that are being made. */
  readonly solutions: Map<TypeVariable, Type>;
  readonly containers: Map<ContainerVariable, 'list' | 'array'>;
  /** Of the groups in scope, by the printed types. */
  readonly instances: Map<Group, Map<string, Instance>>;
  readonly groups: Map<Group, Definition>;
  count: number;
  tooMany: Span | undefined;
}

function rename(state: State, binder: Binder): string {
  const isTaken = binder.isPrelude === true || state.used.has(binder);
  const name = isTaken ? state.names.fresh(binder.name) : binder.name;
  state.used.add(binder);
  state.current.set(binder, name);
  return name;
}

function nameOf(state: State, binder: Binder): string {
  const name = state.current.get(binder);
  if (name !== undefined) return name;
  // What the prelude defines is named when it is first used.
  return binder.isPrelude === true
    ? rename(state, binder)
    : internalError(`${binder.name} is used where it is not bound`);
}

/** Before the scope of a definition. */
function open(state: State, definition: Definition): void {
  const { group } = definition;
  if (isPolymorphic(group)) {
    state.instances.set(group, new Map());
    state.groups.set(group, definition);
  } else if (definition.tag === 'functions') {
    for (const { binder } of definition.functions) rename(state, binder);
  } else {
    openPattern(state, definition.pattern);
  }
}

function openPattern(state: State, pattern: DraftPattern): void {
  for (const binder of patternBinders(pattern)) rename(state, binder);
}

/** After the scope of a definition: the definitions that it comes to. */
function close(state: State, definition: Definition): CoreDefinition[] {
  const { group } = definition;
  if (!isPolymorphic(group)) return [copy(state, definition)];
  const copies: CoreDefinition[] = [];
  for (const instance of state.instances.get(group)?.values() ?? []) {
    for (const [index, variable] of group.quantified.entries()) {
      state.solutions.set(variable, instance.types[index] ?? REAL);
    }
    for (const [index, container] of group.containers.entries()) {
      const passed = instance.types[group.quantified.length + index];
      state.containers.set(container, passed?.tag === 'sequence' && passed.container === 'array' ? 'array' : 'list');
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
    case 'record': {
      const fields = pattern.fields.map((each) => ({ name: each.name, pattern: closePattern(state, each.pattern) }));
      return { tag: 'record', fields, type, origin };
    }
    case 'literal':
    case 'constructor':
      return internalError(`a pattern of a ${pattern.tag} outside of a match`);
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
  const solved = mapParts(type, (part) => solve(state, part));
  if (solved.tag === 'named') state.variants.add(solved);
  if (solved.tag !== 'sequence') return solved;
  const container = resolveContainer(solved.container);
  const name = typeof container === 'string' ? container : (state.containers.get(container) ?? 'list');
  return name === solved.container ? solved : { ...solved, container: name };
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
      const { group } = binder;
      if (!isPolymorphic(group)) return { tag: 'variable', name: nameOf(state, binder), type, origin };
      // Within its own group a name stands for the instance that is being made.
      const types = instance ?? [
        ...group.quantified.map((variable): Type => ({ tag: 'variable', variable })),
        ...group.containers.map((variable) => sequenceType({ tag: 'variable', variable }, UNIT)),
      ];
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
      return structuralTerm(draft.operation, solve(state, draft.at), given, origin, state.structural);
    }
    case 'map':
      return mapTerm(inner(draft.function), inner(draft.sequence), type, origin, state.names);
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
    case 'record': {
      const fields = draft.fields.map(({ name, value }) => ({ name, value: inner(value) }));
      return { tag: 'record', fields, type, origin };
    }
    case 'field':
      return { tag: 'field', record: inner(draft.record), name: draft.name, type, origin };
    case 'update':
      return specialiseUpdate(state, draft);
    case 'construct':
      return {
        tag: 'construct',
        constructorName: draft.constructorName,
        payload: draft.payload && inner(draft.payload),
        type,
        origin,
      };
    case 'match':
      return specialiseMatch(state, draft);
    case 'sequence':
      return { tag: 'sequence', items: draft.items.map(inner), type, origin };
    case 'fold': {
      const sequence = inner(draft.over);
      const start = inner(draft.from);
      openPattern(state, draft.item);
      openPattern(state, draft.accumulator);
      const item = closePattern(state, draft.item);
      const accumulator = closePattern(state, draft.accumulator);
      return { tag: 'fold', item, accumulator, body: inner(draft.body), sequence, start, type, origin };
    }
    case 'intrinsic':
      return { tag: 'intrinsic', intrinsic: draft.intrinsic, arguments: draft.arguments.map(inner), type, origin };
    case 'pure':
      return { tag: 'pure', value: inner(draft.value), type, origin };
    case 'bind': {
      const action = inner(draft.action);
      openPattern(state, draft.pattern);
      const pattern = closePattern(state, draft.pattern);
      return { tag: 'bind', pattern, action, body: inner(draft.body), type, origin };
    }
    default:
      return assertNever(draft);
  }
}

/** The record is evaluated once, before the new values; all its other fields are taken of it. */
function specialiseUpdate(state: State, { record, fields, type: open, origin }: DraftUpdate): Term {
  const type = solve(state, open);
  const old = specialise(state, record);
  const held = core.variable(state.names.fresh('r'), type, origin);
  const values = fields.map(({ name, value }) => ({ name, value: specialise(state, value) }));
  const names = type.tag === 'record' ? type.fields.map(({ name }) => name) : [];
  const others = names
    .filter((name) => !values.some((each) => each.name === name))
    .map((name) => ({ name, value: core.field(held, name, origin) }));
  const updated: Term = { tag: 'record', fields: [...values, ...others], type, origin };
  return core.let_({ tag: 'variable', name: held.name, type, origin }, old, updated, origin);
}

/** A match as decisions. An arm that several of them end in is a function. */
function specialiseMatch(state: State, { scrutinee, arms, missing, type: open, origin }: DraftMatch): Term {
  const type = solve(state, open);
  const surroundings = {
    fresh: (base: string) => state.names.fresh(base),
    solve: (part: Type) => solve(state, part),
    origin,
  };
  const patterns = arms.map(({ pattern }) => pattern);
  const { tests, lets } = scrutinised(state, specialise(state, scrutinee), patterns);
  const decision = decide(
    surroundings,
    arms.map(({ pattern }, arm) => ({ tests: tests(pattern), bound: new Map(), arm })),
  );
  const counts = leafCounts(decision);
  const shared = new Map<number, Variable>();
  for (const [arm, { pattern, body }] of arms.entries()) {
    if ((counts.get(arm) ?? 0) < 2 || isSmall(body)) continue;
    const lambda = specialiseArm(state, patternVariables(pattern), body, origin);
    const variable = core.variable(state.names.fresh('arm'), lambda.type, origin);
    lets.push({ pattern: variablePattern(variable.name, variable.type, origin), value: lambda, isNamed: true });
    shared.set(arm, variable);
  }
  const leaf = (arm: number, bound: ReadonlyMap<Binder, Variable>): Term => {
    const draft = arms[arm] ?? internalError('a decision for an arm that is not there');
    const whole = shared.get(arm);
    if (whole !== undefined)
      return core.apply(whole, argumentOf(state, patternVariables(draft.pattern), bound, origin), origin);
    for (const [binder, variable] of bound) state.current.set(binder, variable.name);
    return specialise(state, draft.body);
  };
  const text = missing === undefined ? 'no arm of this `match` fits' : `no arm of this \`match\` fits \`${missing}\``;
  const fail = (): Term => core.fail('no-match', text, type, origin);
  const term = decisionTerm(decision, type, origin, { leaf, fail });
  return lets.reduceRight<Term>(
    (body, held) => inPlace(body, held) ?? core.let_(held.pattern, held.value, body, origin),
    term,
  );
}

/** A scrutinee that is looked at once, and that no arm names, needs no name. */
function inPlace(body: Term, { pattern, value, isNamed }: Held): Term | undefined {
  const isScrutinee = (term: Term): boolean =>
    term.tag === 'variable' && pattern.tag === 'variable' && term.name === pattern.name;
  if (isNamed) return undefined;
  if (body.tag === 'match' && isScrutinee(body.scrutinee)) return { ...body, scrutinee: value };
  if (body.tag === 'let' && isScrutinee(body.value)) return { ...body, value };
  return body.tag === 'if' && isScrutinee(body.condition) ? { ...body, condition: value } : undefined;
}

interface Scrutinised {
  readonly tests: (pattern: DraftPattern) => readonly { readonly on: Variable; readonly pattern: DraftPattern }[];
  readonly lets: Held[];
}

interface Held {
  readonly pattern: Pattern;
  readonly value: Term;
  /** Whether an arm gives it a name. */
  readonly isNamed: boolean;
}

/** Names for what is matched: for the components of a tuple, where no arm names the whole. */
function scrutinised(state: State, scrutinee: Term, patterns: readonly DraftPattern[]): Scrutinised {
  const lets: Held[] = [];
  const hold = (value: Term, looks: readonly DraftPattern[]): Variable => {
    if (value.tag === 'variable') return value;
    const variable = core.variable(state.names.fresh(nameFor(looks)), value.type, value.origin);
    const isNamed = looks.some(({ tag }) => tag === 'variable');
    lets.push({ pattern: variablePattern(variable.name, variable.type, value.origin), value, isNamed });
    return variable;
  };
  if (scrutinee.tag === 'tuple' && patterns.every(({ tag }) => tag === 'tuple' || tag === 'wildcard')) {
    const held = scrutinee.items.map((item, index) =>
      hold(
        item,
        patterns.flatMap((pattern) => (pattern.tag === 'tuple' ? (pattern.items[index] ?? []) : [])),
      ),
    );
    const tests = (pattern: DraftPattern): ReturnType<Scrutinised['tests']> =>
      pattern.tag !== 'tuple'
        ? []
        : pattern.items.flatMap((part, index) => {
            const on = held[index];
            return on === undefined ? [] : [{ on, pattern: part }];
          });
    return { tests, lets };
  }
  const on = hold(scrutinee, patterns);
  return { tests: (pattern) => [{ on, pattern }], lets };
}

type BoundVariable = Extract<DraftPattern, { tag: 'variable' }>;

function specialiseArm(state: State, variables: readonly BoundVariable[], body: Draft, origin: Span): Lambda {
  for (const { binder } of variables) rename(state, binder);
  const items = variables.map((variable) => closePattern(state, variable));
  const [only] = items;
  const parameter =
    only === undefined ? wildcardPattern(UNIT, origin) : items.length === 1 ? only : tuplePattern(items, origin);
  return core.lambda(parameter, specialise(state, body), origin);
}

function argumentOf(
  _state: State,
  variables: readonly BoundVariable[],
  bound: ReadonlyMap<Binder, Variable>,
  origin: Span,
): Term {
  const items = variables.map(
    ({ binder }) => bound.get(binder) ?? internalError(`${binder.name} is bound by no decision`),
  );
  const [only] = items;
  if (only === undefined) return core.unit(origin);
  return items.length === 1 ? only : core.tuple(items, origin);
}

/** So small that it may stand several times. */
function isSmall(draft: Draft): boolean {
  return (
    draft.tag === 'variable' || draft.tag === 'literal' || (draft.tag === 'construct' && draft.payload === undefined)
  );
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

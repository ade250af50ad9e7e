import * as core from '../../core/builders';
import { variablePattern } from '../../core/patterns';
import type { CoreItem, Lambda, Pattern, RecursiveFunction, Term } from '../../core/tree';
import type { OperationName } from '../../operations/names';
import { assertNever, internalError } from '../../source/internal-error';
import type { Span } from '../../source/span';
import { typeParts } from '../../types/structure';
import { INT, REAL, sequenceType, UNIT } from '../../types/type';
import type { Type } from '../../types/type';
import { demand, nameOf, copyName, solve, spend } from './copies';
import type { State } from './copies';
import { isPolymorphic, draftBinders } from '../draft';
import type {
  DraftBinder,
  DraftDefinition,
  Draft,
  DraftLambda,
  DraftOperation,
  DraftPattern,
  DraftUpdate,
  Overloaded,
} from '../draft';
import { convertedSequence, mapLoop } from './map-term';
import { specialiseMatch } from './match-term';
import { overloadedAt } from './overloads';
import { structuralTerm } from './structural';

type CoreDefinition = Extract<CoreItem, { tag: 'let' | 'letrec' }>;

/** Prepares a definition; called before its scope is translated. */
export function openDefinition(state: State, definition: DraftDefinition): void {
  const { group } = definition;
  if (isPolymorphic(group)) {
    state.instances.set(group, new Map());
    state.groups.set(group, definition);
  } else if (definition.tag === 'functions') {
    for (const { binder } of definition.functions) copyName(state, binder);
  } else {
    openPattern(state, definition.pattern);
  }
}

function openPattern(state: State, pattern: DraftPattern): void {
  for (const binder of draftBinders(pattern)) copyName(state, binder);
}

/** Returns the copies of a definition; called after its scope is translated. */
export function closeDefinition(state: State, definition: DraftDefinition): CoreDefinition[] {
  const { group } = definition;
  if (!isPolymorphic(group)) return [copy(state, definition)];
  const copies: CoreDefinition[] = [];
  for (const instance of state.instances.get(group)?.values() ?? []) {
    state.solved.clear();
    for (const [index, variable] of group.quantified.entries()) {
      state.solutions.set(variable, instance.types[index] ?? REAL);
    }
    for (const [index, container] of group.containers.entries()) {
      const passed = instance.types[group.quantified.length + index];
      state.containers.set(container, passed?.tag === 'sequence' && passed.container === 'array' ? 'array' : 'list');
    }
    for (const [binder, name] of instance.names) state.current.set(binder, name);
    // A program that is refused is translated to its end, without more copies.
    if (state.refusal !== undefined) break;
    state.copying += 1;
    copies.push(copy(state, definition));
    state.copying -= 1;
  }
  return copies.toReversed();
}

function copy(state: State, definition: DraftDefinition): CoreDefinition {
  const { origin } = definition;
  if (definition.tag === 'value') {
    const pattern = closePattern(state, definition.pattern);
    const value = specialise(state, definition.value);
    const named = definition.pattern.tag === 'variable' && value.tag === 'lambda';
    return { tag: 'let', pattern, value: named ? ofPrelude(definition.pattern.binder, value) : value, origin };
  }
  const functions = definition.functions.map((item): RecursiveFunction => ({
    name: nameOf(state, item.binder),
    function: ofPrelude(item.binder, specialiseLambda(state, item.function)),
    origin: item.origin,
  }));
  return { tag: 'letrec', functions, origin };
}

function ofPrelude({ place, text }: DraftBinder, lambda: Lambda): Lambda {
  return place === 'prelude' ? { ...lambda, prelude: text } : lambda;
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

/** Returns the core of a draft in the current copy. */
export function specialise(state: State, outermost: Draft): Term {
  const spine: { readonly definition: DraftDefinition; readonly origin: Span }[] = [];
  let draft = outermost;
  while (draft.tag === 'let') {
    openDefinition(state, draft.definition);
    spine.push(draft);
    draft = draft.body;
  }
  let term = specialiseNode(state, draft);
  for (const { definition, origin } of spine.toReversed()) {
    const { type } = term;
    for (const item of closeDefinition(state, definition).toReversed()) {
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
  if (state.copying > 0) spend(state, 1, 'too-many', origin);
  const type = solve(state, draft.type);
  const inner = (part: Draft): Term => specialise(state, part);
  switch (draft.tag) {
    case 'variable': {
      const { binder, instance } = draft;
      const { group } = binder;
      if (!isPolymorphic(group)) return { tag: 'variable', name: nameOf(state, binder), type, origin };
      // Within its own group, a name stands for the current instance.
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
      // An int has no -0.
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
    case 'operation':
      return specialiseOperation(state, draft);
    case 'structural': {
      const given = draft.arguments.map(inner);
      return structuralTerm(draft.operation, solve(state, draft.at), given, origin, state.structural);
    }
    case 'convert':
      return convertedSequence(inner(draft.sequence), type, origin, state.names);
    case 'map':
      return mapLoop(inner(draft.function), inner(draft.sequence), type, origin, state.names);
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
      return specialiseMatch(state, draft, specialise);
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

function specialiseOperation(state: State, { operation, arguments: given, type: open, origin }: DraftOperation): Term {
  const type = solve(state, open);
  const terms = given.map((part) => specialise(state, part));
  const made = (name: OperationName, operands: readonly Term[]): Term => {
    return { tag: 'operation', operation: name, arguments: operands, role: 'primal', type, origin };
  };
  if (operation.tag === 'fixed') return made(operation.name, terms);
  const { operator } = operation;
  const at = solve(state, operation.at);
  if (at.tag === 'int' && operator === '*') return made('multiplyInt', terms.map(asInt));
  const vectors = isVectorOperator(operator) ? VECTOR_OPERATIONS[operator] : undefined;
  if (vectors === undefined || typeParts(at).length === 0) return made(overloadedAt(operator, at), terms);
  const [left, right] = terms;
  if (operator !== '/' || left === undefined || right === undefined)
    return structuralTerm(vectors, at, terms, origin, state.structural);
  // The vector is evaluated before the real that divides it.
  const held = core.variable(state.names.fresh('v'), at, origin);
  const body = structuralTerm(vectors, at, [right, held], origin, state.structural);
  return core.let_(variablePattern(held.name, at, origin), left, body, origin);
}

/** The structural operations that operators stand for where their operands are made of reals. */
const VECTOR_OPERATIONS = { '+': 'add', '-': 'subtract', negate: 'negate', '*': 'scale', '/': 'divide' } as const;

function isVectorOperator(operator: Overloaded): operator is keyof typeof VECTOR_OPERATIONS {
  return operator in VECTOR_OPERATIONS;
}

/** A number without a decimal point in front of an int, as in `2 * n`, whose type nothing else has determined. */
function asInt(term: Term): Term {
  return term.tag === 'literal' ? { ...term, type: INT } : term;
}

/**
 * Returns the core of a record update. The record is evaluated once, before the new values; the other fields come from
 * it.
 */
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

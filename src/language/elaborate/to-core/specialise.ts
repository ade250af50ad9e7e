import * as core from '../../core/builders';
import { variablePattern } from '../../core/patterns';
import type { CoreItem, Lambda, Pattern, RecursiveFunction, Term, Variable } from '../../core/tree';
import type { OperationName } from '../../operations/names';
import { assertNever, internalError } from '../../source/internal-error';
import { resolve } from '../../types/resolve';
import { typeParts } from '../../types/structure';
import { INT, REAL, sequenceType, UNIT } from '../../types/type';
import type { Type } from '../../types/type';
import { bindersOf, demand, nameOf, copyName, solve, spend } from './copies';
import type { DefinitionCopy, State } from './copies';
import { isPolymorphic, isValue } from '../draft';
import { draftBinders } from '../pattern-variables';
import type {
  DraftBinder,
  DraftDefinition,
  Draft,
  DraftFieldValue,
  DraftLambda,
  DraftLet,
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

/** A translation that yields the parts it needs. A driver with its own stack answers, so drafts can be deep. */
type Translation<T> = Generator<Draft, T, Term>;

/** Returns the copies of a definition; called after its scope is translated. */
export function closeDefinition(state: State, definition: DraftDefinition): CoreDefinition[] {
  const work = closing(state, definition);
  let step = work.next();
  while (step.done !== true) step = work.next(specialise(state, step.value));
  return step.value;
}

function* closing(state: State, definition: DraftDefinition): Translation<CoreDefinition[]> {
  const { group } = definition;
  if (!isPolymorphic(group)) return [yield* copy(state, definition)];
  const instances = state.instances.get(group);
  if (instances?.size === 0 && definition.tag === 'value' && !isValue(definition.value)) {
    // What nothing uses is evaluated all the same: it may fail or watch.
    const types = [...group.quantified.map(() => REAL), ...group.containers.map(() => sequenceType('array', UNIT))];
    for (const binder of bindersOf(definition)) demand(state, binder, types);
  }
  const copies: CoreDefinition[] = [];
  const isOnce = isEvaluatedOnce(definition);
  let first: Variable | undefined;
  for (const instance of isOnce ? arraysFirst(instances) : (instances?.values() ?? [])) {
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
    const { origin } = definition;
    if (first !== undefined && definition.tag === 'value') {
      const pattern = closePattern(state, definition.pattern);
      copies.push({ tag: 'let', pattern, value: state.conversions.at(first, pattern.type, origin), origin });
      continue;
    }
    state.copying += 1;
    const made = yield* copy(state, definition);
    state.copying -= 1;
    copies.push(made);
    if (isOnce && made.tag === 'let' && made.pattern.tag === 'variable')
      first = core.variable(made.pattern.name, made.pattern.type, origin);
  }
  return isOnce ? copies : copies.toReversed();
}

/**
 * Whether a definition computes something, which then serves the uses of its sequences as lists and as arrays alike. A
 * function is copied instead: its calls are evaluated one by one anyway.
 */
function isEvaluatedOnce(definition: DraftDefinition): boolean {
  return (
    definition.tag === 'value' && !isValue(definition.value) && resolve(definition.pattern.type).tag !== 'function'
  );
}

/** Returns copies with the one first whose sequences are arrays, if there is one. */
function arraysFirst(instances: ReadonlyMap<string, DefinitionCopy> | undefined): readonly DefinitionCopy[] {
  const listsOf = ({ types }: DefinitionCopy): number =>
    types.filter((type) => type.tag === 'sequence' && type.container !== 'array').length;
  return [...(instances?.values() ?? [])].toSorted((a, b) => listsOf(a) - listsOf(b));
}

function* copy(state: State, definition: DraftDefinition): Translation<CoreDefinition> {
  const { origin } = definition;
  if (definition.tag === 'value') {
    const pattern = closePattern(state, definition.pattern);
    const value = yield definition.value;
    const named = definition.pattern.tag === 'variable' && value.tag === 'lambda';
    return { tag: 'let', pattern, value: named ? ofPrelude(definition.pattern.binder, value) : value, origin };
  }
  const functions: RecursiveFunction[] = [];
  for (const item of definition.functions)
    functions.push({
      name: nameOf(state, item.binder),
      function: ofPrelude(item.binder, yield* specialiseLambda(state, item.function)),
      origin: item.origin,
    });
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
  const stack: Translation<Term>[] = [specialiseNode(state, outermost)];
  let answer: Term | undefined;
  for (;;) {
    const top = stack.at(-1) ?? internalError('a translation lost its root');
    // A generator takes no answer at first.
    const step: IteratorResult<Draft, Term> = answer === undefined ? top.next() : top.next(answer);
    if (step.done === true) {
      stack.pop();
      if (stack.length === 0) return step.value;
      answer = step.value;
    } else {
      stack.push(specialiseNode(state, step.value));
      state.deepest = Math.max(state.deepest, stack.length);
      answer = undefined;
    }
  }
}

function* all(drafts: readonly Draft[]): Translation<Term[]> {
  const terms: Term[] = [];
  for (const draft of drafts) terms.push(yield draft);
  return terms;
}

function* allFields(
  fields: readonly DraftFieldValue[],
): Translation<{ readonly name: string; readonly value: Term }[]> {
  const terms: { readonly name: string; readonly value: Term }[] = [];
  for (const { name, value } of fields) terms.push({ name, value: yield value });
  return terms;
}

function* specialiseLet(state: State, { definition, body, origin }: DraftLet): Translation<Term> {
  openDefinition(state, definition);
  let term = yield body;
  const { type } = term;
  for (const item of (yield* closing(state, definition)).toReversed())
    term =
      item.tag === 'let'
        ? { tag: 'let', pattern: item.pattern, value: item.value, body: term, type, origin }
        : { tag: 'letrec', functions: item.functions, body: term, type, origin };
  return term;
}

function* specialiseLambda(state: State, { parameter, body, type, origin }: DraftLambda): Translation<Lambda> {
  openPattern(state, parameter);
  return {
    tag: 'lambda',
    parameter: closePattern(state, parameter),
    body: yield body,
    type: solve(state, type),
    origin,
  };
}

function* specialiseNode(state: State, draft: Draft): Translation<Term> {
  const { origin } = draft;
  if (state.copying > 0) spend(state, 1, 'too-many', origin);
  const type = solve(state, draft.type);
  switch (draft.tag) {
    case 'let':
      return yield* specialiseLet(state, draft);
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
      return { tag: 'tuple', items: yield* all(draft.items), type, origin };
    case 'projection':
      return { tag: 'projection', tuple: yield draft.tuple, index: draft.index, type, origin };
    case 'lambda':
      return yield* specialiseLambda(state, draft);
    case 'apply':
      return { tag: 'apply', function: yield draft.function, argument: yield draft.argument, type, origin };
    case 'if': {
      const condition = yield draft.condition;
      const consequent = yield draft.consequent;
      return { tag: 'if', condition, consequent, alternative: yield draft.alternative, type, origin };
    }
    case 'operation':
      return yield* specialiseOperation(state, draft);
    case 'structural': {
      const given = yield* all(draft.arguments);
      return structuralTerm(draft.operation, solve(state, draft.at), given, origin, state.structural);
    }
    case 'convert':
      return convertedSequence(yield draft.sequence, type, origin, state.names);
    case 'listOrArray': {
      const argument = yield draft.sequence;
      const isList = argument.type.tag === 'sequence' && argument.type.container === 'list';
      return { tag: 'apply', function: yield isList ? draft.list : draft.array, argument, type, origin };
    }
    case 'map':
      return mapLoop(yield draft.function, yield draft.sequence, type, origin, state.names);
    case 'derivative': {
      const { operator, sugar } = draft;
      const callee = yield draft.function;
      const point = yield draft.point;
      const direction = yield draft.direction;
      return { tag: 'derivative', operator, sugar, function: callee, point, direction, type, origin };
    }
    case 'watch': {
      const name = yield draft.name;
      return { tag: 'watch', name, value: yield draft.value, type, origin };
    }
    case 'fail':
      return { tag: 'fail', code: draft.code, message: draft.message, type, origin };
    case 'record': {
      const fields = yield* allFields(draft.fields);
      return { tag: 'record', fields, type, origin };
    }
    case 'field':
      return { tag: 'field', record: yield draft.record, name: draft.name, type, origin };
    case 'update':
      return yield* specialiseUpdate(state, draft);
    case 'construct':
      return {
        tag: 'construct',
        constructorName: draft.constructorName,
        payload: draft.payload && (yield draft.payload),
        type,
        origin,
      };
    case 'match':
      return specialiseMatch(state, draft, specialise);
    case 'sequence':
      return { tag: 'sequence', items: yield* all(draft.items), type, origin };
    case 'fold': {
      const sequence = yield draft.over;
      const start = yield draft.from;
      openPattern(state, draft.item);
      openPattern(state, draft.accumulator);
      const item = closePattern(state, draft.item);
      const accumulator = closePattern(state, draft.accumulator);
      return { tag: 'fold', item, accumulator, body: yield draft.body, sequence, start, type, origin };
    }
    case 'intrinsic':
      return { tag: 'intrinsic', intrinsic: draft.intrinsic, arguments: yield* all(draft.arguments), type, origin };
    case 'pure':
      return { tag: 'pure', value: yield draft.value, type, origin };
    case 'bind': {
      const action = yield draft.action;
      openPattern(state, draft.pattern);
      const pattern = closePattern(state, draft.pattern);
      return { tag: 'bind', pattern, action, body: yield draft.body, type, origin };
    }
    default:
      return assertNever(draft);
  }
}

function* specialiseOperation(
  state: State,
  { operation, arguments: given, type: open, origin }: DraftOperation,
): Translation<Term> {
  const type = solve(state, open);
  const terms = yield* all(given);
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
function* specialiseUpdate(state: State, { record, fields, type: open, origin }: DraftUpdate): Translation<Term> {
  const type = solve(state, open);
  const old = yield record;
  const held = core.variable(state.names.fresh('r'), type, origin);
  const values = yield* allFields(fields);
  const names = type.tag === 'record' ? type.fields.map(({ name }) => name) : [];
  const others = names
    .filter((name) => !values.some((each) => each.name === name))
    .map((name) => ({ name, value: core.field(held, name, origin) }));
  const updated: Term = { tag: 'record', fields: [...values, ...others], type, origin };
  return core.let_({ tag: 'variable', name: held.name, type, origin }, old, updated, origin);
}

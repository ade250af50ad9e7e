import { internalError } from '../../source/internal-error';
import { PRELUDE_CELL, type Span } from '../../source/span';
import type { Expression } from '../../syntax/tree';
import { resolve } from '../../types/resolve';
import { typeParts } from '../../types/structure';
import { functionType, product } from '../../types/type';
import type { Type } from '../../types/type';
import { BUILTINS } from './builtins';
import type { BuiltinInstance } from './builtin';
import { freshPattern, holdValue, variableOf, type Argument, type Head, type Step } from './call';
import { mayTakePair, takeApart } from './pairs';
import { freshVariable, mentionUnknown, failedDraft, report } from '../context';
import type { Context } from '../context';
import { constructorAsBuiltin, constructorInstance } from '../types/constructors';
import { isValue } from '../draft';
import type { Draft, DraftPattern } from '../draft';
import { instantiate } from '../types/generalise';
import { foreignInfix, isFunction } from '../messages/foreign';
import { mismatch, notAFunction, tooManyArguments } from '../messages/messages';
import { probeScope } from './probe';
import { FREE } from '../messages/reason';
import type { Reason } from '../messages/reason';
import { unify } from '../types/unify';
import { unknownConstructor, unknownName } from '../messages/unknown';

/** Infers a name, a constructor, or an application of any expression to one argument after the other. */
export function inferApplication(context: Context, expression: Expression, expected: Type): Draft {
  const steps: Step[] = [];
  let head = expression;
  while (head.tag === 'apply') {
    steps.unshift({ argument: { expression: head.argument, span: head.argument.span }, span: head.span });
    head = head.function;
  }
  const foreign = foreignInfix(
    context,
    head,
    steps.map(({ argument }) => argument.expression),
  );
  if (foreign !== undefined) {
    report(context, foreign);
    return failedDraft(freshVariable(context), expression.span);
  }
  return apply(context, inferHead(context, head, steps), steps, expression.span, expected);
}

/** Infers `x |> f`, which is `f x` evaluated from left to right, after `x`. */
export function inferPipe(
  context: Context,
  argument: Argument & { readonly inferred: Draft },
  right: Expression,
  span: Span,
  expected: Type,
): Draft {
  const steps: Step[] = [];
  let head = right;
  while (head.tag === 'apply') {
    steps.unshift({ argument: { expression: head.argument, span: head.argument.span }, span: head.span });
    head = head.function;
  }
  const first = argument.inferred;
  const movable = isValue(first) || (steps.length === 0 && head.tag === 'variable');
  if (movable) {
    steps.push({ argument, span });
    return apply(context, inferHead(context, head, steps), steps, span, expected);
  }
  const held = holdValue(context, first);
  steps.push({ argument: { ...argument, inferred: held.use }, span });
  return held.wrap(apply(context, inferHead(context, head, steps), steps, span, expected));
}

function inferHead(context: Context, head: Expression, steps: readonly Step[]): Head {
  const { span } = head;
  if (head.tag !== 'variable' && head.tag !== 'constructor') {
    const type = freshVariable(context);
    const draft = context.check(context, head, type, FREE);
    return { type, value: { tag: 'draft', draft }, label: undefined, definition: undefined, span };
  }
  const { name } = head;
  probeScope(context, span);
  const meaning = context.scope.lookup(name);
  if (meaning?.tag === 'bound') {
    context.used.add(meaning.binder);
    const { type, arguments: instance } = instantiate(context, meaning.binder.group, meaning.type);
    const { documentation, span: definition, type: general } = meaning;
    const scheme = (): Type => general;
    context.mentions.push({ span, name, kind: 'value', definition, type, scheme, documentation });
    const draft: Draft = {
      tag: 'variable',
      binder: meaning.binder,
      instance: instance.length === 0 ? undefined : instance,
      type,
      origin: span,
    };
    const written = definition.cell === PRELUDE_CELL ? undefined : definition;
    if (meaning.binder.isFailed) return failedHead(context, name, span);
    return { type, value: { tag: 'draft', draft }, label: name, definition: written, span };
  }
  const builtin = meaning === undefined ? BUILTINS.get(name) : undefined;
  const made = meaning === undefined && builtin === undefined ? constructorInstance(context, name) : undefined;
  const instance = made === undefined ? builtin?.instance(context) : constructorAsBuiltin(made);
  if (instance !== undefined) {
    const kind = made === undefined ? 'value' : 'constructor';
    const { type } = instance;
    const documentation = builtin?.documentation;
    const scheme = (): Type => builtin?.instance(context).type ?? type;
    context.mentions.push({ span, name, kind, definition: made?.declared, type, scheme, documentation });
    return { type, value: { tag: 'builtin', builtin: instance }, label: name, definition: undefined, span };
  }
  if (meaning === undefined) {
    const identifier = { text: name, span };
    const next = steps.map(({ argument }) => argument.span).find(({ start }) => start > span.start);
    const isName = head.tag === 'variable';
    report(context, isName ? unknownName(context, identifier, next) : unknownConstructor(context, identifier, true));
  }
  if (meaning?.tag === 'unknown') mentionUnknown(context, { text: name, span }, meaning.span);
  return failedHead(context, name, span);
}

/** Returns the head for an unknown name, which accepts any use. */
function failedHead(context: Context, name: string, span: Span): Head {
  context.doubts += 1;
  const type = freshVariable(context);
  return { type, value: { tag: 'draft', draft: failedDraft(type, span) }, label: name, definition: undefined, span };
}

function apply(context: Context, head: Head, written: readonly Step[], span: Span, expected: Type): Draft {
  const { steps, takesPair, wrap } = takeApart(context, head, written, expected);
  const given: Draft[] = [];
  const results: Type[] = [];
  let type = head.type;
  const before = context.doubts;
  const told = context.diagnostics.length;
  let hasFailed = false;
  // Functions that may take a pair are checked when the other arguments have said whether they do.
  const later: ((again: boolean) => boolean)[] = [];
  for (const [index, { argument }] of steps.entries()) {
    const shape = asFunction(context, type);
    if (shape === undefined) {
      const sound = context.doubts === before;
      if (index === 0)
        report(
          context,
          notAFunction(
            head,
            type,
            steps.map((step) => step.argument.expression),
            infixOf(context, steps),
          ),
        );
      // If an argument is wrong, an error about their number adds nothing.
      else if (sound) report(context, tooManyArguments(head, index, steps.length, argument.span));
      // The remaining arguments may contain errors of their own.
      for (const rest of steps.slice(index))
        if (rest.argument.inferred === undefined)
          context.check(context, rest.argument.expression, freshVariable(context), FREE);
      for (const check of later) check(hasFailed);
      return failedDraft(freshVariable(context), span);
    }
    const reason: Reason = {
      tag: 'argument',
      callee: head.label,
      calleeSpan: head.span,
      definition: head.definition,
      position: index + 1,
      count: steps.length,
      takes: index + 1 + parametersOf(shape.result),
      later: steps.slice(index + 1).map((step) => step.argument.expression),
    };
    /** Checks the argument, of any type if another is wrong; returns whether this one is. */
    const check = (isDoubtful: boolean): boolean => {
      const again = isDoubtful || (toldKind(context, told) && hasKind(shape.parameter));
      const open = isOpen(shape.parameter);
      const own = context.diagnostics.length;
      given[index] = checkArgument(context, argument, again ? freshVariable(context) : shape.parameter, reason);
      // A wrong argument does not determine the types of later arguments and of the result.
      return open && reports(context, own, argument.span);
    };
    if (isUndecided(shape.parameter) && mayTakePair(context, argument.expression)) later.push(check);
    else if (check(hasFailed)) hasFailed = true;
    type = shape.result;
    results.push(type);
  }
  for (const check of later) if (check(hasFailed)) hasFailed = true;

  if (hasFailed) return failedDraft(freshVariable(context), span);
  const { value } = head;
  if (value.tag === 'builtin' && given.length < value.builtin.arity) {
    const { arity, build } = value.builtin;
    const whole = (all: readonly Draft[], result: Type): Draft => build(context, all, result, span);
    return wrap(etaExpand(context, whole, given, { type, count: arity - given.length, takesPair }, span));
  }
  const used = value.tag === 'builtin' ? value.builtin.arity : 0;
  const first = (builtin: BuiltinInstance): Draft =>
    builtin.build(context, given.slice(0, used), results[used - 1] ?? type, steps[used - 1]?.span ?? span);
  let draft = value.tag === 'builtin' ? first(value.builtin) : value.draft;
  for (let index = used; index < given.length; index += 1) {
    const argument = given[index];
    const result = results[index];
    if (argument === undefined || result === undefined) break;
    draft = { tag: 'apply', function: draft, argument, type: result, origin: steps[index]?.span ?? span };
  }
  if (!takesPair) return wrap(draft);
  return wrap(etaExpand(context, applied(span), [draft], { type, count: 2, takesPair }, span));
}

/** Returns the function between two arguments, as in `5 mod 2`, which are applied as one. */
function infixOf(context: Context, [first, second]: readonly Step[]): string | undefined {
  const name = first?.argument.expression;
  return second !== undefined && name?.tag === 'variable' && isFunction(context, name) ? name.name : undefined;
}

/** Returns how many arguments a value of the type takes. */
function parametersOf(open: Type): number {
  let count = 0;
  for (let type = resolve(open); type.tag === 'function'; type = resolve(type.result)) count += 1;
  return count;
}

/** Whether it is open if the type is that of a function of a pair. */
function isUndecided(open: Type): boolean {
  const type = resolve(open);
  return type.tag === 'variable' || (type.tag === 'function' && resolve(type.parameter).tag === 'variable');
}

/** Whether some part of the type is unknown. */
function isOpen(open: Type): boolean {
  const type = resolve(open);
  return type.tag === 'variable' || typeParts(type).some(isOpen);
}

/** Whether an error at exactly this place was reported since. */
function reports(context: Context, since: number, { start, end }: Span): boolean {
  return context.diagnostics
    .slice(since)
    .some(({ severity, span }) => severity === 'error' && span.start === start && span.end === end);
}

/** Whether some type variable inside is restricted to data that can be differentiated or compared. */
function hasKind(open: Type): boolean {
  const type = resolve(open);
  if (type.tag !== 'variable') return typeParts(type).some(hasKind);
  return ['watched', 'diff', 'eq'].includes(type.variable.kind);
}

/**
 * Whether an earlier argument was of the wrong kind. Later arguments with the same type variable would repeat the
 * error.
 */
function toldKind(context: Context, since: number): boolean {
  for (let index = since; index < context.diagnostics.length; index += 1) {
    const code = context.diagnostics[index]?.code;
    if (code === 'not-differentiable' || code === 'not-comparable') return true;
  }
  return false;
}

function checkArgument(context: Context, argument: Argument, expected: Type, reason: Reason): Draft {
  const { inferred } = argument;
  if (inferred === undefined) return context.check(context, argument.expression, expected, reason);
  const conflict = unify(context, expected, inferred.type);
  if (conflict !== undefined) {
    const { expression, span: place } = argument;
    report(context, mismatch({ place, expected, found: inferred.type, conflict, reason, expression }));
  }
  return inferred;
}

function asFunction(context: Context, open: Type): { readonly parameter: Type; readonly result: Type } | undefined {
  const type = resolve(open);
  if (type.tag === 'function') return type;
  if (type.tag !== 'variable') return undefined;
  const parameter = freshVariable(context);
  const result = freshVariable(context);
  return unify(context, type, functionType(parameter, result)) === undefined ? { parameter, result } : undefined;
}

/** What is missing of an application of the given type: arguments one by one, or first a pair of two. */
interface Missing {
  readonly type: Type;
  readonly count: number;
  readonly takesPair: boolean;
}

/** Returns a function of the missing arguments. The arguments that are given are evaluated now. */
function etaExpand(
  context: Context,
  build: (all: readonly Draft[], result: Type) => Draft,
  given: readonly Draft[],
  missing: Missing,
  origin: Span,
): Draft {
  const held = given.map((draft) =>
    isValue(draft) ? { use: draft, wrap: (body: Draft) => body } : holdValue(context, draft),
  );
  const own: DraftPattern[] = [];
  let type = resolve(missing.type);
  for (let index = 0; index < missing.count && type.tag === 'function'; index += 1) {
    own.push(freshPattern(context, type.parameter, origin));
    type = resolve(type.result);
  }
  const [first, second, ...others] = own;
  const items = first !== undefined && second !== undefined && missing.takesPair ? [first, second] : undefined;
  const pair = items && { tag: 'tuple' as const, items, type: product(items.map((item) => item.type)), origin };
  let body = build([...held.map(({ use }) => use), ...own.map(variableOf)], type);
  for (const parameter of (pair === undefined ? own : [pair, ...others]).toReversed()) {
    body = { tag: 'lambda', parameter, body, type: functionType(parameter.type, body.type), origin };
  }
  return held.reduceRight((inner, { wrap }) => wrap(inner), body);
}

/** Returns a function that applies its first item to the others. */
function applied(origin: Span): (all: readonly Draft[]) => Draft {
  return ([head, ...given]) =>
    given.reduce<Draft>(
      (draft, argument) => {
        const type = resolve(draft.type);
        const result = type.tag === 'function' ? type.result : type;
        return { tag: 'apply', function: draft, argument, type: result, origin };
      },
      head ?? internalError('a function of no items'),
    );
}

import { error } from '../../source/diagnostic';
import type { Span } from '../../source/span';
import type { Binding } from '../../syntax/tree';
import type { Type } from '../../types/type';
import { newBinder, enter, freshVariable, monomorphicGroup, report } from '../context';
import type { Context } from '../context';
import { isValue } from '../draft';
import { draftBinders } from '../pattern-variables';
import type { DraftBinder, DraftDefinition, Draft, DraftFunction, Group } from '../draft';
import { checkFunction } from './function';
import { generalise, keepOpen } from '../types/generalise';
import { typeTooLarge } from '../messages/messages';
import { bindPatterns, bindUnknown } from './pattern';
import { writtenColumns } from './matrix';
import { closeProducts } from './product';
import { FREE } from '../messages/reason';
import { readType } from '../types/type-expression';
import { isModest, unify } from '../types/unify';
import { warnOfShadow } from '../messages/unused';

type FunctionBinding = Extract<Binding, { tag: 'function' }>;
type PatternBinding = Extract<Binding, { tag: 'pattern' }>;

interface Bindings {
  readonly recursive: boolean;
  readonly bindings: readonly Binding[];
  readonly span: Span;
}

/** Infers a `let` and enters its names; the caller leaves the scope. */
export function inferBindings(context: Context, group: Bindings, topLevel: boolean): DraftDefinition[] {
  if (group.recursive) return inferRecursive(context, group, topLevel);
  return group.bindings.map((binding) => {
    const before = context.doubts;
    const definition =
      binding.tag === 'function' ? inferName(context, binding, topLevel) : inferPattern(context, binding, topLevel);
    if (context.doubts > before) markFailed(definition);
    return definition;
  });
}

/** Marks the names of a definition that did not check, or that uses a definition that did not. */
export function markFailed(definition: DraftDefinition): void {
  const binders =
    definition.tag === 'functions'
      ? definition.functions.map(({ binder: own }) => own)
      : draftBinders(definition.pattern);
  for (const own of binders) own.isFailed = true;
}

function inferPattern(context: Context, binding: PatternBinding, topLevel: boolean): DraftDefinition {
  const type = freshVariable(context);
  const value = context.check(context, binding.body, type, FREE);
  const reason = { tag: 'pattern', span: binding.body.span } as const;
  const [pattern] = bindPatterns(context, [{ pattern: binding.pattern, type, reason }], topLevel);
  const origin = binding.span;
  return {
    tag: 'value',
    pattern: pattern ?? { tag: 'wildcard', type, origin },
    group: monomorphicGroup(),
    value,
    origin,
  };
}

/** Infers `name = body` or `name p1 ... pn = body`, and generalises it if it is a value. */
function inferName(context: Context, binding: FunctionBinding, topLevel: boolean): DraftDefinition {
  const group = monomorphicGroup();
  context.level += 1;
  const type = freshVariable(context);
  const value = inferBody(context, binding, type);
  context.level -= 1;
  // The type variables of a definition that is not a value stay open for the rest of its item.
  generaliseIf(context, isValue(value), group, [type], binding.name.span);
  const bound = enterName(context, binding, type, group, topLevel);
  const pattern = { tag: 'variable', binder: bound, type, origin: binding.name.span } as const;
  return { tag: 'value', pattern, group, value, origin: binding.span };
}

function inferRecursive(context: Context, { bindings, span }: Bindings, topLevel: boolean): DraftDefinition[] {
  const group = monomorphicGroup();
  const named: FunctionBinding[] = [];
  for (const binding of bindings) {
    if (binding.tag === 'function') named.push(binding);
    else {
      notAFunction(context, binding.span, 'a pattern');
      bindUnknown(context, binding.pattern);
    }
  }
  context.level += 1;
  const entered = named.map((binding) => {
    const type = freshVariable(context);
    return { binding, type, binder: enterName(context, binding, type, group, topLevel) };
  });
  const functions: DraftFunction[] = [];
  const start = context.doubts;
  for (const { binding, type, binder } of entered) {
    const before = context.doubts;
    const value = inferBody(context, binding, type);
    // Later bodies of the group use this binder too.
    if (context.doubts > before) binder.isFailed = true;
    if (value.tag === 'lambda')
      functions.push({ binder, nameSpan: binding.name.span, function: value, origin: binding.span });
    else notAFunction(context, binding.name.span, `\`${binding.name.text}\``);
  }
  context.level -= 1;
  generaliseIf(
    context,
    true,
    group,
    entered.map(({ type }) => type),
    span,
  );
  if (context.doubts > start) for (const { binder } of entered) binder.isFailed = true;
  return [{ tag: 'functions', functions, group, origin: span }];
}

function notAFunction(context: Context, span: Span, what: string): void {
  const hint = 'give it a parameter, as in `let rec f x = ...`, or leave out `rec`';
  report(
    context,
    error('recursive-value', span, `\`let rec\` can only define functions, and ${what} is not a function`, { hint }),
  );
}

function inferBody(context: Context, binding: FunctionBinding, type: Type): Draft {
  const { parameters, annotation, body, span } = binding;
  if (parameters.length > 0) {
    return checkFunction(context, { parameters, annotation, body, origin: span }, type, FREE, undefined);
  }
  if (annotation === undefined) return context.check(context, body, type, FREE);
  const annotated = readType(context, annotation);
  unify(context, type, annotated);
  return context.check(context, body, annotated, { tag: 'annotation', span: annotation.span });
}

function generaliseIf(context: Context, may: boolean, group: Group, types: readonly Type[], place: Span): void {
  if (!types.every((type) => isModest(type))) {
    report(context, typeTooLarge(place));
    return;
  }
  closeProducts(context);
  if (!may) for (const type of types) keepOpen(context, type);
  generalise(context, group, types);
}

function enterName(
  context: Context,
  binding: FunctionBinding,
  type: Type,
  group: Group,
  topLevel: boolean,
): DraftBinder {
  const { text, span } = binding.name;
  const bound = newBinder(context, text, group, topLevel);
  warnOfShadow(context, text, span, !topLevel);
  const columns = binding.parameters.length > 0 ? undefined : writtenColumns(binding.annotation);
  enter(context, bound, type, span, !topLevel, columns);
  return bound;
}

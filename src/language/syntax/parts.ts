import { assertNever } from '../source/internal-error';
import type { Binding, Expression, Item, SurfacePattern } from './tree';

/** Returns every expression in the items, outer ones before inner ones, without recursion. */
export function expressionsIn(items: readonly Item[]): readonly Expression[] {
  const found: Expression[] = [];
  const pending = items.flatMap(expressionsOfItem).toReversed();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    found.push(next);
    for (const part of partsOf(next).toReversed()) pending.push(part);
  }
  return found;
}

/** Returns every pattern in the items, outer ones before inner ones, without recursion. */
export function patternsIn(items: readonly Item[]): readonly SurfacePattern[] {
  const bindings = items.flatMap((item) => (item.tag === 'let' ? item.bindings : []));
  return patternsWithin([...bindings.flatMap(patternsOfBinding), ...expressionsIn(items).flatMap(patternsOf)]);
}

/** Returns the patterns and all their parts. */
export function patternsWithin(patterns: readonly SurfacePattern[]): readonly SurfacePattern[] {
  const found: SurfacePattern[] = [];
  const pending = patterns.toReversed();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    found.push(next);
    for (const part of partsOfPattern(next).toReversed()) pending.push(part);
  }
  return found;
}

function expressionsOfItem(item: Item): readonly Expression[] {
  switch (item.tag) {
    case 'let':
      return item.bindings.map(({ body }) => body);
    case 'input':
      return [item.value];
    case 'data':
      return item.value === undefined ? [] : [item.value];
    case 'expression':
      return [item.expression];
    case 'type':
    case 'import':
    case 'broken':
      return [];
    default:
      return assertNever(item);
  }
}

/** Returns the direct subexpressions, in text order. */
function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.tag) {
    case 'variable':
    case 'constructor':
    case 'literal':
    case 'unit':
      return [];
    case 'tuple':
    case 'sequence':
      return expression.items;
    case 'record':
      return expression.fields.map(({ value }) => value);
    case 'update':
      return [expression.record, ...expression.fields.map(({ value }) => value)];
    case 'annotated':
      return [expression.expression];
    case 'let':
      return [...expression.bindings.map(({ body }) => body), expression.body];
    case 'function':
      return [expression.body];
    case 'if':
      return [expression.condition, expression.consequent, expression.alternative];
    case 'match':
      return [expression.scrutinee, ...expression.arms.map(({ body }) => body)];
    case 'fold':
      return [expression.body, expression.over, expression.from];
    case 'do':
      return expression.statements.map((statement) => statement.expression);
    case 'binary':
      return [expression.left, expression.right];
    case 'negate':
      return [expression.operand];
    case 'apply':
      return [expression.function, expression.argument];
    case 'field':
      return [expression.record];
    case 'projection':
      return [expression.tuple];
    case 'index':
      return [expression.sequence, expression.index];
    default:
      return assertNever(expression);
  }
}

/** Returns the patterns that an expression binds directly. */
function patternsOf(expression: Expression): readonly SurfacePattern[] {
  switch (expression.tag) {
    case 'let':
      return expression.bindings.flatMap(patternsOfBinding);
    case 'function':
      return expression.parameters;
    case 'match':
      return expression.arms.map(({ pattern }) => pattern);
    case 'fold':
      return [expression.item, expression.accumulator];
    case 'do':
      return expression.statements.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern]));
    default:
      return [];
  }
}

function patternsOfBinding(binding: Binding): readonly SurfacePattern[] {
  return binding.tag === 'function' ? binding.parameters : [binding.pattern];
}

function partsOfPattern(pattern: SurfacePattern): readonly SurfacePattern[] {
  switch (pattern.tag) {
    case 'tuple':
    case 'list':
      return pattern.items;
    case 'record':
      return pattern.fields.map((field) => field.pattern);
    case 'annotated':
      return [pattern.pattern];
    case 'constructor':
      return pattern.payload === undefined ? [] : [pattern.payload];
    case 'cons':
      return [pattern.head, pattern.tail];
    case 'variable':
    case 'wildcard':
    case 'unit':
    case 'literal':
      return [];
    default:
      return assertNever(pattern);
  }
}

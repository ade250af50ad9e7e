import { cover } from '../source/span';
import type { Cursor } from './cursor';
import { parseAnnotatedPattern, parseAtomicPattern, requireIrrefutable, startsPattern } from './parse-patterns';
import { parseType } from './parse-types';
import { isFixed, type Token } from './token';
import type { Binding, Expression, Identifier, SurfacePattern } from './tree';

export type ExpressionParser = (cursor: Cursor) => Expression;

export interface LetBindings {
  readonly recursive: boolean;
  readonly bindings: readonly Binding[];
}

/** 'let' ['rec'] binding ('and' binding)*. With `topLevel`, the names are recorded as the item's. Sets the height. */
export function parseLet(cursor: Cursor, expression: ExpressionParser, topLevel: boolean): LetBindings {
  cursor.next();
  const recursive = cursor.take('rec');
  const bindings = [parseBinding(cursor, expression, topLevel)];
  let height = cursor.height;
  for (let and = cursor.peek(); isFixed(and, 'and'); and = cursor.peek()) {
    if (!recursive) {
      const hint = 'write `let rec`, or a separate `let` for each';
      cursor.mend('and-without-rec', '`and` can only be used with `let rec`', cursor.spanOf(and), { hint });
    }
    cursor.next();
    bindings.push(parseBinding(cursor, expression, topLevel));
    height = Math.max(height, cursor.height);
  }
  cursor.grow(height + 1);
  return { recursive, bindings };
}

/** binding ::= name param* [':' type] '=' expr | pattern '=' expr */
function parseBinding(cursor: Cursor, expression: ExpressionParser, topLevel: boolean): Binding {
  const token = cursor.peek();
  if (token.kind !== 'name' || token.text === 'inl' || token.text === 'inr' || isFixed(cursor.peek(1), '::')) {
    return parsePatternBinding(cursor, expression, topLevel);
  }
  cursor.next();
  const name = { text: token.text, span: cursor.spanOf(token) };
  if (topLevel) cursor.names.push(name);
  const parameters = parseParameters(cursor);
  let height = cursor.height;
  const annotation = cursor.take(':') ? parseType(cursor) : undefined;
  if (annotation !== undefined) height = Math.max(height, cursor.height);
  const body = parseDefinition(cursor, expression, height);
  return { tag: 'function', name, parameters, annotation, body, span: cover(name.span, body.span) };
}

function parsePatternBinding(cursor: Cursor, expression: ExpressionParser, topLevel: boolean): Binding {
  const pattern = parseAnnotatedPattern(cursor);
  if (topLevel) collectNames(pattern, cursor.names);
  requireIrrefutable(cursor, pattern);
  const body = parseDefinition(cursor, expression, cursor.height);
  return { tag: 'pattern', pattern, body, span: cover(pattern.span, body.span) };
}

/** '=' expr. Sets the height of the binding; `height` is the greatest height before the body. */
function parseDefinition(cursor: Cursor, expression: ExpressionParser, height: number): Expression {
  takeEquals(cursor);
  const arm = cursor.arm;
  cursor.arm = undefined;
  const body = expression(cursor);
  cursor.arm = arm;
  cursor.height = Math.max(cursor.height, height);
  return body;
}

function takeEquals(cursor: Cursor): void {
  if (cursor.take('=')) return;
  const token = cursor.peek();
  if (isFixed(token, '->') || isFixed(token, '<-')) {
    const message = `a definition is written with \`=\`, not \`${token.text}\``;
    cursor.mend('missing-equals', message, cursor.spanOf(token));
    cursor.next();
    return;
  }
  if (isFixed(token, ',')) {
    cursor.unexpected('`=`', { hint: 'a pair of names needs parentheses: `let (a, b) = ...`' });
    return;
  }
  cursor.unexpected('`=` and an expression', {
    hint: 'write a definition as `let name parameters = expression`',
  });
}

/** param*, as in `fun` and in function bindings. Sets the height. */
export function parseParameters(cursor: Cursor): readonly SurfacePattern[] {
  const parameters: SurfacePattern[] = [];
  let height = 0;
  while (startsPattern(cursor.peek())) {
    const parameter = parseAtomicPattern(cursor);
    requireIrrefutable(cursor, parameter);
    parameters.push(parameter);
    height = Math.max(height, cursor.height + 1);
  }
  cursor.height = height;
  return parameters;
}

function collectNames(pattern: SurfacePattern, names: Identifier[]): void {
  switch (pattern.tag) {
    case 'variable':
      names.push({ text: pattern.name, span: pattern.span });
      return;
    case 'annotated':
      collectNames(pattern.pattern, names);
      return;
    case 'tuple':
    case 'list':
      for (const item of pattern.items) collectNames(item, names);
      return;
    case 'record':
      for (const field of pattern.fields) collectNames(field.pattern, names);
      return;
    case 'constructor':
      if (pattern.payload !== undefined) collectNames(pattern.payload, names);
      return;
    case 'cons':
      collectNames(pattern.head, names);
      collectNames(pattern.tail, names);
      return;
    case 'wildcard':
    case 'unit':
    case 'literal':
      return;
  }
}

/**
 * Takes the `in` of the `let` at `letToken`, and checks the next line: a body in the first column is reported, but
 * still parsed as the body.
 */
export function takeIn(cursor: Cursor, letToken: Token): void {
  if (!cursor.take('in')) {
    if (!cursor.atEnd()) {
      cursor.unexpected('`in` and an expression');
      return;
    }
    const hint = 'inside an expression, write `let ... in ...`; only a `let` in the first column needs no `in`';
    if (!cursor.broken) cursor.fail('missing-in', 'this `let` has no `in`', cursor.spanOf(letToken), { hint });
    return;
  }
  const next = cursor.nextItem();
  if (!cursor.atEnd() || next === undefined || cursor.broken) return;
  const related = [{ message: 'it continues this `let ... in`', span: cursor.spanOf(letToken) }];
  const hint = 'indent this line: a line in the first column starts a new definition';
  const message = 'the expression after `in` must not start in the first column';
  cursor.mend('indent-after-in', message, cursor.spanOf(next), { hint, related });
  if (['let', 'type', 'input'].some((word) => isFixed(next, word))) cursor.abandon();
  else cursor.extend();
}

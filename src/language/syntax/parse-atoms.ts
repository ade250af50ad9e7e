import type { Advice } from '../source/diagnostic';
import { removal, replacement } from '../source/fix';
import type { Span } from '../source/span';
import type { Cursor } from './cursor';
import { COMPREHENSION, FOREIGN_SYNTAX } from './foreign-words';
import type { ExpressionParser } from './parse-bindings';
import { parseDelimited, parseDo } from './parse-blocks';
import { parseFieldName, parseType } from './parse-types';
import { isBinaryOperator } from './precedence';
import { isFixed, type Token } from './token';
import type { Expression, FieldExpression } from './tree';

/** Parses a literal, a name, or an expression in brackets. */
export function parseAtom(cursor: Cursor, expression: ExpressionParser): Expression {
  const token = cursor.peek();
  const span = cursor.spanOf(token);
  cursor.height = 0;
  switch (token.kind) {
    case 'name': {
      cursor.next();
      const sum = token.text === 'inl' || token.text === 'inr';
      return { tag: sum ? 'constructor' : 'variable', name: token.text, span };
    }
    case 'constructor':
      cursor.next();
      return { tag: 'constructor', name: token.text, span };
    case 'number': {
      cursor.next();
      const { text } = token;
      return {
        tag: 'literal',
        literal: { tag: 'number', value: Number(text), text, real: /[.eE]/.test(text) },
        span,
      };
    }
    case 'string':
      cursor.next();
      return { tag: 'literal', literal: { tag: 'string', value: token.text }, span };
    case 'fixed':
      return parseFixedAtom(cursor, token, expression);
    case 'error':
    case 'end':
      cursor.unexpected('an expression');
      return { tag: 'unit', span };
  }
}

function parseFixedAtom(cursor: Cursor, token: Token, expression: ExpressionParser): Expression {
  const span = cursor.spanOf(token);
  switch (token.text) {
    case 'true':
    case 'false':
      cursor.next();
      return { tag: 'literal', literal: { tag: 'boolean', value: token.text === 'true' }, span };
    case '(':
      return parseParentheses(cursor, expression);
    case '[':
      return parseSequence(cursor, expression);
    case '{':
      return parseRecord(cursor, expression);
    case 'do':
      return parseDo(cursor, expression);
    case '_':
      cursor.fail('wildcard-expression', '`_` has no value: it can only be used in a pattern', span, {
        hint: 'in a `match`, each arm after the first starts with `|`',
      });
      break;
    case '.': {
      const operator = ['+', '-', '*', '/'].find((each) => cursor.isAfter(each));
      if (operator !== undefined && cursor.lastEnd() === token.start && !isNumberAfter(cursor, token)) {
        const hint = `write \`${operator}\`: operators on reals have no dot`;
        cursor.unexpected('an expression', { hint, fix: removal(span) });
      } else if (cursor.peek(1).kind === 'number') {
        const fix = replacement({ ...span, end: span.start }, '0');
        cursor.unexpected('an expression', { hint: 'write the leading zero: `0.5`', fix });
      } else cursor.unexpected('an expression');
      break;
    }
    default:
      cursor.unexpected('an expression', cursor.isAfter(',') ? { hint: 'remove the comma before it' } : {});
  }
  return { tag: 'unit', span };
}

/** '(' ')' | '(' expr (',' expr)* ')' | '(' expr ':' type ')' */
function parseParentheses(cursor: Cursor, expression: ExpressionParser): Expression {
  const opener = cursor.next();
  if (cursor.take(')')) return { tag: 'unit', span: cursor.spanFrom(opener.start) };
  const token = cursor.peek();
  if (token.kind === 'fixed' && token.text !== '-' && isBinaryOperator(token.text)) {
    const hint = `an operator is not a value; write \`fun (a, b) -> a ${token.text} b\``;
    cursor.unexpected('an expression', { hint });
  }
  const first = parseDelimited(cursor, expression);
  let height = cursor.height;
  if (cursor.take(':')) {
    const type = parseType(cursor);
    height = Math.max(height, cursor.height);
    cursor.close(opener, ')');
    cursor.grow(height + 1);
    return { tag: 'annotated', expression: first, type, span: cursor.spanFrom(opener.start) };
  }
  const items = [first];
  while (cursor.take(',')) {
    items.push(parseDelimited(cursor, expression));
    height = Math.max(height, cursor.height);
  }
  cursor.close(opener, ')', '`,` or ');
  const span = cursor.spanFrom(opener.start);
  cursor.height = height;
  if (items.length === 1) return { ...first, span };
  cursor.grow(height + 1);
  return { tag: 'tuple', items, span };
}

/** '[' [expr (',' expr)*] ']' */
function parseSequence(cursor: Cursor, expression: ExpressionParser): Expression {
  const opener = cursor.next();
  const items: Expression[] = [];
  let height = 0;
  if (cursor.at('|')) cursor.unexpected('an expression', { hint: 'write an array as `[1, 2]`' });
  if (!cursor.at(']')) {
    do {
      items.push(parseDelimited(cursor, expression));
      height = Math.max(height, cursor.height);
    } while (cursor.take(','));
  }
  cursor.close(opener, ']', '`,` or ', betweenItems(cursor));
  cursor.grow(height + 1);
  return { tag: 'sequence', items, span: cursor.spanFrom(opener.start) };
}

/** Returns the advice for what other languages write after an item of a sequence. */
function betweenItems(cursor: Cursor): Advice {
  const token = cursor.peek();
  if (isFixed(token, ';')) {
    return { hint: 'separate the items with commas: `[1, 2]`', fix: replacement(cursor.spanOf(token), ',') };
  }
  if (isFixed(token, '|')) return { hint: COMPREHENSION.hint };
  return isFixed(token, '..') ? { hint: '`range 1 4` has 1, 2 and 3' } : {};
}

/** Whether a number follows a point at once. */
function isNumberAfter(cursor: Cursor, point: Token): boolean {
  const next = cursor.peek(1);
  return next.kind === 'number' && next.start === point.end;
}

/** '{' field '=' expr, ... '}' | '{' expr 'with' field '=' expr, ... '}' */
function parseRecord(cursor: Cursor, expression: ExpressionParser): Expression {
  const opener = cursor.next();
  if (cursor.at('}')) {
    cursor.unexpected('a field', { hint: 'a record has at least one field; the empty value is `()`' });
  }
  if (cursor.peek().kind === 'string' && isFixed(cursor.peek(1), ':')) {
    cursor.unexpected('a field', { hint: `the name of a field has no quotes: \`{ ${cursor.peek().text} = ... }\`` });
  }
  if (cursor.peek().kind === 'name' && (isFixed(cursor.peek(1), '=') || isFixed(cursor.peek(1), ':'))) {
    const fields = parseFields(cursor, expression);
    cursor.close(opener, '}', '`,` or ', betweenFields(cursor));
    cursor.grow(cursor.height + 1);
    return { tag: 'record', fields, span: cursor.spanFrom(opener.start) };
  }
  const record = parseDelimited(cursor, expression);
  const height = cursor.height;
  if (!cursor.take('with')) {
    cursor.unexpected('`with`', {
      hint: 'write a record as `{ field = value, ... }` or `{ record with field = value }`',
    });
  }
  const fields = parseFields(cursor, expression);
  cursor.close(opener, '}', '`,` or ', betweenFields(cursor));
  cursor.grow(Math.max(height, cursor.height) + 1);
  return { tag: 'update', record, fields, span: cursor.spanFrom(opener.start) };
}

function betweenFields(cursor: Cursor): Advice {
  if (!cursor.at(';')) return {};
  return { hint: 'fields are separated by commas', fix: replacement(cursor.spanOf(cursor.peek()), ',') };
}

function parseFields(cursor: Cursor, expression: ExpressionParser): readonly FieldExpression[] {
  const fields: FieldExpression[] = [];
  const colons: Span[] = [];
  let height = 0;
  do {
    const name = parseFieldName(cursor);
    if (cursor.at(':')) colons.push(cursor.spanOf(cursor.next()));
    else if (!cursor.take('=')) cursor.unexpected('`=` and the value of the field');
    fields.push({ name, value: parseDelimited(cursor, expression) });
    height = Math.max(height, cursor.height);
  } while (cursor.take(','));
  cursor.height = height;
  const [first] = colons;
  if (first !== undefined && !cursor.broken) {
    const edits = colons.map((each) => ({ span: each, text: ' =' }));
    const fix = { tag: 'edit', title: 'Write `=`', edits } as const;
    const hint = 'write a record as `{ field = value, ... }`';
    cursor.mend(FOREIGN_SYNTAX, 'the value of a field follows `=`, not `:`', first, { hint, fix });
  }
  return fields;
}

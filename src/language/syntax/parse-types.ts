import type { Advice } from '../source/diagnostic';
import { cover } from '../source/span';
import type { Cursor } from './cursor';
import { isFixed, type Token } from './token';
import type { Identifier, TypeExpression } from './tree';

type BaseName = Extract<TypeExpression, { readonly tag: 'base' }>['name'];

const BASE_NAMES: ReadonlyMap<string, BaseName> = new Map(
  (['real', 'int', 'bool', 'string', 'unit'] satisfies BaseName[]).map((name) => [name, name]),
);
const CONTAINERS: ReadonlyMap<string, 'list' | 'array'> = new Map([
  ['list', 'list'],
  ['array', 'array'],
]);

/** What to do about a type that is nested too deep. */
const DECLARE = 'name parts of it with `type`, or take a tuple or a record instead of many arguments';

/** type ::= sum ['->' type] */
export function parseType(cursor: Cursor): TypeExpression {
  if (!cursor.enter(DECLARE)) return missingType(cursor);
  const parameter = parseSum(cursor);
  let type = parameter;
  if (cursor.take('->')) {
    const height = cursor.height;
    const result = parseType(cursor);
    type = { tag: 'function', parameter, result, span: cover(parameter.span, result.span) };
    cursor.grow(Math.max(height, cursor.height) + 1, DECLARE);
  }
  cursor.leave();
  return type;
}

function parseSum(cursor: Cursor): TypeExpression {
  let left = parseProduct(cursor);
  while (cursor.take('+')) {
    const height = cursor.height;
    const right = parseProduct(cursor);
    left = { tag: 'sum', left, right, span: cover(left.span, right.span) };
    cursor.grow(Math.max(height, cursor.height) + 1, DECLARE);
  }
  return left;
}

function parseProduct(cursor: Cursor): TypeExpression {
  const first = parseTypeApplication(cursor);
  if (!cursor.at('*')) return first;
  const items = [first];
  let height = cursor.height;
  while (cursor.take('*')) {
    items.push(parseTypeApplication(cursor));
    height = Math.max(height, cursor.height);
  }
  cursor.grow(height + 1);
  return { tag: 'product', items, span: cover(first.span, items.at(-1)?.span ?? first.span) };
}

function parseTypeApplication(cursor: Cursor): TypeExpression {
  const token = cursor.peek();
  const container = token.kind === 'name' ? CONTAINERS.get(token.text) : undefined;
  if (container !== undefined) {
    cursor.next();
    const item = parseAtomicType(cursor, container);
    cursor.grow(cursor.height + 1);
    return { tag: 'sequence', container, item, span: cursor.spanFrom(token.start) };
  }
  if (token.kind !== 'constructor') {
    const type = parseAtomicType(cursor);
    const after = cursor.peek();
    if (after.kind === 'name' && CONTAINERS.has(after.text))
      cursor.unexpected('the type to end here', { hint: `\`${after.text}\` comes first: \`${after.text} real\`` });
    return type;
  }
  cursor.next();
  const types: TypeExpression[] = [];
  let height = 0;
  while (startsAtomicType(cursor.peek())) {
    types.push(parseAtomicType(cursor));
    height = Math.max(height, cursor.height + 1);
  }
  cursor.grow(height);
  const name = { text: token.text, span: cursor.spanOf(token) };
  return { tag: 'name', name, arguments: types, span: cursor.spanFrom(token.start) };
}

export function startsAtomicType(token: Token): boolean {
  return token.kind === 'name' || token.kind === 'constructor' || isFixed(token, '{') || isFixed(token, '(');
}

/** `container` is the word before it, whose items have the type. */
export function parseAtomicType(cursor: Cursor, container?: 'list' | 'array'): TypeExpression {
  const token = cursor.peek();
  cursor.height = 0;
  if (token.kind === 'constructor') {
    cursor.next();
    const name = { text: token.text, span: cursor.spanOf(token) };
    return { tag: 'name', name, arguments: [], span: name.span };
  }
  if (token.kind === 'name') return parseNamedType(cursor, token);
  if (isFixed(token, '(')) return parseBracketedType(cursor);
  if (isFixed(token, '{')) return parseRecordType(cursor);
  cursor.unexpected('a type', adviceOn(token, container));
  return missingType(cursor);
}

function adviceOn(token: Token, container: string | undefined): Advice {
  if (container !== undefined) return { hint: `write the type of its items: \`${container} real\`` };
  return isFixed(token, '[') ? { hint: 'the type of an array of reals is written `array real`' } : {};
}

function parseNamedType(cursor: Cursor, token: Token): TypeExpression {
  const span = cursor.spanOf(token);
  if (CONTAINERS.has(token.text)) {
    const hint = `write \`(${token.text} ...)\``;
    cursor.fail('missing-parentheses', `this \`${token.text}\` type needs parentheses`, span, { hint });
    return missingType(cursor);
  }
  if (token.text.includes('.')) {
    cursor.unexpected('a type', { hint: 'type names start with a capital letter' });
    return missingType(cursor);
  }
  cursor.next();
  const base = BASE_NAMES.get(token.text);
  return base === undefined ? { tag: 'variable', name: token.text, span } : { tag: 'base', name: base, span };
}

function parseBracketedType(cursor: Cursor): TypeExpression {
  const opener = cursor.next();
  if (cursor.at(')')) {
    cursor.mend('unit-type', 'the type of `()` is written `unit`', cursor.spanOf(opener));
    cursor.next();
    return { tag: 'base', name: 'unit', span: cursor.spanFrom(opener.start) };
  }
  const type = parseType(cursor);
  if (cursor.at(',')) {
    cursor.unexpected('`)`', { hint: 'the type of a pair is written with `*`: `(real * real)`' });
  }
  cursor.close(opener, ')');
  return { ...type, span: cursor.spanFrom(opener.start) };
}

function parseRecordType(cursor: Cursor): TypeExpression {
  const opener = cursor.next();
  const fields: { readonly name: Identifier; readonly type: TypeExpression }[] = [];
  let height = 0;
  do {
    const name = parseFieldName(cursor);
    if (!cursor.take(':')) cursor.unexpected('`:` and the type of the field');
    fields.push({ name, type: parseType(cursor) });
    height = Math.max(height, cursor.height);
  } while (cursor.take(','));
  cursor.close(opener, '}', '`,` or ');
  cursor.grow(height + 1);
  return { tag: 'record', fields, span: cursor.spanFrom(opener.start) };
}

/** Parses the name of a record field, in types, patterns and expressions. */
export function parseFieldName(cursor: Cursor): Identifier {
  const token = cursor.peek();
  if (token.kind === 'name' && !token.text.includes('.')) cursor.next();
  else cursor.unexpected('a field name');
  return { text: token.text, span: cursor.spanOf(token) };
}

/** Returns a placeholder for an unreadable type, in a tree that will be discarded. */
function missingType(cursor: Cursor): TypeExpression {
  return { tag: 'base', name: 'unit', span: cursor.spanFrom(cursor.lastEnd()) };
}

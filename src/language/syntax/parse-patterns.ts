import { cover } from '../source/span';
import type { Cursor } from './cursor';
import { parseFieldName, parseType } from './parse-types';
import type { Token } from './token';
import type { FieldPattern, Identifier, SurfacePattern } from './tree';

/** What to do about a pattern that is nested too deep. */
const MATCH_AGAIN = 'name a part of it, and take that apart in another `match`';

/**
 * Parses a pattern of `match`: `::`, constructors and literals are allowed, and annotations only in parentheses.
 * Callers that bind unconditionally also call `requireIrrefutable`.
 */
export function parsePattern(cursor: Cursor): SurfacePattern {
  if (!cursor.enter(MATCH_AGAIN)) return missingPattern(cursor);
  const items = [parseAppliedPattern(cursor)];
  let height = cursor.height;
  while (cursor.take('::')) {
    items.push(parseAppliedPattern(cursor));
    height = Math.max(height, cursor.height);
  }
  cursor.leave();
  if (items.length > 1) cursor.grow(height + items.length - 1, MATCH_AGAIN);
  return items.reduceRight((tail, head) => ({ tag: 'cons', head, tail, span: cover(head.span, tail.span) }));
}

/** pattern ::= param | pattern ':' type */
export function parseAnnotatedPattern(cursor: Cursor): SurfacePattern {
  let pattern = parsePattern(cursor);
  while (cursor.take(':')) {
    const height = cursor.height;
    const type = parseType(cursor);
    pattern = { tag: 'annotated', pattern, type, span: cover(pattern.span, type.span) };
    cursor.grow(Math.max(height, cursor.height) + 1);
  }
  return pattern;
}

function isSumConstructor(token: Token): boolean {
  return token.kind === 'name' && (token.text === 'inl' || token.text === 'inr');
}

function parseAppliedPattern(cursor: Cursor): SurfacePattern {
  const token = cursor.peek();
  if (token.kind !== 'constructor' && !isSumConstructor(token)) return parseAtomicPattern(cursor);
  cursor.next();
  const name = { text: token.text, span: cursor.spanOf(token) };
  cursor.height = 0;
  if (!startsPattern(cursor.peek())) return { tag: 'constructor', name, payload: undefined, span: name.span };
  const payload = parseAtomicPattern(cursor);
  if (startsPattern(cursor.peek())) {
    const hint = `\`${token.text}\` takes one pattern: write a tuple, or add parentheses`;
    cursor.unexpected('the pattern to end here', { hint });
  }
  cursor.grow(cursor.height + 1);
  return { tag: 'constructor', name, payload, span: cover(name.span, payload.span) };
}

const PATTERN_STARTS = new Set(['_', '(', '{', '[', 'true', 'false']);

export function startsPattern(token: Token): boolean {
  switch (token.kind) {
    case 'name':
    case 'constructor':
    case 'number':
    case 'string':
      return true;
    case 'fixed':
      return PATTERN_STARTS.has(token.text);
    case 'error':
    case 'end':
      return false;
  }
}

/** Parses a pattern that needs no parentheses as a parameter or a payload. */
export function parseAtomicPattern(cursor: Cursor): SurfacePattern {
  const token = cursor.peek();
  const span = cursor.spanOf(token);
  cursor.height = 0;
  switch (token.kind) {
    case 'name':
      return parseVariablePattern(cursor, token);
    case 'constructor':
      cursor.next();
      return { tag: 'constructor', name: { text: token.text, span }, payload: undefined, span };
    case 'number':
      return numberPattern(cursor, '');
    case 'string':
      cursor.next();
      return { tag: 'literal', literal: { tag: 'string', value: token.text }, span };
    case 'fixed':
      return parseFixedPattern(cursor, token);
    case 'error':
    case 'end':
      cursor.unexpected('a pattern');
      return missingPattern(cursor);
  }
}

function parseVariablePattern(cursor: Cursor, token: Token): SurfacePattern {
  const span = cursor.spanOf(token);
  cursor.next();
  if (isSumConstructor(token)) {
    return { tag: 'constructor', name: { text: token.text, span }, payload: undefined, span };
  }
  if (token.text.includes('.')) {
    const message = `\`${token.text}\` belongs to a module, so it cannot be bound here`;
    cursor.mend('qualified-binding', message, span, { hint: 'use a name without a dot' });
  }
  return { tag: 'variable', name: token.text, span };
}

function numberPattern(cursor: Cursor, sign: string): SurfacePattern {
  const token = cursor.next();
  const text = sign + token.text;
  const literal = { tag: 'number', value: Number(text), text, real: /[.eE]/.test(text) } as const;
  return { tag: 'literal', literal, span: cursor.spanOf(token) };
}

function parseFixedPattern(cursor: Cursor, token: Token): SurfacePattern {
  switch (token.text) {
    case '_':
      cursor.next();
      return { tag: 'wildcard', span: cursor.spanOf(token) };
    case 'true':
    case 'false':
      cursor.next();
      return {
        tag: 'literal',
        literal: { tag: 'boolean', value: token.text === 'true' },
        span: cursor.spanOf(token),
      };
    case '-':
      if (cursor.peek(1).kind !== 'number') break;
      cursor.next();
      return { ...numberPattern(cursor, '-'), span: cursor.spanFrom(token.start) };
    case '(':
      return parseBracketedPattern(cursor);
    case '[':
      return parseListPattern(cursor);
    case '{':
      return parseRecordPattern(cursor);
    default:
      break;
  }
  cursor.unexpected('a pattern');
  return missingPattern(cursor);
}

function parseBracketedPattern(cursor: Cursor): SurfacePattern {
  const opener = cursor.next();
  if (cursor.take(')')) return { tag: 'unit', span: cursor.spanFrom(opener.start) };
  const first = parseAnnotatedPattern(cursor);
  const items = [first];
  let height = cursor.height;
  while (cursor.take(',')) {
    items.push(parseAnnotatedPattern(cursor));
    height = Math.max(height, cursor.height);
  }
  cursor.close(opener, ')', '`,` or ');
  cursor.height = height;
  const span = cursor.spanFrom(opener.start);
  if (items.length === 1) return { ...first, span };
  cursor.grow(height + 1);
  return { tag: 'tuple', items, span };
}

function parseListPattern(cursor: Cursor): SurfacePattern {
  const opener = cursor.next();
  const items: SurfacePattern[] = [];
  let height = 0;
  if (!cursor.at(']')) {
    do {
      items.push(parseAnnotatedPattern(cursor));
      height = Math.max(height, cursor.height);
    } while (cursor.take(','));
  }
  cursor.close(opener, ']', '`,` or ');
  cursor.grow(height + 1);
  return { tag: 'list', items, span: cursor.spanFrom(opener.start) };
}

function parseRecordPattern(cursor: Cursor): SurfacePattern {
  const opener = cursor.next();
  const fields: FieldPattern[] = [];
  let height = 0;
  do {
    if (cursor.at('..'))
      cursor.unexpected('a field name', { hint: 'fields that a pattern does not name are left out' });
    const name = parseFieldName(cursor);
    fields.push({ name, pattern: parseFieldRest(cursor, name) });
    height = Math.max(height, cursor.height);
  } while (cursor.take(','));
  cursor.close(opener, '}', '`=`, `,` or ');
  cursor.grow(height + 1);
  return { tag: 'record', fields, span: cursor.spanFrom(opener.start) };
}

function parseFieldRest(cursor: Cursor, name: Identifier): SurfacePattern {
  cursor.height = 0;
  if (cursor.take('=')) return parseAnnotatedPattern(cursor);
  return { tag: 'variable', name: name.text, span: name.span };
}

/** Reports the first refutable part of `pattern`, because only `match` can try another arm. */
export function requireIrrefutable(cursor: Cursor, pattern: SurfacePattern): void {
  const refutable = findRefutable(pattern);
  if (refutable === undefined) return;
  const hint = 'bind a plain name, then use `match ... with`';
  const message =
    refutable.tag === 'constructor'
      ? `a pattern with a constructor, such as \`${refutable.name.text}\`, can only be used in an arm of \`match\``
      : 'this pattern does not match every value, so it can only be used in an arm of `match`';
  cursor.mend('refutable-pattern', message, refutable.span, { hint });
}

function findRefutable(pattern: SurfacePattern): SurfacePattern | undefined {
  switch (pattern.tag) {
    case 'variable':
    case 'wildcard':
    case 'unit':
      return undefined;
    case 'annotated':
      return findRefutable(pattern.pattern);
    case 'tuple':
      return findFirst(pattern.items);
    case 'record':
      return findFirst(pattern.fields.map((field) => field.pattern));
    case 'literal':
    case 'constructor':
    case 'list':
    case 'cons':
      return pattern;
  }
}

function findFirst(patterns: readonly SurfacePattern[]): SurfacePattern | undefined {
  for (const pattern of patterns) {
    const found = findRefutable(pattern);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns a placeholder for an unreadable pattern, in a tree that will be discarded. */
function missingPattern(cursor: Cursor): SurfacePattern {
  return { tag: 'wildcard', span: cursor.spanFrom(cursor.lastEnd()) };
}

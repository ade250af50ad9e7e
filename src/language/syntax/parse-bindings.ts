import { cover } from '../source/span';
import type { Cursor } from './cursor';
import { parseAnnotatedPattern, parseAtomicPattern, requireIrrefutable, startsPattern } from './parse-patterns';
import { parseType } from './parse-types';
import { UNICODE_WORDS } from './spellings';
import { endsOperand } from './foreign-shapes';
import { isFixed, KEYWORDS, type Token } from './token';
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
    if (!recursive && !cursor.joinsDefinition() && endsOperand(cursor.peek(1))) {
      cursor.failAsLogicalAnd(and);
      break;
    }
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
  if (token.kind === 'constructor') rejectCapital(cursor, token);
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

/** More uses of a name are not renamed by a fix. */
const MANY_USES = 100;

/** Reports the constructor in `let L x = ...`, unless the cell declares it, and skips the rest of the item. */
function rejectCapital(cursor: Cursor, token: Token): void {
  const { text } = token;
  if (cursor.broken || text.includes('.')) return;
  const { constructors, places } = cursor.cellNames();
  if (constructors.has(text)) return;
  const lower = /\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text.toLowerCase();
  const isName = /^\p{Ll}[\p{L}0-9_']*$/u.test(lower) && !KEYWORDS.has(lower) && !UNICODE_WORDS.has(lower);
  const same = places.get(text) ?? [];
  const isFree = isName && !places.has(lower) && same.length <= MANY_USES;
  const edits = isFree ? same.map((each) => ({ span: cursor.spanOf(each), text: lower })) : [];
  const fix = isFree ? ({ tag: 'edit', title: `Rename to \`${lower}\``, edits } as const) : undefined;
  const shape = isFree ? `: \`let ${lower} ...\`` : '';
  const hint = `start the name with a lower-case letter${shape}; to take apart a constructor, use \`match ... with\``;
  const message = `\`${text}\` starts with a capital letter, so \`let\` cannot define it`;
  cursor.names.push({ text, span: cursor.spanOf(token) });
  for (let ahead = 1; !isFixed(cursor.peek(ahead), '=') && cursor.peek(ahead).kind !== 'end'; ahead += 1) {
    const each = cursor.peek(ahead);
    if (each.kind === 'name') cursor.names.push({ text: each.text, span: cursor.spanOf(each) });
  }
  cursor.fail('capital-name', message, cursor.spanOf(token), { hint, fix });
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
  if (isFixed(token, '|')) {
    cursor.unexpected('`=`', { hint: 'write conditions as `if c then a else b`, and cases as `match x with`' });
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
  // A chain of such lines is one mistake, reported at its second line.
  const isReported = cursor.unindented === letToken.start;
  cursor.unindented = next.start;
  if (!isReported) cursor.mend('indent-after-in', message, cursor.spanOf(next), { hint, related });
  if (['let', 'type', 'input'].some((word) => isFixed(next, word))) cursor.abandon();
  else cursor.extend();
}

import { removal, replacement } from '../source/fix';
import { cover, span as spanOf, type Span } from '../source/span';
import type { Cursor } from './cursor';
import { parseLet, takeIn, type LetBindings } from './parse-bindings';
import { parseCase, parseDelimited, parseFold, parseFunction, parseMatch } from './parse-blocks';
import { parseAtom } from './parse-atoms';
import { BINARY_OPERATORS, isBinaryOperator, LEVEL } from './precedence';
import { isFixed, type Token } from './token';
import type { BinaryOperator, Expression, SurfaceLiteral } from './tree';

type NumberLiteral = Extract<SurfaceLiteral, { tag: 'number' }>;

/** The part of a `let` or an `if` before its final expression. */
type SpineStep =
  | { readonly tag: 'let'; readonly start: number; readonly head: LetBindings; readonly height: number }
  | {
      readonly tag: 'if';
      readonly start: number;
      readonly condition: Expression;
      readonly consequent: Expression;
      readonly height: number;
    };

/**
 * Parses an expression that extends as far right as possible. Chains of `let ... in` and `else` do not use the stack.
 */
export function parseExpression(cursor: Cursor): Expression {
  return parseSpine(cursor, undefined);
}

/** Parses the rest of an item that starts with `let`, once `in` has followed its bindings. */
export function parseAfterBindings(cursor: Cursor, letToken: Token, head: LetBindings): Expression {
  const step = { tag: 'let', start: letToken.start, head, height: cursor.height } as const;
  takeIn(cursor, letToken);
  return parseSpine(cursor, step);
}

function parseSpine(cursor: Cursor, first: SpineStep | undefined): Expression {
  if (!cursor.enter()) return missingExpression(cursor);
  const spine: SpineStep[] = first === undefined ? [] : [first];
  for (;;) {
    const token = cursor.peek();
    if (isFixed(token, 'let')) {
      const head = parseLet(cursor, parseExpression, false);
      spine.push({ tag: 'let', start: token.start, head, height: cursor.height });
      takeIn(cursor, token);
    } else if (isFixed(token, 'if')) {
      spine.push(parseCondition(cursor));
    } else {
      break;
    }
  }
  let expression = parseOperators(cursor);
  let height = cursor.height;
  for (let step = spine.pop(); step !== undefined; step = spine.pop()) {
    const span = cursor.spanFrom(step.start);
    expression =
      step.tag === 'let'
        ? { tag: 'let', ...step.head, body: expression, span }
        : { tag: 'if', condition: step.condition, consequent: step.consequent, alternative: expression, span };
    height = Math.max(height, step.height);
  }
  cursor.grow(height);
  cursor.leave();
  return expression;
}

/** 'if' expr 'then' expr 'else' */
function parseCondition(cursor: Cursor): SpineStep {
  const token = cursor.next();
  const condition = parseDelimited(cursor, parseExpression);
  const height = cursor.height;
  if (!cursor.take('then')) cursor.unexpected('`then`', { hint: 'write `if a then b else c`' });
  const consequent = parseDelimited(cursor, parseExpression);
  if (!cursor.take('else')) {
    const hint = 'an `if` needs both branches: `if a then b else c`';
    const found = cursor.peek();
    const ends =
      found.kind === 'end' ? cursor.nextItem()?.text !== 'else' : [')', ']', '}', ',', ';'].includes(found.text);
    if (ends && !cursor.broken) {
      cursor.fail('missing-else', 'this `if` has no `else`', cursor.spanOf(token), { hint });
    } else {
      cursor.unexpected('`else`', { hint });
    }
  }
  const span = Math.max(height, cursor.height) + 1;
  return { tag: 'if', start: token.start, condition, consequent, height: span };
}

type PendingOperator = ({ readonly tag: 'binary'; readonly operator: BinaryOperator } | { readonly tag: 'negate' }) & {
  readonly level: number;
  readonly span: Span;
  /** How many chains and minus signs are pending up to here. */
  readonly depth: number;
};

interface Operand {
  readonly expression: Expression;
  /** The height of its tree, in which a chain of operators of one level is one node. */
  readonly height: number;
  /** The level of the operators, if it is such a chain without parentheses. */
  readonly chain?: number;
  /** Whether it is `not` and an argument, without parentheses. */
  readonly isNegation?: boolean;
}

/** Parses operands joined by infix operators and unary minus, by precedence, without recursion along a chain. */
function parseOperators(cursor: Cursor): Expression {
  if (cursor.at('-')) return parseOperatorChain(cursor, undefined);
  const operand = parseMeasuredOperand(cursor);
  const next = cursor.peek();
  if (next.kind !== 'fixed' || !isBinaryOperator(next.text)) return operand.expression;
  return parseOperatorChain(cursor, operand);
}

/** Continues from the first operand, if it is already parsed. */
function parseOperatorChain(cursor: Cursor, first: Operand | undefined): Expression {
  const operands: Operand[] = [];
  const pending: PendingOperator[] = [];
  let operand = first ?? parseSignedOperand(cursor, pending);
  for (;;) {
    operands.push(operand);
    const token = cursor.peek();
    if (token.kind !== 'fixed' || !isBinaryOperator(token.text)) break;
    const operator = token.text;
    const { level, associativity } = BINARY_OPERATORS[operator];
    let top = pending.at(-1);
    while (top !== undefined && (top.level > level || (top.level === level && associativity !== 'right'))) {
      if (top.level === level && associativity === 'none') reportChain(cursor, top, token);
      pending.pop();
      reduce(cursor, operands, top);
      top = pending.at(-1);
    }
    const depth = (top?.depth ?? 0) + (top?.level === level ? 0 : 1);
    pending.push({ tag: 'binary', operator, level, span: cursor.spanOf(cursor.next()), depth });
    operand = parseSignedOperand(cursor, pending);
  }
  for (let top = pending.pop(); top !== undefined; top = pending.pop()) reduce(cursor, operands, top);
  const result = operands.pop();
  cursor.grow(result?.height ?? 0);
  return result?.expression ?? missingExpression(cursor);
}

function parseSignedOperand(cursor: Cursor, pending: PendingOperator[]): Operand {
  while (cursor.at('-')) {
    const depth = (pending.at(-1)?.depth ?? 0) + 1;
    pending.push({ tag: 'negate', level: LEVEL.negation, span: cursor.spanOf(cursor.next()), depth });
  }
  // What is pending will be above the next operand in the tree.
  cursor.grow(pending.at(-1)?.depth ?? 0);
  return parseMeasuredOperand(cursor);
}

function parseMeasuredOperand(cursor: Cursor): Operand {
  const { kind, text } = cursor.peek();
  const expression = parseOperand(cursor);
  const isNegation = kind === 'name' && text === 'not' && expression.tag === 'apply';
  return { expression, height: cursor.height, isNegation };
}

function reduce(cursor: Cursor, operands: Operand[], pending: PendingOperator): void {
  const right = operands.pop();
  if (right === undefined) return;
  if (pending.tag === 'negate') {
    const span = cover(pending.span, right.expression.span);
    operands.push({ expression: { tag: 'negate', operand: right.expression, span }, height: right.height + 1 });
    return;
  }
  const left = operands.pop();
  if (left === undefined) return;
  const { level } = pending;
  if (left.isNegation === true && ORDER.has(pending.operator)) reportNegation(cursor, pending);
  const above = (operand: Operand): number => operand.height + (operand.chain === level ? 0 : 1);
  const height = Math.max(above(left), above(right));
  // The height is checked here, so that a deep chain is reported early instead of when all of it is built.
  cursor.grow(height);
  operands.push({
    expression: {
      tag: 'binary',
      operator: pending.operator,
      operatorSpan: pending.span,
      left: left.expression,
      right: right.expression,
      span: cover(left.expression.span, right.expression.span),
    },
    height,
    chain: level,
  });
}

const ORDER: ReadonlySet<BinaryOperator> = new Set(['<', '<=', '>', '>=', '<.', '>.']);

/** Reports `not x > 3`, which compares `not x`. */
function reportNegation(cursor: Cursor, { operator, span }: Extract<PendingOperator, { tag: 'binary' }>): void {
  if (cursor.cellNames().defined.has('not')) return;
  const hint = `add parentheses: \`not (x ${operator} y)\``;
  cursor.spoil('missing-parentheses', '`not` takes what follows it, before the comparison', span, { hint });
}

function reportChain(cursor: Cursor, first: PendingOperator, second: Token): void {
  if (cursor.failAsForeign()) return;
  const hint = 'join two comparisons with `&&`: `a < b && b < c`';
  const related = [{ message: 'the first comparison', span: first.span }];
  cursor.mend('chained-comparison', 'comparisons cannot be chained', cursor.spanOf(second), { hint, related });
}

/** Parses an application, or a block form that extends as far right as possible. */
function parseOperand(cursor: Cursor): Expression {
  const token = cursor.peek();
  if (token.kind === 'fixed') {
    switch (token.text) {
      case 'let':
      case 'if':
        return parseExpression(cursor);
      case 'fun':
        return parseFunction(cursor, parseExpression);
      case 'match':
        return parseMatch(cursor, parseExpression);
      case 'case':
        return parseCase(cursor, parseExpression);
      case 'fold':
        return parseFold(cursor, parseExpression);
      default:
        break;
    }
  }
  return parseApplication(cursor);
}

const ARGUMENT_STARTS = new Set(['(', '[', '{', 'do', 'true', 'false', '_']);
const BLOCK_KEYWORDS = new Set(['fun', 'match', 'case', 'fold', 'if']);

function parseApplication(cursor: Cursor): Expression {
  let applied = parsePostfix(cursor);
  let token = cursor.peek();
  while (startsArgument(token)) {
    const height = cursor.height;
    const argument = parsePostfix(cursor);
    applied = { tag: 'apply', function: applied, argument, span: cover(applied.span, argument.span) };
    cursor.grow(Math.max(height, cursor.height) + 1);
    token = cursor.peek();
  }
  if (token.kind === 'fixed' && BLOCK_KEYWORDS.has(token.text)) {
    const message = `\`${token.text}\` as an argument needs parentheses`;
    cursor.fail('missing-parentheses', message, cursor.spanOf(token), { hint: `write \`(${token.text} ...)\`` });
  }
  return applied;
}

function startsArgument(token: Token): boolean {
  if (token.kind !== 'fixed') return token.kind !== 'end';
  return ARGUMENT_STARTS.has(token.text);
}

/** Parses an atom with its `.field`, `.1` and `[i]`. */
function parsePostfix(cursor: Cursor): Expression {
  let expression = parseAtom(cursor, parseExpression);
  for (let token = cursor.peek(); token.kind === 'fixed'; token = cursor.peek()) {
    const height = cursor.height;
    if (token.text === '.') {
      expression = parseSelection(cursor, expression);
      cursor.grow(height + 1);
    } else if (token.text === '[' && !token.spaceBefore) {
      cursor.next();
      expression = parseIndices(cursor, token, expression, height);
    } else {
      break;
    }
  }
  return expression;
}

/** '[' expr ']', after its bracket. `m[i, j]` is reported and read as `m[i][j]`. */
function parseIndices(cursor: Cursor, opener: Token, sequence: Expression, height: number): Expression {
  let expression = sequence;
  let above = height;
  for (;;) {
    const first = cursor.peek();
    if (isFixed(first, ':')) reportSlice(cursor, sequence, undefined);
    const index = parseDelimited(cursor, parseExpression);
    cursor.grow(Math.max(above, cursor.height) + 1);
    above = cursor.height;
    const separator = cursor.peek();
    if (isFixed(separator, ':')) reportSlice(cursor, sequence, first.end === separator.start ? first : separator);
    const isLast = !isFixed(separator, ',');
    if (isLast) cursor.close(opener, ']');
    const span = cursor.spanFrom(sequence.span.start);
    expression = { tag: 'index', sequence: expression, index, span };
    if (isLast) return expression;
    cursor.next();
    const next = cursor.peek().start;
    // A comment after the comma stays.
    const end = next === separator.end + 1 ? next : separator.end;
    const fix = replacement(spanOf(cursor.cell, separator.start, end), '][');
    const hint = 'index a matrix by row, then by column: `m[i][j]`';
    cursor.mend('several-indices', 'brackets take one index', cursor.spanOf(separator), { hint, fix });
  }
}

/** Reports `xs[1:10]`, at its colon; `low` is the lower bound, if there is one: its only token, or a token that is no number. */
function reportSlice(cursor: Cursor, sequence: Expression, low: Token | undefined): void {
  const [colon, high, after] = [cursor.peek(), cursor.peek(1), cursor.peek(2)];
  const name = sequence.tag === 'variable' ? sequence.name : 'xs';
  const hint = `use \`slice\`, which counts from 0 and excludes the end: ${sliceCall(name, low, high, after)}`;
  cursor.fail('slice', 'an index is one number, not a range', cursor.spanOf(colon), { hint });
}

function sliceCall(name: string, low: Token | undefined, high: Token, after: Token): string {
  const general = '`slice 0 2 xs` has the items 0 and 1';
  if (low !== undefined && low.kind !== 'number') return general;
  if (isFixed(high, ']')) return low === undefined ? general : `\`drop ${low.text} ${name}\``;
  if (high.kind !== 'number' || !isFixed(after, ']')) return general;
  return low === undefined ? `\`take ${high.text} ${name}\`` : `\`slice ${low.text} ${high.text} ${name}\``;
}

function parseSelection(cursor: Cursor, operand: Expression): Expression {
  const dot = cursor.next();
  const token = cursor.peek();
  const place = cursor.spanOf(token);
  const span = cover(operand.span, place);
  const isLoose = token.spaceBefore || (token.kind !== 'name' && token.kind !== 'number');
  if (operand.tag === 'literal' && operand.literal.tag === 'number' && isLoose && !dot.spaceBefore) {
    return parseTrailingPoint(cursor, operand, operand.literal, dot);
  }
  if (token.kind === 'number') {
    cursor.next();
    const index = Number(token.text);
    if (index === 0) {
      cursor.mend('projection-from-one', 'components are counted from 1', place, {
        hint: 'the first component is `.1`',
      });
    }
    return { tag: 'projection', tuple: operand, index, span };
  }
  if (token.kind !== 'name' || token.text.includes('.')) {
    const isIndex = isFixed(token, '[') || isFixed(token, '(');
    const fix = isFixed(token, '[') ? { fix: removal(cursor.spanOf(dot)) } : {};
    cursor.unexpected(
      'a field name or a component number',
      isIndex ? { hint: 'write an index as `xs[0]`', ...fix } : dottedOperator(token),
    );
    return operand;
  }
  cursor.next();
  return { tag: 'field', record: operand, field: { text: token.text, span: place }, span };
}

/** Returns the hint for `x .* y`. */
function dottedOperator({ kind, text }: Token): { readonly hint?: string } {
  if (kind !== 'fixed' || !['*', '/', '^', '+', '-'].includes(text)) return {};
  const hint =
    text === '+' || text === '-'
      ? `write \`x ${text} y\`: it works item by item`
      : `write \`zipWith (fun a b -> a ${text} b) xs ys\``;
  return { hint };
}

/** `1.`, after its point, is reported and read as `1.0`. */
function parseTrailingPoint(cursor: Cursor, { span }: Expression, number: NumberLiteral, dot: Token): Expression {
  const place = cover(span, cursor.spanOf(dot));
  const text = `${number.text}.0`;
  const advice = number.real ? {} : { hint: `write \`${text}\``, fix: replacement(place, text) };
  cursor.mend('malformed-number', 'a digit is missing after the decimal point', place, advice);
  return { tag: 'literal', literal: { ...number, text, real: true }, span: place };
}

function missingExpression(cursor: Cursor): Expression {
  return { tag: 'unit', span: cursor.spanFrom(cursor.lastEnd()) };
}

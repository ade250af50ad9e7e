import { span } from '../source/span';
import type { Cursor } from './cursor';
import { parseParameters, type ExpressionParser } from './parse-bindings';
import { parseAnnotatedPattern, parsePattern, requireIrrefutable } from './parse-patterns';
import { isFixed, type Token } from './token';
import type { Arm, Expression, SurfacePattern, Statement } from './tree';

/** Parses an expression that a keyword ends, so a `match` in it needs no parentheses. */
export function parseDelimited(cursor: Cursor, expression: ExpressionParser): Expression {
  const arm = cursor.arm;
  cursor.arm = undefined;
  const parsed = expression(cursor);
  cursor.arm = arm;
  return parsed;
}

/** 'fun' param+ '->' expr */
export function parseFunction(cursor: Cursor, expression: ExpressionParser): Expression {
  const start = cursor.next().start;
  const parameters = parseParameters(cursor);
  const height = cursor.height;
  if (parameters.length === 0) cursor.unexpected('a parameter', { hint: 'write a function as `fun x -> expression`' });
  takeArrow(cursor, 'write a function as `fun x -> expression`');
  const body = expression(cursor);
  cursor.grow(Math.max(height, cursor.height) + 1);
  return { tag: 'function', parameters, body, span: cursor.spanFrom(start) };
}

function takeArrow(cursor: Cursor, hint: string): void {
  if (cursor.take('->')) return;
  const token = cursor.peek();
  if (isFixed(token, '=') || isFixed(token, '.')) {
    cursor.mend('missing-arrow', `expected \`->\`, found \`${token.text}\``, cursor.spanOf(token), { hint });
    cursor.next();
    return;
  }
  cursor.unexpected('`->`', { hint });
}

/** 'match' expr 'with' ['|'] arm ('|' arm)* */
export function parseMatch(cursor: Cursor, expression: ExpressionParser): Expression {
  const token = cursor.next();
  rejectInArm(cursor, token);
  const scrutinee = parseDelimited(cursor, expression);
  const height = cursor.height;
  if (!cursor.take('with')) {
    cursor.unexpected('`with` and the arms', { hint: 'write a match as `match e with A -> ... | B x -> ...`' });
  }
  const arms = parseArms(cursor, expression);
  cursor.grow(Math.max(height, cursor.height) + 1);
  return { tag: 'match', scrutinee, arms, span: cursor.spanFrom(token.start) };
}

/** 'case' expr 'of' 'inl' pattern '->' expr '|' 'inr' pattern '->' expr */
export function parseCase(cursor: Cursor, expression: ExpressionParser): Expression {
  const token = cursor.next();
  rejectInArm(cursor, token);
  const scrutinee = parseDelimited(cursor, expression);
  const height = cursor.height;
  const hint = 'write `case e of inl x -> ... | inr y -> ...`; for other constructors, use `match e with ...`';
  if (!cursor.take('of')) cursor.unexpected('`of` and the two arms', { hint });
  const arms = parseArms(cursor, expression);
  cursor.grow(Math.max(height, cursor.height) + 1);
  const names = arms.map((arm) => (arm.pattern.tag === 'constructor' ? arm.pattern.name.text : ''));
  if (names.join(' ') !== 'inl inr') {
    cursor.spoil('case-arms', '`case` needs two arms, `inl` and then `inr`', cursor.spanOf(token), { hint });
  }
  return { tag: 'match', scrutinee, arms, span: cursor.spanFrom(token.start) };
}

function rejectInArm(cursor: Cursor, token: Token): void {
  if (cursor.arm === undefined) return;
  const message = `a \`${token.text}\` inside an arm needs parentheses`;
  const hint = `write \`(${token.text} ...)\`; otherwise it takes the arms that follow`;
  const related = [{ message: 'the arm starts here', span: cursor.arm }];
  cursor.spoil('nested-match', message, cursor.spanOf(token), { hint, related });
}

function parseArms(cursor: Cursor, expression: ExpressionParser): readonly Arm[] {
  const outer = cursor.arm;
  cursor.take('|');
  const arms: Arm[] = [];
  let height = 0;
  do {
    const start = cursor.peek().start;
    const pattern = parsePattern(cursor);
    height = Math.max(height, cursor.height);
    if (cursor.at(':')) {
      cursor.unexpected('`->`', { hint: 'an annotation in a pattern needs parentheses: `(x : real) -> ...`' });
    }
    const arrow = cursor.peek();
    takeArrow(cursor, 'write an arm as `pattern -> expression`');
    cursor.arm = span(cursor.cell, start, arrow.end);
    const body = expression(cursor);
    height = Math.max(height, cursor.height);
    arms.push({ pattern, body, span: cursor.spanFrom(start) });
  } while (cursor.take('|'));
  cursor.arm = outer;
  cursor.height = height;
  return arms;
}

const FOLD_SHAPE = 'write a fold as `fold (item, accumulator) -> expression over sequence from start`';

/** 'fold' '(' pattern ',' pattern ')' '->' expr 'over' expr 'from' expr */
export function parseFold(cursor: Cursor, expression: ExpressionParser): Expression {
  const start = cursor.next().start;
  const opener = cursor.peek();
  if (!cursor.take('(')) cursor.unexpected('`(`', { hint: FOLD_SHAPE });
  if (cursor.at('fun')) {
    const place = cursor.spanOf(cursor.peek());
    cursor.fail('unexpected', '`fold` takes no function', place, {
      hint: `${FOLD_SHAPE}, or use \`foldl f start xs\``,
    });
  }
  const item = parseFoldPattern(cursor);
  let height = cursor.height;
  if (!cursor.take(',')) cursor.unexpected('`,` and the accumulator', { hint: FOLD_SHAPE });
  const accumulator = parseFoldPattern(cursor);
  height = Math.max(height, cursor.height);
  cursor.close(opener, ')');
  takeArrow(cursor, FOLD_SHAPE);
  const body = parseDelimited(cursor, expression);
  height = Math.max(height, cursor.height);
  if (!cursor.take('over')) cursor.unexpected('`over` and a sequence', { hint: FOLD_SHAPE });
  const over = parseDelimited(cursor, expression);
  height = Math.max(height, cursor.height);
  if (!cursor.take('from')) cursor.unexpected('`from` and a start', { hint: FOLD_SHAPE });
  const from = expression(cursor);
  cursor.grow(Math.max(height, cursor.height) + 1);
  return { tag: 'fold', item, accumulator, body, over, from, span: cursor.spanFrom(start) };
}

function parseFoldPattern(cursor: Cursor): SurfacePattern {
  const pattern = parseAnnotatedPattern(cursor);
  requireIrrefutable(cursor, pattern);
  return pattern;
}

/** 'do' '{' stmt (';' stmt)* '}' */
export function parseDo(cursor: Cursor, expression: ExpressionParser): Expression {
  const start = cursor.next().start;
  const opener = cursor.peek();
  const hint = 'write `do { x <- e; ...; e }`';
  if (!cursor.take('{')) cursor.unexpected('`{`', { hint });
  const arm = cursor.arm;
  cursor.arm = undefined;
  const statements: Statement[] = [];
  let height = 0;
  do {
    statements.push(parseStatement(cursor, expression));
    height = Math.max(height, cursor.height);
  } while (cursor.take(';'));
  cursor.close(opener, '}', '`;` or ');
  cursor.arm = arm;
  const last = statements.at(-1);
  if (last?.pattern !== undefined) {
    const message = 'the last statement of `do` is its result, so it cannot bind a name';
    cursor.spoil('do-without-result', message, last.span, { hint });
  }
  cursor.grow(height + 1);
  return { tag: 'do', statements, span: cursor.spanFrom(start) };
}

/** stmt ::= [pattern '<-'] expr */
function parseStatement(cursor: Cursor, expression: ExpressionParser): Statement {
  const start = cursor.peek().start;
  let pattern: SurfacePattern | undefined;
  let height = 0;
  if (cursor.startsStatementBinding()) {
    pattern = parseAnnotatedPattern(cursor);
    requireIrrefutable(cursor, pattern);
    height = cursor.height;
    if (!cursor.take('<-')) cursor.unexpected('`<-`');
  }
  const value = expression(cursor);
  cursor.height = Math.max(height, cursor.height);
  return { pattern, expression: value, span: cursor.spanFrom(start) };
}

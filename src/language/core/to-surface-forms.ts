import { operationRow, OVERLOADED_FUNCTIONS } from '../operations/table';
import { internalError } from '../source/internal-error';
import { NOWHERE, type Span } from '../source/span';
import type { Arm, BinaryOperator, Expression, SurfacePattern } from '../syntax/tree';
import { INT, type Type } from '../types/type';
import { isIdentifier } from './reserved-names';
import { annotate, isAmbiguous, plainPattern } from './to-surface-pattern';
import { identifier } from './to-surface-type';
import type { Fail, IntrinsicTerm, Match, OperationTerm, Pattern, Term } from './tree';

/** A printed term. `fixed` says whether its text alone determines its type. */
export interface Printed {
  readonly expression: Expression;
  readonly fixed: boolean;
}

/** A translation that yields the subterms it needs. A driver with its own stack answers, so terms can be deep. */
export type Printing = Generator<Term, Printed, Printed>;

export function* all(terms: readonly Term[]): Generator<Term, Printed[], Printed> {
  const printed: Printed[] = [];
  for (const term of terms) printed.push(yield term);
  return printed;
}

export const UNASKED: Printed = { expression: { tag: 'unit', span: NOWHERE }, fixed: true };

export function bare(printed: Printed): Expression {
  return printed.expression;
}

export function isFixedPrint(printed: Printed): boolean {
  return printed.fixed;
}

/** Returns the expression with an annotation if its text does not determine its type; for places without a context. */
export function settled(printed: Printed, type: Type): Expression {
  return printed.fixed || !isAmbiguous(type) ? printed.expression : annotate(printed.expression, type);
}

export function name(text: string, span: Span): Expression {
  return { tag: 'variable', name: text.includes('.') ? text : legal(text), span };
}

export function legal(text: string): string {
  return isIdentifier(text) ? text : internalError(`${text} cannot be written`);
}

export function call(callee: Expression, args: readonly Expression[], span: Span): Expression {
  return args.reduce<Expression>((f, argument) => ({ tag: 'apply', function: f, argument, span }), callee);
}

function binary(operator: BinaryOperator, left: Expression, right: Expression, span: Span): Expression {
  return { tag: 'binary', operator, operatorSpan: span, left, right, span };
}

const BINARY_OPERATORS: readonly BinaryOperator[] = [
  '<',
  '<=',
  '>',
  '>=',
  '=',
  '/=',
  '<.',
  '>.',
  '+',
  '-',
  '*',
  '/',
  '^',
];

function binaryOperator(symbol: string): BinaryOperator {
  return BINARY_OPERATORS.find((operator) => operator === symbol) ?? internalError(`${symbol} is no operator`);
}

/** Prints a conditional. `&&` and `||` are conditionals in the core. */
export function conditional(
  condition: Expression,
  consequent: Expression,
  alternative: Expression,
  span: Span,
): Expression {
  if (isBoolean(alternative, false)) return binary('&&', condition, consequent, span);
  if (isBoolean(consequent, true)) return binary('||', condition, alternative, span);
  return { tag: 'if', condition, consequent, alternative, span };
}

function isBoolean(expression: Expression, value: boolean): boolean {
  return expression.tag === 'literal' && expression.literal.tag === 'boolean' && expression.literal.value === value;
}

export function* printMatch(term: Match): Printing {
  const span = term.origin;
  const scrutinee = settled(yield term.scrutinee, term.scrutinee.type);
  const arms: Arm[] = [];
  let fixed = false;
  for (const arm of term.arms) {
    const body = yield arm.body;
    fixed ||= body.fixed;
    const pattern = constructorPattern(arm.constructorName, arm.payload, span);
    arms.push({ pattern, body: body.expression, span: arm.body.origin });
  }
  if (term.otherwise !== undefined) {
    // The type of a `fail` is that of the match.
    const isFail = term.otherwise.tag === 'fail';
    const body = isFail ? { expression: failure(term.otherwise), fixed: false } : yield term.otherwise;
    fixed ||= body.fixed;
    arms.push({ pattern: { tag: 'wildcard', span }, body: body.expression, span });
  }
  return { expression: { tag: 'match', scrutinee, arms, span }, fixed };
}

/** Returns `fail "code" "message"`, whose type is open. */
export function failure({ code, message, origin }: Fail): Expression {
  const text = (value: string): Expression => ({ tag: 'literal', literal: { tag: 'string', value }, span: origin });
  return call(name('fail', origin), [text(code), text(message)], origin);
}

export function* printConstruct(constructor: string, payload: Term | undefined, type: Type, span: Span): Printing {
  if (constructor === '[]') return { expression: { tag: 'sequence', items: [], span }, fixed: false };
  const fixed = type.tag === 'named' && type.arguments.length === 0;
  if (constructor === '::') {
    if (payload?.tag !== 'tuple') return internalError('the payload of :: is a pair in its own place');
    const [head, tail] = yield* all(payload.items);
    if (head === undefined || tail === undefined) return internalError('the payload of :: is a pair');
    return {
      expression: binary('::', head.expression, tail.expression, span),
      fixed: head.fixed || tail.fixed,
    };
  }
  const callee: Expression = { tag: 'constructor', name: constructor, span };
  if (payload === undefined) return { expression: callee, fixed };
  const argument = yield payload;
  return { expression: call(callee, [argument.expression], span), fixed };
}

export function* operationCall(term: OperationTerm): Printing {
  const row = operationRow(term.operation);
  const args = yield* all(term.arguments);
  const span = term.origin;
  const [first, second] = args;
  if (first === undefined) return internalError(`${row.name} without arguments`);
  if (row.notation.form === 'function') {
    const parameters = args.map(bare);
    const callee = name(row.notation.symbol, span);
    const fixed = !OVERLOADED_FUNCTIONS.has(row.notation.symbol) || args.some(isFixedPrint);
    return { expression: call(callee, parameters, span), fixed };
  }
  if (second === undefined) {
    // The negation of a bare number would read back as a literal.
    const isNumber = first.expression.tag === 'literal';
    const operand = isNumber ? annotate(first.expression, term.type) : first.expression;
    return { expression: { tag: 'negate', operand, span }, fixed: isNumber || first.fixed };
  }
  const symbol = binaryOperator(row.notation.symbol);
  // `^` takes an int exponent unless its text says otherwise; other infix operators work at the type of their operands.
  if (row.name === 'powerInt') {
    return { expression: binary(symbol, first.expression, second.expression, span), fixed: true };
  }
  const fixed = args.some(isFixedPrint);
  if (fixed || row.result === row.parameters[0]) {
    return { expression: binary(symbol, first.expression, second.expression, span), fixed };
  }
  const left = settled(first, term.arguments[0]?.type ?? INT);
  return { expression: binary(symbol, left, second.expression, span), fixed: true };
}

export function* intrinsicCall(term: IntrinsicTerm): Printing {
  const printed = yield* all(term.arguments);
  const span = term.origin;
  const args = printed.map((argument, i) => {
    const type = term.arguments[i]?.type;
    return type?.tag === 'sequence' ? settled(argument, type) : argument.expression;
  });
  const [first, second] = args;
  if (term.intrinsic === 'index' && first !== undefined && second !== undefined) {
    return { expression: { tag: 'index', sequence: first, index: second, span }, fixed: true };
  }
  if (term.intrinsic === 'append' && first !== undefined && second !== undefined) {
    return { expression: binary('++', first, second, span), fixed: true };
  }
  const fixed = term.intrinsic !== 'build' || printed[1]?.fixed === true;
  return { expression: call(name(term.intrinsic, span), args, span), fixed };
}

function constructorPattern(constructor: string, payload: Pattern | undefined, span: Span): SurfacePattern {
  if (constructor === '[]') return { tag: 'list', items: [], span };
  if (constructor === '::') {
    if (payload?.tag === 'wildcard') {
      const wildcard = plainPattern(payload);
      return { tag: 'cons', head: wildcard, tail: wildcard, span };
    }
    const [head, tail] = payload?.tag === 'tuple' ? payload.items : [];
    if (head === undefined || tail === undefined) return internalError('a :: pattern names its head and its tail');
    return { tag: 'cons', head: plainPattern(head), tail: plainPattern(tail), span };
  }
  const inner = payload && plainPattern(payload);
  return { tag: 'constructor', name: identifier(constructor), payload: inner, span };
}

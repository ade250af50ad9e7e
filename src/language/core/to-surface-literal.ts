import { internalError } from '../source/internal-error';
import type { Span } from '../source/span';
import type { Expression } from '../syntax/tree';
import type { Literal } from './tree';

/** Prints a literal. Reals have a decimal point or an exponent; only the context makes other numbers ints. */
export function surfaceLiteral(literal: Literal): { readonly expression: Expression; readonly fixed: boolean } {
  const { value, origin: span } = literal;
  switch (typeof value) {
    case 'undefined':
      return { expression: { tag: 'unit', span }, fixed: true };
    case 'boolean':
      return { expression: { tag: 'literal', literal: { tag: 'boolean', value }, span }, fixed: true };
    case 'string':
      return { expression: { tag: 'literal', literal: { tag: 'string', value }, span }, fixed: true };
    case 'number': {
      const real = literal.type.tag === 'real';
      return { expression: number(value, real, span), fixed: real };
    }
    default:
      return internalError('a literal of no type');
  }
}

function number(value: number, real: boolean, span: Span): Expression {
  const size = Math.abs(value);
  const text = real ? realText(size) : String(size);
  const expression: Expression = { tag: 'literal', literal: { tag: 'number', value: size, text, real }, span };
  return value < 0 || Object.is(value, -0) ? { tag: 'negate', operand: expression, span } : expression;
}

/** Returns the shortest text that reads back as the same number. */
function realText(size: number): string {
  const text = String(size).replace('e+', 'e');
  return /[.e]/u.test(text) ? text : `${text}.0`;
}

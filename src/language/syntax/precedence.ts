import type { BinaryOperator } from './tree';

/** Binding strengths of expressions, loosest first; the parser and the printer share them. */
export const LEVEL = {
  block: 0,
  pipe: 1,
  or: 2,
  and: 3,
  comparison: 4,
  cons: 5,
  sum: 6,
  product: 7,
  negation: 8,
  power: 9,
  application: 10,
  postfix: 11,
  atom: 12,
} as const;

export interface OperatorShape {
  readonly level: number;
  readonly associativity: 'left' | 'right' | 'none';
}

const pipe: OperatorShape = { level: LEVEL.pipe, associativity: 'left' };
const or: OperatorShape = { level: LEVEL.or, associativity: 'left' };
const and: OperatorShape = { level: LEVEL.and, associativity: 'left' };
const comparison: OperatorShape = { level: LEVEL.comparison, associativity: 'none' };
const cons: OperatorShape = { level: LEVEL.cons, associativity: 'right' };
const sum: OperatorShape = { level: LEVEL.sum, associativity: 'left' };
const product: OperatorShape = { level: LEVEL.product, associativity: 'left' };
const power: OperatorShape = { level: LEVEL.power, associativity: 'right' };

export const BINARY_OPERATORS = {
  '|>': pipe,
  '||': or,
  '&&': and,
  '<': comparison,
  '<=': comparison,
  '>': comparison,
  '>=': comparison,
  '=': comparison,
  '/=': comparison,
  '<.': comparison,
  '>.': comparison,
  '::': cons,
  '++': sum,
  '+': sum,
  '-': sum,
  '*': product,
  '/': product,
  '^': power,
} as const satisfies Record<BinaryOperator, OperatorShape>;

export function isBinaryOperator(text: string): text is BinaryOperator {
  return Object.hasOwn(BINARY_OPERATORS, text);
}

/** Binding strengths of types, loosest first. */
export const TYPE_LEVEL = { function: 0, sum: 1, product: 2, application: 3, atom: 4 } as const;

/** Binding strengths of patterns, loosest first. An annotation is only allowed in brackets. */
export const PATTERN_LEVEL = { annotated: 0, cons: 1, application: 2, atom: 3 } as const;

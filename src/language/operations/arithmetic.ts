import type { OperationName } from './names';
import type { Operation } from './operation';
import { FIRST, SECOND, realTerm, partialTerm } from './partial-terms';

/** 1 unless n = 0: the amount by which differentiation lowers the exponent of an integer power. */
const LOSS = partialTerm(
  'floor',
  partialTerm(
    'multiply',
    partialTerm('sign', partialTerm('toReal', SECOND)),
    partialTerm('sign', partialTerm('toReal', SECOND)),
  ),
);

/** Small exponents use products and correctly rounded quotients; for others, `Math.pow` is within an ulp. */
function integerPower(base: number, exponent: number): number {
  switch (exponent) {
    case -1:
      return 1 / base;
    case 1:
      return base;
    case 2:
      return base * base;
    case 3:
      return base * base * base;
    case 4: {
      const square = base * base;
      return square * square;
    }
    default:
      return Math.pow(base, exponent);
  }
}

/** `+ - * / ^` and unary minus at type `real`. */
export const ARITHMETIC = {
  add: {
    name: 'add',
    parameters: ['real', 'real'],
    result: 'real',
    evaluate: (x: number, y: number) => x + y,
    domain: undefined,
    partials: [realTerm(1), realTerm(1)],
    boundary: undefined,
    notation: { form: 'infix', symbol: '+', unicode: '+', tex: '#1 + #2' },
    documentation: 'The sum of two reals.',
  },
  subtract: {
    name: 'subtract',
    parameters: ['real', 'real'],
    result: 'real',
    evaluate: (x: number, y: number) => x - y,
    domain: undefined,
    partials: [realTerm(1), realTerm(-1)],
    boundary: undefined,
    notation: { form: 'infix', symbol: '-', unicode: '−', tex: '#1 - #2' },
    documentation: 'The difference of two reals.',
  },
  multiply: {
    name: 'multiply',
    parameters: ['real', 'real'],
    result: 'real',
    evaluate: (x: number, y: number) => x * y,
    domain: undefined,
    partials: [SECOND, FIRST],
    boundary: undefined,
    notation: { form: 'infix', symbol: '*', unicode: '·', tex: '#1 \\cdot #2' },
    documentation: 'The product of two reals.',
  },
  divide: {
    name: 'divide',
    parameters: ['real', 'real'],
    result: 'real',
    evaluate: (x: number, y: number) => x / y,
    domain: (_x: number, y: number) => (y === 0 ? '/ needs a divisor other than 0' : undefined),
    // Not x / (y * y): the square can overflow, or underflow to 0, where the quotient does not.
    partials: [
      partialTerm('divide', realTerm(1), SECOND),
      partialTerm('negate', partialTerm('divide', partialTerm('divide', FIRST, SECOND), SECOND)),
    ],
    boundary: undefined,
    notation: { form: 'infix', symbol: '/', unicode: '/', tex: '\\frac{#1}{#2}' },
    documentation: 'The quotient of two reals; the divisor must not be 0.',
  },
  negate: {
    name: 'negate',
    parameters: ['real'],
    result: 'real',
    evaluate: (x: number) => -x,
    domain: undefined,
    partials: [realTerm(-1)],
    boundary: undefined,
    notation: { form: 'prefix', symbol: '-', unicode: '−', tex: '-#1' },
    documentation: 'The negative of a real.',
  },
  power: {
    name: 'power',
    parameters: ['real', 'real'],
    result: 'real',
    evaluate: (x: number, y: number) => Math.pow(x, y),
    domain: (x: number) => (x > 0 ? undefined : '^ with a real exponent needs a positive base'),
    partials: [
      partialTerm('multiply', SECOND, partialTerm('power', FIRST, partialTerm('subtract', SECOND, realTerm(1)))),
      partialTerm('multiply', partialTerm('power', FIRST, SECOND), partialTerm('log', FIRST)),
    ],
    boundary: undefined,
    notation: { form: 'infix', symbol: '^', unicode: '^', tex: '{#1}^{#2}' },
    documentation: 'Raises a positive real to a real power.',
  },
  powerInt: {
    name: 'powerInt',
    parameters: ['real', 'int'],
    result: 'real',
    evaluate: integerPower,
    domain: (x: number, n: number) =>
      x === 0 && n < 0 ? '^ with a negative exponent needs a base other than 0' : undefined,
    // n * x ^ (n - 1); at n = 0 the exponent stays 0, so x = 0 is not a pole.
    partials: [
      partialTerm(
        'multiply',
        partialTerm('toReal', SECOND),
        partialTerm('powerInt', FIRST, partialTerm('subtractInt', SECOND, LOSS)),
      ),
      undefined,
    ],
    boundary: undefined,
    notation: { form: 'infix', symbol: '^', unicode: '^', tex: '{#1}^{#2}' },
    documentation: 'Raises a real to an integer power; the base must not be 0 if the exponent is negative.',
  },
} satisfies Partial<Record<OperationName, Operation>>;

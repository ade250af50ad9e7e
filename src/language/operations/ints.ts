import type { OperationName } from './names';
import type { Operation } from './operation';

// Adding 0 turns -0 into 0, because there is only one int 0. The caller checks the range |n| <= 2^53 - 1 (`apply.ts`).

function floorDivide(m: number, n: number): number {
  const remainder = m % n;
  const quotient = (m - remainder) / n;
  return (remainder !== 0 && remainder < 0 !== n < 0 ? quotient - 1 : quotient) + 0;
}

function floorModulo(m: number, n: number): number {
  const remainder = m % n;
  return (remainder !== 0 && remainder < 0 !== n < 0 ? remainder + n : remainder) + 0;
}

/** Integer arithmetic, exact within |n| <= 2^53 - 1. */
export const INTS = {
  addInt: {
    name: 'addInt',
    parameters: ['int', 'int'],
    result: 'int',
    evaluate: (m: number, n: number) => m + n,
    domain: undefined,
    partials: [undefined, undefined],
    boundary: undefined,
    notation: { form: 'infix', symbol: '+', unicode: '+', tex: '#1 + #2' },
    documentation: 'The sum of two ints.',
  },
  subtractInt: {
    name: 'subtractInt',
    parameters: ['int', 'int'],
    result: 'int',
    evaluate: (m: number, n: number) => m - n,
    domain: undefined,
    partials: [undefined, undefined],
    boundary: undefined,
    notation: { form: 'infix', symbol: '-', unicode: '−', tex: '#1 - #2' },
    documentation: 'The difference of two ints.',
  },
  multiplyInt: {
    name: 'multiplyInt',
    parameters: ['int', 'int'],
    result: 'int',
    evaluate: (m: number, n: number) => m * n + 0,
    domain: undefined,
    partials: [undefined, undefined],
    boundary: undefined,
    notation: { form: 'infix', symbol: '*', unicode: '·', tex: '#1 \\cdot #2' },
    documentation: 'The product of two ints.',
  },
  negateInt: {
    name: 'negateInt',
    parameters: ['int'],
    result: 'int',
    evaluate: (n: number) => 0 - n,
    domain: undefined,
    partials: [undefined],
    boundary: undefined,
    notation: { form: 'prefix', symbol: '-', unicode: '−', tex: '-#1' },
    documentation: 'The negative of an int.',
  },
  div: {
    name: 'div',
    parameters: ['int', 'int'],
    result: 'int',
    evaluate: floorDivide,
    domain: (_m: number, n: number) => (n === 0 ? 'div needs a divisor other than 0' : undefined),
    partials: [undefined, undefined],
    boundary: undefined,
    notation: { form: 'function', symbol: 'div', unicode: 'div', tex: '\\lfloor #1 / #2 \\rfloor' },
    documentation: 'The quotient of two ints, rounded down.',
  },
  mod: {
    name: 'mod',
    parameters: ['int', 'int'],
    result: 'int',
    evaluate: floorModulo,
    domain: (_m: number, n: number) => (n === 0 ? 'mod needs a divisor other than 0' : undefined),
    partials: [undefined, undefined],
    boundary: undefined,
    notation: { form: 'function', symbol: 'mod', unicode: 'mod', tex: '#1 \\bmod #2' },
    documentation: 'The remainder of `div`, which has the sign of the divisor.',
  },
  maxInt: {
    name: 'maxInt',
    parameters: ['int', 'int'],
    result: 'int',
    evaluate: (m: number, n: number) => Math.max(m, n),
    domain: undefined,
    partials: [undefined, undefined],
    boundary: undefined,
    notation: { form: 'function', symbol: 'max', unicode: 'max', tex: '\\max(#1, #2)' },
    documentation: 'The larger of two ints.',
  },
  minInt: {
    name: 'minInt',
    parameters: ['int', 'int'],
    result: 'int',
    evaluate: (m: number, n: number) => Math.min(m, n),
    domain: undefined,
    partials: [undefined, undefined],
    boundary: undefined,
    notation: { form: 'function', symbol: 'min', unicode: 'min', tex: '\\min(#1, #2)' },
    documentation: 'The smaller of two ints.',
  },
} satisfies Partial<Record<OperationName, Operation>>;

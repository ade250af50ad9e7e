import { exp, log, tanh } from './fdlibm';
import { atan2, digamma, erf, lgamma, MOST_ORDER, polygamma } from './functions';
import { isPole } from './gamma';
import { sech, sigmoid, softplus } from './logistic';
import type { OperationName } from './names';
import type { Operation, PartialTerm } from './operation';
import { FIRST, SECOND, realTerm, partialTerm } from './partial-terms';

interface Row<Name extends OperationName> {
  readonly name: Name;
  readonly evaluate: (x: number) => number;
  readonly domain?: (x: number) => string | undefined;
  readonly partial: PartialTerm;
  readonly tex: string;
  readonly documentation: string;
}

function elementary<Name extends OperationName>(row: Row<Name>): Operation {
  return {
    name: row.name,
    parameters: ['real'],
    result: 'real',
    evaluate: row.evaluate,
    domain: row.domain,
    partials: [row.partial],
    boundary: undefined,
    notation: { form: 'function', symbol: row.name, unicode: row.name, tex: row.tex },
    documentation: row.documentation,
  };
}

const square = (item: PartialTerm): PartialTerm => partialTerm('multiply', item, item);

/** sqrt (1 - x²) as (1 - x) (1 + x): the square of the largest number below 1 would round to 1. */
const COSINE_OF_ARCSINE = partialTerm(
  'sqrt',
  partialTerm('multiply', partialTerm('subtract', realTerm(1), FIRST), partialTerm('add', realTerm(1), FIRST)),
);

const SQUARED_RADIUS = partialTerm('add', square(FIRST), square(SECOND));

/** The smooth functions of one real, and `atan2`. */
export const ELEMENTARY = {
  exp: elementary({
    name: 'exp',
    evaluate: exp,
    partial: partialTerm('exp', FIRST),
    tex: '\\exp #1',
    documentation: 'The exponential function.',
  }),
  log: elementary({
    name: 'log',
    evaluate: log,
    domain: (x) => (x > 0 ? undefined : 'log needs a positive argument'),
    partial: partialTerm('divide', realTerm(1), FIRST),
    tex: '\\log #1',
    documentation: 'The natural logarithm of a positive real.',
  }),
  expm1: elementary({
    name: 'expm1',
    evaluate: Math.expm1,
    partial: partialTerm('exp', FIRST),
    tex: '\\operatorname{expm1}(#1)',
    documentation: 'exp x - 1, with all digits where x is near 0.',
  }),
  log1p: elementary({
    name: 'log1p',
    evaluate: Math.log1p,
    domain: (x) => (x > -1 ? undefined : 'log1p needs an argument above -1'),
    partial: partialTerm('divide', realTerm(1), partialTerm('add', realTerm(1), FIRST)),
    tex: '\\operatorname{log1p}(#1)',
    documentation: 'log (1 + x), with all digits where x is near 0; x must be above -1.',
  }),
  sqrt: elementary({
    name: 'sqrt',
    evaluate: Math.sqrt,
    domain: (x) => (x > 0 ? undefined : 'sqrt needs a positive argument'),
    partial: partialTerm('divide', realTerm(0.5), partialTerm('sqrt', FIRST)),
    tex: '\\sqrt{#1}',
    documentation: 'The square root of a positive real; undefined at 0, where it has no derivative.',
  }),
  sin: elementary({
    name: 'sin',
    evaluate: Math.sin,
    partial: partialTerm('cos', FIRST),
    tex: '\\sin #1',
    documentation: 'The sine of an angle in radians.',
  }),
  cos: elementary({
    name: 'cos',
    evaluate: Math.cos,
    partial: partialTerm('negate', partialTerm('sin', FIRST)),
    tex: '\\cos #1',
    documentation: 'The cosine of an angle in radians.',
  }),
  tan: elementary({
    name: 'tan',
    evaluate: Math.tan,
    partial: partialTerm('add', realTerm(1), square(partialTerm('tan', FIRST))),
    tex: '\\tan #1',
    documentation: 'The tangent of an angle in radians.',
  }),
  asin: elementary({
    name: 'asin',
    evaluate: Math.asin,
    domain: (x) => (x > -1 && x < 1 ? undefined : 'asin needs an argument strictly between -1 and 1'),
    partial: partialTerm('divide', realTerm(1), COSINE_OF_ARCSINE),
    tex: '\\arcsin #1',
    documentation: 'The arcsine, between -π/2 and π/2; the argument must be strictly between -1 and 1.',
  }),
  acos: elementary({
    name: 'acos',
    evaluate: Math.acos,
    domain: (x) => (x > -1 && x < 1 ? undefined : 'acos needs an argument strictly between -1 and 1'),
    partial: partialTerm('divide', realTerm(-1), COSINE_OF_ARCSINE),
    tex: '\\arccos #1',
    documentation: 'The arccosine, between 0 and π; the argument must be strictly between -1 and 1.',
  }),
  atan: elementary({
    name: 'atan',
    evaluate: Math.atan,
    partial: partialTerm('divide', realTerm(1), partialTerm('add', realTerm(1), square(FIRST))),
    tex: '\\arctan #1',
    documentation: 'The arctangent, between -π/2 and π/2.',
  }),
  atan2: {
    name: 'atan2',
    parameters: ['real', 'real'],
    result: 'real',
    evaluate: atan2,
    domain: (y: number, x: number) => (y === 0 && x === 0 ? 'atan2 needs arguments that are not both 0' : undefined),
    partials: [
      partialTerm('divide', SECOND, SQUARED_RADIUS),
      partialTerm('negate', partialTerm('divide', FIRST, SQUARED_RADIUS)),
    ],
    boundary: (y: number, x: number) => y === 0 && x < 0,
    notation: { form: 'function', symbol: 'atan2', unicode: 'atan2', tex: '\\operatorname{atan2}(#1, #2)' },
    documentation: 'The angle of the point (x, y), written `atan2 y x`; undefined at (0, 0).',
  },
  sinh: elementary({
    name: 'sinh',
    evaluate: Math.sinh,
    partial: partialTerm('cosh', FIRST),
    tex: '\\sinh #1',
    documentation: 'The hyperbolic sine.',
  }),
  cosh: elementary({
    name: 'cosh',
    evaluate: Math.cosh,
    partial: partialTerm('sinh', FIRST),
    tex: '\\cosh #1',
    documentation: 'The hyperbolic cosine.',
  }),
  tanh: elementary({
    name: 'tanh',
    evaluate: tanh,
    // 1 - tanh² would lose all digits far from 0.
    partial: square(partialTerm('sech', FIRST)),
    tex: '\\tanh #1',
    documentation: 'The hyperbolic tangent.',
  }),
  sech: elementary({
    name: 'sech',
    evaluate: sech,
    partial: partialTerm('negate', partialTerm('multiply', partialTerm('sech', FIRST), partialTerm('tanh', FIRST))),
    tex: '\\operatorname{sech} #1',
    documentation: 'The hyperbolic secant 1 / cosh x, without overflow. The derivative of `tanh` is its square.',
  }),
  sigmoid: elementary({
    name: 'sigmoid',
    evaluate: sigmoid,
    partial: partialTerm(
      'multiply',
      partialTerm('sigmoid', FIRST),
      partialTerm('sigmoid', partialTerm('negate', FIRST)),
    ),
    tex: '\\sigma(#1)',
    documentation: 'The logistic function 1 / (1 + exp (-x)).',
  }),
  softplus: elementary({
    name: 'softplus',
    evaluate: softplus,
    partial: partialTerm('sigmoid', FIRST),
    tex: '\\operatorname{softplus}(#1)',
    documentation: 'log (1 + exp x), without overflow.',
  }),
  erf: elementary({
    name: 'erf',
    evaluate: erf,
    partial: partialTerm(
      'multiply',
      realTerm(2 / Math.sqrt(Math.PI)),
      partialTerm('exp', partialTerm('negate', square(FIRST))),
    ),
    tex: '\\operatorname{erf}(#1)',
    documentation: 'The error function, 2/√π times the integral of exp (-t²) from 0 to x.',
  }),
  lgamma: elementary({
    name: 'lgamma',
    evaluate: lgamma,
    domain: (x) => (isPole(x) ? 'lgamma needs an argument other than 0, -1, -2, ...' : undefined),
    partial: partialTerm('digamma', FIRST),
    tex: '\\log|\\Gamma(#1)|',
    documentation: 'The logarithm of the absolute value of the gamma function; undefined at 0, -1, -2, ...',
  }),
  digamma: elementary({
    name: 'digamma',
    evaluate: digamma,
    domain: (x) => (isPole(x) ? 'digamma needs an argument other than 0, -1, -2, ...' : undefined),
    partial: partialTerm('polygamma', { tag: 'int', value: 1 }, FIRST),
    tex: '\\psi(#1)',
    documentation: 'The derivative of `lgamma`; undefined at 0, -1, -2, ...',
  }),
  polygamma: {
    name: 'polygamma',
    parameters: ['int', 'real'],
    result: 'real',
    evaluate: polygamma,
    domain: (n: number, x: number) =>
      n < 0 || n > MOST_ORDER || isPole(x)
        ? `polygamma needs an order from 0 to ${MOST_ORDER}, and an argument other than 0, -1, -2, ...`
        : undefined,
    partials: [undefined, partialTerm('polygamma', partialTerm('addInt', FIRST, { tag: 'int', value: 1 }), SECOND)],
    boundary: undefined,
    notation: { form: 'function', symbol: 'polygamma', unicode: 'polygamma', tex: '\\psi^{(#1)}(#2)' },
    documentation: 'The derivative of `digamma` of the order that comes first: `polygamma 1` is the trigamma function.',
  },
} satisfies Partial<Record<OperationName, Operation>>;

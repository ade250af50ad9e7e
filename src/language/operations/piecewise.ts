import type { OperationName } from './names';
import type { Operation } from './operation';
import { FIRST, SECOND, realTerm, partialTerm } from './partial-terms';

const atZero = (x: number): boolean => x === 0;
const onDiagonal = (x: number, y: number): boolean => x === y;

/** Operations with kinks and jumps. Their partials pick a side with `sign` and `step`, whose own partials are 0. */
export const PIECEWISE = {
  abs: {
    name: 'abs',
    parameters: ['real'],
    result: 'real',
    evaluate: Math.abs,
    domain: undefined,
    partials: [partialTerm('sign', FIRST)],
    boundary: atZero,
    notation: { form: 'function', symbol: 'abs', unicode: 'abs', tex: '\\left|#1\\right|' },
    documentation: 'The absolute value; its derivative at 0 is defined as 0.',
  },
  relu: {
    name: 'relu',
    parameters: ['real'],
    result: 'real',
    evaluate: (x: number) => (x > 0 ? x : 0),
    domain: undefined,
    partials: [partialTerm('step', FIRST)],
    boundary: atZero,
    notation: { form: 'function', symbol: 'relu', unicode: 'relu', tex: '\\operatorname{relu}(#1)' },
    documentation: 'The rectified linear unit: x if x is positive, else 0; its derivative at 0 is defined as 0.',
  },
  max: {
    name: 'max',
    parameters: ['real', 'real'],
    result: 'real',
    evaluate: (x: number, y: number) => (y > x ? y : x),
    domain: undefined,
    partials: [
      partialTerm('subtract', realTerm(1), partialTerm('step', partialTerm('subtract', SECOND, FIRST))),
      partialTerm('step', partialTerm('subtract', SECOND, FIRST)),
    ],
    boundary: onDiagonal,
    notation: { form: 'function', symbol: 'max', unicode: 'max', tex: '\\max(#1, #2)' },
    documentation: 'The larger of two numbers; the first if they are equal.',
  },
  min: {
    name: 'min',
    parameters: ['real', 'real'],
    result: 'real',
    evaluate: (x: number, y: number) => (y < x ? y : x),
    domain: undefined,
    partials: [
      partialTerm('subtract', realTerm(1), partialTerm('step', partialTerm('subtract', FIRST, SECOND))),
      partialTerm('step', partialTerm('subtract', FIRST, SECOND)),
    ],
    boundary: onDiagonal,
    notation: { form: 'function', symbol: 'min', unicode: 'min', tex: '\\min(#1, #2)' },
    documentation: 'The smaller of two numbers; the first if they are equal.',
  },
  sign: {
    name: 'sign',
    parameters: ['real'],
    result: 'real',
    evaluate: (x: number) => (x > 0 ? 1 : x < 0 ? -1 : 0),
    domain: undefined,
    partials: [realTerm(0)],
    boundary: atZero,
    notation: { form: 'function', symbol: 'sign', unicode: 'sign', tex: '\\operatorname{sign}(#1)' },
    documentation: '1 if x is positive, -1 if it is negative, 0 at 0; its derivative is 0.',
  },
  step: {
    name: 'step',
    parameters: ['real'],
    result: 'real',
    evaluate: (x: number) => (x > 0 ? 1 : 0),
    domain: undefined,
    partials: [realTerm(0)],
    boundary: atZero,
    notation: { form: 'function', symbol: 'step', unicode: 'step', tex: '\\operatorname{step}(#1)' },
    documentation: '1 if x is positive, else 0; its derivative is 0.',
  },
} satisfies Partial<Record<OperationName, Operation>>;

import type { OperationName } from './names';
import type { Operation } from './operation';
import { realTerm } from './partial-terms';

/** What the matrix functions of the prelude test. `#1` and `#2` in a sentence are the arguments. */
export const MATRICES = {
  checkPivot: {
    name: 'checkPivot',
    parameters: ['int', 'real'],
    result: 'real',
    evaluate: (_i: number, x: number) => x,
    domain: (_i: number, x: number) =>
      x > 0 ? undefined : 'the matrix is singular or not positive definite; pivot #1 is #2',
    partials: [undefined, realTerm(1)],
    boundary: undefined,
    notation: { form: 'function', symbol: 'checkPivot', unicode: 'checkPivot', tex: '#2' },
    documentation: 'The second argument, which must be positive: the pivot of a matrix, whose index comes first.',
  },
  checkSide: {
    name: 'checkSide',
    parameters: ['int', 'int'],
    result: 'int',
    evaluate: (rows: number) => rows,
    domain: (rows: number, columns: number) =>
      rows === columns
        ? undefined
        : 'the matrix is not square, or the right side has another length; they are #1 and #2',
    partials: [undefined, undefined],
    boundary: undefined,
    notation: { form: 'function', symbol: 'checkSide', unicode: 'checkSide', tex: '#1' },
    documentation: 'The first argument, which must equal the second: the lengths of a square matrix.',
  },
  checkRow: {
    name: 'checkRow',
    parameters: ['int', 'int'],
    result: 'int',
    evaluate: (width: number) => width,
    domain: (width: number, length: number) =>
      width === length ? undefined : 'the rows of the matrix have different lengths; they are #1 and #2',
    partials: [undefined, undefined],
    boundary: undefined,
    notation: { form: 'function', symbol: 'checkRow', unicode: 'checkRow', tex: '#1' },
    documentation: 'The first argument, which must equal the second: the lengths of two rows of a matrix.',
  },
} satisfies Partial<Record<OperationName, Operation>>;

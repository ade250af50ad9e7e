import type { OperationName } from './names';
import type { Operation } from './operation';
import { realTerm } from './partial-terms';

/** What the functions of the prelude test of matrices and sequences. `#1` and `#2` in a sentence are the arguments. */
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
  checkLength: {
    name: 'checkLength',
    parameters: ['int', 'int'],
    result: 'int',
    evaluate: (length: number) => length,
    domain: (first: number, second: number) =>
      first === second ? undefined : 'two sequences must have the same length, but their lengths are #1 and #2',
    partials: [undefined, undefined],
    boundary: undefined,
    notation: { form: 'function', symbol: 'checkLength', unicode: 'checkLength', tex: '#1' },
    documentation: 'The first argument, which must equal the second: the lengths of two sequences.',
  },
  checkItems: {
    name: 'checkItems',
    parameters: ['int'],
    result: 'int',
    evaluate: (length: number) => length,
    domain: (length: number) => (length > 0 ? undefined : 'the sequence must have at least one item, but it has #1'),
    partials: [undefined],
    boundary: undefined,
    notation: { form: 'function', symbol: 'checkItems', unicode: 'checkItems', tex: '#1' },
    documentation: 'The argument, which must be above 0: the length of a sequence that has items.',
  },
} satisfies Partial<Record<OperationName, Operation>>;

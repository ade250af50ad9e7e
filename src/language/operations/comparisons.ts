import type { OperationName } from './names';
import type { Leaf, Operation } from './operation';

interface Row<Name extends OperationName> {
  readonly name: Name;
  readonly of: Leaf;
  readonly evaluate: (...values: never[]) => boolean;
  readonly symbol: string;
  readonly unicode: string;
  readonly tex: string;
  readonly documentation: string;
}

function comparison<Name extends OperationName>(row: Row<Name>): Operation {
  return {
    name: row.name,
    parameters: [row.of, row.of],
    result: 'bool',
    evaluate: row.evaluate,
    domain: undefined,
    partials: [undefined, undefined],
    boundary: row.of === 'real' ? (x: number, y: number) => x === y : undefined,
    notation: { form: 'infix', symbol: row.symbol, unicode: row.unicode, tex: `#1 ${row.tex} #2` },
    documentation: row.documentation,
  };
}

/**
 * The smooth comparisons of Abadi & Plotkin, undefined where both sides are equal, so their domain contains no
 * boundary.
 */
function smooth<Name extends OperationName>(row: Omit<Row<Name>, 'of'>): Operation {
  return {
    ...comparison<Name>({ ...row, of: 'real' }),
    domain: (x: number, y: number) => (x === y ? `${row.symbol} is undefined where both sides are equal` : undefined),
    boundary: undefined,
  };
}

const less = (x: number, y: number): boolean => x < y;
const lessEqual = (x: number, y: number): boolean => x <= y;
const greater = (x: number, y: number): boolean => x > y;
const greaterEqual = (x: number, y: number): boolean => x >= y;
const equal = (x: unknown, y: unknown): boolean => x === y;
const notEqual = (x: unknown, y: unknown): boolean => x !== y;

const LESS = {
  evaluate: less,
  symbol: '<',
  unicode: '<',
  tex: '<',
  documentation: 'Whether the left side is less than the right side.',
};
const LESS_EQUAL = {
  evaluate: lessEqual,
  symbol: '<=',
  unicode: '≤',
  tex: '\\le',
  documentation: 'Whether the left side is at most the right side.',
};
const GREATER = {
  evaluate: greater,
  symbol: '>',
  unicode: '>',
  tex: '>',
  documentation: 'Whether the left side is greater than the right side.',
};
const GREATER_EQUAL = {
  evaluate: greaterEqual,
  symbol: '>=',
  unicode: '≥',
  tex: '\\ge',
  documentation: 'Whether the left side is at least the right side.',
};
const EQUAL = { evaluate: equal, symbol: '=', unicode: '=', tex: '=', documentation: 'Whether both sides are equal.' };
const NOT_EQUAL = {
  evaluate: notEqual,
  symbol: '/=',
  unicode: '≠',
  tex: '\\ne',
  documentation: 'Whether the two sides differ.',
};

export const COMPARISONS = {
  less: comparison({ name: 'less', of: 'real', ...LESS }),
  lessEqual: comparison({ name: 'lessEqual', of: 'real', ...LESS_EQUAL }),
  greater: comparison({ name: 'greater', of: 'real', ...GREATER }),
  greaterEqual: comparison({ name: 'greaterEqual', of: 'real', ...GREATER_EQUAL }),
  equal: comparison({ name: 'equal', of: 'real', ...EQUAL }),
  notEqual: comparison({ name: 'notEqual', of: 'real', ...NOT_EQUAL }),
  lessSmooth: smooth({
    name: 'lessSmooth',
    evaluate: less,
    symbol: '<.',
    unicode: '⋖',
    tex: '\\lessdot',
    documentation: 'Whether the left side is less than the right side; undefined if they are equal.',
  }),
  greaterSmooth: smooth({
    name: 'greaterSmooth',
    evaluate: greater,
    symbol: '>.',
    unicode: '⋗',
    tex: '\\gtrdot',
    documentation: 'Whether the left side is greater than the right side; undefined if they are equal.',
  }),
  lessInt: comparison({ name: 'lessInt', of: 'int', ...LESS }),
  lessEqualInt: comparison({ name: 'lessEqualInt', of: 'int', ...LESS_EQUAL }),
  greaterInt: comparison({ name: 'greaterInt', of: 'int', ...GREATER }),
  greaterEqualInt: comparison({ name: 'greaterEqualInt', of: 'int', ...GREATER_EQUAL }),
  equalInt: comparison({ name: 'equalInt', of: 'int', ...EQUAL }),
  notEqualInt: comparison({ name: 'notEqualInt', of: 'int', ...NOT_EQUAL }),
  equalBool: comparison({ name: 'equalBool', of: 'bool', ...EQUAL }),
  notEqualBool: comparison({ name: 'notEqualBool', of: 'bool', ...NOT_EQUAL }),
  equalString: comparison({ name: 'equalString', of: 'string', ...EQUAL }),
  notEqualString: comparison({ name: 'notEqualString', of: 'string', ...NOT_EQUAL }),
  not: {
    name: 'not',
    parameters: ['bool'],
    result: 'bool',
    evaluate: (b: boolean) => !b,
    domain: undefined,
    partials: [undefined],
    boundary: undefined,
    notation: { form: 'function', symbol: 'not', unicode: 'not', tex: '\\lnot #1' },
    documentation: 'Logical negation.',
  },
} satisfies Partial<Record<OperationName, Operation>>;

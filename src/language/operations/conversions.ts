import type { OperationName } from './names';
import type { Operation } from './operation';
import { uniform } from './functions';
import { shownNumber } from './show';

/** Conversions between ints, reals and text, and `uniform`. */
export const CONVERSIONS = {
  toReal: {
    name: 'toReal',
    parameters: ['int'],
    result: 'real',
    evaluate: (n: number) => n,
    domain: undefined,
    partials: [undefined],
    boundary: undefined,
    notation: { form: 'function', symbol: 'toReal', unicode: 'toReal', tex: '#1' },
    documentation: 'Converts an int to a real.',
  },
  floor: {
    name: 'floor',
    parameters: ['real'],
    result: 'int',
    evaluate: (x: number) => Math.floor(x) + 0,
    domain: undefined,
    partials: [undefined],
    boundary: (x: number) => Number.isInteger(x),
    notation: { form: 'function', symbol: 'floor', unicode: 'floor', tex: '\\lfloor #1 \\rfloor' },
    documentation: 'Rounds a real down to an int.',
  },
  uniform: {
    name: 'uniform',
    parameters: ['int', 'int'],
    result: 'real',
    evaluate: uniform,
    domain: undefined,
    partials: [undefined, undefined],
    boundary: undefined,
    notation: { form: 'function', symbol: 'uniform', unicode: 'uniform', tex: '\\operatorname{uniform}(#1, #2)' },
    documentation: 'A random number strictly between 0 and 1, determined by the seed and the index.',
  },
  showReal: show('showReal', 'real'),
  showInt: show('showInt', 'int'),
} satisfies Partial<Record<OperationName, Operation>>;

function show(name: OperationName, parameter: 'real' | 'int'): Operation {
  return {
    name,
    parameters: [parameter],
    result: 'string',
    evaluate: shownNumber,
    domain: undefined,
    partials: [undefined],
    boundary: undefined,
    notation: { form: 'function', symbol: 'show', unicode: 'show', tex: '\\operatorname{show}(#1)' },
    documentation:
      'A number as text: the shortest literal that reads back as the same number, as in `0.1`, `3`, `1e-7`.',
  };
}

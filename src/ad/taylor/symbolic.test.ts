/** ∂_β op as a sum of products of powers: its text, and that it is the derivative. */
import { describe, expect, it } from 'vitest';
import { applyOperation } from '../../language/operations/apply';
import { OPERATION_NAMES, type OperationName } from '../../language/operations/names';
import type { LeafValue, PartialTerm } from '../../language/operations/operation';
import { operationRow } from '../../language/operations/table';
import { degree, jetShape, type MultiIndex } from '../../semantics/jets/multi-index';
import { jetsOfTrace, tracing } from '../../testing/taylor/jet-traces';
import { derivativeOf, type Known, type SymbolicSum } from './symbolic';

/** `6 x^2 y^-1`; arguments are x and y. */
function written(sum: SymbolicSum): readonly string[] {
  const base = (key: string): string => key.replaceAll('#0', 'x').replaceAll('#1', 'y');
  return sum.map(({ coefficient, powers }) =>
    [coefficient, ...powers.map(({ key, exponent }) => `${base(key)}^${exponent}`)].join(' '),
  );
}

describe('reads as a sum of products of powers', () => {
  it.each<[OperationName, Known, MultiIndex, readonly string[]]>([
    ['log', [undefined], [3], ['2 x^-3']],
    ['sqrt', [undefined], [1], ['0.5 sqrt(x)^-1']],
    ['sqrt', [undefined], [2], ['-0.25 sqrt(x)^-3']],
    ['multiply', [undefined, undefined], [1, 0], ['1 y^1']],
    ['multiply', [undefined, undefined], [1, 1], ['1']],
    ['multiply', [undefined, undefined], [2, 0], []],
    ['multiply', [2, undefined], [0, 1], ['2']],
    ['subtract', [undefined, undefined], [0, 1], ['-1']],
    ['divide', [undefined, undefined], [0, 2], ['2 x^1 y^-3']],
    ['divide', [undefined, 4], [1, 0], ['0.25']],
    ['divide', [undefined, undefined], [2, 0], []],
    ['power', [undefined, undefined], [2, 0], ['1 y^2 power(x,subtract(y,2))^1', '-1 y^1 power(x,subtract(y,2))^1']],
    [
      'power',
      [undefined, undefined],
      [3, 0],
      ['1 y^3 power(x,subtract(y,3))^1', '-3 y^2 power(x,subtract(y,3))^1', '2 y^1 power(x,subtract(y,3))^1'],
    ],
    ['power', [undefined, undefined], [1, 1], ['1 x^-1 power(x,y)^1', '1 y^1 log(x)^1 power(x,subtract(y,1))^1']],
    ['power', [undefined, 2.5], [2, 0], ['3.75 power(x,0.5)^1']],
    ['power', [2, undefined], [0, 2], ['0.4804530139182014 power(2,y)^1']],
    ['powerInt', [undefined, 3], [2, 0], ['6 x^1']],
    ['powerInt', [undefined, 3], [4, 0], []],
    ['powerInt', [undefined, 0], [1, 0], []],
    ['powerInt', [undefined, -2], [1, 0], ['-2 x^-3']],
    [
      'powerInt',
      [undefined, undefined],
      [1, 0],
      ['1 powerInt(x,subtractInt(y,floor(multiply(sign(toReal(y)),sign(toReal(y))))))^1 toReal(y)^1'],
    ],
    ['tan', [undefined], [1], ['1', '1 tan(x)^2']],
    ['tan', [undefined], [2], ['2 tan(x)^1', '2 tan(x)^3']],
    ['tanh', [undefined], [2], ['-2 sech(x)^2 tanh(x)^1']],
    ['atan', [undefined], [2], ['-2 x^1 add(1,multiply(x,x))^-2']],
    [
      'atan2',
      [undefined, undefined],
      [1, 1],
      ['-1 add(multiply(x,x),multiply(y,y))^-1', '2 x^2 add(multiply(x,x),multiply(y,y))^-2'],
    ],
    ['sin', [undefined], [4], ['1 sin(x)^1']],
    ['cos', [undefined], [2], ['-1 cos(x)^1']],
    ['asin', [undefined], [2], ['1 x^1 sqrt(multiply(subtract(1,x),add(1,x)))^-3']],
    ['sigmoid', [undefined], [2], ['1 sigmoid(x)^1 sigmoid(negate(x))^2', '-1 sigmoid(x)^2 sigmoid(negate(x))^1']],
    ['softplus', [undefined], [2], ['1 sigmoid(x)^1 sigmoid(negate(x))^1']],
    ['erf', [undefined], [2], ['-2.256758334191025 x^1 exp(negate(multiply(x,x)))^1']],
    ['abs', [undefined], [2], []],
    ['sign', [undefined], [1], []],
    ['powerInt', [undefined, 1], [1, 0], ['1']],
    // A known argument without a value is kept.
    ['power', [-2, undefined], [0, 1], ['1 log(-2)^1 power(-2,y)^1']],
    ['divide', [undefined, 0], [1, 0], ['1 0^-1']],
    ['divide', [undefined, 0], [2, 0], []],
    ['max', [undefined, undefined], [1, 0], ['1', '-1 step(subtract(y,x))^1']],
  ])('%s of %j by %j', (name, known, beta, expected) => {
    expect(written(derivativeOf(name, beta, known))).toEqual(expected);
  });
});

function valueOf(term: PartialTerm, args: readonly LeafValue[]): LeafValue {
  switch (term.tag) {
    case 'argument':
      return args[term.index] ?? NaN;
    case 'real':
    case 'int':
      return term.value;
    case 'operation': {
      const applied = applyOperation(
        operationRow(term.operation),
        term.arguments.map((argument) => valueOf(argument, args)),
      );
      return applied.tag === 'value' ? applied.value : NaN;
    }
  }
}

function sumAt(sum: SymbolicSum, args: readonly number[]): number {
  const products = sum.map(({ coefficient, powers }) =>
    powers.reduce((product, { base, exponent }) => product * Number(valueOf(base, args)) ** exponent, coefficient),
  );
  return products.reduce((all, product) => all + product, 0);
}

describe('is the derivative, to order 4', () => {
  const differentiable = OPERATION_NAMES.filter((name) => {
    const { result, parameters } = operationRow(name);
    return result === 'real' && parameters.includes('real');
  });

  it.each(differentiable)('%s', (name) => {
    const { parameters } = operationRow(name);
    const args = parameters.map((parameter, i) => (parameter === 'int' ? 3 : i === 0 ? 0.6 : 1.7));
    const reals = parameters.flatMap((parameter, i) => (parameter === 'real' ? [i] : []));
    const shape = jetShape(reals.length, 4);
    const { trace, apply } = tracing(reals.map((i) => args[i] ?? NaN));
    const entry = apply(
      name,
      ...args.map((value, i) => (parameters[i] === 'real' ? reals.indexOf(i) : { constant: value })),
    );
    const seeds = reals.map((_, i) => shape.indices.map((index) => (degree(index) === 1 && index[i] === 1 ? 1 : 0)));
    const jet = jetsOfTrace(trace, shape, seeds).slice(entry * shape.indices.length);
    // No argument known, and each in turn.
    const knowledge: readonly Known[] = [
      args.map(() => undefined),
      ...args.map((_, i) => args.map((value, j) => (i === j ? value : undefined))),
    ];
    shape.indices.forEach((index, place) => {
      if (place === 0) return;
      const beta = parameters.map((_, i) => index[reals.indexOf(i)] ?? 0);
      for (const known of knowledge) {
        if (beta.some((n, i) => n > 0 && known[i] !== undefined)) continue;
        const found = sumAt(derivativeOf(name, beta, known), args);
        const expected = jet[place] ?? NaN;
        expect(Math.abs(found - expected), `${beta.join()} ${found} ${expected}`).toBeLessThanOrEqual(
          1e-12 * Math.max(1, Math.abs(expected)),
        );
      }
    });
  });
});

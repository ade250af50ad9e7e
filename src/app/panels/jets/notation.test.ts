import { describe, expect, test } from 'vitest';
import { derivativeOf, type Known } from '../../../ad/taylor/symbolic';
import type { OperationName } from '../../../language/operations/names';
import { jetShape, MIXED_SECOND, type MultiIndex } from '../../../semantics/jets/multi-index';
import { betaText, derivativeText, operatorText, partialPieces, primesText, shortLeaf, jetSizeText } from './notation';
import { polynomialPlain, polynomialTex, polynomialText, taylorMonomials } from '../../../protocol/polynomial';

function partial(name: OperationName, beta: MultiIndex, known: Known = []): string {
  const pieces = partialPieces(derivativeOf(name, beta, known), (index) => {
    const value = known[index];
    return [
      value === undefined
        ? { tag: 'variable', stem: 'xy'[index] ?? '?', index: '' }
        : { tag: 'text', text: String(value) },
    ];
  });
  return pieces.map((piece) => (piece.tag === 'text' ? piece.text : piece.stem + piece.index)).join('');
}

describe('a partial derivative', () => {
  test('is written in terms of the arguments', () => {
    expect(partial('sin', [1])).toBe('cos x');
    expect(partial('sin', [2])).toBe('−sin x');
    expect(partial('log', [3])).toBe('2 / x³');
    expect(partial('divide', [1, 2])).toBe('2 / y³');
    expect(partial('divide', [0, 2])).toBe('2 · x / y³');
    expect(partial('tanh', [2])).toBe('-2 · (sech x)² · tanh x');
    expect(partial('sqrt', [2])).toBe('-0.25 / (sqrt x)³');
    expect(partial('atan2', [1, 0])).toBe('y / (x² + y²)');
    expect(partial('erf', [1])).toBe('1.12838 · exp (−(x²))');
    expect(partial('subtract', [0, 1])).toBe('-1');
    expect(partial('max', [1, 0])).toBe('1 − step (y − x)');
  });

  test('contains the constants of the operation', () => {
    expect(partial('powerInt', [2, 0], [undefined, 4])).toBe('12 · x²');
    expect(partial('power', [1, 0], [undefined, 2.5])).toBe('2.5 · (x ^ 1.5)');
  });

  test('is named by its arguments if there are two', () => {
    expect(betaText([1, 0], true)).toBe('∂');
    expect(betaText([3], true)).toBe('∂³');
    expect(betaText([1, 1], false)).toBe('∂₁∂₂');
    expect(betaText([2, 1], false)).toBe('∂₁²∂₂');
  });
});

test('a number of a jet is named by its derivative', () => {
  expect(derivativeText('t5', [2, 1], ['x', 'y'])).toBe('∂³t5/∂x²∂y');
  expect(derivativeText('t5', [0, 1], ['x', 'y'])).toBe('∂t5/∂y');
  expect([0, 1, 2, 3, 4].map(primesText)).toEqual(['f', 'f′', 'f″', 'f‴', 'f⁽⁴⁾']);
});

test('the size of a jet as text', () => {
  expect(jetSizeText(jetShape(2, 2), false)).toBe('(k,R) = (2,2): C(4,2) = 6 derivatives each');
  expect(jetSizeText(jetShape(3, 3), false)).toBe('(k,R) = (3,3): C(6,3) = 20 derivatives each');
  expect(jetSizeText(MIXED_SECOND, true)).toContain('(y₀₀, y₀₁, y₁₀, y₁₁)');
});

describe('the Taylor polynomial', () => {
  const spaced = (text: string): string => text.replaceAll('\u00a0', '_');
  const monomials = taylorMonomials(jetShape(2, 2), [10, 2, -4, 7, 1, 2]);

  test('has coefficients divided by factorials, lowest degree first', () => {
    expect(spaced(polynomialText(monomials, ['x', 'y']))).toBe('10 +_7_dx +_2_dy +_dx² +_dx_dy -_2_dy²');
    expect(polynomialPlain(monomials, ['x', 'y'])).toBe('10 + 7 * dx + 2 * dy + dx^2 + dx * dy - 2 * dy^2');
    expect(polynomialTex(monomials, ['x', 'w1'])).toBe(
      '10 + 7\\,\\mathrm{d}x + 2\\,\\mathrm{d}\\mathit{w1} + \\mathrm{d}x^{2} + \\mathrm{d}x\\,\\mathrm{d}\\mathit{w1} - 2\\,\\mathrm{d}\\mathit{w1}^{2}',
    );
  });

  test('leaves out zero terms, and is 0 without terms', () => {
    expect(polynomialText(taylorMonomials(jetShape(1, 2), [0, 0, 0]), ['x'])).toBe('0');
    expect(spaced(polynomialText(taylorMonomials(jetShape(1, 2), [0, -1, 3]), ['x']))).toBe('-dx +_1.5_dx²');
    expect(polynomialTex(taylorMonomials(jetShape(1, 1), [1e-9, 0]), ['x'])).toBe('1 \\cdot 10^{-9}');
  });
});

test('table heads distinguish leaves of one input, however long their labels are', () => {
  expect(operatorText(0, 'x')).toBe('1');
  expect([1, 2].map((order) => operatorText(order, shortLeaf('weights[3]')))).toEqual(['∂weights[3]', '∂weights[3]²']);
  expect(['t.Node.1.Node.1.Leaf', 't.Node.1.Node.2.Leaf'].map(shortLeaf)).toEqual(['…ode.1.Leaf', '…ode.2.Leaf']);
});

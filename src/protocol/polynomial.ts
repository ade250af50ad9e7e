import { showNumber, superscript } from '../language/source/shown-number';
import { degree, type JetShape, type MultiIndex } from '../semantics/jets/multi-index';

/** f_α / α! · dx^α */
export interface Monomial {
  readonly coefficient: number;
  readonly index: MultiIndex;
}

/** The monomials of the Taylor polynomial in the directions: those that are not 0, lowest degree first. */
export function taylorMonomials({ indices, factorials }: JetShape, jet: ArrayLike<number>): readonly Monomial[] {
  return indices
    .map((index, i) => ({ index, coefficient: (jet[i] ?? NaN) / (factorials[i] ?? 1) }))
    .filter(({ coefficient }) => coefficient !== 0)
    .toSorted((a, b) => degree(a.index) - degree(b.index) || (a.index.join() < b.index.join() ? 1 : -1));
}

interface Notation {
  readonly number: (coefficient: number) => string;
  readonly power: (leaf: string, exponent: number) => string;
  readonly minus: string;
  readonly between: string;
  /** Between a sign and its term. */
  readonly after: string;
}

const NO_BREAK = '\u00a0';

const READ: Notation = {
  number: showNumber,
  power: (leaf, exponent) => `d${leaf}${exponent === 1 ? '' : superscript(exponent)}`,
  minus: '-',
  between: NO_BREAK,
  after: NO_BREAK,
};
const PLAIN: Notation = {
  number: showNumber,
  power: (leaf, exponent) => `d${leaf}${exponent === 1 ? '' : `^${exponent}`}`,
  minus: '-',
  between: ' * ',
  after: ' ',
};
const TEX: Notation = {
  number: texNumber,
  power: (leaf, exponent) => `\\mathrm{d}${texLeaf(leaf)}${exponent === 1 ? '' : `^{${exponent}}`}`,
  minus: '-',
  between: '\\,',
  after: ' ',
};

export function texNumber(value: number): string {
  return showNumber(value).replace(/e(-?\d+)$/u, ' \\cdot 10^{$1}');
}

export function texLeaf(label: string): string {
  return /^\p{L}$/u.test(label) ? label : `\\mathit{${label.replace(/[_{}$&#%]/gu, '\\$&')}}`;
}

/** The polynomial for display, `10 + 7 dx + 2 dy + dx² + dx dy`; lines break between terms. */
export function polynomialText(monomials: readonly Monomial[], leaves: readonly string[]): string {
  return written(monomials, leaves, READ);
}

/** The same in ASCII: `10 + 7 * dx + 2 * dy + dx^2 + dx * dy`. */
export function polynomialPlain(monomials: readonly Monomial[], leaves: readonly string[]): string {
  return written(monomials, leaves, PLAIN);
}

export function polynomialTex(monomials: readonly Monomial[], leaves: readonly string[]): string {
  return written(monomials, leaves, TEX);
}

function written(monomials: readonly Monomial[], leaves: readonly string[], notation: Notation): string {
  if (monomials.length === 0) return '0';
  return monomials
    .map(({ coefficient, index }, i) => {
      const powers = index.flatMap((n, k) => (n === 0 ? [] : [notation.power(leaves[k] ?? '?', n)]));
      const size = Math.abs(coefficient);
      const term = [...(size === 1 && powers.length > 0 ? [] : [notation.number(size)]), ...powers];
      const sign = coefficient < 0 ? notation.minus : '+';
      const lead = i === 0 ? (coefficient < 0 ? sign : '') : ` ${sign}${notation.after}`;
      return lead + term.join(notation.between);
    })
    .join('');
}

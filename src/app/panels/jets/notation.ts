import { partialKey, type Power, type SymbolicProduct, type SymbolicSum } from '../../../ad/taylor/symbolic';
import type { OperationName } from '../../../language/operations/names';
import type { PartialTerm } from '../../../language/operations/operation';
import { operationRow } from '../../../language/operations/table';
import type { JetShape, MultiIndex } from '../../../semantics/jets/multi-index';
import { showNumber, superscript } from '../../kit/format';
import type { TracePiece } from '../trace/trace-notation';

/** `(1,0)`, as the paper writes it in subscripts. */
export function indexText(index: MultiIndex): string {
  return `(${index.join(',')})`;
}

/** A derivative of the entry `name` with respect to leaves: `∂³t5/∂x²∂y`. */
export function derivativeText(name: string, index: MultiIndex, leaves: readonly string[]): string {
  const order = index.reduce((sum, n) => sum + n, 0);
  const below = index.map((n, i) => (n === 0 ? '' : `∂${leaves[i] ?? '?'}${powerText(n)}`)).join('');
  return `∂${powerText(order)}${name}/${below}`;
}

/** A derivative in one direction: `f`, `f′`, `f″`, `f‴`, `f⁽⁴⁾`. */
export function primesText(order: number): string {
  return order > 3 ? `f⁽${superscript(order)}⁾` : `f${['', '′', '″', '‴'][order] ?? ''}`;
}

/** A partial derivative of an operation: `∂₁²∂₂`, or `∂²` if it has one real argument. */
export function betaText(beta: MultiIndex, isUnary: boolean): string {
  return beta.map((n, i) => (n === 0 ? '' : `∂${isUnary ? '' : ('₁₂'[i] ?? '')}${powerText(n)}`)).join('');
}

/** A power of a derivative: `∂x²`, or `1` for order 0. */
export function operatorText(order: number, leaf = '?'): string {
  return order === 0 ? '1' : `∂${leaf}${powerText(order)}`;
}

const LONGEST_LEAF = 11;

/** The end of a long label, where leaves of one input differ: `…Node.1.Leaf`. */
export function shortLeaf(leaf = '?'): string {
  return leaf.length > LONGEST_LEAF ? `…${leaf.slice(1 - LONGEST_LEAF)}` : leaf;
}

function powerText(n: number): string {
  return n === 1 ? '' : superscript(n);
}

/** `(k,R) = (2,2): C(4,2) = 6 derivatives each`. */
export function jetSizeText(shape: JetShape, restricted: boolean): string {
  const { directions: k, order, indices } = shape;
  if (restricted) return '(k,R) = (2,2)′: 4 derivatives each, (y₀₀, y₀₁, y₁₀, y₁₁)';
  return `(k,R) = (${k},${order}): C(${order + k},${k}) = ${indices.length} derivatives each`;
}

const text = (value: string): TracePiece => ({ tag: 'text', text: value });

/** A partial derivative in the names (or numbers) of the operation's arguments: `2 · x / y³`. */
export function partialPieces(
  sum: SymbolicSum,
  argument: (index: number) => readonly TracePiece[],
): readonly TracePiece[] {
  return sum.flatMap((product, i) => {
    const pieces = productPieces({ ...product, coefficient: Math.abs(product.coefficient) }, argument);
    // The sign of a number is `-`; the operation is written as in other formulas.
    if (product.coefficient < 0) return [text(i > 0 ? ' − ' : isUnit(product) ? '−' : '-'), ...pieces];
    return i === 0 ? pieces : [text(' + '), ...pieces];
  });
}

/** Whether the coefficient of a product is not written. */
function isUnit({ coefficient, powers }: SymbolicProduct): boolean {
  return Math.abs(coefficient) === 1 && powers.some(({ exponent }) => exponent > 0);
}

function productPieces(
  { coefficient, powers }: SymbolicProduct,
  argument: (index: number) => readonly TracePiece[],
): readonly TracePiece[] {
  const above = powers.filter(({ exponent }) => exponent > 0).map((power) => powerPieces(power, argument));
  const below = powers
    .filter(({ exponent }) => exponent < 0)
    .map((power) => powerPieces({ ...power, exponent: -power.exponent }, argument));
  const numerator = joined(
    coefficient === 1 && above.length > 0 ? above : [[text(showNumber(coefficient))], ...above],
    ' · ',
  );
  if (below.length === 0) return numerator;
  const divisor = joined(below, ' · ');
  return [...numerator, text(' / '), ...(below.length === 1 ? divisor : bracketed(divisor))];
}

function joined(parts: readonly (readonly TracePiece[])[], separator: string): readonly TracePiece[] {
  return parts.flatMap((part, i) => (i === 0 ? part : [text(separator), ...part]));
}

function bracketed(pieces: readonly TracePiece[]): readonly TracePiece[] {
  return [text('('), ...pieces, text(')')];
}

function powerPieces(
  { base, exponent }: Power,
  argument: (index: number) => readonly TracePiece[],
): readonly TracePiece[] {
  const pieces = termPieces(base, argument);
  const isFunction = base.tag === 'operation' && operationRow(base.operation).notation.form === 'function';
  const isWhole = base.tag === 'argument' || (isFunction && exponent === 1);
  const whole = isWhole ? pieces : bracketed(pieces);
  return exponent === 1 ? whole : [...whole, text(superscript(exponent))];
}

/** An operation in its notation; arguments that are operations themselves are in brackets. */
function termPieces(term: PartialTerm, argument: (index: number) => readonly TracePiece[]): readonly TracePiece[] {
  switch (term.tag) {
    case 'argument':
      return argument(term.index);
    case 'real':
    case 'int':
      return [text(term.value < 0 ? `(${showNumber(term.value)})` : showNumber(term.value))];
    case 'operation': {
      const { form, unicode } = operationRow(term.operation).notation;
      const [left, right] = term.arguments;
      if (
        term.operation === 'multiply' &&
        left !== undefined &&
        right !== undefined &&
        partialKey(left) === partialKey(right)
      )
        return powerPieces({ base: left, key: partialKey(left), exponent: 2 }, argument);
      const isSum = term.operation === 'add' || term.operation === 'subtract';
      const args = term.arguments.map((each) => {
        const pieces = termPieces(each, argument);
        return each.tag !== 'operation' || (isSum && PRODUCTS.includes(each.operation)) ? pieces : bracketed(pieces);
      });
      if (form === 'infix') return joined(args, ` ${unicode} `);
      if (form === 'prefix') return [text(unicode), ...args.flat()];
      return [text(unicode), ...args.flatMap((each) => [text(' '), ...each])];
    }
  }
}

/** Operations that bind more tightly than a sum. */
const PRODUCTS: readonly OperationName[] = ['multiply', 'divide', 'power', 'powerInt'];

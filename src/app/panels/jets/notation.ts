import { partialKey, type Power, type SymbolicProduct, type SymbolicSum } from '../../../ad/taylor/symbolic';
import type { OperationName } from '../../../language/operations/names';
import type { PartialTerm } from '../../../language/operations/operation';
import { operationRow } from '../../../language/operations/table';
import type { JetShape, MultiIndex } from '../../../semantics/jets/multi-index';
import { showNumber, superscript } from '../../charts/numbers';
import type { Piece } from '../trace/trace-notation';

/** `(1,0)`, as the paper writes it below a variable. */
export function indexText(index: MultiIndex): string {
  return `(${index.join(',')})`;
}

/** `∂³t5/∂x²∂y`, of what has that name, by these leaves. */
export function derivativeText(name: string, index: MultiIndex, leaves: readonly string[]): string {
  const order = index.reduce((sum, n) => sum + n, 0);
  const below = index.map((n, i) => (n === 0 ? '' : `∂${leaves[i] ?? '?'}${powerText(n)}`)).join('');
  return `∂${powerText(order)}${name}/${below}`;
}

/** `f`, `f′`, `f″`, `f‴`, `f⁽⁴⁾`: of one direction. */
export function primesText(order: number): string {
  return order > 3 ? `f⁽${superscript(order)}⁾` : `f${['', '′', '″', '‴'][order] ?? ''}`;
}

/** `∂₁²∂₂`, by the arguments of an operation; `∂²` where it has one real argument. */
export function betaText(beta: MultiIndex, isUnary: boolean): string {
  return beta.map((n, i) => (n === 0 ? '' : `∂${isUnary ? '' : ('₁₂'[i] ?? '')}${powerText(n)}`)).join('');
}

/** `∂x²`; `1` where it is not differentiated. */
export function operatorText(order: number, leaf = '?'): string {
  return order === 0 ? '1' : `∂${leaf}${powerText(order)}`;
}

const LONGEST_LEAF = 11;

/** Of a long label the end, where leaves of one input differ: `…Node.1.Leaf`. */
export function shortLeaf(leaf = '?'): string {
  return leaf.length > LONGEST_LEAF ? `…${leaf.slice(1 - LONGEST_LEAF)}` : leaf;
}

function powerText(n: number): string {
  return n === 1 ? '' : superscript(n);
}

/** `(k,R) = (2,2): C(4,2) = 6 derivatives each`. */
export function sizeText(shape: JetShape, restricted: boolean): string {
  const { directions: k, order, indices } = shape;
  if (restricted) return '(k,R) = (2,2)′: 4 derivatives each, (y₀₀, y₀₁, y₁₀, y₁₁)';
  return `(k,R) = (${k},${order}): C(${order + k},${k}) = ${indices.length} derivatives each`;
}

const text = (value: string): Piece => ({ tag: 'text', text: value });

/** A partial derivative written out over the names (or numbers) of the operation's arguments: `2 · x / y³`. */
export function partialPieces(sum: SymbolicSum, argument: (index: number) => readonly Piece[]): readonly Piece[] {
  return sum.flatMap((product, i) => {
    const pieces = productPieces({ ...product, coefficient: Math.abs(product.coefficient) }, argument);
    if (product.coefficient < 0) return [text(i === 0 ? '−' : ' − '), ...pieces];
    return i === 0 ? pieces : [text(' + '), ...pieces];
  });
}

function productPieces(
  { coefficient, powers }: SymbolicProduct,
  argument: (index: number) => readonly Piece[],
): readonly Piece[] {
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

function joined(parts: readonly (readonly Piece[])[], separator: string): readonly Piece[] {
  return parts.flatMap((part, i) => (i === 0 ? part : [text(separator), ...part]));
}

function bracketed(pieces: readonly Piece[]): readonly Piece[] {
  return [text('('), ...pieces, text(')')];
}

function powerPieces({ base, exponent }: Power, argument: (index: number) => readonly Piece[]): readonly Piece[] {
  const pieces = termPieces(base, argument);
  const isFunction = base.tag === 'operation' && operationRow(base.operation).notation.form === 'function';
  const isWhole = base.tag === 'argument' || (isFunction && exponent === 1);
  const whole = isWhole ? pieces : bracketed(pieces);
  return exponent === 1 ? whole : [...whole, text(superscript(exponent))];
}

/** An operation as the table writes it; its arguments in brackets where they are operations themselves. */
function termPieces(term: PartialTerm, argument: (index: number) => readonly Piece[]): readonly Piece[] {
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

/** They bind more tightly than a sum. */
const PRODUCTS: readonly OperationName[] = ['multiply', 'divide', 'power', 'powerInt'];

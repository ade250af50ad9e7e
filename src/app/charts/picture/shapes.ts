import {
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  type SymbolType,
  symbolWye,
} from 'd3-shape';

/** Names differ by symbols and dashes too, for readers who do not see the colours. */
const SYMBOLS: readonly SymbolType[] = [
  symbolCircle,
  symbolTriangle,
  symbolSquare,
  symbolDiamond,
  symbolCross,
  symbolStar,
  symbolWye,
];
const DASHES = ['', '7 4', '2 3', '10 3 2 3', '12 4', '5 2'] as const;

/** Returns the symbol of the name with this index; that of marks without a name is a circle. */
export function symbolOf(index: number): SymbolType {
  return SYMBOLS[Math.max(0, index) % SYMBOLS.length] ?? symbolCircle;
}

/** Returns the dash of the name with this index; that of lines without a name is none. */
export function dashOf(index: number): string {
  return DASHES[Math.max(0, index) % DASHES.length] ?? '';
}

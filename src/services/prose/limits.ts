/**
 * The limits on rendered prose. They are far beyond what a reader could read, and keep the page from being laid out for
 * longer than a moment.
 */
export const LIMITS = {
  /** Milliseconds for a cell. The other limits come first, but on a machine that is busy with other things. */
  time: 1_000,
  /** Blocks, formulas and marked words of a cell, as elements of HTML. */
  elements: 20_000,
  /** What the parser reads of a cell before it stops, in its own units. */
  tokens: 100_000,
  /** Characters of HTML for a cell. */
  html: 2_000_000,
  /** Characters of a paragraph, a heading or a cell of a table, and of a block of code. */
  text: 20_000,
  /** Lists and quotations, tables, and marks in each other. */
  nesting: 50,
  rows: 1_000,
  columns: 100,
  formula: {
    characters: 5_000,
    /** Symbols after macros have been expanded, where those in nested groups count repeatedly. */
    symbols: 100_000,
    elements: 5_000,
    /** Elements of HTML in each other: some six for a fraction or a root. */
    nesting: 150,
  },
} as const;

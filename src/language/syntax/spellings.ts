/** Symbols of the language. */
const SYMBOLS = [
  ...['->', '<-', '<=', '>=', '/=', '<.', '>.', '||', '&&', '|>', '::', '++', '..'],
  ...['(', ')', '[', ']', '{', '}', ',', ';', ':', '.', '=', '<', '>', '+', '-', '*', '/', '^', '|'],
] as const;

/** Unicode spellings and the ASCII symbols that they mean. */
const UNICODE_SYMBOLS = [
  ['→', '->'],
  ['←', '<-'],
  ['×', '*'],
  ['≤', '<='],
  ['≥', '>='],
  ['≠', '/='],
  ['⋖', '<.'],
  ['⋗', '>.'],
  ['⟨', '('],
  ['⟩', ')'],
] as const;

/** Unicode spellings of words. */
export const UNICODE_WORDS: ReadonlyMap<string, { readonly kind: 'fixed' | 'name'; readonly text: string }> = new Map([
  ['λ', { kind: 'fixed', text: 'fun' }],
  ['ℝ', { kind: 'name', text: 'real' }],
  ['∇', { kind: 'name', text: 'grad' }],
]);

/** Spellings of other languages, ours, and what they are for: they are read as if ours had been written. */
const FOREIGN_SYMBOLS = [
  ['===', '=', 'equality'],
  ['!==', '/=', 'inequality'],
  ['==', '=', 'equality'],
  ['!=', '/=', 'inequality'],
  ['<>', '/=', 'inequality'],
  ['=>', '->', 'an arrow'],
  [':=', '=', 'a definition'],
  ['**', '^', 'a power'],
  ['\\', 'fun', 'a function'],
  ['−', '-', 'minus'],
  ['·', '*', 'a product'],
  ['⋅', '*', 'a product'],
  ['÷', '/', 'a quotient'],
  ['∧', '&&', '"and"'],
  ['∨', '||', '"or"'],
  ['…', '..', 'a range'],
  ['&', '&&', '"and"'],
  ['//', 'comment', 'a comment'],
  ['#', 'comment', 'a comment'],
] as const;

export interface Spelling {
  readonly written: string;
  /** In ASCII; `comment` for the opening of a comment that reaches to the end of the line. */
  readonly symbol: string;
  /** For a spelling of other languages: what it is for. */
  readonly foreign: string | undefined;
}

const ALL_SPELLINGS: readonly Spelling[] = [
  ...SYMBOLS.map((symbol) => ({ written: symbol, symbol, foreign: undefined })),
  ...UNICODE_SYMBOLS.map(([written, symbol]) => ({ written, symbol, foreign: undefined })),
  ...FOREIGN_SYMBOLS.map(([written, symbol, foreign]) => ({ written, symbol, foreign })),
];

/** Every spelling of a symbol by its first character, the longest first. */
export const SPELLINGS: ReadonlyMap<string, readonly Spelling[]> = new Map(
  ALL_SPELLINGS.map(({ written }) => [
    written.charAt(0),
    ALL_SPELLINGS.filter((other) => other.written.startsWith(written.charAt(0))).sort(
      (a, b) => b.written.length - a.written.length,
    ),
  ]),
);

/** Hints for characters that begin nothing in the language. */
export const UNKNOWN_CHARACTER_HINTS: ReadonlyMap<string, string> = new Map([
  ['!', 'negation is the function `not`'],
  ['¬', 'negation is the function `not`'],
  ['%', 'the remainder of ints is the function `mod`'],
  ["'", 'strings are written between double quotes, type variables without a quote'],
  ['`', 'strings are written between double quotes'],
  ['“', 'strings are written between straight double quotes'],
  ['”', 'strings are written between straight double quotes'],
  ['‘', 'strings are written between straight double quotes'],
  ['’', "a prime is the straight quote '"],
]);

/** The symbols of the language. */
const SYMBOLS = [
  ...['->', '<-', '<=', '>=', '/=', '<.', '>.', '||', '&&', '|>', '::', '++', '..'],
  ...['(', ')', '[', ']', '{', '}', ',', ';', ':', '.', '=', '<', '>', '+', '-', '*', '/', '^', '|'],
] as const;

/** Unicode spellings and the ASCII symbols that they stand for. */
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

/** Spellings of other languages, the local ones, and their meaning. They are parsed as the local spelling. */
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
  /** The symbol in ASCII, or `comment` if it starts a comment that extends to the end of the line. */
  readonly symbol: string;
  /** The meaning of a spelling from another language. */
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

/** Hints for characters that start no token. */
export const UNKNOWN_CHARACTER_HINTS: ReadonlyMap<string, string> = new Map([
  ['!', 'for logical negation, write `not a`; a value does not change, so it is read by its name alone'],
  ['¬', 'for logical negation, write `not a`'],
  ['%', 'for the remainder of two ints, write `mod a b`'],
  ["'", 'strings use double quotes, and type variables have no quote'],
  ['`', 'strings use double quotes'],
  ['@', 'for a product of matrices, write `matmul a b`; on the command line, `--set xs=@FILE` reads data'],
  ['$', 'group with parentheses: `f (g x)`'],
  ['?', 'write a condition as `if c then a else b`'],
  ['√', 'write `sqrt x`'],
  ['∑', 'write `sum xs`'],
  ['∏', 'write `product xs`'],
  ['∂', 'write `deriv f x` or `grad f x`'],
  ['²', 'write `x ^ 2`'],
  ['³', 'write `x ^ 3`'],
  ['“', 'strings use straight double quotes'],
  ['”', 'strings use straight double quotes'],
  ['‘', 'strings use straight double quotes'],
  ['’', "write a prime as the straight quote '"],
]);

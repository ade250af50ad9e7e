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

/** Spellings of other languages, ours, and how the message begins: they are read as if ours had been written. */
const FOREIGN_SYMBOLS = [
  ['===', '=', 'equality is'],
  ['!==', '/=', 'inequality is'],
  ['==', '=', 'equality is'],
  ['!=', '/=', 'inequality is'],
  ['<>', '/=', 'inequality is'],
  ['=>', '->', 'an arrow is'],
  [':=', '=', 'a definition is written with'],
  ['**', '^', 'a power is'],
  ['\\', 'fun', 'a function is written `fun x -> ...`, with'],
  ['−', '-', 'minus is the plain hyphen'],
  ['·', '*', 'a product is'],
  ['⋅', '*', 'a product is'],
  ['÷', '/', 'a quotient is'],
  ['∧', '&&', '"and" is'],
  ['∨', '||', '"or" is'],
  ['…', '..', 'a range is'],
  ['&', '&&', '"and" is'],
] as const;

export interface Spelling {
  readonly symbol: string;
  /** For a spelling of other languages: the beginning of the sentence that names ours. */
  readonly foreign: string | undefined;
}

/** Every spelling of a symbol; the longest that matches counts. */
export const SPELLINGS: ReadonlyMap<string, Spelling> = new Map<string, Spelling>([
  ...SYMBOLS.map((symbol) => [symbol, { symbol, foreign: undefined }] as const),
  ...UNICODE_SYMBOLS.map(([spelling, symbol]) => [spelling, { symbol, foreign: undefined }] as const),
  ...FOREIGN_SYMBOLS.map(([spelling, symbol, foreign]) => [spelling, { symbol, foreign }] as const),
]);

export const LONGEST_SPELLING = 3;

/** Other languages' openings of comments: the rest of the line is read as a comment. */
export const FOREIGN_COMMENTS: readonly string[] = ['//', '#'];

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

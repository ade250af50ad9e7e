/**
 * The kinds of tokens. `fixed` are keywords and punctuation; `error` is text that the lexer has already reported; `end`
 * is the end of an item as the parser sees it.
 */
export type TokenKind = 'name' | 'constructor' | 'number' | 'string' | 'fixed' | 'error' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** A keyword, symbol or name in its ASCII spelling; a number as written; the value of a string. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether a space or comment separates it from the previous token: `f [i]` is not `f[i]`. */
  readonly spaceBefore: boolean;
  /** Whether it starts a top-level item: it is in the first column of a line, and is no `and` that continues a `let`. */
  readonly startsItem: boolean;
}

export const KEYWORDS: ReadonlySet<string> = new Set(
  'type let rec and in input fun if then else match with case of fold over from do true false'.split(' '),
);

/** Whether `token` is the keyword or symbol `text`. */
export function isFixed(token: Token, text: string): boolean {
  return token.text === text && token.kind === 'fixed';
}

/** Returns a description of a token for the middle of a message. */
export function describeToken(token: Token): string {
  switch (token.kind) {
    case 'number':
      return `the number \`${token.text}\``;
    case 'string':
      return 'a string';
    case 'end':
      return 'the end';
    case 'name':
    case 'constructor':
    case 'fixed':
    case 'error':
      return `\`${token.text}\``;
  }
}

/** The word that starts a data item, if a name and a colon follow it. It is not a keyword: tables can have this name. */
export const DATA = 'data';

/** The word that starts an import, if a string follows it. It is not a keyword either. */
export const IMPORT = 'import';

/** What a token in an unexpected place may mean. */
export const MISPLACED_HINTS: ReadonlyMap<string, string> = new Map([
  ['<-', 'to compare with a negative number, add a space: `x < -1`'],
  [';', '`;` only separates the statements of `do { ... }`: remove it, and start each definition on its own line'],
  ['and', 'logical "and" is written `&&`; the keyword joins the functions of a `let rec`'],
  ['|', 'logical "or" is written `||`'],
  [':', 'an annotation needs parentheses: `(x : real)`'],
  [',', 'a pair needs parentheses: `(a, b)`'],
  ['..', 'the ints from 1 to 3 are `range 1 4`'],
  ['else', 'there is no `if` before it'],
  ['type', 'start a new definition in the first column of a line'],
  ['let', 'start a new definition in the first column of a line'],
  ['input', 'start a new definition in the first column of a line'],
]);

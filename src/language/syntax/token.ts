/**
 * `fixed` are keywords and punctuation; `error` stands for text that the lexer has already complained about; `end` is
 * the end of an item as the parser sees it.
 */
export type TokenKind = 'name' | 'constructor' | 'number' | 'string' | 'fixed' | 'error' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** A keyword, symbol or name in its ASCII spelling; a number as written; the value of a string. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether anything (a blank, a comment) separates it from the token before: `f [i]` is not `f[i]`. */
  readonly spaceBefore: boolean;
  /** Whether it stands in the first column of a line, and so starts a top-level item. */
  readonly startsItem: boolean;
}

export const KEYWORDS: ReadonlySet<string> = new Set(
  'type let rec and in input fun if then else match with case of fold over from do true false'.split(' '),
);

/** Whether `token` is the keyword or symbol `text`. */
export function isFixed(token: Token, text: string): boolean {
  return token.text === text && token.kind === 'fixed';
}

/** A token for the middle of a message. */
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

/** What may be meant by a token that is not expected where it stands. */
export const MISPLACED_HINTS: ReadonlyMap<string, string> = new Map([
  ['<-', 'for "less than minus" leave a space: `x < -1`'],
  [';', 'only the statements of `do { ... }` are separated by `;`; every other item starts on a line of its own'],
  ['and', '"and" is written `&&`; the keyword joins the bindings of `let rec`'],
  ['|', '"or" is written `||`'],
  [':', 'an annotation needs parentheses: `(x : real)`'],
  [',', 'a pair needs parentheses: `(a, b)`'],
  ['else', 'it belongs to no `if`'],
  ['type', 'a new item starts in the first column of a line'],
  ['let', 'a new item starts in the first column of a line'],
  ['input', 'a new item starts in the first column of a line'],
]);

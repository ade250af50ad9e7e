import { error, type Diagnostic } from '../source/diagnostic';
import { replacement } from '../source/fix';
import { span } from '../source/span';
import { SPELLINGS, UNICODE_WORDS, UNKNOWN_CHARACTER_HINTS } from './spellings';
import { KEYWORDS, type Token, type TokenKind } from './token';
import type { Comment } from './tree';

export interface Lexed {
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Cuts a text into tokens. It never fails: unknown text is reported and becomes an `error` token. */
export function lex(text: string, cell: number): Lexed {
  const lexer = new Lexer(text, cell);
  lexer.run();
  return lexer;
}

const LOWER_START = /[\p{Ll}_]|(?=\p{L})\p{Script=Greek}/uy;
const UPPER_START = /[\p{Lu}\p{Lt}]/uy;
const WORD_REST = /[\p{L}0-9_']*/uy;
const LETTER = /[\p{L}_]/uy;
const DIGITS = /[0-9]+/y;
const NUMBER = /[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const BLANK = /[\s\uFEFF]+/y;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const COMMENT_EDGE = /\{-|-\}/g;
const GOOD_ESCAPES = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/g;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isAsciiLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

/** Whether a code is an ASCII letter, digit, `_` or `'`; false past the end of the text. */
function isAsciiWordPart(code: number): boolean {
  return isAsciiLetter(code) || isDigit(code) || code === 0x5f || code === 0x27;
}

class Lexer implements Lexed {
  readonly tokens: Token[] = [];
  readonly comments: Comment[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #text: string;
  readonly #cell: number;
  #at = 0;
  #previousEnd = 0;
  /** Whether the item at this place starts with `let`, so that `and` in the first column continues it. */
  #inLet = false;

  constructor(text: string, cell: number) {
    this.#text = text;
    this.#cell = cell;
  }

  run(): void {
    const text = this.#text;
    while (this.#at < text.length) {
      const code = text.charCodeAt(this.#at);
      if (code === 0x20 || code === 0x0a) this.#at += 1;
      else if (isAsciiLetter(code)) this.#asciiWord(code);
      else if (isDigit(code)) this.#number();
      else if (code < 0x80 && this.#comment()) continue;
      else if (code < 0x80 && this.#symbol()) continue;
      else if (!this.#blank() && !this.#word() && !this.#string() && !this.#symbol()) this.#unknown();
    }
  }

  /** Handles the common case of `#word` without regular expressions. */
  #asciiWord(first: number): void {
    const text = this.#text;
    let end = this.#at + 1;
    while (isAsciiWordPart(text.charCodeAt(end))) end += 1;
    const next = text.charCodeAt(end);
    const capital = first <= 0x5a;
    if (next >= 0x80 || (capital && next === 0x2e)) {
      this.#word();
      return;
    }
    const word = text.slice(this.#at, end);
    if (capital) this.#push('constructor', word, end);
    else this.#push(KEYWORDS.has(word) ? 'fixed' : 'name', word, end);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0];
  }

  #push(kind: TokenKind, text: string, end: number): void {
    const start = this.#at;
    const before = this.#text[start - 1];
    const inFirstColumn = start === 0 || before === '\n' || (start === 1 && before === '\uFEFF');
    const startsItem = inFirstColumn && !(this.#inLet && kind === 'fixed' && text === 'and');
    if (startsItem) this.#inLet = kind === 'fixed' && text === 'let';
    this.tokens.push({
      kind,
      text,
      start,
      end,
      spaceBefore: this.#previousEnd !== start,
      startsItem,
    });
    this.#at = end;
    this.#previousEnd = end;
  }

  #report(code: string, message: string, start: number, end: number, hint?: string, replacing?: string): void {
    const place = span(this.#cell, start, end);
    const fix = replacing === undefined ? undefined : replacement(place, replacing);
    this.diagnostics.push(error(code, place, message, { hint, fix }));
  }

  #blank(): boolean {
    const blank = this.#match(BLANK);
    this.#at += blank?.length ?? 0;
    return blank !== undefined;
  }

  #comment(): boolean {
    if (this.#text.startsWith('--', this.#at)) this.#keepComment(this.#lineEnd());
    else if (this.#text.startsWith('{-', this.#at)) this.#blockComment();
    else return this.#foreignComment();
    return true;
  }

  /** Reports a comment of OCaml or of C, and skips it. */
  #foreignComment(): boolean {
    const start = this.#at;
    const closer = this.#text.startsWith('(*', start) ? '*)' : this.#text.startsWith('/*', start) ? '*/' : undefined;
    const last = closer === undefined ? -1 : this.#text.indexOf(closer, start + 2);
    if (last < 0) return false;
    const edits = [
      { span: span(this.#cell, start, start + 2), text: '{-' },
      { span: span(this.#cell, last, last + 2), text: '-}' },
    ];
    const message = 'a comment is written `{- ... -}` here';
    const fix = { tag: 'edit', title: 'Write as `{- ... -}`', edits } as const;
    this.diagnostics.push(error('foreign-spelling', span(this.#cell, start, start + 2), message, { fix }));
    this.#keepComment(last + 2);
    return true;
  }

  #keepComment(end: number): void {
    this.comments.push({ text: this.#text.slice(this.#at, end), span: span(this.#cell, this.#at, end) });
    this.#at = end;
  }

  #lineEnd(): number {
    const found = this.#text.indexOf('\n', this.#at);
    const end = found < 0 ? this.#text.length : found;
    return this.#text[end - 1] === '\r' ? end - 1 : end;
  }

  #blockComment(): void {
    const start = this.#at;
    COMMENT_EDGE.lastIndex = start;
    let depth = 0;
    do {
      const edge = COMMENT_EDGE.exec(this.#text);
      if (edge === null) {
        const hint = 'end it with `-}`; comments nest, so every `{-` needs its own';
        this.#report('unclosed-comment', 'this comment is never closed', start, start + 2, hint);
        this.#keepComment(this.#text.length);
        return;
      }
      depth += edge[0] === '{-' ? 1 : -1;
    } while (depth > 0);
    this.#keepComment(COMMENT_EDGE.lastIndex);
  }

  #number(): void {
    const last = this.tokens.at(-1);
    const afterDot = last?.kind === 'fixed' && last.text === '.';
    const start = this.#at;
    const text = this.#match(afterDot ? DIGITS : NUMBER) ?? '';
    const end = start + text.length;
    this.#at = end;
    const letters = this.#match(LETTER) === undefined ? '' : (this.#match(WORD_REST) ?? '');
    this.#at = start;
    if (letters !== '') {
      const digits = /^_[0-9_]+$/.test(letters) ? text + letters.replaceAll('_', '') : undefined;
      const product = afterDot ? undefined : (digits ?? `${text} * ${letters}`);
      const hint =
        digits !== undefined && !afterDot
          ? `write \`${digits}\``
          : product === undefined
            ? 'select a component by its number: `p.1`'
            : `to multiply, write \`${product}\``;
      const whole = text + letters;
      const wholeEnd = end + letters.length;
      const message = `\`${whole}\` is neither a number nor a name`;
      this.#report('malformed-number', message, start, wholeEnd, hint, product);
      this.#push('error', whole, wholeEnd);
      return;
    }
    const value = Number(text);
    if (!Number.isFinite(value)) {
      const hint = 'reals go up to about 1.8e308';
      this.#report('number-too-large', `\`${text}\` is too large for a real`, start, end, hint);
    } else if (value > Number.MAX_SAFE_INTEGER && /^[0-9]+$/.test(text)) {
      const hint = 'ints go up to 9007199254740991; for a real, add a decimal point or an exponent';
      this.#report('int-too-large', `\`${text}\` is too large for an int`, start, end, hint);
    }
    this.#push('number', text, end);
  }

  #word(): boolean {
    const symbol = this.#text[this.#at] ?? '';
    const unicode = UNICODE_WORDS.get(symbol);
    if (unicode !== undefined) {
      this.#push(unicode.kind, unicode.text, this.#at + symbol.length);
      return true;
    }
    if (this.#match(LOWER_START) !== undefined) {
      const text = this.#match(WORD_REST) ?? '';
      this.#push(text === '_' || KEYWORDS.has(text) ? 'fixed' : 'name', text, this.#at + text.length);
      return true;
    }
    if (this.#match(UPPER_START) === undefined) return false;
    const start = this.#at;
    const module = this.#match(WORD_REST) ?? '';
    const member = this.#memberAfter(start + module.length);
    this.#at = start;
    if (member === undefined) this.#push('constructor', module, start + module.length);
    else this.#push(member.kind, `${module}.${member.text}`, start + module.length + 1 + member.text.length);
    return true;
  }

  /** Returns the name after `Module.`, if one follows directly, and moves past it. */
  #memberAfter(dot: number): { readonly kind: 'name' | 'constructor'; readonly text: string } | undefined {
    if (this.#text[dot] !== '.') return undefined;
    this.#at = dot + 1;
    const lower = this.#match(LOWER_START) !== undefined;
    if (!lower && this.#match(UPPER_START) === undefined) return undefined;
    const text = this.#match(WORD_REST) ?? '';
    if (UNICODE_WORDS.has(text) || text === '_' || KEYWORDS.has(text)) return undefined;
    return { kind: lower ? 'name' : 'constructor', text };
  }

  #string(): boolean {
    if (this.#text[this.#at] !== '"') return false;
    const start = this.#at;
    const literal = this.#match(STRING);
    if (literal === undefined) {
      const end = this.#lineEnd();
      const hint = 'close it with `"` on the same line; write a line break inside as `\\n`';
      this.#report('unclosed-string', 'this string is never closed', start, end, hint);
      this.#push('error', this.#text.slice(start, end), end);
      return true;
    }
    const end = start + literal.length;
    const badEscape = literal.replace(GOOD_ESCAPES, (escape) => ' '.repeat(escape.length)).indexOf('\\');
    if (badEscape >= 0) {
      const at = start + badEscape;
      const hint = 'use one of `\\"` `\\\\` `\\/` `\\b` `\\f` `\\n` `\\r` `\\t` or `\\u` and four hexadecimal digits';
      const shown = this.#text.slice(at, at + 2);
      this.#report('bad-escape', `\`${shown}\` is not an escape sequence`, at, at + 2, hint);
      this.#push('error', literal, end);
      return true;
    }
    // JSON forbids raw control characters; the language allows them (a tab).
    const json = literal.replace(/\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
    this.#push('string', String(JSON.parse(json)), end);
    return true;
  }

  #symbol(): boolean {
    const start = this.#at;
    const first = this.#text[start] ?? '';
    const spelling = SPELLINGS.get(first)?.find(({ written }) => this.#text.startsWith(written, start));
    if (spelling === undefined) return false;
    const { written, symbol, foreign } = spelling;
    const end = start + written.length;
    if (symbol === 'comment') {
      const message = `a comment starts with \`--\`, not \`${written}\``;
      this.#report('foreign-spelling', message, start, end, undefined, '--');
      this.#at = this.#lineEnd();
      return true;
    }
    const last = this.tokens.at(-1);
    if (written === ':=' && last?.kind === 'name' && last.startsItem) {
      this.#assignment(last, end);
      return true;
    }
    if (foreign !== undefined) {
      const message = `${foreign} is written \`${symbol}\` here, not \`${written}\``;
      this.#report('foreign-spelling', message, start, end, undefined, this.#spaced(symbol, end));
    }
    this.#push('fixed', symbol, end);
    return true;
  }

  /** Reports `x := e` at the start of an item. */
  #assignment(name: Token, end: number): void {
    const place = span(this.#cell, this.#at, end);
    const edits = [
      { span: span(this.#cell, name.start, name.start), text: 'let ' },
      { span: place, text: '=' },
    ];
    const written = `let ${name.text} = ...`;
    const message = `a definition is written \`${written}\` here, not \`${name.text} := ...\``;
    const fix = { tag: 'edit', title: `Write as \`${written}\``, edits } as const;
    this.diagnostics.push(error('foreign-spelling', place, message, { fix }));
    this.#push('error', ':=', end);
  }

  /** Returns a symbol with a space after it if it would run into the word at `end`: `\x` is `fun x`. */
  #spaced(symbol: string, end: number): string {
    return KEYWORDS.has(symbol) && /^[\p{L}0-9_]/u.test(this.#text.slice(end, end + 2)) ? `${symbol} ` : symbol;
  }

  /** Whether the item has a `:=` already. */
  #isAssigning(): boolean {
    const from = this.tokens.findLastIndex(({ startsItem }) => startsItem);
    const start = this.tokens[from]?.start ?? 0;
    return this.diagnostics.some(({ span: { start: at, end } }) => at >= start && this.#text.slice(at, end) === ':=');
  }

  #unknown(): void {
    const start = this.#at;
    const character = String.fromCodePoint(this.#text.codePointAt(start) ?? 0);
    const end = start + character.length;
    const last = this.tokens.at(-1);
    if (last?.kind === 'error' && last.end === start && this.diagnostics.at(-1)?.code === 'unknown-character') {
      this.#push('error', character, end);
      return;
    }
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    // In `x := !x + 1`, the assignment is the mistake.
    if (character === '!' && this.#isAssigning()) {
      this.#push('error', character, end);
      return;
    }
    const isInvisible = /[\p{C}\p{M}\p{Z}]/u.test(character);
    const shown = character === '`' ? 'a backquote' : isInvisible ? `the character U+${code}` : `\`${character}\``;
    const isLetter = /\p{L}/u.test(character);
    const hint =
      UNKNOWN_CHARACTER_HINTS.get(character) ??
      (isLetter ? `start a name with a lowercase letter, as in \`x${character}\`` : undefined);
    this.#report('unknown-character', `${shown} has no meaning here`, start, end, hint);
    this.#push('error', character, end);
  }
}

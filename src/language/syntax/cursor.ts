import { error, type Advice, type Diagnostic } from '../source/diagnostic';
import { replacement } from '../source/fix';
import { once } from '../source/once';
import { span, type Span } from '../source/span';
import { cellNames } from './cell-names';
import { endsOperand, foreignShape } from './foreign-shapes';
import { FOREIGN_SYNTAX } from './foreign-words';
import { describeToken, isFixed, KEYWORDS, MISPLACED_HINTS, type Token } from './token';
import type { Identifier } from './tree';

/**
 * The limit on nested brackets and operators. A chain of operators of one level counts as one, and chains of `let ... in` and `else` do not count. A worker in a browser has
 * half the stack of Node, and overflows at about 360.
 */
export const MAX_DEPTH = 200;

/** What to do about an expression that is nested too deep. */
const NAME_PARTS = 'name parts of it with `let ... in`';

/** Items of more tokens are not searched for constructs of other languages. */
const LONG_ITEM = 500;

/** Tokens that cannot start an item. In the first column they continue the item above and should be indented. */
const CONTINUATIONS = new Set(
  ') ] } , ; : . = < > <= >= /= <. >. || && |> :: ++ + * / ^ | -> <- .. and in then else with of over from'.split(' '),
);

/**
 * The parser's state: a position in the tokens of one item, and the diagnostics so far.
 *
 * After `fail` the rest of the item is skipped: the cursor is at the item's end, and nothing more is reported. So
 * parsing functions need no error handling of their own; the tree that they build is discarded.
 */
export class Cursor {
  readonly cell: number;
  readonly diagnostics: Diagnostic[] = [];
  /** Where the last line starts that should be indented, because it follows an `in`. */
  unindented: number | undefined;
  /** The names that the item has bound so far. */
  names: Identifier[] = [];
  /** The types that the item has declared so far. */
  types: Identifier[] = [];
  /** The arrow of the arm around this place, unless a bracket lies between: a `match` here needs parentheses. */
  arm: Span | undefined = undefined;
  /** The height of the tree that the last parsing function returned. */
  height = 0;
  /** Whether all items before this one are imports. */
  canImport = true;
  /** Whether the item's tree is unusable. */
  broken = false;
  #depth = 0;
  /** The words of the cell. */
  readonly cellNames = once(() => cellNames(this.#tokens));
  readonly #tokens: readonly Token[];
  #at = 0;
  #limit = 0;
  #itemStart = 0;
  /** The starts of the item's statements of the form `pattern <- e`, computed on demand. */
  #bindings: ReadonlySet<number> | undefined = undefined;

  constructor(tokens: readonly Token[], cell: number) {
    this.#tokens = tokens;
    this.cell = cell;
  }

  // Items

  /** Moves to the next item; returns false if there is none. */
  startItem(): boolean {
    this.#at = this.#limit;
    this.#itemStart = this.#at;
    this.names = [];
    this.types = [];
    this.arm = undefined;
    this.height = 0;
    this.broken = false;
    this.#depth = 0;
    const first = this.#tokens[this.#at];
    if (first === undefined) return false;
    this.extend();
    if (!first.startsItem) {
      const hint = 'remove the spaces before it';
      this.mend('indented-item', 'this must start in the first column', this.spanOf(first), { hint });
    }
    return true;
  }

  /** Adds the next item's tokens to this one. */
  extend(): void {
    let limit = this.#limit + 1;
    while (this.#tokens[limit]?.startsItem === false) limit += 1;
    this.#limit = Math.min(limit, this.#tokens.length);
    this.#bindings = undefined;
  }

  /** Returns the first token of the item after this one. */
  nextItem(): Token | undefined {
    return this.#tokens[this.#limit];
  }

  /** Ends the item here, without a diagnostic. */
  abandon(): void {
    this.broken = true;
    this.#noteLaterNames();
    this.#at = this.#limit;
  }

  #findBindings(): ReadonlySet<number> {
    const found = new Set<number>();
    const starts: number[] = [];
    for (let at = this.#itemStart; at < this.#limit; at += 1) {
      const token = this.#tokens[at];
      if (token?.kind !== 'fixed') continue;
      if ('([{'.includes(token.text)) starts.push(at + 1);
      else if (')]}'.includes(token.text)) starts.pop();
      else if (token.text === ';') starts.splice(-1, 1, at + 1);
      else if (token.text === '<-') found.add(starts.at(-1) ?? -1);
    }
    return found;
  }

  startsStatementBinding(): boolean {
    this.#bindings ??= this.#findBindings();
    return this.#bindings.has(this.#at);
  }

  // Tokens

  peek(ahead = 0): Token {
    const token = this.#at + ahead < this.#limit ? this.#tokens[this.#at + ahead] : undefined;
    return token ?? this.#end();
  }

  #end(): Token {
    const offset = this.lastEnd();
    return { kind: 'end', text: '', start: offset, end: offset, spaceBefore: true, startsItem: false };
  }

  atEnd(): boolean {
    return this.#at >= this.#limit;
  }

  at(text: string): boolean {
    return isFixed(this.peek(), text);
  }

  next(): Token {
    const token = this.peek();
    if (this.#at < this.#limit) this.#at += 1;
    return token;
  }

  /** Takes the keyword or symbol if it is next, and returns whether it was. */
  take(text: string): boolean {
    if (!this.at(text)) return false;
    this.#at += 1;
    return true;
  }

  /** Returns the end of the last token that was taken. */
  lastEnd(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0;
  }

  spanFrom(start: number): Span {
    return span(this.cell, start, Math.max(start, this.lastEnd()));
  }

  spanOf(token: Token): Span {
    return span(this.cell, token.start, token.end);
  }

  /** Whether the last token that was taken is the keyword or symbol `text`. */
  isAfter(text: string): boolean {
    const last = this.#tokens[this.#at - 1];
    return last !== undefined && isFixed(last, text);
  }

  // Depth

  /** Enters a nested construct. If that is too deep, reports it and returns false; otherwise `leave` must follow. */
  enter(hint = NAME_PARTS): boolean {
    if (this.#depth >= MAX_DEPTH) {
      this.#tooDeep(hint);
      return false;
    }
    this.#depth += 1;
    return true;
  }

  leave(): void {
    this.#depth -= 1;
  }

  /** Records the height of the tree just built. */
  grow(height: number, hint = NAME_PARTS): void {
    this.height = height;
    if (height > MAX_DEPTH) this.#tooDeep(hint);
  }

  #tooDeep(hint: string): void {
    this.fail('too-deep', `this is nested more than ${MAX_DEPTH} levels deep`, this.spanOf(this.peek()), { hint });
  }

  // Reports

  /** Reports a mistake whose meaning is clear; parsing continues as if it had been written correctly. */
  mend(code: string, message: string, at: Span, advice: Advice = {}): void {
    this.diagnostics.push(error(code, at, message, advice));
  }

  /** Reports a mistake that makes the item's tree unusable, although its end can still be found. */
  spoil(code: string, message: string, at: Span, advice: Advice = {}): void {
    if (!this.broken) this.mend(code, message, at, advice);
    this.broken = true;
  }

  /** Reports a mistake and skips the rest of the item. */
  fail(code: string, message: string, at: Span, advice: Advice = {}): void {
    if (this.failAsForeign()) return;
    this.spoil(code, message, at, advice);
    this.abandon();
  }

  /** At a mistake: whether a construct of another language explains it, which is then reported instead. */
  failAsForeign(): boolean {
    if (this.broken || this.#limit - this.#itemStart > LONG_ITEM) return false;
    const tokens = this.#tokens.slice(this.#itemStart, this.#limit);
    const defines = (name: string): boolean => this.cellNames().defined.has(name);
    const shape = foreignShape({ tokens, at: this.#at - this.#itemStart, cell: this.cell, defines });
    if (shape === undefined) return false;
    const { place, message, hint, fix, name } = shape;
    if (name !== undefined) this.names.push({ text: name.text, span: this.spanOf(name) });
    this.spoil(FOREIGN_SYNTAX, message, this.spanOf(place), { hint, fix });
    this.abandon();
    return true;
  }

  /** Reports `and` between two expressions, and skips the rest of the item. */
  failAsLogicalAnd(and: Token): void {
    const fix = replacement(this.spanOf(and), '&&');
    this.spoil(FOREIGN_SYNTAX, 'logical "and" is written `&&`, not `and`', this.spanOf(and), {
      hint: 'write `a && b`',
      fix,
    });
    this.abandon();
  }

  /** Whether the `and` at this place is followed by a definition. */
  joinsDefinition(): boolean {
    let depth = 0;
    for (let at = this.#at + 1; at < this.#limit; at += 1) {
      const token = this.#tokens[at];
      if (token?.kind !== 'fixed') continue;
      if ('([{'.includes(token.text)) depth += 1;
      else if (')]}'.includes(token.text)) depth -= 1;
      if (depth < 0 || (depth === 0 && ['and', 'in', 'then', 'else'].includes(token.text))) return false;
      if (depth === 0 && ['=', '->', '<-'].includes(token.text)) return true;
    }
    return false;
  }

  /** Records the names that the rest of the item declares, so that their uses are not reported too. */
  #noteLaterNames(): void {
    const start = this.#tokens[this.#itemStart];
    const declaresConstructors = start !== undefined && (isFixed(start, 'type') || isFixed(start, '|'));
    for (let at = this.#at; at < this.#limit; at += 1) {
      const [token, name] = [this.#tokens[at], this.#tokens[at + 1]];
      if (token === undefined || name === undefined) continue;
      const declares =
        (name.kind === 'name' && isFixed(token, 'and')) ||
        (name.kind === 'constructor' && isFixed(token, '|') && declaresConstructors);
      if (declares) this.names.push({ text: name.text, span: this.spanOf(name) });
    }
  }

  /** Reports "expected X, found Y" and skips the rest of the item. */
  unexpected(expected: string, advice: Advice = {}): void {
    const token = this.peek();
    if (token.kind === 'error') {
      this.abandon();
      return;
    }
    if (isFixed(token, 'and') && endsOperand(this.#tokens[this.#at - 1]) && !this.broken) {
      this.failAsLogicalAnd(token);
      return;
    }
    if (token.kind !== 'end') {
      const hint = token.kind === 'fixed' ? MISPLACED_HINTS.get(token.text) : undefined;
      const advised = isReserved(expected, token)
        ? { ...advice, hint: `\`${token.text}\` is a word of the language: choose another name` }
        : hint === undefined
          ? advice
          : { hint, ...advice };
      this.fail('unexpected', `expected ${expected}, found ${describeToken(token)}`, this.spanOf(token), advised);
      return;
    }
    if (this.broken || this.#continuesInFirstColumn()) return;
    const next = this.nextItem();
    const hint = 'indent the next line if it belongs here: a line in the first column starts a new definition';
    const inText = next === undefined ? advice : { hint, ...advice };
    this.fail('unexpected', `expected ${expected} ${this.#afterLast()}`, this.#lastToken(), inText);
  }

  #afterLast(): string {
    const last = this.#tokens[this.#at - 1];
    return last === undefined ? 'here' : `after ${describeToken(last)}`;
  }

  #lastToken(): Span {
    const last = this.#tokens[this.#at - 1];
    return last === undefined ? span(this.cell, 0, 0) : this.spanOf(last);
  }

  /** At the item's end: reports a continuation in the first column of the next line, and skips that line's item. */
  #continuesInFirstColumn(): boolean {
    const next = this.nextItem();
    if (next?.kind !== 'fixed' || !CONTINUATIONS.has(next.text)) return false;
    this.extend();
    this.#failAsContinuation(next);
    return true;
  }

  /** At an item's start: reports a token that can only continue an item. */
  rejectContinuation(): void {
    const token = this.peek();
    const isNumber = token.text === '.' && this.peek(1).kind === 'number';
    if (token.kind === 'fixed' && CONTINUATIONS.has(token.text) && !isNumber) this.#failAsContinuation(token);
  }

  #failAsContinuation(token: Token): void {
    const hint = 'indent this line to continue the line above';
    this.fail('first-column', `${describeToken(token)} cannot be in the first column`, this.spanOf(token), { hint });
  }

  /** Ends the item; leftover tokens are an error. */
  finishItem(): void {
    if (this.atEnd()) {
      if (!this.broken) this.#continuesInFirstColumn();
      return;
    }
    const token = this.peek();
    if (token.kind === 'fixed' && [')', ']', '}'].includes(token.text)) {
      this.fail('unexpected', `${describeToken(token)} has no matching opening bracket`, this.spanOf(token));
      return;
    }
    const start = this.#tokens[this.#itemStart];
    const isDefinition = start !== undefined && ['let', 'type', 'input'].some((word) => isFixed(start, word));
    this.unexpected(`the ${isDefinition ? 'definition' : 'expression'} to end here`);
  }

  /** Takes the bracket that closes `opener`; `expected` names alternatives for the message. */
  close(opener: Token, closer: string, expected = '', advice: Advice = {}): void {
    if (this.take(closer)) return;
    const related = [{ message: `\`${opener.text}\` is opened here`, span: this.spanOf(opener) }];
    const token = this.peek();
    const closing = token.kind === 'fixed' && [')', ']', '}'].includes(token.text);
    if (closing) {
      const message = `this \`${token.text}\` does not close \`${opener.text}\``;
      this.fail('unclosed-bracket', message, this.spanOf(token), { related, hint: `write \`${closer}\` here` });
    } else if (token.kind !== 'end') {
      this.unexpected(`${expected}\`${closer}\``, { ...advice, related });
    } else if (!this.broken && !this.#continuesInFirstColumn()) {
      const hint =
        this.nextItem() === undefined
          ? `add \`${closer}\` here`
          : `add \`${closer}\` here, or indent the next line if it belongs inside`;
      const message = `this \`${opener.text}\` is never closed`;
      this.fail('unclosed-bracket', message, this.#lastToken(), { related, hint });
    }
  }
}

/** Words that are more likely meant as the name of a parameter than to begin something in the middle of a definition. */
const LIKE_NAMES: ReadonlySet<string> = new Set(['input', 'from', 'over', 'of']);

/** Whether a keyword stands where a name is expected. */
function isReserved(expected: string, { kind, text }: Token): boolean {
  if (kind !== 'fixed' || !KEYWORDS.has(text)) return false;
  return /^a (pattern|parameter|field)/u.test(expected) || (expected.startsWith('`=`') && LIKE_NAMES.has(text));
}

import { error, type Advice, type Diagnostic } from '../source/diagnostic';
import { span, type Span } from '../source/span';
import { describeToken, isFixed, MISPLACED_HINTS, type Token } from './token';
import type { Identifier } from './tree';

/**
 * How deep brackets and operators may nest; `let ... in` and `else` spines do not count. A worker in a browser has half the
 * stack of Node, and overflows at about 360.
 */
export const MAX_DEPTH = 200;

/** Tokens that can start no item: in the first column they are a continuation that should be indented. */
const CONTINUATIONS = new Set(
  ') ] } , ; : . = < > <= >= /= <. >. || && |> :: ++ + * / ^ | -> <- .. and in then else with of over from'.split(' '),
);

/**
 * The parser's state: a position in the tokens of one item, and what has been reported.
 *
 * After `fail` the rest of the item is skipped: every further look sees the item's end, and nothing more is reported, so
 * that parsing functions need no error paths of their own; what they build then is thrown away.
 */
export class Cursor {
  readonly cell: number;
  readonly diagnostics: Diagnostic[] = [];
  /** The names that the item binds, as far as they have been read. */
  names: Identifier[] = [];
  /** The types that the item declares, likewise. */
  types: Identifier[] = [];
  /** The arrow of the arm that encloses this place with no bracket between: a `match` here needs parentheses. */
  arm: Span | undefined = undefined;
  /** The height of the tree that the last parsing function returned. */
  height = 0;
  /** Whether the item's tree is of no use. */
  broken = false;
  #depth = 0;
  readonly #tokens: readonly Token[];
  #at = 0;
  #limit = 0;
  #itemStart = 0;
  /** Where the item's statements of the form `pattern <- e` start, once someone has asked. */
  #bindings: ReadonlySet<number> | undefined = undefined;

  constructor(tokens: readonly Token[], cell: number) {
    this.#tokens = tokens;
    this.cell = cell;
  }

  // Items

  /** Moves to the next item, if there is one. */
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
      const hint = 'remove the blanks in front of it';
      this.mend('indented-item', 'an item starts in the first column of a line', this.spanOf(first), { hint });
    }
    return true;
  }

  /** Takes the next item's tokens for a part of this one. */
  extend(): void {
    let limit = this.#limit + 1;
    while (this.#tokens[limit]?.startsItem === false) limit += 1;
    this.#limit = Math.min(limit, this.#tokens.length);
    this.#bindings = undefined;
  }

  /** The first token of the item after this one. */
  nextItem(): Token | undefined {
    return this.#tokens[this.#limit];
  }

  /** Ends the item where it stands, without a report. */
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

  /** Takes the keyword or symbol if it stands here. */
  take(text: string): boolean {
    if (!this.at(text)) return false;
    this.#at += 1;
    return true;
  }

  /** Where the last token ended that was taken. */
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

  /** Enters a nested construct; `false`, and a report, when that is too deep. Needs `leave`, except after `false`. */
  enter(): boolean {
    if (this.#depth >= MAX_DEPTH) {
      this.#tooDeep();
      return false;
    }
    this.#depth += 1;
    return true;
  }

  leave(): void {
    this.#depth -= 1;
  }

  /** Notes the height of the tree just built. */
  grow(height: number): void {
    this.height = height;
    if (height > MAX_DEPTH) this.#tooDeep();
  }

  #tooDeep(): void {
    const hint = 'name parts of it with `let ... in`, or write a long sum as a `sum` of a list';
    this.fail('too-deep', `this is nested more than ${MAX_DEPTH} levels deep`, this.spanOf(this.peek()), { hint });
  }

  // Reports

  /** Reports a slip whose meaning is plain: parsing goes on as if it had been written correctly. */
  mend(code: string, message: string, at: Span, advice: Advice = {}): void {
    this.diagnostics.push(error(code, at, message, advice));
  }

  /** Reports a mistake after which the item's tree is of no use, but its end may still be found. */
  spoil(code: string, message: string, at: Span, advice: Advice = {}): void {
    if (!this.broken) this.mend(code, message, at, advice);
    this.broken = true;
  }

  /** Reports a mistake and skips the rest of the item. */
  fail(code: string, message: string, at: Span, advice: Advice = {}): void {
    this.spoil(code, message, at, advice);
    this.abandon();
  }

  /** Notes what the rest of the item declares, so that its uses are not reported as well. */
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

  /** Fails because something else was expected here: "expected X, found Y". */
  unexpected(expected: string, advice: Advice = {}): void {
    const token = this.peek();
    if (token.kind === 'error') {
      this.abandon();
      return;
    }
    if (token.kind !== 'end') {
      const hint = token.kind === 'fixed' ? MISPLACED_HINTS.get(token.text) : undefined;
      const advised = hint === undefined ? advice : { hint, ...advice };
      this.fail('unexpected', `expected ${expected}, found ${describeToken(token)}`, this.spanOf(token), advised);
      return;
    }
    if (this.broken || this.#continuesInFirstColumn()) return;
    const next = this.nextItem();
    const hint = 'a line that starts in the first column begins a new item: indent it to continue this one';
    const inText = next === undefined ? advice : { hint, ...advice };
    this.fail('unexpected', `expected ${expected}, but the item ends here`, this.#lastToken(), inText);
  }

  #lastToken(): Span {
    const last = this.#tokens[this.#at - 1];
    return last === undefined ? span(this.cell, 0, 0) : this.spanOf(last);
  }

  /** At the item's end: if the next line's first column holds a continuation, says so and skips that line's item. */
  #continuesInFirstColumn(): boolean {
    const next = this.nextItem();
    if (next?.kind !== 'fixed' || !CONTINUATIONS.has(next.text)) return false;
    this.extend();
    this.#failAsContinuation(next);
    return true;
  }

  /** At an item's start: complains if this token can only continue an item. */
  rejectContinuation(): void {
    const token = this.peek();
    if (token.kind === 'fixed' && CONTINUATIONS.has(token.text)) this.#failAsContinuation(token);
  }

  #failAsContinuation(token: Token): void {
    const hint = 'indent this line, so that it continues the item above';
    this.fail('first-column', `an item cannot start with ${describeToken(token)}`, this.spanOf(token), { hint });
  }

  /** Closes the item: whatever is left of it is an error. */
  finishItem(): void {
    if (this.atEnd()) {
      if (!this.broken) this.#continuesInFirstColumn();
      return;
    }
    const token = this.peek();
    if (token.kind === 'fixed' && [')', ']', '}'].includes(token.text)) {
      this.fail('unexpected', `${describeToken(token)} closes a bracket that was never opened`, this.spanOf(token));
      return;
    }
    this.unexpected('the end of the item');
  }

  /** Takes the bracket that closes `opener`; `expected` says what else could stand here. */
  close(opener: Token, closer: string, expected = ''): void {
    if (this.take(closer)) return;
    const related = [{ message: `\`${opener.text}\` is opened here`, span: this.spanOf(opener) }];
    const token = this.peek();
    const closing = token.kind === 'fixed' && [')', ']', '}'].includes(token.text);
    if (closing) {
      const message = `this \`${token.text}\` does not close \`${opener.text}\``;
      this.fail('unclosed-bracket', message, this.spanOf(token), { related, hint: `write \`${closer}\` here` });
    } else if (token.kind !== 'end') {
      this.unexpected(`${expected}\`${closer}\``, { related });
    } else if (!this.broken && !this.#continuesInFirstColumn()) {
      const hint =
        this.nextItem() === undefined
          ? `write \`${closer}\` here`
          : `write \`${closer}\` here, or indent the next line if it continues this item`;
      const message = `this \`${opener.text}\` is never closed`;
      this.fail('unclosed-bracket', message, this.#lastToken(), { related, hint });
    }
  }
}

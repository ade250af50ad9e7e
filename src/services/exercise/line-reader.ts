import { lex } from '../../language/syntax/lexer';
import { KEYWORDS, type Token } from '../../language/syntax/token';

/** Part of the block, by its offsets. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** Why a line cannot be read. */
export class Unreadable {
  readonly at: number;
  readonly message: string;
  readonly hint: string;
  constructor(at: number, message: string, hint: string) {
    this.at = at;
    this.message = message;
    this.hint = hint;
  }
}

export interface Nested {
  /** With places in the block. */
  readonly token: Token;
  /** How many brackets are open around it. */
  readonly depth: number;
}

/** Reads a line of a block of checks from its start. */
export class Reader {
  private at: number;
  private readonly block: string;
  private readonly end: number;

  constructor(block: string, at: number, end: number) {
    this.block = block;
    this.at = at;
    this.end = end;
  }

  wrong(message: string, hint: string): Unreadable {
    return new Unreadable(this.at, message, hint);
  }

  isAtEnd(): boolean {
    return this.tokens().length === 0;
  }

  goTo(place: number | undefined): void {
    this.at = place ?? this.end;
  }

  peekWord(): string | undefined {
    return this.match(/\s*([\p{L}_][\p{L}\p{N}_']*)/uy, false);
  }

  word(): string | undefined {
    return this.match(/\s*([\p{L}_][\p{L}\p{N}_']*)/uy);
  }

  /** Reads a name that a variable can have. */
  identifier(): string | undefined {
    const word = this.peekWord();
    return word !== undefined && /^[\p{Ll}_]/u.test(word) && !KEYWORDS.has(word) ? this.word() : undefined;
  }

  /** Reads a name, and returns where it is. */
  name(): Part | undefined {
    const word = this.identifier();
    return word === undefined ? undefined : { start: this.at - word.length, end: this.at };
  }

  engine(): string | undefined {
    return this.match(/\s*([a-z][a-z-]*)/y);
  }

  number(): number | undefined {
    const found = this.match(/\s*([-−]?\s*(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?)(?![\p{L}_])/uy);
    return found === undefined ? undefined : Number(found.replace('−', '-').replace(/\s/g, ''));
  }

  skip(mark: string): boolean {
    const rest = this.block.slice(this.at, this.end);
    const blanks = rest.length - rest.trimStart().length;
    if (!rest.startsWith(mark, blanks)) return false;
    this.at += blanks + mark.length;
    return true;
  }

  /** Reads a type, up to a comma, a colon or `by` outside brackets. */
  type(): Part | undefined {
    const tokens = this.tokens();
    const stop = tokens.findIndex(({ token, depth }) => depth === 0 && [',', ':', 'by'].includes(token.text));
    const part = this.partOf(stop < 0 ? tokens : tokens.slice(0, stop));
    if (part !== undefined) this.at = part.end;
    return part;
  }

  /** Returns the tokens of the rest of the line. */
  tokens(): readonly Nested[] {
    let depth = 0;
    return lex(this.block.slice(this.at, this.end), 0).tokens.flatMap((token): readonly Nested[] => {
      if (token.kind === 'end') return [];
      if (token.kind === 'fixed' && /^[)\]}⟩]$/.test(token.text)) depth -= 1;
      const placed = { token: { ...token, start: token.start + this.at, end: token.end + this.at }, depth };
      if (token.kind === 'fixed' && /^[([{⟨]$/.test(token.text)) depth += 1;
      return [placed];
    });
  }

  /** Returns where tokens are; undefined if there are none. */
  partOf(tokens: readonly Nested[]): Part | undefined {
    const [first, last] = [tokens[0], tokens.at(-1)];
    return first === undefined || last === undefined ? undefined : { start: first.token.start, end: last.token.end };
  }

  private match(pattern: RegExp, moves = true): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.block);
    if (found === null || pattern.lastIndex > this.end) return undefined;
    if (moves) this.at = pattern.lastIndex;
    return found[1];
  }
}

import { lex } from './lexer';
import { isFixed, type Token } from './token';
import type { Comment } from './tree';

/** A token, with the layout and comments around it. */
export interface Lexeme {
  readonly token: Token;
  /** The token as the reader spelled it. */
  readonly written: string;
  /** The comments between the previous token and this one. */
  readonly notes: readonly Note[];
  /** Whether there is a line break between the previous token and this one. */
  readonly newLine: boolean;
  /** Whether the line above it is blank. */
  readonly blankBefore: boolean;
}

/** Comments on one line, with no token between them. */
export interface Note {
  readonly text: string;
  /** Where the comments are: before a token on its line, after the last token of a line, or on lines of their own. */
  readonly place: 'inline' | 'trailing' | 'own';
  readonly blankBefore: boolean;
  /** Whether it is indented. */
  readonly indented: boolean;
}

export interface Lexemes {
  readonly lexemes: readonly Lexeme[];
  /** The comments after the last token. */
  readonly last: readonly Note[];
}

export function lexemesOf(text: string, comments: readonly Comment[]): Lexemes {
  const lexemes: Lexeme[] = [];
  let next = 0;
  let end = 0;
  const notesBefore = (start: number): readonly Note[] => {
    const first = next;
    while ((comments[next]?.span.start ?? Infinity) < start) next += 1;
    return first === next ? [] : notesOf(text, comments.slice(first, next), end, start);
  };
  for (const token of lex(text, 0).tokens) {
    const notes = notesBefore(token.start);
    const lastComment = notes.length > 0 ? comments[next - 1] : undefined;
    lexemes.push({
      token,
      written: text.slice(token.start, token.end),
      notes,
      newLine: text.slice(end, token.start).includes('\n'),
      blankBefore: hasBlankLine(text, lastComment?.span.end ?? end, token.start),
    });
    end = token.end;
  }
  return { lexemes, last: notesBefore(Infinity) };
}

function notesOf(text: string, comments: readonly Comment[], from: number, to: number): readonly Note[] {
  const notes: Note[] = [];
  let end = from;
  let line: Comment[] = [];
  for (const [index, comment] of comments.entries()) {
    line.push(comment);
    const nextStart = comments[index + 1]?.span.start ?? to;
    const endsLine = nextStart === Infinity || text.slice(comment.span.end, nextStart).includes('\n');
    if (!endsLine && index < comments.length - 1) continue;
    notes.push(noteOf(text, line, end, endsLine));
    end = comment.span.end;
    line = [];
  }
  return notes;
}

function noteOf(text: string, comments: readonly Comment[], end: number, endsLine: boolean): Note {
  const start = comments[0]?.span.start ?? end;
  const written = comments.map((comment) => comment.text.trimEnd()).join(' ');
  const startsLine = end === 0 || text.slice(end, start).includes('\n');
  const own = written.includes('\n') || (startsLine && endsLine);
  return {
    text: written,
    place: own ? 'own' : endsLine ? 'trailing' : 'inline',
    blankBefore: hasBlankLine(text, end, start),
    indented: start > 0 && text[start - 1] !== '\n',
  };
}

function hasBlankLine(text: string, from: number, to: number): boolean {
  return /\n[^\n]*\n/.test(text.slice(from, to));
}

/** Returns the lexemes without redundant double parentheses: `((a, b))` becomes `(a, b)`. */
export function withoutDoubled(lexemes: readonly Lexeme[]): readonly Lexeme[] {
  const partners = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { token }] of lexemes.entries()) {
    if (isFixed(token, '(')) open.push(at);
    const opener = isFixed(token, ')') ? open.pop() : undefined;
    if (opener !== undefined) partners.set(opener, at);
  }
  const doubled = new Set<number>();
  for (const [opener, closer] of partners) {
    if (partners.get(opener + 1) === closer - 1) doubled.add(opener).add(closer);
  }
  if (doubled.size === 0) return lexemes;
  const kept: Lexeme[] = [];
  let skipped: readonly Lexeme[] = [];
  for (const [at, lexeme] of lexemes.entries()) {
    const run = [...skipped, lexeme];
    if (doubled.has(at)) {
      skipped = run;
      continue;
    }
    skipped = [];
    kept.push({
      ...lexeme,
      notes: run.flatMap(({ notes }) => notes),
      newLine: run.some(({ newLine }) => newLine),
    });
  }
  return kept;
}

import { internalError } from '../source/internal-error';
import type { Lexeme, Note } from './format-text';
import { lex } from './lexer';
import { isBinaryOperator } from './precedence';
import type { BreakStep, RenderStep } from './render';
import { isFixed, type Token } from './token';

export interface Woven {
  readonly steps: readonly RenderStep[];
  /** The comments that found no break; they go after the item. */
  readonly rest: readonly Note[];
}

/**
 * Returns a printed item with the spellings, comments and chosen line breaks of its source text.
 *
 * The printer prints the tokens of the text in order, apart from optional parentheses and bars. So both sequences are
 * walked in parallel: a printed token gets the reader's spelling. A comment stays before its token if it is on the same
 * line, and otherwise moves to the next break, which then ends a line. `texts` caches the tokens of texts that are
 * printed repeatedly.
 */
export function weave(steps: readonly RenderStep[], lexemes: readonly Lexeme[], texts: TokensOfTexts): Woven {
  const weaver = new Weaver(lexemes, texts);
  for (const step of steps) weaver.step(step);
  return { steps: weaver.out, rest: weaver.finish() };
}

export type TokensOfTexts = Map<string, readonly Token[]>;

const CLOSES = new Set([')', ']', '}', ',', ';', '.']);

class Weaver {
  readonly out: RenderStep[] = [];
  readonly #lexemes: readonly Lexeme[];
  readonly #texts: TokensOfTexts;
  /** For each open printed parenthesis, whether it was an angle bracket. */
  readonly #angled: boolean[] = [];
  #at = 0;
  /** Whether a token has been written. */
  #begun = false;
  /** The index in `out` of the first break since the last token. */
  #break = -1;
  /** The index of the break that only an infix operator follows. */
  #operatorBreak = -1;
  /** Comments that wait for a break. */
  #waiting: readonly Note[] = [];
  /** Comments of tokens that are not printed. */
  #skippedNotes: Note[] = [];
  #skippedNewLine = false;
  #skippedBlank = false;

  constructor(lexemes: readonly Lexeme[], texts: TokensOfTexts) {
    this.#lexemes = lexemes;
    this.#texts = texts;
  }

  step(step: RenderStep): void {
    if (typeof step === 'string') {
      this.#text(step);
      return;
    }
    switch (step.tag) {
      case 'choice':
        // This is the bar before the first alternative, if the lines are broken.
        if (this.#lexemes[this.#at]?.token.text === '|') this.#skip();
        this.out.push(step);
        return;
      case 'break':
        this.#pushBreak(step);
        return;
      case 'indent':
      case 'open':
      case 'close':
        this.out.push(step);
        return;
    }
  }

  finish(): readonly Note[] {
    while (this.#at < this.#lexemes.length) this.#skip();
    return [...this.#waiting, ...this.#skippedNotes];
  }

  #pushBreak(step: BreakStep): void {
    if (this.#break < 0) this.#break = this.out.length;
    this.out.push(step);
    this.#attach(this.out.length - 1, this.#waiting);
    if (this.#waiting.length > 0) this.#waiting = [];
  }

  /** Writes a printed text: some tokens, and the spaces between them. */
  #text(text: string): void {
    let tokens = this.#texts.get(text);
    if (tokens === undefined) {
      tokens = lex(text, 0).tokens;
      this.#texts.set(text, tokens);
    }
    let end = 0;
    for (const token of tokens) {
      this.#write(text.slice(end, token.start));
      this.#token(token, text.slice(token.start, token.end));
      end = token.end;
    }
    this.#write(text.slice(end));
  }

  #write(text: string): void {
    if (text !== '') this.out.push(text);
  }

  #token(printed: Token, text: string): void {
    const closer = isFixed(printed, ')') && this.#closer();
    const lexeme = this.#take(printed);
    if (isFixed(printed, '(')) this.#angled.push(lexeme?.written === '⟨');
    let operatorBreak = -1;
    if (lexeme !== undefined) {
      const inline = this.#place([...this.#skippedNotes, ...lexeme.notes]);
      this.#keepLines(lexeme, inline[0]?.blankBefore === true);
      this.#skippedNotes = [];
      this.#skippedNewLine = false;
      this.#skippedBlank = false;
      this.#writeInline(inline, printed.kind === 'fixed' && CLOSES.has(printed.text));
      if (inline.length === 0 && isBinaryOperator(lexeme.token.text)) operatorBreak = this.#break;
    }
    this.#begun = true;
    this.#operatorBreak = operatorBreak;
    this.#break = -1;
    this.#write(closer || (lexeme?.written ?? text));
  }

  /** Returns the closing parenthesis for the innermost open one. */
  #closer(): string {
    return this.#angled.pop() === true ? '⟩' : ')';
  }

  /** Returns the lexeme that is printed as `printed`; none for a parenthesis that the text does not have. */
  #take(printed: Token): Lexeme | undefined {
    for (;;) {
      const lexeme = this.#lexemes[this.#at];
      if (lexeme !== undefined && isSame(printed, lexeme.token)) {
        this.#at += 1;
        return lexeme;
      }
      if (lexeme !== undefined && isDispensable(lexeme.token)) this.#skip();
      else if (isDispensable(printed)) return undefined;
      else return internalError(`\`${printed.text}\` is printed where the text has \`${lexeme?.written ?? ''}\``);
    }
  }

  #skip(): void {
    const lexeme = this.#lexemes[this.#at];
    this.#at += 1;
    if (lexeme === undefined) return;
    this.#skippedNotes.push(...lexeme.notes);
    this.#skippedNewLine ||= lexeme.newLine;
    this.#skippedBlank ||= lexeme.blankBefore;
  }

  /** Keeps the line break and the blank line that the reader chose before `lexeme`, or before comments on its line. */
  #keepLines(lexeme: Lexeme, blankBeforeNotes: boolean): void {
    const step = this.#breakAt(this.#break);
    if (step === undefined || step.keeps === 'nothing') return;
    const chosen = step.keeps === 'break' && (lexeme.newLine || this.#skippedNewLine);
    const blank = lexeme.blankBefore || this.#skippedBlank || blankBeforeNotes;
    this.out[this.#break] = { ...step, blank, forced: step.forced || chosen };
  }

  /** Moves comments before a token to a break, and returns those that stay before the token. */
  #place(notes: readonly Note[]): readonly Note[] {
    const at = this.#break >= 0 ? this.#break : this.#operatorBreak;
    const lines = notes.reduce((count, note, index) => (note.place === 'inline' ? count : index + 1), 0);
    // Comments keep their order, so none overtakes a waiting one. An item begins with a token.
    const mustWait = at < 0 && (this.#waiting.length > 0 || lines > 0 || !this.#begun);
    const others = mustWait ? notes : notes.slice(0, lines);
    if (at < 0) this.#waiting = [...this.#waiting, ...others];
    else this.#attach(at, others);
    return notes.slice(others.length);
  }

  #attach(at: number, notes: readonly Note[]): void {
    const step = this.#breakAt(at);
    const [first] = notes;
    if (step === undefined || first === undefined) return;
    const trails = step.notes === undefined && first.place === 'trailing';
    const own = (trails ? notes.slice(1) : notes).map(({ text, blankBefore }) => {
      return { text, blankBefore: blankBefore && step.keeps !== 'nothing' };
    });
    const trailing = trails ? first.text : step.notes?.trailing;
    this.out[at] = { ...step, forced: true, notes: { trailing, own: [...(step.notes?.own ?? []), ...own] } };
  }

  #breakAt(at: number): BreakStep | undefined {
    const step = this.out[at];
    return typeof step === 'object' && step.tag === 'break' ? step : undefined;
  }

  /** Writes comments on the line of the next token. */
  #writeInline(notes: readonly Note[], closes: boolean): void {
    if (notes.length === 0) return;
    const text = notes.map((note) => note.text).join(' ');
    const step = this.#breakAt(this.#break);
    if (!closes || step?.notes !== undefined) {
      this.#write(`${this.#needsBlank(this.out.length) ? ' ' : ''}${text} `);
    } else if (step !== undefined && step.seam === undefined) {
      this.#attach(this.#break, notes);
    } else {
      const at = step === undefined ? this.out.length : this.#break;
      this.out.splice(at, 0, (this.#needsBlank(at) ? ' ' : '') + text);
      if (step !== undefined) this.#break += 1;
    }
  }

  #needsBlank(end: number): boolean {
    for (let at = end - 1; at >= 0; at -= 1) {
      const step = this.out[at];
      if (typeof step === 'string') return !/[\s([{⟨]$/.test(step);
      if (step?.tag === 'break' || step?.tag === 'choice') return false;
    }
    return false;
  }
}

function isSame(printed: Token, written: Token): boolean {
  if (printed.kind !== written.kind) return false;
  // The numbers of components and ranges are printed from their values.
  if (printed.text === written.text || printed.kind === 'number') return true;
  return SPELLED_ALIKE.get(printed.text) === written.text && printed.kind === 'fixed';
}

/** `case` is parsed as a match. */
const SPELLED_ALIKE: ReadonlyMap<string, string> = new Map([
  ['match', 'case'],
  ['with', 'of'],
]);

function isDispensable(token: Token): boolean {
  return isFixed(token, '(') || isFixed(token, ')') || isFixed(token, '|');
}

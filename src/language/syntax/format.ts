import type { Diagnostic } from '../source/diagnostic';
import { lexemesOf, withoutDoubled, type Note } from './format-text';
import { weave, type TokensOfTexts } from './format-weave';
import { LINE_WIDTH } from './layout';
import { parse } from './parser';
import { itemDoc } from './printer';
import { render, renderSteps } from './render';
import { AS_WRITTEN } from './style';

export interface Formatted {
  /** The formatted text; the original text if it does not parse. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the program laid out in lines of `LINE_WIDTH` columns where possible. It keeps the tree, all comments in
 * order, and the reader's spellings and blank lines. Formatting twice changes nothing. The text ends with a line break,
 * unless it is empty.
 */
export function format(text: string, cell = 0): Formatted {
  const { diagnostics } = parse(text, cell);
  if (diagnostics.length > 0) return { text, diagnostics };
  const normal = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const { program } = parse(normal, cell);
  const { lexemes, last } = lexemesOf(normal, program.comments);
  const page = new Page();
  const texts: TokensOfTexts = new Map();
  let at = 0;
  for (const item of program.items) {
    const start = at;
    do at += 1;
    while (lexemes[at]?.token.startsItem === false);
    const [first, ...others] = lexemes.slice(start, at);
    if (first === undefined) break;
    page.notes(first.notes);
    const written = withoutDoubled([{ ...first, notes: [], newLine: false }, ...others]);
    const { steps, rest } = weave(renderSteps(itemDoc(AS_WRITTEN, item)), written, texts);
    page.item(render(steps, LINE_WIDTH), first.blankBefore);
    page.notes(
      rest.map((note) => ({ ...note, place: note.place === 'inline' ? 'trailing' : note.place, indented: true })),
    );
  }
  page.notes(last);
  return { text: page.text(), diagnostics };
}

/** Collects items and the comments between them. */
class Page {
  readonly #out: string[] = [];
  /** Whether nothing follows the item yet except indented comments, which belong to it. */
  #inItem = false;
  /** Whether a comment can still go at the end of the last line. */
  #open = false;

  item(text: string, blankBefore: boolean): void {
    this.#line(text, blankBefore);
    this.#inItem = true;
    this.#open = true;
  }

  notes(notes: readonly Note[]): void {
    for (const { text, place, indented, blankBefore } of notes) {
      if (place === 'trailing' && this.#open) {
        this.#out.push(`  ${text}`);
      } else {
        this.#inItem &&= indented;
        this.#line(this.#inItem ? `  ${text}` : text, blankBefore);
      }
      this.#open = false;
    }
  }

  #line(text: string, blankBefore: boolean): void {
    if (this.#out.length > 0) this.#out.push(blankBefore ? '\n\n' : '\n');
    this.#out.push(text);
  }

  text(): string {
    return this.#out.length === 0 ? '' : `${this.#out.join('')}\n`;
  }
}

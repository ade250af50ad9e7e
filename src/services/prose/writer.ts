import type { Token } from 'markdown-it';
import { MOST_PLAIN_LETTERS, type ProsePiece, type ProseRequest } from '../../protocol/prose';
import { escaped } from './escaped';
import { type Formula, formulaSource, renderFormula } from './formulas';
import { LIMITS } from './limits';
import { parseInline, type Reading } from './markdown';

/** Characters of HTML after which a new piece begins. */
const PIECE = 20_000;

/** Attributes of Markdown's own elements. */
const ATTRIBUTES = ['href', 'start', 'align'];

/** Names of elements that differ from the parser's. */
const NAMES: Readonly<Record<string, string>> = { s: 'del' };

interface Open {
  readonly name: string;
  readonly html: string;
}

/** Writes tokens as HTML in pieces, and stops where a text is too large. */
export class Writer {
  readonly #formulas: ProseRequest['formulas'];
  readonly #isLate: () => boolean;
  readonly #pieces: ProsePiece[] = [];
  readonly #reading: Reading;
  readonly #known = new Map<string, Formula>();
  /** The elements that the next token is inside of. */
  readonly #open: Open[] = [];
  #html = '';
  #joins = 0;
  #elements = 0;
  #length = 0;

  /** Whether formulas are shown as TeX because the limits were reached. */
  hasTex = false;

  constructor(formulas: ProseRequest['formulas'], reading: Reading, isLate: () => boolean) {
    this.#formulas = formulas;
    this.#reading = reading;
    this.#isLate = isLate;
  }

  /** Writes blocks. Returns the first line that is left out; undefined if there is none. */
  write(tokens: readonly Token[], text: string): number | undefined {
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at];
      if (token === undefined) break;
      const [start, end] = token.map ?? [];
      if (start !== undefined && this.#isSpent()) return start;
      if (token.level === 0 && start !== undefined && this.#reading.deep.has(start)) {
        this.refuse(lines(text, start, end), `This is nested more than ${LIMITS.nesting} levels deep.`);
        while (token.nesting === 1 && !(tokens[at]?.level === 0 && tokens[at]?.nesting === -1)) at++;
        continue;
      }
      if (token.nesting >= 0 && token.type !== 'inline') this.#cut();
      this.#block(token);
    }
    return undefined;
  }

  /** Writes a text as it is, or its start, with a reason. */
  refuse(text: string, why: string): void {
    this.#add(`<p>${refused(text, why)}</p>`, 3);
    this.#cut();
  }

  note(why: string): void {
    this.#add(`<p>${notice(why)}</p>`, 2);
  }

  closeAll(): void {
    while (this.#open.length > 0) this.#close();
  }

  finish(): readonly ProsePiece[] {
    this.closeAll();
    if (this.#html !== '') this.#pieces.push({ html: this.#html, joins: this.#joins });
    return this.#pieces;
  }

  #isSpent(): boolean {
    return this.#elements > LIMITS.elements || this.#length > LIMITS.html || this.#isLate();
  }

  #add(html: string, elements = 0): void {
    this.#html += html;
    this.#length += html.length;
    this.#elements += elements;
  }

  #push(name: string, html = `<${name}>`): void {
    this.#open.push({ name, html });
    this.#add(html, 1);
  }

  #close(): void {
    const open = this.#open.pop();
    if (open !== undefined) this.#add(`</${open.name}>`);
  }

  /** Begins a new piece if this one is long enough; elements that are open go on in it. */
  #cut(): void {
    if (this.#html.length < PIECE) return;
    const html =
      this.#html +
      this.#open
        .map(({ name }) => `</${name}>`)
        .reverse()
        .join('');
    this.#pieces.push({ html, joins: this.#joins });
    this.#html = this.#open.map((open) => open.html).join('');
    this.#joins = this.#open.length;
  }

  #block(token: Token): void {
    switch (token.type) {
      case 'inline':
        this.#inline(token);
        return;
      case 'fence':
      case 'code_block': {
        const language = /^\S+/.exec(token.info)?.[0];
        const name = language === undefined ? '' : ` class="language-${escaped(language)}"`;
        const { content } = token;
        if (content.length > LIMITS.text) this.refuse(content, tooLong('block of code', content.length));
        else this.#add(`<pre><code${name}>${escaped(content)}</code></pre>\n`, 2);
        return;
      }
      case 'formula':
        this.#formula(token, true);
        return;
      default:
        if (token.hidden || token.tag === '') return;
        if (token.nesting === -1) {
          this.#close();
          this.#add('\n');
        } else if (token.nesting === 1) this.#push(token.tag, opening(token));
        else this.#add(opening(token), 1);
    }
  }

  #inline(token: Token): void {
    const { content } = token;
    if (content.length > LIMITS.text) {
      this.#add(refused(content, tooLong('paragraph', content.length)), 2);
      return;
    }
    const tokens = parseInline(token, this.#reading);
    if (depthOf(tokens) > LIMITS.nesting) {
      this.#add(refused(content, `This is nested more than ${LIMITS.nesting} levels deep.`), 2);
      return;
    }
    const outside = this.#open.length;
    for (const part of tokens) {
      if (this.#open.length === outside) this.#cut();
      this.#part(part, outside);
    }
    while (this.#open.length > outside) this.#close();
  }

  #part(token: Token, outside: number): void {
    switch (token.type) {
      case 'text':
        this.#add(escaped(token.content));
        return;
      case 'softbreak':
        this.#add('\n');
        return;
      case 'hardbreak':
        this.#add('<br>', 1);
        return;
      case 'code_inline':
        this.#add(`<code>${escaped(token.content)}</code>`, 1);
        return;
      case 'image': {
        const address = String(token.attrGet('src') ?? '');
        const text = token.content === '' ? address : token.content;
        this.#add(`<a href="${escaped(address)}">${escaped(text)} (picture)</a>`, 1);
        return;
      }
      case 'formula':
        this.#formula(token, token.info === 'display');
        return;
      case 'tag':
        if (token.tag === 'br') this.#add('<br>', 1);
        else if (token.info === 'open') this.#push(token.tag);
        else if (this.#open.length > outside && this.#open.at(-1)?.name === token.tag) this.#close();
        return;
      default:
        if (token.nesting === 1) this.#push(NAMES[token.tag] ?? token.tag, opening(token));
        else if (token.nesting === -1) {
          const name = NAMES[token.tag] ?? token.tag;
          // A tag inside that has not been closed is closed here.
          while (this.#open.length > outside && this.#open.at(-1)?.name !== name) this.#close();
          if (this.#open.length > outside) this.#close();
        }
    }
  }

  #formula({ content: tex, markup: mark, tag }: Token, isDisplay: boolean): void {
    const attributes = isDisplay ? ' class="tex tex-block"' : ' class="tex"';
    const key = `${isDisplay ? '$' : ''}${tex}`;
    if (this.#isSpent()) {
      this.hasTex = true;
      this.#add(`${formulaSource(tex)}${escaped(mark)}`, 1);
      return;
    }
    const made = this.#known.get(key) ?? renderFormula(tex, isDisplay, this.#formulas);
    this.#known.set(key, made);
    if ('html' in made) {
      const formula = `<${tag}${attributes}>${made.html}</${tag}>`;
      // Keeps a punctuation mark on the line of the formula before it.
      this.#add(
        mark === '' ? formula : `<span class="tex-marked">${formula}${escaped(mark)}</span>`,
        made.elements + 2,
      );
    } else {
      const why = notice(`This formula is not rendered: ${made.refused}.`);
      this.#add(`<${tag}${attributes}>${formulaSource(tex)}${why}</${tag}>${escaped(mark)}`, 3);
    }
  }
}

function opening(token: Token): string {
  const attributes = (token.attrs ?? []).flatMap(([name, value]) => {
    const align = name === 'style' ? /^text-align:(\w+)$/.exec(String(value))?.[1] : undefined;
    const [own, text] = align === undefined ? [name, value] : ['align', align];
    return ATTRIBUTES.includes(own) ? [` ${own}="${escaped(String(text))}"`] : [];
  });
  return `<${NAMES[token.tag] ?? token.tag}${attributes.join('')}>`;
}

function lines(text: string, start: number, end = start + 1): string {
  const from = lineStart(text, start);
  return text.slice(from, from + lineStart(text.slice(from), end - start));
}

/** Returns where a line starts, counted from 0. */
export function lineStart(text: string, line: number): number {
  let at = 0;
  for (let count = 0; count < line; count++) {
    const newline = text.indexOf('\n', at);
    if (newline === -1) return text.length;
    at = newline + 1;
  }
  return at;
}

/** Returns how many marks and tags are in each other. */
function depthOf(tokens: readonly Token[]): number {
  let [depth, deepest] = [0, 0];
  for (const { nesting, type, info } of tokens) {
    depth += type === 'tag' ? Number(info === 'open') - Number(info === 'close') : nesting;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function tooLong(what: string, length: number): string {
  return `This ${what} has ${length} characters. Up to ${LIMITS.text} are rendered.`;
}

/** A text that is not rendered, or its start, and why. It can stand in a line. */
function refused(text: string, why: string): string {
  const shown = text.slice(0, MOST_PLAIN_LETTERS);
  const cut = shown.length < text.length ? ` Here are the first ${MOST_PLAIN_LETTERS}, as they are written.` : '';
  return `<span class="prose-plain">${escaped(shown)}</span>${notice(why + cut)}`;
}

function notice(why: string): string {
  return `<span class="prose-notice">${escaped(why)}</span>`;
}

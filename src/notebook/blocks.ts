import { PROSE_BREAK, SCREEN_BREAK } from './document';

/**
 * A fenced block, or a break between two cells of prose or two screens, that stands in nothing else. Offsets are into the
 * text; the end is exclusive and includes the line end.
 */
export type Block = FencedBlock | { readonly tag: 'break' | 'screen'; readonly start: number; readonly end: number };

export interface FencedBlock {
  readonly tag: 'fence';
  readonly start: number;
  /** Where the line after the opening fence starts. */
  readonly body: number;
  /** Where the line of the closing fence starts; the end of the text if there is none. */
  readonly closing: number;
  readonly end: number;
}

/** A quotation, or an item of a list with the columns by which its other lines are indented. */
type Container = 'quotation' | { readonly width: number; isEmpty: boolean };

/** What a line belongs to, inside its containers. */
type Leaf =
  | { readonly tag: 'none' | 'paragraph' }
  | { readonly tag: 'fence'; readonly fence: string; readonly start: number; readonly body: number }
  | { readonly tag: 'html'; readonly end: RegExp };

const NONE: Leaf = { tag: 'none' };
const PARAGRAPH: Leaf = { tag: 'paragraph' };

/** Deeper containers are text. */
const MOST_NESTED = 100;

const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
const CLOSING = /^(`{3,}|~{3,})[ \t]*$/;
const HEADING = /^#{1,6}(?:[ \t]|$)/;
const UNDERLINE = /^(?:=+|-+)[ \t]*$/;
const MARKER = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/;

const BLANK = /^$/;
const ELEMENTS =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|' +
  'figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|' +
  'noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';

/** How blocks of HTML start and end. They are shown as text, but no cell starts inside one. */
const HTML: readonly { readonly start: RegExp; readonly end: RegExp }[] = [
  { start: /^<(?:script|pre|style|textarea)(?:\s|>|$)/i, end: /<\/(?:script|pre|style|textarea)>/i },
  { start: /^<!--/, end: /-->/ },
  { start: /^<\?/, end: /\?>/ },
  { start: /^<![a-z]/i, end: />/ },
  { start: /^<!\[CDATA\[/, end: /\]\]>/ },
  { start: new RegExp(`^</?(?:${ELEMENTS})(?:\\s|/?>|$)`, 'i'), end: BLANK },
];
/** A tag on a line of its own, which does not end a paragraph. */
const TAG = { start: /^<\/?[a-z][a-z0-9-]*(?:\s[^<>]*|\/)?>[ \t]*$/i, end: BLANK };

/**
 * Returns the blocks in the order of the text. Each line is read once, as in CommonMark: lists, quotations, other fences
 * and HTML contain the fences that stand in them.
 */
export function blocksOf(text: string): readonly Block[] {
  const found: Block[] = [];
  const containers: Container[] = [];
  let leaf: Leaf = NONE;
  let wasBlank = false;
  const line = new Line(text);
  let end = 0;
  while (end < text.length) {
    // The lines of a table are many, and none before one with the fence's mark matters.
    if (leaf.tag === 'fence' && containers.length === 0) end = lineWith(text, leaf.fence, end);
    if (end === text.length) break;
    const start = end;
    const newline = text.indexOf('\n', start);
    end = newline === -1 ? text.length : newline + 1;
    line.start(start, newline === -1 ? end : newline);
    const { isBlank } = line;
    if (isBlank && wasBlank) continue; // nothing changes
    wasBlank = isBlank;
    const matched = line.enter(containers);
    const isInside = matched === containers.length;
    if (isInside && leaf.tag === 'fence') {
      if (line.indent >= 4 || !leaf.fence.startsWith(line.first)) continue;
      if (CLOSING.exec(line.rest)?.[1]?.startsWith(leaf.fence) !== true) continue;
      if (matched === 0) found.push({ tag: 'fence', start: leaf.start, body: leaf.body, closing: start, end });
      leaf = NONE;
    } else if (isInside && leaf.tag === 'html') {
      if (leaf.end.test(line.rest)) leaf = NONE;
    } else if (isBlank) {
      containers.length = matched;
      leaf = NONE;
    } else {
      const opened: Container[] = [];
      const isInParagraph = leaf.tag === 'paragraph';
      while (matched + opened.length < MOST_NESTED) {
        const container = line.open(isInParagraph && isInside && opened.length === 0);
        if (container === undefined) break;
        opened.push(container);
      }
      const mayContinue = isInParagraph && opened.length === 0;
      const next = leafOf(line, mayContinue, mayContinue && isInside, start, end);
      // A line of a paragraph may lack the marks of its containers.
      if (next === PARAGRAPH && mayContinue) continue;
      containers.length = matched;
      containers.push(...opened);
      leaf = next;
      if (containers.length > 0 || line.first !== '<') continue;
      const written = line.rest.trimEnd();
      if (written === PROSE_BREAK) found.push({ tag: 'break', start, end });
      else if (SCREEN_BREAK.test(written)) found.push({ tag: 'screen', start, end });
    }
  }
  if (leaf.tag === 'fence' && containers.length === 0)
    found.push({ tag: 'fence', start: leaf.start, body: leaf.body, closing: text.length, end: text.length });
  return found;
}

/** Returns the start of the next line, from the start of a line on, that contains a text; the end if there is none. */
function lineWith(text: string, part: string, from: number): number {
  const found = text.indexOf(part, from);
  return found < 0 ? text.length : Math.max(from, text.lastIndexOf('\n', found) + 1);
}

/** Returns what the rest of a line starts or continues. */
function leafOf(line: Line, mayContinue: boolean, isInParagraph: boolean, start: number, body: number): Leaf {
  if (line.isBlank) return NONE;
  if (line.indent >= 4) return mayContinue ? PARAGRAPH : NONE;
  const { rest } = line;
  switch (line.first) {
    case '`':
    case '~': {
      const [, backticks, fence = backticks] = FENCE.exec(rest) ?? [];
      return fence === undefined ? PARAGRAPH : { tag: 'fence', fence, start, body };
    }
    case '#':
      return HEADING.test(rest) ? NONE : PARAGRAPH;
    case '=':
    case '-':
    case '*':
    case '_':
      return (isInParagraph && UNDERLINE.test(rest)) || line.isThematicBreak() ? NONE : PARAGRAPH;
    case '<': {
      const html =
        HTML.find((kind) => kind.start.test(rest)) ?? (!mayContinue && TAG.start.test(rest) ? TAG : undefined);
      if (html === undefined) return PARAGRAPH;
      return html.end.test(rest) ? NONE : { tag: 'html', end: html.end };
    }
    default:
      return PARAGRAPH;
  }
}

/** Reads lines from their start, in columns, because tabs are as wide as up to four spaces. */
class Line {
  readonly #text: string;
  #end = 0;
  /** The column after the marks that have been read. */
  #column = 0;
  /** The first character after them that is no blank, and its column. */
  #next = 0;
  #nextColumn = 0;
  /** Where the same mark, with blanks, fills the rest of the line; undefined until it is asked for. */
  #repeatedFrom: number | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  start(start: number, end: number): void {
    this.#end = end;
    this.#next = start;
    this.#column = 0;
    this.#nextColumn = 0;
    this.#repeatedFrom = undefined;
    this.#skipBlanks();
  }

  get isBlank(): boolean {
    return this.#next === this.#end;
  }

  get indent(): number {
    return this.#nextColumn - this.#column;
  }

  /** The first character of the rest; empty at the end of the line. */
  get first(): string {
    return this.isBlank ? '' : this.#text.charAt(this.#next);
  }

  get rest(): string {
    return this.#text.slice(this.#next, this.#end);
  }

  /** Reads the marks of containers from the outermost, and returns how many the line is inside of. */
  enter(containers: readonly Container[]): number {
    let matched = 0;
    for (const container of containers) {
      if (container === 'quotation') {
        if (!this.#skipQuotation()) break;
      } else {
        if (this.isBlank ? container.isEmpty : this.indent < container.width) break;
        if (!this.isBlank) {
          container.isEmpty = false;
          this.#column += container.width;
        }
      }
      matched++;
    }
    return matched;
  }

  /** Reads the mark of a container that starts here. */
  open(isInParagraph: boolean): Container | undefined {
    if (this.#skipQuotation()) return 'quotation';
    if (this.indent >= 4 || !/^[-+*0-9]/.test(this.first) || this.isThematicBreak()) return undefined;
    if (isInParagraph && UNDERLINE.test(this.rest)) return undefined;
    const [marker, number] = MARKER.exec(this.rest) ?? [];
    if (marker === undefined) return undefined;
    const isEmpty = !/[^ \t]/.test(this.rest.slice(marker.length));
    if (isInParagraph && (isEmpty || (number !== undefined && Number(number) !== 1))) return undefined;
    const start = this.#column;
    this.#skip(marker.length);
    if (!isEmpty && this.indent <= 4) this.#column = this.#nextColumn;
    else this.#column += 1;
    return { width: this.#column - start, isEmpty };
  }

  /** Whether the rest is three or more of the same mark. */
  isThematicBreak(): boolean {
    const mark = this.first;
    if (mark !== '*' && mark !== '-' && mark !== '_') return false;
    // The end of the line is read once, however many containers start in it.
    if (this.#repeatedFrom === undefined) {
      const last = this.#text.slice(this.#next, this.#end).trimEnd().at(-1);
      let from = this.#end;
      for (; from > this.#next; from--) {
        const character = this.#text[from - 1];
        if (character !== last && character !== ' ' && character !== '\t') break;
      }
      this.#repeatedFrom = from;
    }
    if (this.#repeatedFrom > this.#next) return false;
    let marks = 0;
    for (let at = this.#next; at < this.#end && marks < 3; at++) if (this.#text[at] === mark) marks++;
    return marks === 3;
  }

  #skipQuotation(): boolean {
    if (this.first !== '>' || this.indent >= 4) return false;
    this.#skip(1);
    if (this.indent > 0) this.#column += 1;
    return true;
  }

  #skip(characters: number): void {
    this.#next += characters;
    this.#nextColumn += characters;
    this.#column = this.#nextColumn;
    this.#skipBlanks();
  }

  #skipBlanks(): void {
    for (; this.#next < this.#end; this.#next++) {
      const character = this.#text[this.#next];
      if (character === '\t') this.#nextColumn += 4 - (this.#nextColumn % 4);
      else if (character === ' ') this.#nextColumn += 1;
      else return;
    }
  }
}

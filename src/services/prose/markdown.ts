import MarkdownIt, { type Env, type StateBlock, type StateInline, type Token } from 'markdown-it';
import { LIMITS } from './limits';

/** What the rules share while they read one text. */
export interface Reading extends Env {
  /** Whether the time or the elements of the text are used up. */
  readonly isSpent: (tokens: number) => boolean;
  /** The first line that has not been read, if they were used up. */
  stoppedAt: number | undefined;
  /** The line at which the current top-level block starts. */
  top: number;
  /** Top-level blocks that are nested too deeply, by their first lines. */
  readonly deep: Set<number>;
  /** Where the next `-->` from a place on stands, and whether it ends a block: it is searched once. */
  commentEnd: { readonly from: number; readonly at: number; readonly isBlock: boolean };
  /** The last line up to which no formula ends. */
  openFormulaUntil: number;
}

/** Reads the blocks of a text; paragraphs in them are not read yet. */
export function parseBlocks(
  text: string,
  isSpent: Reading['isSpent'],
): { readonly tokens: readonly Token[]; readonly reading: Reading } {
  const tokens: Token[] = [];
  const reading: Reading = {
    isSpent,
    stoppedAt: undefined,
    top: 0,
    deep: new Set(),
    commentEnd: { from: Infinity, at: Infinity, isBlock: false },
    openFormulaUntil: -1,
  };
  markdown.block.parse(text, markdown, reading, tokens);
  return { tokens, reading };
}

/** Reads a paragraph. */
export function parseInline(token: Token, reading: Reading): readonly Token[] {
  const state = new markdown.core.State('', markdown, reading);
  state.tokens = [token];
  markdown.core.process(state);
  return token.children ?? [];
}

/** GitHub's Markdown without HTML, with formulas and a few tags. Tokens of formulas have their TeX as content. */
const markdown = new MarkdownIt({ linkify: true, maxNesting: 2 * LIMITS.nesting });

markdown.linkify.set({ fuzzyLink: false, fuzzyIP: false });
markdown.linkify.add('www.', {
  validate: (text, at) => /^[^\s<]+/.exec(text.slice(at, at + 2_000))?.[0].replace(/[^\w/]+$/, '').length ?? 0,
  normalize: (match) => {
    match.url = `http://${match.url}`;
  },
});
// The text is read in parts, and typographic rules are off.
markdown.core.ruler.disable(['normalize', 'block', 'replacements', 'smartquotes']);
markdown.disable(['html_block', 'html_inline']);

const interrupting = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
const [table] = markdown.block.ruler.getRules('');
markdown.block.ruler.at(
  'table',
  (state, start, end, silent) =>
    table !== undefined &&
    columns(state, start) <= LIMITS.columns &&
    table(state, start, Math.min(end, start + LIMITS.rows), silent),
  { alt: ['paragraph', 'reference'] },
);
markdown.block.ruler.before('table', 'limits', limits, interrupting);
markdown.block.ruler.before('table', 'comment', commentBlock, interrupting);
markdown.block.ruler.before('table', 'formula', formulaBlock, interrupting);
markdown.inline.ruler.before('escape', 'comment', comment);
markdown.inline.ruler.before('escape', 'tag', tag);
markdown.inline.ruler.before('escape', 'formula', formula);

/** Skips what is beyond the limits. It is called at the start of every block, and silently for each line that may end one. */
function limits(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const reading = state.env as Reading;
  if (silent) return reading.isSpent(state.tokens.length);
  if (state.level === 0) reading.top = start;
  if (reading.stoppedAt === undefined && reading.isSpent(state.tokens.length)) reading.stoppedAt = start;
  const isDeep = state.level >= LIMITS.nesting;
  if (isDeep) reading.deep.add(reading.top);
  if (!isDeep && reading.stoppedAt === undefined) return false;
  state.line = end;
  return true;
}

function columns(state: StateBlock, line: number): number {
  let found = 1;
  for (let at = state.bMarks[line] ?? 0; ; at++) {
    at = state.src.indexOf('|', at);
    if (at === -1 || at >= (state.eMarks[line] ?? 0) || found > LIMITS.columns) return found;
    found++;
  }
}

function firstOf(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

/** Whether a line is inside the current container, as far as its indentation tells. */
function isInside(state: StateBlock, line: number): boolean {
  return state.isEmpty(line) || (state.sCount[line] ?? 0) >= state.blkIndent;
}

function isIndented(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 4;
}

/** `<!--` to the first `-->`, with nothing else on its lines. */
function commentBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const reading = state.env as Reading;
  const from = firstOf(state, start);
  if (!state.src.startsWith('<!--', from) || isIndented(state, start)) return false;
  if (from < reading.commentEnd.from || from > reading.commentEnd.at) {
    const found = state.src.indexOf('-->', from);
    const at = found === -1 ? Infinity : found;
    reading.commentEnd = { from, at, isBlock: found !== -1 && /^[ \t]*(?:\n|$)/.test(state.src.slice(at + 3)) };
  }
  const { at, isBlock } = reading.commentEnd;
  if (!isBlock) return false;
  let line = start;
  while (line < end && isInside(state, line) && (state.eMarks[line] ?? 0) < at + 3) line++;
  if (line >= end || !isInside(state, line)) {
    reading.commentEnd = { from, at, isBlock: false }; // it is outside
    return false;
  }
  if (!silent) state.line = line + 1;
  return true;
}

/** `$$` to a `$$` at the end of a line. */
function formulaBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const reading = state.env as Reading;
  const from = firstOf(state, start);
  if (!state.src.startsWith('$$', from) || isIndented(state, start) || start <= reading.openFormulaUntil) return false;
  for (let line = start; line < end && isInside(state, line); line++) {
    const begin = line === start ? from + 2 : (state.bMarks[line] ?? 0);
    const last = state.src.slice(begin, state.eMarks[line]).trimEnd();
    const isEnd = last.endsWith('$$') && (line > start || last.length > 2);
    if (!isEnd) {
      if (line - start > LIMITS.formula.characters) break;
      continue;
    }
    if (silent) return true;
    const token = state.push('formula', 'div', 0);
    const whole = state.getLines(start, line + 1, state.blkIndent, false).trim();
    token.content = whole.slice(2, -2);
    token.block = true;
    token.map = [start, line + 1];
    state.line = line + 1;
    return true;
  }
  if (state.level === 0) reading.openFormulaUntil = start + LIMITS.formula.characters;
  return false;
}

function comment(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('<!--', state.pos)) return false;
  const end = state.src.indexOf('-->', state.pos);
  if (end === -1 || end + 3 > state.posMax) return false;
  if (!silent) state.push('comment', '', 0);
  state.pos = end + 3;
  return true;
}

const TAG = /<(?:(\/?)(sub|sup|kbd)|br ?\/?)>/iy;

/** The HTML tags that are allowed, because Markdown has no syntax for them. */
function tag(state: StateInline, silent: boolean): boolean {
  TAG.lastIndex = state.pos;
  const [whole, close, name = 'br'] = TAG.exec(state.src) ?? [];
  if (whole === undefined) return false;
  if (!silent) state.push('tag', name.toLowerCase(), 0).info = close === '/' ? 'close' : 'open';
  state.pos += whole.length;
  return true;
}

const FORMULA = /\$((?:[^\s$\\]|\\[^\n])(?:[^$\n\\]|\\[^\n])*?)\$(?![\d$])([.,;:?!)]*)/y;
const DISPLAY = /\$\$((?:[^$\\]|\\[^])+)\$\$[ \t]*(?=\n|$)/y;

/** `$…$` in a line; `$$…$$` at the end of one. A punctuation mark stays on the line of the formula before it. */
function formula(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '$') return false;
  DISPLAY.lastIndex = FORMULA.lastIndex = state.pos;
  const display = DISPLAY.exec(state.src);
  const found = display ?? FORMULA.exec(state.src);
  if (found === null || state.pos + found[0].length > state.posMax) return false;
  if (!silent) {
    const token = state.push('formula', 'span', 0);
    token.content = found[1] ?? '';
    token.markup = found[2] ?? '';
    token.info = display === null ? '' : 'display';
  }
  state.pos += found[0].length;
  return true;
}

import { Lexer } from 'marked';
import { parseAttributes } from './attributes';
import { type Notebook, type NotebookCell, PROSE_BREAK } from './document';

const FRONT_MATTER = /^---[ \t]*\n([\s\S]*?)\n?---[ \t]*(?:\n|$)/;
const FENCE = /^( {0,3})(`{3,}|~{3,})[ \t]*(pullback|csv)(?:[ \t]+([^\n]*))?(?:\n|$)/;

/** Reads a notebook; any text is one. It is separate from `document.ts`, because a Markdown parser is large. */
export function parseNotebook(markdown: string): Notebook {
  const crlf = /\r\n/.test(markdown) && !/(?:^|[^\r])\n|\r(?!\n)/.test(markdown);
  const text = markdown.replace(/\r\n?/g, '\n');
  const front = FRONT_MATTER.exec(text);
  const head = front?.[0] ?? '';
  const cells: NotebookCell[] = [];
  let prose = '';
  const flush = (): void => {
    const last = cells.at(-1);
    if (last !== undefined && last.tag !== 'prose') {
      // Line ends between two cells belong to the first one.
      const gap = /^(?:[ \t]*\n)*(?:[ \t]*$)?/.exec(prose)?.[0] ?? '';
      cells[cells.length - 1] = { ...last, closing: last.closing + gap };
      prose = prose.slice(gap.length);
    }
    if (prose !== '') cells.push({ tag: 'prose', id: cells.length, markdown: prose });
    prose = '';
  };
  for (const raw of blocks(text.slice(head.length))) {
    const cell = fencedCell(raw, cells.length + 1);
    if (cell === undefined) {
      prose += raw;
      if (raw.trim() === PROSE_BREAK) flush();
    } else {
      flush();
      cells.push({ ...cell, id: cells.length });
    }
  }
  flush();
  return { frontMatter: front?.[1], head, cells, crlf, nextId: cells.length };
}

/** The limit on letters of prose, because the Markdown parser takes quadratic time on some texts. */
const MOST_PARSED = 40_000;

/**
 * Returns the top-level blocks, which together are exactly the text. The Markdown parser changes tabs and spaces; if
 * its blocks differ from the text, or parsing would take too long or too much of the stack, `fencedBlocks` is used
 * instead.
 */
function blocks(text: string): readonly string[] {
  const fenced = fencedBlocks(text);
  const prose = fenced.filter((block) => !FENCE.test(block));
  if (prose.reduce((letters, block) => letters + block.length, 0) > MOST_PARSED) return fenced;
  const found: string[] = [];
  let at = 0;
  for (const raw of markdownBlocks(text)) {
    if (text.startsWith(raw, at)) {
      found.push(raw);
      at += raw.length;
    }
  }
  return at === text.length ? found : fenced;
}

function markdownBlocks(text: string): readonly string[] {
  try {
    return new Lexer().blockTokens(text).map(({ raw }) => raw);
  } catch {
    return []; // Thousands of nested quotations exhaust the stack.
  }
}

/** Returns the blocks of a text that the Markdown parser changes: a fence at the start of a line opens a block. */
function fencedBlocks(text: string): readonly string[] {
  const found: string[] = [];
  let block = '';
  let fence: string | undefined;
  for (const line of text.split(/(?<=\n)/)) {
    const opening = fence === undefined ? FENCE.exec(line)?.[2] : undefined;
    if (opening !== undefined) {
      found.push(block);
      block = line;
      fence = opening;
    } else {
      block += line;
      if (fence !== undefined && closes(line, fence)) {
        found.push(block);
        block = '';
        fence = undefined;
      }
    }
  }
  found.push(block);
  return found.filter((part) => part !== '');
}

function closes(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === fence.charAt(0).repeat(text.length);
}

/** Returns undefined for blocks that are prose: those of other languages, and csv without a name. */
function fencedCell(raw: string, id: number): Exclude<NotebookCell, { tag: 'prose' }> | undefined {
  const found = FENCE.exec(raw);
  if (found === null) return undefined;
  const [opening, , fence = '', language, info = ''] = found;
  const attributes = parseAttributes(info);
  const rest = raw.slice(opening.length);
  const lines = rest.split('\n');
  const end = lines.findIndex((line) => closes(line, fence));
  const text = end === -1 ? rest.replace(/\n+$/, '') : lines.slice(0, end).join('\n');
  const cell = { id, text, attributes, opening, closing: rest.slice(text.length) };
  if (language === 'csv') {
    const name = attributes['name'] ?? '';
    return name === '' ? undefined : { tag: 'table', name, ...cell };
  }
  const exercise = attributes['solution'] ?? '';
  return exercise === '' ? { tag: 'code', ...cell } : { tag: 'solution', exercise, ...cell };
}

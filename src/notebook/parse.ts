import { parseAttributes } from './attributes';
import { carriedIn } from './carried';
import { blocksOf, type FencedBlock } from './blocks';
import {
  endOfBlankLines,
  type Notebook,
  type NotebookCell,
  type ScreenCell,
  SCREEN_BREAK,
  withoutLineEnds,
} from './document';

const FRONT_MATTER = /^---[ \t]*\n([\s\S]*?)\n?---[ \t]*(?:\n|$)/;
const OPENING =
  /^ {0,3}(?:`{3,}|~{3,})[ \t]*(pullback|csv|checks|wrong|hint|predict|recall)(?:[ \t]+([^\n]*))?(?:\n|$)/;
const LAST_BLANK_LINE = /^[ \t]+$/;

/** Reads a notebook; any text is one. */
export function parseNotebook(markdown: string): Notebook {
  const crlf = /\r\n/.test(markdown) && !/(?:^|[^\r])\n|\r(?!\n)/.test(markdown);
  const whole = markdown.includes('\r') ? markdown.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : markdown;
  const { tail, imported } = carriedIn(whole);
  const front = FRONT_MATTER.exec(whole);
  const head = front?.[0] ?? '';
  const text = whole.slice(head.length, whole.length - tail.length);
  const cells: NotebookCell[] = [];
  let written = 0;
  const addProse = (end: number): void => {
    if (end > written) cells.push({ tag: 'prose', id: cells.length, markdown: text.slice(written, end) });
    written = end;
  };
  for (const block of blocksOf(text)) {
    if (block.tag === 'break') {
      // Blank lines after a break belong to the cell after it, which may be empty.
      addProse(text[block.end] === '\n' ? block.end - 1 : block.end);
      continue;
    }
    // Line ends between two cells belong to the first one.
    const blank = endOfBlankLines(text, block.end);
    const end = blank + (LAST_BLANK_LINE.exec(text.slice(blank))?.[0].length ?? 0);
    const id = cells.length + (block.start > written ? 1 : 0);
    const cell =
      block.tag === 'fence' ? fencedCell(text, block, end, id) : screenCell(text.slice(block.start, end), id);
    if (cell === undefined) continue;
    addProse(block.start);
    cells.push(cell);
    written = end;
  }
  addProse(text.length);
  return { frontMatter: front?.[1], head, cells, imported, tail, crlf, nextId: cells.length };
}

function screenCell(written: string, id: number): ScreenCell {
  const opening = written.trimEnd();
  const attributes = parseAttributes(SCREEN_BREAK.exec(opening)?.[1] ?? '');
  return { tag: 'screen', id, text: '', attributes, opening, closing: written.slice(opening.length) };
}

/** Returns undefined for blocks that are prose: those of other languages, csv without a name, checks without an exercise, prompts without an id. */
function fencedCell(
  whole: string,
  block: FencedBlock,
  end: number,
  id: number,
): Exclude<NotebookCell, { tag: 'prose' }> | undefined {
  const opening = whole.slice(block.start, block.body);
  const [, language, info = ''] = OPENING.exec(opening) ?? [];
  if (language === undefined) return undefined;
  const body = whole.slice(block.body, block.closing);
  const isClosed = block.closing < block.end;
  const text = isClosed ? body.replace(/\n$/, '') : withoutLineEnds(body);
  const attributes = parseAttributes(info);
  const cell = { id, text, attributes, opening, closing: whole.slice(block.body + text.length, end) };
  if (language === 'csv') {
    const name = attributes['name'] ?? '';
    return name === '' ? undefined : { tag: 'table', name, ...cell };
  }
  if (language === 'predict' || language === 'recall') {
    const { id: prompt = '' } = attributes;
    return prompt === '' ? undefined : { tag: language, prompt, ...cell };
  }
  if (language === 'checks' || language === 'wrong' || language === 'hint') {
    const { exercise = '' } = attributes;
    return exercise === '' ? undefined : { tag: language, exercise, ...cell };
  }
  const exercise = attributes['solution'] ?? '';
  return exercise === '' ? { tag: 'code', ...cell } : { tag: 'solution', exercise, ...cell };
}

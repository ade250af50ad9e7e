import { lexer } from 'marked';
import { type Attributes, parseAttributes } from './attributes';

/**
 * A notebook is Markdown: prose is Markdown, a code cell is a fenced block whose language is `pullback`, and what the
 * cell shows stands on the fence's line (`show=delta,trace at=x:1.5 focus=loss`).
 *
 * Printing what was parsed gives the text back to the letter; an edited cell changes its own lines alone.
 */
export interface Notebook {
  /** The YAML between the `---` lines at the top, unread (`metadata.ts` reads it); undefined where there is none. */
  readonly frontMatter: string | undefined;
  readonly cells: readonly NotebookCell[];
}

export type NotebookCell = ProseCell | CodeCell | SolutionCell;

export interface ProseCell {
  readonly tag: 'prose';
  /** With the line ends that separate it from its neighbours. */
  readonly markdown: string;
}

export interface CodeCell {
  readonly tag: 'code';
  /** The program text, without a final line end. */
  readonly text: string;
  readonly attributes: Attributes;
  /** The opening fence's line and all that follows the text, as written. */
  readonly opening: string;
  readonly closing: string;
}

/** The answer of an exercise (`exercises.ts`): written like a code cell, and no part of the program. */
export interface SolutionCell extends Omit<CodeCell, 'tag'> {
  readonly tag: 'solution';
  /** The id of the exercise that it answers. */
  readonly exercise: string;
}

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n?---[ \t]*(?:\r?\n|$)/;
const FENCE = /^( {0,3})(`{3,}|~{3,})[ \t]*pullback(?:[ \t]+([^\r\n]*))?(?:\r?\n|$)/;

export function parseNotebook(markdown: string): Notebook {
  const front = FRONT_MATTER.exec(markdown);
  const body = front === null ? markdown : markdown.slice(front[0].length);
  const cells: NotebookCell[] = [];
  let prose = '';
  const flush = (): void => {
    if (prose !== '') cells.push({ tag: 'prose', markdown: prose });
    prose = '';
  };
  for (const raw of blocks(body)) {
    const cell = codeCell(raw);
    if (cell === undefined) prose += raw;
    else {
      flush();
      cells.push(cell);
    }
  }
  flush();
  return { frontMatter: front?.[1], cells };
}

/**
 * The top-level blocks of the text, which together are the text. The Markdown parser folds line ends and tabs, so where
 * its blocks are not the text to the letter, the text's own lines are taken instead of them.
 */
function blocks(body: string): readonly string[] {
  const normal = body.replace(/\r\n?/g, '\n');
  const found: string[] = [];
  let at = 0;
  for (const { raw } of lexer(normal)) {
    if (normal.startsWith(raw, at)) {
      found.push(raw);
      at += raw.length;
    }
  }
  return at === normal.length ? found : fencedBlocks(normal);
}

/** The same for texts that the Markdown parser rewrites: a fence at the start of a line opens a block. */
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

function codeCell(raw: string): CodeCell | SolutionCell | undefined {
  const opening = FENCE.exec(raw);
  if (opening === null) return undefined;
  const [line, , fence = '', info = ''] = opening;
  const rest = raw.slice(line.length);
  const lines = rest.split('\n');
  const end = lines.findIndex((text) => closes(text, fence));
  const inside = end === -1 ? lines : lines.slice(0, end);
  const text = inside.join('\n');
  const attributes = parseAttributes(info);
  const exercise = attributes['solution'] ?? '';
  const cell = {
    text: end === -1 ? text.replace(/\n+$/, '') : text,
    attributes,
    opening: line,
    closing: end === -1 ? rest.slice(text.replace(/\n+$/, '').length) : rest.slice(text.length),
  };
  return exercise === '' ? { tag: 'code', ...cell } : { tag: 'solution', exercise, ...cell };
}

export function printNotebook(notebook: Notebook): string {
  const front = notebook.frontMatter === undefined ? '' : `---\n${notebook.frontMatter}\n---\n`;
  return front + notebook.cells.map(printCell).join('');
}

function printCell(cell: NotebookCell): string {
  return cell.tag === 'prose' ? cell.markdown : cell.opening + cell.text + cell.closing;
}

/** The texts of the code cells, in reading order: one program. */
export function programCells(notebook: Notebook): readonly string[] {
  return notebook.cells.filter((cell) => cell.tag === 'code').map((cell) => cell.text);
}

/** The notebook with the text of its `index`-th code cell replaced; the fence grows where the text holds a fence. */
export function withCellText(notebook: Notebook, index: number, text: string): Notebook {
  let code = -1;
  return {
    ...notebook,
    cells: notebook.cells.map((cell) => {
      if (cell.tag !== 'code' || ++code !== index) return cell;
      const longest = Math.max(2, ...[...text.matchAll(/^ {0,3}(`{3,})/gm)].map((match) => match[1]?.length ?? 0));
      const fence = /[`~]{3,}/.exec(cell.opening)?.[0] ?? '```';
      const grown = fence.startsWith('`') && fence.length <= longest ? '`'.repeat(longest + 1) : fence;
      const closing = cell.closing.includes(fence) ? cell.closing : `\n${fence}\n`;
      return {
        ...cell,
        text,
        opening: cell.opening.replace(fence, grown),
        closing: closing.replace(fence, grown).replace(/^(?!\n)/, '\n'),
      };
    }),
  };
}

/** A notebook of one code cell: a playground. */
export function playground(program: string): Notebook {
  const empty = parseNotebook('```pullback\n\n```\n');
  return withCellText(empty, 0, program.replace(/\n+$/, ''));
}

/** The panels that a cell asks for: `show=delta,trace`. */
export function shownPanels(cell: CodeCell): readonly string[] {
  return (cell.attributes['show'] ?? '').split(',').filter((name) => name !== '');
}

import { ownText } from '../language/source/imported';
import type { Attributes } from './attributes';

/**
 * A notebook is Markdown: prose is Markdown, a code cell is a fenced block whose language is `pullback`, and a table is
 * one whose language is `csv` and that has a `name`; `checks` and `wrong` with an `exercise` judge its answers, and `hint`
 * helps with it; `predict` and `recall` with an `id` ask the reader something (`prompts.ts`). The fence's line says what a
 * cell shows (`show=delta,trace at=x:1.5 focus=loss`). `<!-- screen -->` separates screens (`screens.ts`). `parse.ts` reads it.
 *
 * Printing a parsed notebook returns exactly the original text; editing a cell changes only its own lines. Every cell
 * ends with the line ends that separate it from the next.
 */
export interface Notebook {
  /** The YAML between the `---` lines at the top, unparsed (`metadata.ts` reads it); undefined if there is none. */
  readonly frontMatter: string | undefined;
  /** The text before the cells, as written: the front matter with its lines, or nothing. */
  readonly head: string;
  readonly cells: readonly NotebookCell[];
  /** The cells of other notebooks that the program imports, as texts of the program. */
  readonly imported: readonly string[];
  /** The comment after the cells that carries imported cells (`carried.ts`), as written; usually nothing. */
  readonly tail: string;
  /** Whether lines end as on Windows. */
  readonly crlf: boolean;
  /** The id of the next cell that is added. */
  readonly nextId: number;
}

export type NotebookCell = ProseCell | CodeCell | SolutionCell | JudgeCell | PromptCell | ScreenCell | TableCell;

interface Identified {
  /** The cell's identity, kept through edits and moves; never printed. */
  readonly id: number;
}

export interface ProseCell extends Identified {
  readonly tag: 'prose';
  readonly markdown: string;
}

interface FencedCell extends Identified {
  /** The text between the fences, without the last line end. */
  readonly text: string;
  readonly attributes: Attributes;
  /** The opening fence's line and everything after the text, as written. */
  readonly opening: string;
  readonly closing: string;
}

export interface CodeCell extends FencedCell {
  readonly tag: 'code';
}

/** The solution of an exercise (`exercises.ts`): written like a code cell, but not part of the program. */
export interface SolutionCell extends FencedCell {
  readonly tag: 'solution';
  /** The id of the exercise that it solves. */
  readonly exercise: string;
}

/**
 * What belongs to an exercise, and is neither part of the program nor shown in its place: the lines that an answer must pass
 * (` ```checks exercise=ID `), an answer that must not pass them (` ```wrong exercise=ID `), or a hint (` ```hint exercise=ID `).
 */
export interface JudgeCell extends FencedCell {
  readonly tag: 'checks' | 'wrong' | 'hint';
  /** The id of the exercise. */
  readonly exercise: string;
}

/** A question to the reader (`prompts.ts`): the result of a cell before it is shown, or something from an earlier unit. */
export interface PromptCell extends FencedCell {
  readonly tag: 'predict' | 'recall';
  /** The id of the prompt. */
  readonly prompt: string;
}

/** The line that separates two screens (`screens.ts`). It has no text, and at most the attribute `for`. */
export interface ScreenCell extends FencedCell {
  readonly tag: 'screen';
}

/** Returns whether a cell is neither shown nor counted for readers. */
export function isHidden({ tag }: NotebookCell): boolean {
  return tag === 'checks' || tag === 'wrong' || tag === 'hint' || tag === 'screen';
}

/** Rows of comma-separated values, which the program can use by the table's name. */
export interface TableCell extends FencedCell {
  readonly tag: 'table';
  readonly name: string;
}

/** A cell that is part of the program. Spans of the program count these. */
export type ProgramCell = CodeCell | TableCell;

/** Separates two prose cells, which Markdown could not tell apart; readers do not see it. */
export const PROSE_BREAK = '<!-- cell -->';

/** Separates two screens; readers see one at a time in the lesson view. `<!-- screen for=P,R -->` is for some audiences. */
export const SCREEN_BREAK = /^<!-- screen(?: (for=\S+))? -->$/;

export function printNotebook(notebook: Notebook): string {
  const text = notebook.head + notebook.cells.map(printCell).join('') + notebook.tail;
  return notebook.crlf ? text.replaceAll('\n', '\r\n') : text;
}

function printCell(cell: NotebookCell): string {
  return cell.tag === 'prose' ? cell.markdown : cell.opening + cell.text + cell.closing;
}

interface Program {
  readonly cells: readonly ProgramCell[];
  /** The index of each cell in the program, by id. */
  readonly places: ReadonlyMap<number, number>;
  readonly texts: readonly string[];
  readonly engines: readonly EngineCell[];
}

/** A cell that defines an engine of the reader's: `engine=NAME` on its fence. */
export interface EngineCell {
  /** Index into the program's cells. */
  readonly cell: number;
  readonly name: string;
  /** The id of the cell in the notebook. */
  readonly id: number;
}

const programs = new WeakMap<Notebook, Program>();

/** Kept for each notebook, because the parts of every cell ask for it at every change of the page. */
function program(notebook: Notebook): Program {
  const known = programs.get(notebook);
  if (known !== undefined) return known;
  const cells = notebook.cells.filter((cell) => cell.tag === 'code' || cell.tag === 'table');
  const places = new Map(cells.map(({ id }, index) => [id, index]));
  const engines = cells.flatMap(({ id, attributes: { engine: name } }, cell) => (name ? { cell, name, id } : []));
  const made = { cells, places, texts: [...cells.map(programText), ...notebook.imported], engines };
  programs.set(notebook, made);
  return made;
}

/** Returns code and tables in reading order; always the same array for a notebook. */
export function programOf(notebook: Notebook): readonly ProgramCell[] {
  return program(notebook).cells;
}

/** Returns the engines that the notebook defines; always the same array for a notebook. */
export function engineCells(notebook: Notebook): readonly EngineCell[] {
  return program(notebook).engines;
}

/** Returns the index of a cell among the program's cells; -1 if it is not one. */
export function programIndex(notebook: Notebook, id: number): number {
  return program(notebook).places.get(id) ?? -1;
}

/**
 * Returns the texts of the program's cells in reading order, then those of the cells that it imports; together they are one
 * program. A table's text is its whole
 * block, from fence to fence, which is how the program recognises a table. Always the same array for a notebook.
 */
export function programCells(notebook: Notebook): readonly string[] {
  return program(notebook).texts;
}

const blocks = new WeakMap<TableCell, string>();

/** Returns the text that a cell has in the program. A table's is kept: it may be long, and to compare a text with itself takes no time. */
export function programText(cell: ProgramCell): string {
  if (cell.tag === 'code') return ownText(cell.text);
  const text = blocks.get(cell) ?? (cell.opening + cell.text + cell.closing).trimEnd();
  blocks.set(cell, text);
  return text;
}

/** Returns whether the notebook has more than one code cell. */
export function hasSeveralCodeCells(notebook: Notebook): boolean {
  const cells = programOf(notebook);
  const first = cells.findIndex(({ tag }) => tag === 'code');
  return first >= 0 && cells.some(({ tag }, index) => index > first && tag === 'code');
}

const positions = new WeakMap<Notebook, ReadonlyMap<number, number>>();

/** Returns the position of a cell among all cells of the notebook; -1 if it is not there. */
export function positionOf(notebook: Notebook, id: number): number {
  const known = positions.get(notebook) ?? new Map(notebook.cells.map((cell, position) => [cell.id, position]));
  positions.set(notebook, known);
  return known.get(id) ?? -1;
}

/** Returns the cell with an id; undefined if there is none. */
export function cellWith(notebook: Notebook, id: number | undefined): NotebookCell | undefined {
  return id === undefined ? undefined : notebook.cells[positionOf(notebook, id)];
}

/** Returns the notebook with the text of a fenced cell replaced. */
export function withCellText(notebook: Notebook, id: number, text: string): Notebook {
  return changed(notebook, id, (cell) => (cell.tag === 'prose' ? cell : cellWithText(cell, text)));
}

/** Returns the cell with another text; its fence grows if the text contains a fence. */
export function cellWithText<Cell extends FencedCell>(cell: Cell, text: string): Cell {
  let longest = 2;
  // The text of a table may be long, and seldom has a fence.
  if (text.includes('```'))
    for (const [, ticks = ''] of text.matchAll(/^ {0,3}(`{3,})/gm)) longest = Math.max(longest, ticks.length);
  const fence = /[`~]{3,}/.exec(cell.opening)?.[0] ?? '```';
  const grown = fence.startsWith('`') && fence.length <= longest ? '`'.repeat(longest + 1) : fence;
  const closing = cell.closing.includes(fence) ? cell.closing : `\n${fence}\n`;
  return {
    ...cell,
    text,
    opening: cell.opening.replace(fence, grown),
    closing: closing.replace(fence, grown).replace(/^(?!\n)/, '\n'),
  };
}

/** Returns the notebook with one cell replaced; the cell keeps its identity. */
export function changed(notebook: Notebook, id: number, change: (cell: NotebookCell) => NotebookCell): Notebook {
  return { ...notebook, cells: notebook.cells.map((cell) => (cell.id === id ? change(cell) : cell)) };
}

export function emptyCode(id: number): CodeCell {
  return { tag: 'code', id, text: '', attributes: {}, opening: '```pullback\n', closing: '\n```\n' };
}

export const EMPTY_NOTEBOOK: Notebook = {
  frontMatter: undefined,
  head: '',
  cells: [],
  imported: [],
  tail: '',
  crlf: false,
  nextId: 0,
};

/** Returns a notebook with a single code cell. */
export function playground(program: string): Notebook {
  const empty = { ...EMPTY_NOTEBOOK, cells: [emptyCode(0)], nextId: 1 };
  return withCellText(empty, 0, withoutLineEnds(program));
}

/** Returns the text without the line ends at its end. */
export function withoutLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.slice(0, end);
}

/** Returns the end of the blank lines from a place on. */
export function endOfBlankLines(text: string, start: number): number {
  let end = start;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\n') end = at + 1;
    else if (text[at] !== ' ' && text[at] !== '\t') break;
  }
  return end;
}

/** Returns the panels that a cell asks for: `show=delta,trace`. */
export function shownPanels(cell: CodeCell): readonly string[] {
  return (cell.attributes['show'] ?? '').split(',').filter((name) => name !== '');
}

/** The parts of a cell's results that a prediction covers: `next` is all of them, `outputs` the outputs, `text` the text after it, others are panels. */
export function coveredParts({ attributes }: PromptCell): readonly string[] {
  return (attributes['covers'] ?? 'next').split(',');
}

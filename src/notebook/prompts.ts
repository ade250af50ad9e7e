import { coveredParts, type Notebook, programOf, type PromptCell, shownPanels } from './document';
import { exercisesOf } from './exercises';

/**
 * What a notebook asks its reader. ` ```predict id=P kind=number answer=EXPR ` asks for the result of the next code cell and
 * covers it until the reader has committed an answer; ` ```recall id=R answer=EXPR ` asks for something that the reader
 * should know. The body of the block is the question.
 */
export interface Prompt {
  readonly tag: PromptCell['tag'];
  readonly id: string;
  readonly cellId: number;
  readonly kind: PromptKind;
  /** The number of cells of the program that the answer sees: those before the prompt, and the one that a prediction covers. */
  readonly sees: number;
  /** The answer, as an expression. */
  readonly answer: string;
  /** Markdown. */
  readonly question: string;
  /** The options of a choice; empty for other kinds. */
  readonly options: readonly string[];
  /** The axes of a curve; undefined for other kinds. */
  readonly axes: CurveAxes | undefined;
}

/** `text` is what a recall question takes: a number or a text, as its answer is. */
export type PromptKind = 'number' | 'choice' | 'curve' | 'text';

export interface CurveAxes {
  readonly x: Range;
  readonly y: Range;
}

type Range = readonly [number, number];

/** The number of places at which a curve is drawn and computed. */
const PLACES = 21;

/** Returns the places of a curve, from one end of its axis to the other. */
export function placesOf({ x: [from, to] }: Pick<CurveAxes, 'x'>): readonly number[] {
  return Array.from({ length: PLACES }, (_, at) => from + ((to - from) * at) / (PLACES - 1));
}

const known = new WeakMap<Notebook, readonly Prompt[]>();

/**
 * Returns the prompts in reading order; always the same array for a notebook. What is not well-formed is read as well as it
 * can be, so that it can be answered.
 */
export function promptsOf(notebook: Notebook): readonly Prompt[] {
  const found =
    known.get(notebook) ?? promptCells(notebook).map(({ cell, before, next }) => promptOf(cell, before, next));
  known.set(notebook, found);
  return found;
}

interface PlacedPrompt {
  readonly cell: PromptCell;
  /** The number of cells of the program before it. */
  readonly before: number;
  /** The index among the program's cells of the first code cell after it; undefined if there is none. */
  readonly next: number | undefined;
}

/** Returns the cells of prompts with their places in the program. */
function promptCells(notebook: Notebook): readonly PlacedPrompt[] {
  const places: PlacedPrompt[] = [];
  let before = programOf(notebook).length;
  let next: number | undefined;
  for (const cell of notebook.cells.toReversed()) {
    if (cell.tag === 'code' || cell.tag === 'table') before--;
    if (cell.tag === 'code') next = before;
    else if (cell.tag === 'predict' || cell.tag === 'recall') places.push({ cell, before, next });
  }
  return places.toReversed();
}

function promptOf(cell: PromptCell, before: number, next: number | undefined): Prompt {
  const { tag, prompt: id, id: cellId, attributes, text } = cell;
  const { kind: written = 'number', answer = '' } = attributes;
  const options = text.split('\n').flatMap((line) => OPTION.exec(line)?.[1] ?? []);
  const [x, y] = [rangeIn(attributes['x']), rangeIn(attributes['y'])];
  const shared = { tag, id, cellId, answer, sees: tag === 'recall' || next === undefined ? before : next + 1 };
  const plain = { ...shared, question: text, options: [], axes: undefined };
  if (tag === 'recall') return { ...plain, kind: 'text' };
  if (written === 'choice' && options.length > 0) {
    const question = text.split('\n').filter((line) => !OPTION.test(line));
    return { ...shared, kind: 'choice', question: question.join('\n').trim(), options, axes: undefined };
  }
  if (written === 'curve' && x !== undefined && y !== undefined) return { ...plain, kind: 'curve', axes: { x, y } };
  return { ...plain, kind: 'number' };
}

const OPTION = /^- +(.*\S)/;
const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
const RANGE = new RegExp(String.raw`^(${NUMBER}) *\.\. *(${NUMBER})$`);

/** Reads a range of an axis, `-2..3`; undefined if it is none, or is empty. */
function rangeIn(text: string | undefined): Range | undefined {
  const [, from, to] = RANGE.exec(text ?? '') ?? [];
  const range = [Number(from), Number(to)] as const;
  return range[0] < range[1] ? range : undefined;
}

/** What a prediction can cover beside panels. */
const PARTS: readonly string[] = ['next', 'outputs', 'text'];

/** What is wrong with a prompt or a hint, and what to do. */
export interface PromptFault {
  /** The index of the program's cell that is nearest. */
  readonly cell: number;
  /** The id of the prompt or the hint. */
  readonly block: number;
  readonly message: string;
  readonly hint: string;
}

/** Returns what is wrong with prompts and hints as they are written; their answers are not evaluated. */
export function promptFaults(notebook: Notebook): readonly PromptFault[] {
  const faults: PromptFault[] = [];
  const program = programOf(notebook);
  const exercises = new Set(exercisesOf(notebook).map(({ id }) => id));
  for (const cell of notebook.cells)
    if (cell.tag === 'hint' && !exercises.has(cell.exercise))
      faults.push({
        cell: 0,
        block: cell.id,
        message: `a hint is for exercise \`${cell.exercise}\`, which does not exist`,
        hint: 'give the id of an exercise',
      });
  const seen = new Set<string>();
  const prompts = promptsOf(notebook);
  for (const [at, { cell, before, next: index }] of promptCells(notebook).entries()) {
    const say = (message: string, hint: string): void => {
      faults.push({ cell: Math.max(0, before - 1), block: cell.id, message, hint });
    };
    const prompt = prompts[at];
    if (prompt === undefined) continue;
    const { attributes, tag } = cell;
    const name = `${tag} \`${prompt.id}\``;
    if (seen.has(prompt.id)) say(`${name}: another prompt has this id`, 'choose another id');
    seen.add(prompt.id);
    if (prompt.answer === '') say(`${name}: it has no answer`, 'add `answer=EXPR`');
    if (prompt.question.trim() === '') say(`${name}: it asks nothing`, 'write the question between the fences');
    if (tag === 'recall') continue;
    const kind = attributes['kind'] ?? '';
    if (!/^(?:number|choice|curve)$/.test(kind))
      say(`${name}: \`${kind}\` is no kind of prediction`, 'write `kind=number`, `kind=choice` or `kind=curve`');
    else if (kind === 'choice' && prompt.options.length < 2)
      say(`${name}: a choice needs two options`, 'write each option on a line of its own, after `- `');
    else if (kind === 'curve' && prompt.axes === undefined)
      say(`${name}: a curve needs its axes`, 'add ranges, such as `x=0..2 y=-1..1`');
    const next = program[index ?? -1];
    if (next?.tag !== 'code') say(`${name}: no code cell follows it`, 'put it before the cell that it asks about');
    else
      for (const part of coveredParts(cell))
        if (!PARTS.includes(part) && !shownPanels(next).includes(part))
          say(
            `${name}: \`covers=${part}\` is not shown by the next code cell`,
            'write `next`, `outputs`, `text`, or a panel that its `show=` names',
          );
  }
  return faults;
}

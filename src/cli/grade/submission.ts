import { exerciseKey } from '../../notebook/course';
import { programOf } from '../../notebook/document';
import { parseMetadata } from '../../notebook/metadata';
import { parseNotebook } from '../../notebook/parse';
import { readProgress } from '../../notebook/progress';
import { shippedExercise, type Shipped } from '../shipped';

/** What a learner hands in: answers and nothing else. Marks and checks in the file are not read. */
export interface Submission {
  /** The answers that differ from the starts of their exercises, by NOTEBOOK/ID. */
  readonly answers: ReadonlyMap<string, string>;
  /** What a person who grades should know about the file. */
  readonly notes: readonly string[];
}

/** Returns the answers in a notebook or in a progress file; undefined if it has no exercise of the course. */
export function readSubmission(file: string, content: string, shipped: Shipped): Submission | undefined {
  const text = content.replace(/^\uFEFF/, '');
  const saved = readProgress(text);
  const found: readonly Found[] =
    saved?.map(({ exercise, text: answer }) => ({ key: exercise, name: exercise, text: answer })) ??
    answersInNotebook(file, text, shipped);
  const answers = new Map<string, string>();
  const notes = new Set<string>();
  let known = 0;
  for (const { key, name, text: answer } of found) {
    const start = key === undefined ? undefined : startOf(key, shipped);
    if (key === undefined || start === undefined) {
      notes.add(`no exercise of the course: ${shortened(name)}`);
      continue;
    }
    known += 1;
    if (comparable(answer) === comparable(start)) continue;
    if (answers.has(key)) notes.add(`more than one answer to ${key}: the first is judged`);
    else answers.set(key, answer);
  }
  return known === 0 && saved === undefined ? undefined : { answers, notes: [...notes].slice(0, MOST_NOTES) };
}

/** A file can have any number of strange exercises. */
const MOST_NOTES = 10;

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}

interface Found {
  /** Undefined if no shipped notebook, or more than one, has the exercise. */
  readonly key: string | undefined;
  readonly name: string;
  readonly text: string;
}

/**
 * Returns the exercises' cells of a notebook. They are those of the shipped notebook with its title, or else with the name
 * of its file, or else those of the only notebook that has an exercise with this id.
 */
function answersInNotebook(file: string, content: string, shipped: Shipped): readonly Found[] {
  const notebook = parseNotebook(content);
  const cells = programOf(notebook).flatMap(({ tag, attributes, text }) =>
    tag === 'code' && (attributes['exercise'] ?? '') !== '' ? [{ id: attributes['exercise'] ?? '', text }] : [],
  );
  if (cells.length === 0) return [];
  const { title } = parseMetadata(notebook.frontMatter);
  const all = [...shipped.notebooks.values()];
  const name = file.replace(/^.*[/\\]|\.[^.]*$/gu, '');
  const origin = all.find((each) => each.title === title) ?? shipped.notebooks.get(name);
  return cells.map(({ id, text }) => {
    const having = all.filter(({ exercises }) => exercises.some((exercise) => exercise.id === id));
    const from = origin !== undefined && having.includes(origin) ? origin : having.length === 1 ? having[0] : undefined;
    return { key: from && exerciseKey(from.id, id), name: id, text };
  });
}

function startOf(key: string, shipped: Shipped): string | undefined {
  const found = shippedExercise(key, shipped);
  if (found === undefined) return undefined;
  const cell = found.from.notebook.cells.find(({ id }) => id === found.exercise.cellId);
  return cell === undefined || cell.tag === 'prose' ? undefined : cell.text;
}

/** Returns a text without what does not change the program, so that an untouched start counts as one. */
function comparable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .trim();
}

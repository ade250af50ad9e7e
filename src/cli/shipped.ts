import { type Course, exerciseKey, partsOfKey, PLACEMENT } from '../notebook/course';
import type { Notebook } from '../notebook/document';
import { type Exercise, exercisesOf } from '../notebook/exercises';
import { heldText, withHeld } from '../notebook/held';
import { parseMetadata } from '../notebook/metadata';
import { parseNotebook } from '../notebook/parse';

/** The texts of the notebooks that ship with the page, by file. They are part of the bundle. */
const TEXTS = import.meta.glob<string>('../../public/notebooks/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const COURSE = import.meta.glob<string>('../../public/notebooks/course.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** A notebook that ships with the page. */
export interface ShippedNotebook {
  readonly id: string;
  readonly title: string | undefined;
  readonly notebook: Notebook;
  readonly exercises: readonly Exercise[];
}

/** The shipped notebooks by id, in the order of the course, and the course. */
export interface Shipped {
  readonly course: Course;
  readonly notebooks: ReadonlyMap<string, ShippedNotebook>;
}

let known: Shipped | undefined;

/** Returns what ships with the page. It is parsed once, on first use. */
export function shipped(): Shipped {
  known ??= read();
  return known;
}

function read(): Shipped {
  const course = JSON.parse(Object.values(COURSE)[0] ?? '') as Course; // a test checks its form
  const texts = new Map(Object.entries(TEXTS).map(([file, text]) => [file.replace(/^.*\/|\.md$/gu, ''), text]));
  const ordered = [...course.units.flatMap(({ notebooks, more }) => [...notebooks, ...more]), PLACEMENT];
  const notebooks = ordered.flatMap((id) => {
    const text = texts.get(id);
    return text === undefined ? [] : [[id, notebookIn(id, text)] as const];
  });
  return { course, notebooks: new Map(notebooks) };
}

function notebookIn(id: string, text: string): ShippedNotebook {
  const notebook = parseNotebook(text);
  return { id, title: parseMetadata(notebook.frontMatter).title, notebook, exercises: exercisesOf(notebook) };
}

/** Returns an exercise of a shipped notebook. */
export function shippedExercise(
  key: string,
  { notebooks }: Shipped = shipped(),
): { readonly from: ShippedNotebook; readonly exercise: Exercise } | undefined {
  const parts = partsOfKey(key);
  const from = notebooks.get(parts?.notebook ?? '');
  const exercise = from?.exercises.find(({ id }) => id === parts?.exercise);
  return from === undefined || exercise === undefined ? undefined : { from, exercise };
}

/** Returns a notebook with the solutions of shipped exercises in the cells that hold answers. */
export function withSolutions(notebook: Notebook): Notebook {
  return withHeld(notebook, (key, text) => heldText(text, shippedExercise(key)?.exercise.solution, undefined));
}

/** Returns all exercises of the shipped notebooks, as NOTEBOOK/ID, in the order of the course. */
export function shippedKeys({ notebooks }: Shipped = shipped()): readonly string[] {
  return [...notebooks.values()].flatMap(({ id, exercises }) =>
    exercises.map((exercise) => exerciseKey(id, exercise.id)),
  );
}

import { keyOfImport } from '../../language/source/imported';
import { carriedIn } from '../../notebook/carried';
import { type Notebook, printNotebook, programCells } from '../../notebook/document';
import { type Found, readImports } from '../../notebook/imports';
import { embedded } from '../kit/embedding';
import { NOT_LOADED } from '../kit/failures';
import { listShipped, readShipped } from './library';
import { readNotebook } from './read-notebook';

/** A notebook that can be imported: by its title, and a shipped one by its id. */
interface Importable {
  /** The key of the notebook as an imported source. */
  readonly key: string;
  readonly names: readonly string[];
  readonly read: () => Promise<string | undefined>;
}

/** Resolves to the cells that a notebook imports: those that it carries, the reader's own notebooks, and shipped ones. */
export async function loadImports(notebook: Notebook): Promise<readonly string[]> {
  const own = programCells({ ...notebook, imported: [] });
  const reading = readImports(own, carriedIn(notebook.tail).imported);
  let known: readonly Importable[] | undefined;
  for (let step = reading.next(); ;) {
    if (step.done === true) return step.value;
    known ??= await listImportable();
    step = reading.next(await found(step.value, known));
  }
}

async function found(key: string, known: readonly Importable[]): Promise<Found> {
  const wanted = key.toLowerCase();
  const one = known.find(({ names }) => names.some((name) => keyOfImport('', name).toLowerCase() === wanted));
  if (one === undefined) {
    const hint =
      'import a notebook of your own, or one that comes with the page, by its title; the editor lists the titles after `import "`';
    return { problem: 'no notebook has this title', hint, names: known.flatMap(({ names }) => names.slice(0, 1)) };
  }
  const text = await one.read();
  return text === undefined
    ? { problem: NOT_LOADED }
    : { key: one.key, name: one.names[0] ?? key, text: printNotebook(await readNotebook(text)), isNotebook: true };
}

/** Resolves to the titles of the notebooks that can be imported. */
export async function importableTitles(): Promise<readonly string[]> {
  return [...new Set((await listImportable()).flatMap(({ names }) => names.slice(0, 1)))];
}

/** The reader's own notebooks, newest first, come before those of the same title that ship with the page. */
async function listImportable(): Promise<readonly Importable[]> {
  const own = embedded ? [] : await import('./shelf').then(({ listShelf }) => listShelf()).catch(() => []);
  const shipped = await listShipped().catch(() => []);
  return [
    ...own.map(({ id, title, markdown }) => ({
      key: `y:${id}`,
      names: [title],
      read: () => Promise.resolve(markdown),
    })),
    ...shipped.map(({ id, title }) => ({
      key: `e:${id}`,
      names: [title, id],
      read: async () => {
        const text = await readShipped(id);
        return typeof text === 'string' ? undefined : text.markdown;
      },
    })),
  ];
}

import { keyOfImport } from '../language/source/imported';
import { FROM_FILE } from '../language/syntax/foreign-words';
import { printNotebook } from '../notebook/document';
import { type Found, isNotebookName, readImports } from '../notebook/imports';
import { parseNotebook } from '../notebook/parse';
import { reasonOf } from './read-text';
import { withSolutions } from './shipped';

/** Resolves to the cells that a program file imports. Paths are relative to the file, or to the working directory for `-`. */
export async function importsOf(
  file: string,
  texts: readonly string[],
  carried: readonly string[],
  read: (file: string) => Promise<string>,
): Promise<readonly string[]> {
  const reading = readImports(texts, carried);
  for (let step = reading.next(); ;) {
    if (step.done === true) return step.value;
    step = reading.next(await found(keyOfPath(file, step.value), read));
  }
}

/** Returns the path of an imported file. */
function keyOfPath(file: string, key: string): string {
  return file === '-' ? key : keyOfImport(file, key);
}

async function found(path: string, read: (file: string) => Promise<string>): Promise<Found> {
  if (/\.(?:csv|tsv|json)$/iu.test(path)) return { problem: 'it is data, not a program', hint: FROM_FILE };
  try {
    const text = await read(path === '-' ? './-' : path); // `-` alone is standard input
    const isNotebook = isNotebookName(path);
    return { name: path, text: isNotebook ? printNotebook(withSolutions(parseNotebook(text))) : text, isNotebook };
  } catch (error) {
    const hint = /\.\w+$/u.test(path)
      ? `the path is relative to the file with the import: this looks for ${path}`
      : `write the whole name of the file, as in \`import "${path.replace(/^.*\//u, '')}.pbk"\``;
    return { problem: reasonOf(error), hint };
  }
}

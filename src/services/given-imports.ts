import { keyOfImport, ownText } from '../language/source/imported';
import { type Found, isNotebookName, readImports } from '../notebook/imports';

/** Returns the texts of a program: its own, and those that it imports, which are given by path. */
export function textsOf(source: string, imports: Readonly<Record<string, string>>): readonly string[] {
  const text = ownText(source);
  const paths = new Map(Object.entries(imports).map(([path, given]) => [keyOfImport('', path), given]));
  const reading = readImports([text]);
  for (let step = reading.next(); ;) {
    if (step.done === true) return [text, ...step.value];
    step = reading.next(found(step.value, paths));
  }
}

function found(key: string, paths: ReadonlyMap<string, string>): Found {
  const text = paths.get(key);
  if (text !== undefined) return { name: key, text, isNotebook: isNotebookName(key) };
  const hint = 'the texts that a program can import are given by the option imports';
  return { problem: 'no text is given for it', hint, names: [...paths.keys()] };
}

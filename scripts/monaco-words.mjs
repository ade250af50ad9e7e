/**
 * What Monaco's modules name. The page leaves out icons, menus and colours that none of them names, and gives private
 * members short names.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Returns the numbers of uses of Monaco's words, hyphenated ones included, without the lists of all icons and menus. */
export const wordsOfMonaco = once(() =>
  counts(/[\w-]+/gu, (file) => !/(?:codiconsLibrary|platform\/actions\/common\/actions)\.js$/u.test(file)),
);

const textsOfMonaco = once(() => counts(/(?<=')[\w.]+(?=')/gu, () => true));

/**
 * Returns code that registers no colour that neither a style nor another colour uses.
 *
 * @param {string} code
 */
export function withoutUnusedColours(code) {
  const words = wordsOfMonaco();
  return code.replaceAll(/^(?:const (\w+) = )?registerColor\('([\w.]+)', .*\);$/gmu, (line, name, id) => {
    // A name stands in its declaration and in the list of exports.
    const named = name === undefined ? 0 : (words.get(name) ?? 0) - 2;
    const styled = words.has(`--vscode-${id.replaceAll('.', '-')}`);
    if (named > 0 || styled || textsOfMonaco().get(id) !== 1) return line;
    return name === undefined ? '' : `const ${name} = '${id}';`;
  });
}

/** Returns short names for private members. Each name is short in the same way in every module. */
const shortNames = once(() => {
  const members = [...counts(/(?<=[.#])_[a-z]\w{2,}/gu, () => true)];
  members.sort(([name, uses], [other, others]) => others - uses || (name < other ? -1 : 1));
  const taken = counts(/(?<![\w$])_[\w$]+/gu, () => true);
  let number = 0;
  return new Map(
    members.map(([name]) => {
      let short;
      do short = `_${(number++).toString(36)}`;
      while (taken.has(short));
      return [name, short];
    }),
  );
});

/**
 * Returns code with short names for private members.
 *
 * @param {string} code
 */
export function withShortNames(code) {
  const names = shortNames();
  return code.replaceAll(/(?<![\w$])_[a-z]\w+/gu, (name) => names.get(name) ?? name);
}

/**
 * @param {RegExp} pattern
 * @param {(file: string) => boolean} isCounted
 * @returns {Map<string, number>}
 */
function counts(pattern, isCounted) {
  const found = new Map();
  for (const [file, text] of modules())
    if (isCounted(file)) for (const [word] of text.matchAll(pattern)) found.set(word, (found.get(word) ?? 0) + 1);
  return found;
}

const modules = once(() => {
  const root = new URL('./', import.meta.resolve('monaco-editor/editor'));
  return readdirSync(root, { recursive: true })
    .filter((file) => /\.(?:js|css)$/u.test(file))
    .map((file) => [file.replaceAll('\\', '/'), readFileSync(new URL(file.replaceAll('\\', '/'), root), 'utf8')]);
});

/**
 * @template T
 * @param {() => T} make
 * @returns {() => T}
 */
function once(make) {
  let made;
  return () => (made ??= make());
}

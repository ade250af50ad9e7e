/** Whether the files that `mutation.mjs` and `equivalent-mutants.mjs` name are there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { EQUIVALENT } from './equivalent-mutants.mjs';

/** Returns the names that are not found: files of the patterns, excluded files, and lines of known mutants. */
export function missing(patterns) {
  const files = patterns.flatMap(expanded);
  return [
    ...files.flatMap((file) => (file.includes('!(') ? missingInFolder(file) : existsSync(file) ? [] : [file])),
    ...Object.entries(EQUIVALENT).flatMap(([file, known]) => {
      if (!existsSync(file)) return [file];
      const lines = new Set(
        readFileSync(file, 'utf8')
          .split('\n')
          .map((line) => line.trim()),
      );
      return known.filter(({ at }) => !lines.has(at)).map(({ at }) => `${file}: ${at}`);
    }),
  ];
}

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function expanded(pattern) {
  const braces = /\{([^}]*)\}/.exec(pattern);
  if (braces === null) return [pattern];
  return braces[1].split(',').flatMap((name) => expanded(pattern.replace(braces[0], name)));
}

function missingInFolder(pattern) {
  const folder = dirname(pattern);
  if (!existsSync(folder)) return [folder];
  const unknown = excluded(pattern).filter((name) => name !== '*.test' && !existsSync(`${folder}/${name}.ts`));
  return [...unknown.map((name) => `${folder}/${name}.ts`), ...(inFolder(pattern).length === 0 ? [pattern] : [])];
}

/** The files that `folder/!(*.test|name).ts` matches. */
function inFolder(pattern) {
  const out = excluded(pattern);
  return readdirSync(dirname(pattern))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !out.includes(file.slice(0, -'.ts'.length)))
    .map((file) => `${dirname(pattern)}/${file}`);
}

function excluded(pattern) {
  return /!\(([^)]*)\)/.exec(basename(pattern))[1].split('|');
}

/** Mutants that span more lines than this are in no sample. */
const WINDOW = 40;

/** Returns parts of the files that the patterns match, a random `share` of them, as `file:first-last`. */
export function sample(patterns, share, seed) {
  const files = patterns.flatMap(expanded).flatMap((file) => (file.includes('!(') ? inFolder(file) : [file]));
  let state = seed;
  return files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length;
    return Array.from({ length: Math.ceil(lines / WINDOW) }, (_, i) => i * WINDOW).flatMap((start) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32 < share ? [`${file}:${start + 1}-${Math.min(lines, start + WINDOW)}`] : [];
    });
  });
}

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

/** Matches `folder/!(*.test|name).ts`. */
function missingInFolder(pattern) {
  const folder = dirname(pattern);
  if (!existsSync(folder)) return [folder];
  const files = new Set(readdirSync(folder).filter((file) => file.endsWith('.ts')));
  const out = /!\(([^)]*)\)/.exec(basename(pattern))[1].split('|');
  const unknown = out.filter((name) => name !== '*.test' && !files.has(`${name}.ts`));
  const left = [...files].filter((file) => !file.endsWith('.test.ts') && !out.includes(file.slice(0, -'.ts'.length)));
  return [...unknown.map((name) => `${folder}/${name}.ts`), ...(left.length === 0 ? [pattern] : [])];
}

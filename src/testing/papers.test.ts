import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const DOCS = new URL('../../docs/', import.meta.url);
const TEXT = readFileSync(new URL('papers.md', DOCS), 'utf8');

/** Returns the section with a title. */
function section(title: string): string {
  const parts = TEXT.split(/^## /mu);
  const found = parts.find((part) => part.startsWith(title));
  if (found === undefined) throw new Error(`docs/papers.md has no section ${title}`);
  return found;
}

/** Returns the first cells of the rows of a table. */
function items(title: string): string {
  return section(title)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|')[1] ?? '')
    .join('\n');
}

/** Writes “Lemmas 6.5 and 6.6” as “Lemma 6.5, Lemma 6.6”. */
function separated(text: string): string {
  return text.replaceAll(/(Figure|Definition|Theorem|Lemma)s ([\d.]+) and ([\d.]*\d)/gu, '$1 $2, $1 $3');
}

const range = (kind: string, first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, i) => `${kind} ${first + i}`);

/** What each paper numbers. */
const NUMBERED: Readonly<Record<string, readonly string[]>> = {
  'A Simple Differentiable Programming Language': [
    ...range('Figure', 1, 8),
    ...['Lemma 3.1', 'Lemma 3.2', 'Proposition 3.3', 'Proposition 3.4', 'Proposition 3.5', 'Proposition 3.6'],
    ...['Proposition 4.1', 'Proposition 4.2', 'Proposition 4.3', 'Proposition 4.4', 'Fact 1'],
    ...['Lemma 5.1', 'Lemma 5.2', 'Lemma 5.3', 'Theorem 6.1', 'Theorem 6.2', 'Corollary 6.3'],
    ...['Lemma 6.4', 'Lemma 6.5', 'Lemma 6.6', 'Theorem 6.7'],
  ],
  'Provably Correct': [
    ...range('Figure', 1, 15),
    ...['Lemma 1', 'Proposition 2', 'Theorem 3', 'Theorem 4', 'Theorem 5', 'Lemma 6', 'Definition 7'],
    ...['Definition 8', 'Definition 9', 'Lemma 10', 'Lemma 11'],
  ],
  'The Differentiable Curry': [...range('Figure', 1, 6), 'Definition 5.1', 'Definition 5.2'],
  'Higher Order': [
    ...range('Figure', 1, 5),
    ...['Lemma 1', 'Proposition 2', 'Theorem 3', 'Lemma 4', 'Proposition 5', 'Proposition 6', 'Lemma 7', 'Theorem 8'],
    ...['Lemma 9', 'Proposition 10', 'Lemma 11', 'Theorem 12', 'Theorem 13'],
  ],
};

describe('docs/papers.md', () => {
  test('every link leads to a file of the repository', () => {
    const links = [...TEXT.matchAll(/\]\(([^)\s]+)\)/gu)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(150);
    expect(links.filter((path) => !existsSync(new URL(path, DOCS)))).toEqual([]);
  });

  test.each(Object.keys(NUMBERED))('%s: each number has a row', (title) => {
    const found = separated(items(title));
    const missing = (NUMBERED[title] ?? []).filter((item) => !new RegExp(`${item}(?![\\d.]*\\d)`, 'u').test(found));
    expect(missing).toEqual([]);
  });

  test('a statement that has tests is named in one of them', () => {
    const rows = TEXT.split('\n').filter((line) => /^\| (?:Theorem|Lemma|Proposition|Corollary) [\d.]+ /u.test(line));
    expect(rows.length).toBeGreaterThan(35);
    const unnamed = rows.filter((row) => {
      const [item = ''] = /(?:Theorem|Lemma|Proposition|Corollary) [\d.]+/u.exec(row) ?? [];
      const files = [...row.matchAll(/\]\(([^)\s]+\.test\.ts)\)/gu)].map(([, path = '']) => path);
      const texts = files.map((path) => separated(readFileSync(new URL(path, DOCS), 'utf8')));
      return texts.length > 0 && !texts.some((text) => text.includes(item));
    });
    expect(unnamed.map((row) => row.slice(0, 40))).toEqual([]);
  });
});

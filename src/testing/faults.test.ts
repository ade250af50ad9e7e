import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every row of docs/faults.md names a test that exists', () => {
  const rows = readFileSync('docs/faults.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:fault|-+) +\|/u.test(line));
  expect(rows.length).toBeGreaterThan(50);
  const unknown = rows.filter((row) => {
    const [, file, title] = /\| `([^`]+)`: (.+?) +\|$/u.exec(row) ?? [];
    if (file === undefined || title === undefined) return true;
    // A title is in quotes, perhaps after a variable part and before `@long` or one.
    const quoted = new RegExp(
      `['"\`](?:\\$\\{\\w+\\} )?${title.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}[^'"\`]*['"\`]`,
      'u',
    );
    return !quoted.test(readFileSync(file, 'utf8'));
  });
  expect(unknown).toEqual([]);
});

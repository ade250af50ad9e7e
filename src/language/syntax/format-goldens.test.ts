import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { format } from './format';

const folder = fileURLToPath(new URL('./formatted/', import.meta.url));
const update = process.env['PULLBACK_UPDATE'] === '1';
const programs = readdirSync(folder).filter((file) => file.endsWith('.pbk'));

test.each(programs)('%s is formatted as it was', (file) => {
  const { text, diagnostics } = format(readFileSync(folder + file, 'utf8'));
  expect(diagnostics).toEqual([]);
  const golden = folder + file.replace(/pbk$/, 'formatted');
  if (update) writeFileSync(golden, text);
  if (!existsSync(golden)) throw new Error(`${golden} is missing: write it with PULLBACK_UPDATE=1`);
  expect(text).toBe(readFileSync(golden, 'utf8'));
  expect(format(text).text).toBe(text);
});

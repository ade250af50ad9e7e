import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { renderDiagnostic } from '../source/position';
import { parse } from './parser';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = `${here}goldens/`;
const update = process.env['PULLBACK_UPDATE'] === '1';
const programs = readdirSync(folder).filter((file) => file.endsWith('.pbk'));

test.each(programs)('%s is reported as it was', (file) => {
  const text = readFileSync(folder + file, 'utf8');
  const report = parse(text, 0)
    .diagnostics.map((diagnostic) => `${renderDiagnostic(diagnostic, [text], file)}\n`)
    .join('\n');
  const check = folder + file.replace(/pbk$/, 'check');
  if (update) writeFileSync(check, report);
  if (!existsSync(check)) throw new Error(`${check} is missing: write it with PULLBACK_UPDATE=1`);
  expect(report).toBe(readFileSync(check, 'utf8'));
});

test('every code that the lexer or the parser reports has a program that provokes it', () => {
  const sources = readdirSync(here).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const code = /(?:report|mend|spoil|fail)\(\s*'([a-z-]+)'/g;
  const codes = sources.flatMap((file) =>
    [...readFileSync(here + file, 'utf8').matchAll(code)].map(([, name]) => name),
  );
  const checks = readdirSync(folder).filter((file) => file.endsWith('.check'));
  const reports = checks.map((file) => readFileSync(folder + file, 'utf8')).join('\n');
  expect(codes.length).toBeGreaterThan(30);
  expect(codes.filter((name) => !reports.includes(`error[${name ?? ''}]`))).toEqual([]);
});

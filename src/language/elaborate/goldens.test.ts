import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderDiagnostic } from '../source/position';
import { parse } from '../syntax/parser';
import { elaborate } from './elaborate';

const FOLDER = new URL('./goldens/', import.meta.url);
/** `mistakes` holds ordinary mistakes; its messages must get no longer and no vaguer. */
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
const PROGRAMS = FILES.filter((name) => name.endsWith('.pbk'));

/**
 * The parser refuses deep nesting before the checker does; `too-many-instances` needs a long program
 * (elaborate.test.ts).
 */
const UNPROVOKED = new Set(['too-deep', 'too-many-instances']);

/** `PULLBACK_UPDATE=1` writes the expected messages; read each as a reader would before committing it. */
describe('messages of the checker', () => {
  it.each(PROGRAMS)('%s is told what is wrong', (name) => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8');
    const parsed = parse(text, 0);
    const diagnostics = [...parsed.diagnostics, ...elaborate([parsed.program]).diagnostics];
    const rendered = `${diagnostics.map((diagnostic) => renderDiagnostic(diagnostic, [text], name)).join('\n\n')}\n`;
    const golden = new URL(name.replace(/\.pbk$/u, '.check'), FOLDER);
    if (process.env['PULLBACK_UPDATE'] === '1') writeFileSync(golden, rendered);
    expect(existsSync(golden), `${name} has no .check file beside it`).toBe(true);
    expect(rendered).toBe(readFileSync(golden, 'utf8'));
  });

  it('has a program for every code that a program can provoke', () => {
    const here = new URL('./', import.meta.url);
    const sources = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
    );
    const codes = sources.flatMap((name) =>
      [...readFileSync(new URL(name, here), 'utf8').matchAll(/(?:error\(\s*|code: )'([a-z-]+)'/gu)].map(
        ([, code]) => code,
      ),
    );
    const reports = FILES.filter((name) => name.endsWith('.check'))
      .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'))
      .join('\n');
    expect(codes.length).toBeGreaterThan(25);
    expect(codes.filter((code) => !UNPROVOKED.has(code ?? '') && !reports.includes(`error[${code ?? ''}]`))).toEqual(
      [],
    );
  });
});

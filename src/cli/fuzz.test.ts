/** No text breaks the lexer, parser, checker, formatter or command line: each ends in a diagnostic or a result. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COMMAND_NAMES } from './arguments';
import { checkProgram } from '../language/core/check';
import { format } from '../language/syntax/format';
import { lex } from '../language/syntax/lexer';
import { parse } from '../language/syntax/parser';
import { programCells } from '../notebook/document';
import { parseNotebook } from '../notebook/parse';
import { pullback } from '../testing/command-line';
import { newLanguageApi } from '../testing/language';
import { programs } from '../testing/program/arbitrary';
import { runs } from '../testing/runs';
import { createFrontEnd } from '../services/front-end';

const FOLDER = 'public/notebooks';
const NOTEBOOKS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(join(FOLDER, name), 'utf8'));
const CELLS = NOTEBOOKS.map((text) => programCells(parseNotebook(text)).join('\n\n'));
/** Tokens of real programs, and text that is hostile to readers of text. */
const TOKENS = [
  ...new Set(CELLS.flatMap((text) => lex(text, 0).tokens.map((token) => text.slice(token.start, token.end)))),
];
const HOSTILE = [
  '\0',
  '\uFEFF',
  '\r',
  '\u2028',
  '\uD800',
  'é',
  '𝒳',
  '{-',
  '-}',
  '"',
  '\\',
  '(',
  '[',
  '{',
  ')',
  '1e999',
  'π',
  '\t',
];

type Mutation =
  | { readonly tag: 'delete' | 'double' | 'swap'; readonly at: number; readonly length: number }
  | { readonly tag: 'insert'; readonly at: number; readonly text: string }
  | { readonly tag: 'nest'; readonly at: number; readonly text: string; readonly times: number };

const place = fc.nat({ max: 1_000_000 });
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ tag: fc.constantFrom('delete', 'double', 'swap'), at: place, length: fc.nat({ max: 60 }) }),
  fc.record({ tag: fc.constant('insert'), at: place, text: fc.constantFrom(...TOKENS, ...HOSTILE) }),
  fc.record({
    tag: fc.constant('nest'),
    at: place,
    text: fc.constantFrom(
      '(',
      '[',
      '{ a = ',
      '- ',
      'fun x -> ',
      'if true then ',
      'let x = 1 in ',
      '1 :: ',
      '(x, ',
      '{-',
    ),
    times: fc.nat({ max: 3000 }),
  }),
);

function mutated(text: string, change: Mutation): string {
  const at = change.at % (text.length + 1);
  const inserted = (added: string): string => text.slice(0, at) + added + text.slice(at);
  switch (change.tag) {
    case 'insert':
      return inserted(` ${change.text} `);
    case 'nest':
      return inserted(change.text.repeat(change.times));
    case 'delete':
      return text.slice(0, at) + text.slice(at + change.length);
    case 'double':
      return inserted(text.slice(at, at + change.length));
    case 'swap': {
      const [middle, end] = [at + change.length, at + 2 * change.length];
      return text.slice(0, at) + text.slice(middle, end) + text.slice(at, middle) + text.slice(end);
    }
  }
}

const hostileTexts = fc.oneof(
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(...TOKENS, ...HOSTILE, '\n', '\n  '), { maxLength: 60 })
      .map((all) => all.join(' ')),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.oneof(
          fc.constantFrom(...CELLS),
          programs({ language: 'whole' }).map(({ text }) => text),
        ),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
      )
      .map(([text, mutations]) => mutations.reduce(mutated, text)),
  },
);

/** Cuts a text into cells at an item. */
function cellsOf(text: string): readonly string[] {
  const items = text.split(/\n\n(?=\S)/u);
  const middle = items.length >> 1;
  return [items.slice(0, middle).join('\n\n'), items.slice(middle).join('\n\n')];
}

test('any text is checked, and its diagnostics have places in it', () => {
  fc.assert(
    fc.property(hostileTexts, (text) => {
      const cells = cellsOf(text);
      const { core, diagnostics } = createFrontEnd()(cells);
      for (const { span, related } of core.diagnostics)
        for (const { cell, start, end } of [span, ...related.map((each) => each.span)]) {
          expect(cell < 0 || (start <= end && end <= (cells[cell]?.length ?? -1)), JSON.stringify(cells)).toBe(true);
        }
      if (core.program === undefined) expect(core.diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
      else expect(checkProgram(core.program)).toEqual([]);
      expect(core.diagnostics.length).toBeGreaterThanOrEqual(diagnostics.length);
    }),
    runs(0.5),
  );
});

test('any text is formatted once and for all, with the same tokens, or left as it is', () => {
  fc.assert(
    fc.property(hostileTexts, (text) => {
      const { text: formatted, diagnostics } = format(text);
      if (diagnostics.length > 0) return;
      expect(parse(formatted, 0).diagnostics).toEqual([]);
      expect(format(formatted).text).toBe(formatted);
    }),
    runs(0.5),
  );
});

test('the editor has an answer at any place of any text', () => {
  fc.assert(
    fc.property(hostileTexts, fc.nat(), (text, offset) => {
      const service = newLanguageApi();
      const cells = cellsOf(text);
      const cell = offset % cells.length;
      const start = offset % ((cells[cell]?.length ?? 0) + 1);
      const request = { revision: 0, cells, at: { cell, start, end: start }, cell };
      service.hover(request);
      service.completions(request);
      service.signatureHelp(request);
      service.references(request);
      service.rename({ ...request, name: 'fresh0' });
      service.symbols(request);
      service.folds(request);
      service.fixes(request);
      expect(service.check(request).cells).toHaveLength(cells.length);
    }),
    runs(0.15),
  );
});

test('the command line ends with a status, whatever its arguments and files are', async () => {
  const words = fc.oneof(
    fc.constantFrom(...COMMAND_NAMES, 'file.pbk', 'file.md', 'missing', '--json', '--engine', '--input', '--values'),
    fc.constantFrom(
      '--budget',
      '--at',
      '-',
      '--',
      '',
      '-1',
      '1e999',
      'x=NaN',
      'x=[',
      '__proto__',
      'constructor=1',
      '--help',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  const commands = fc.oneof(
    fc.constant([]),
    fc.constantFrom(...COMMAND_NAMES).map((name) => [name, 'file.pbk']),
    fc.constantFrom(...COMMAND_NAMES).map((name) => [name, 'file.md']),
  );
  await fc.assert(
    fc.asyncProperty(hostileTexts, commands, fc.array(words, { maxLength: 5 }), async (text, command, argv) => {
      const { status } = await pullback(text, ...command, ...argv);
      expect([0, 1, 2]).toContain(status);
    }),
    runs(0.2),
  );
});

import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs';
import { type Attributes, parseAttributes, printAttributes } from './attributes';
import { csvRows } from './csv';
import { exercisesOf } from './exercises';
import { unmet } from './expectations';
import { parseMetadata } from './metadata';
import { parseNotebook } from './parse';
import { settingsOf } from './settings';
import { readTable } from './table';

const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

const LARGE = 2 ** 20;

/** Texts made of pieces with a special meaning for their parser, and of arbitrary text. */
function texts(...pieces: readonly string[]): fc.Arbitrary<string> {
  return fc
    .array(
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...pieces, ...INHERITED) }, fc.string({ unit: 'binary' })),
      {
        maxLength: 14,
      },
    )
    .map((parts) => parts.join(''));
}

describe('untrusted texts', () => {
  it('are attributes that print and read back the same', () => {
    fc.assert(
      fc.property(texts('show=', 'at=', 'x:1', '"', '\\', ' ', '=', ',', '[', ']', '{', '}', 'exercise='), (text) => {
        const attributes = parseAttributes(text.replace(/[\n\r]/g, ' '));
        expect(Object.values(attributes).every((value) => typeof value === 'string')).toBe(true);
        expect(parseAttributes(printAttributes(attributes))).toEqual(attributes);
        expect(Object.getPrototypeOf(attributes)).toBe(Object.prototype);
      }),
      runs(5),
    );
  });

  it('are front matter that is read, or reported as unreadable', () => {
    fc.assert(
      fc.property(
        texts(
          'title: ',
          'tags: ',
          'expects:',
          '- ',
          '  ',
          '\n',
          '[',
          ']',
          '{',
          '}',
          '&a ',
          '*a',
          '!!',
          'watch: ',
          'error: ',
          '"',
          '|',
          '? ',
          '<<: ',
        ),
        (text) => {
          const metadata = parseMetadata(text);
          expect(
            [metadata.title, metadata.description].every((each) => ['string', 'undefined'].includes(typeof each)),
          ).toBe(true);
          expect(metadata.tags.every((tag) => typeof tag === 'string')).toBe(true);
          const shown = { outputs: [], derivative: null, warnings: [], error: undefined, watch: {} };
          for (const expected of metadata.expects) for (const miss of unmet(expected, shown)) expect(miss).not.toBe('');
        },
      ),
      runs(3),
    );
  });

  it('are notebooks with settings and exercises', () => {
    fc.assert(
      fc.property(
        texts(
          '```pullback ',
          '```csv ',
          'name=',
          'at=',
          'x:',
          '1',
          '{"a":[1]}',
          'exercise=a ',
          'check=b',
          '\n',
          '```',
          '---\n',
        ),
        (text) => {
          const notebook = parseNotebook(text);
          const settings = settingsOf(notebook);
          expect(Object.hasOwn(settings, '__proto__')).toBe(false);
          expect(exercisesOf(notebook).every(({ id, check }) => id !== '' && check !== '')).toBe(true);
        },
      ),
      runs(3),
    );
  });

  it('are real notebooks with parts removed, repeated and exchanged', () => {
    const folder = 'public/notebooks';
    const books = readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
    const place = fc.tuple(fc.nat(), fc.nat(80));
    const cut = fc.record({
      from: place,
      to: place,
      with: fc.constantFrom('', '```', '"', '\n', '{', ': ', '---\n', '\0'),
    });
    fc.assert(
      fc.property(fc.constantFrom(...books), fc.array(cut, { minLength: 1, maxLength: 5 }), (book, cuts) => {
        const text = cuts.reduce((before, { from: [from, count], to: [to], with: put }) => {
          const part = before.slice(from % before.length).slice(0, count);
          const at = to % before.length;
          return before.slice(0, at) + put + part + before.slice(at + (to % 50));
        }, book);
        const notebook = parseNotebook(text);
        const { expects } = parseMetadata(notebook.frontMatter);
        const shown = { outputs: [], derivative: null, warnings: [], error: undefined, watch: {} };
        for (const expected of expects) unmet(expected, shown);
        settingsOf(notebook);
        exercisesOf(notebook);
        for (const cell of notebook.cells)
          if (cell.tag === 'table') readTable(cell.opening + cell.text + cell.closing, 0);
      }),
      runs(2),
    );
  });

  it('are settings whose values can contain commas', () => {
    const fence = '```pullback at="x:1,t:[1,[2,3]],s:\\"a,b]\\",r:{\\"a\\":[1,2]},y:2"\n1\n```\n';
    expect(settingsOf(parseNotebook(fence))).toEqual({ x: 1, t: [1, [2, 3]], s: 'a,b]', r: { a: [1, 2] }, y: 2 });
  });

  it('are rows of cells with their places, and tables', () => {
    fc.assert(
      fc.property(texts(',', '"', '""', '\n', '\r\n', '1', ' : real', '-1e9', '\t', ' '), (text) => {
        const { rows } = csvRows(text, 0, text.length);
        for (const cell of rows.flat()) expect(cell.start <= cell.end && cell.end <= text.length).toBe(true);
        readTable(`\`\`\`csv name=t\n${text}\n\`\`\``, 0);
      }),
      runs(3),
    );
  });

  it('treat names of object properties like any other name', () => {
    const line = INHERITED.map((name) => `${name}=${name}`).join(' ');
    const attributes: Attributes = parseAttributes(line);
    expect(Object.entries(attributes)).toEqual(INHERITED.map((name) => [name, name]));
    const metadata = parseMetadata(`expects:\n  - watch: { constructor: 2, toString: 3 }`);
    const shown = { outputs: [], derivative: undefined, warnings: [], error: undefined, watch: {} };
    expect(metadata.expects.map((expected) => unmet(expected, shown))).toEqual([
      ['records of "constructor": expected 2, found undefined', 'records of "toString": expected 3, found undefined'],
    ]);
  });

  it('are read or rejected when they are as large as a link can hold', () => {
    const full = (unit: string, size: number): string => unit.repeat(size / unit.length);
    for (const unit of ['=', '"', 'a="', '\\', 'a=" ', 'a=b ']) parseAttributes(full(unit, LARGE));
    for (const unit of ['[', '{', 'x:1,', 'x:[,', ':'])
      settingsOf(parseNotebook(`\`\`\`pullback at=${full(unit, LARGE)}\n1\n\`\`\`\n`));
    for (const unit of [',', '"', '"",', '\n', '1,\n']) csvRows(full(unit, LARGE), 0, LARGE);
    for (const unit of ['[', '{', '- ', 'a: ', '? ', '{a: ', '&a ', '\t', 'a: b\n']) {
      parseMetadata(full(unit, 10_000));
      expect(parseMetadata(full(unit, LARGE)).problems).toEqual(['the front matter is too long']);
    }
    expect(parseMetadata('{'.repeat(100)).problems).toEqual(['the front matter is nested too deeply']);
  });
});

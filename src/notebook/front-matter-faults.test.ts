import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs';
import { frontMatterFaults } from './front-matter-faults';
import { parseMetadata } from './metadata';
import { parseNotebook } from './parse';

const faultsIn = (text: string): readonly (readonly [number, string, string | undefined])[] =>
  frontMatterFaults(text).map(({ line, message, hint }) => [line, message, hint]);

describe('the faults of a front matter', () => {
  it.each([
    [
      'title: Lesson 1: Slopes',
      0,
      'this value has a special sign in it',
      'put it in quotes: `title: "Lesson 1: Slopes"`',
    ],
    ['title: T\ntags: [a, b', 1, 'this bracket does not close', 'write `]` at its end'],
    ['title: "T\ntags: [a]', 0, 'this quotation does not end', 'close it with "'],
    ['title:T', 0, 'this line is not `KEY: VALUE`', 'write a space after the colon'],
    ['A lesson', 0, 'this line is not `KEY: VALUE`', 'write `title: TEXT`, or `---` to end the front matter'],
    ['title: T\ntitle: U', 1, 'the key `title` is there twice', 'remove one of them'],
    ['tags: slopes', 0, '`tags` must be a list', 'write `tags: [slopes]`'],
    ['title: [T]', 0, '`title` must be a text', 'put it in quotes'],
    ['expects:\n\t- {}', 1, 'a tab indents this line', 'indent by spaces'],
    ['expects:\n  - outputs: [{ a: 1 }, 2\n  - {}', 1, 'this bracket does not close', 'write `]` at its end'],
    ['title: @home', 0, 'this value has a special sign in it', 'put it in quotes: `title: "@home"`'],
  ])('are placed, with their cause and what to do: %j', (text, line, message, hint) => {
    expect(faultsIn(text)).toContainEqual([line, message, hint]);
  });

  it.each([
    '',
    '# a comment\n\ntitle: Abadi and Plotkin\'s descent # of 2020\ndescription: "A: b [c"',
    "title: 'It''s'",
    'description: |\n  Any: text [here\n  "and there\ntitle: T',
    'tags:\n- a\n- b',
    'tags: [a,\n  b\n]',
    'expects:\n  - {}\n  - outputs: [1, { a: "x]" }]\n    derivative: { x: 1 }',
  ])('are not in %j', (text) => {
    expect(faultsIn(text)).toEqual([]);
  });

  it('are not in built-in notebooks', () => {
    const folder = new URL('../../public/notebooks/', import.meta.url);
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.md'))) {
      const { frontMatter = '' } = parseNotebook(readFileSync(new URL(file, folder), 'utf8'));
      expect([file, faultsIn(frontMatter)]).toEqual([file, []]);
    }
  });

  it('are found wherever the parser of the command line finds one in keys with values', () => {
    const value = fc.array(
      fc.constantFrom(
        ...['word', ' ', '"', "'", ', ', ': ', ':', '@', '&', '*', '#', '1', '- ', '? ', '`', '%', '!', '\\\\'],
      ),
      {
        maxLength: 7,
      },
    );
    const lines = fc.array(fc.tuple(fc.constantFrom('title', 'description', 'tags', 'shows'), value), { maxLength: 3 });
    fc.assert(
      fc.property(lines, (pairs) => {
        const text = pairs.map(([key, parts]) => `${key}: ${parts.join('')}`).join('\n');
        if (parseMetadata(text).problems.length > 0) expect([text, faultsIn(text).length > 0]).toEqual([text, true]);
      }),
      runs(5),
    );
  });
});

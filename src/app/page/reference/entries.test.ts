import { describe, expect, it } from 'vitest';
import { BINARY_OPERATORS } from '../../../language/syntax/precedence';
import { SPELLINGS, UNICODE_WORDS } from '../../../language/syntax/spellings';
import { DATA, IMPORT, KEYWORDS } from '../../../language/syntax/token';
import { reference } from '../../../testing/reference/document';
import { expectExample } from '../../../testing/reference/expect-example';
import { namesInScope } from '../../../testing/reference/lists';
import { entryFor, readReference, search, sectionFor, wordAt } from './entries';

const REFERENCE = readReference(reference());
const { entries } = REFERENCE;
const titleFor = (word: string): string | undefined => entryFor(REFERENCE, word)?.title;

describe('the entries of the reference', () => {
  // The programs of the sections run in the test of the document.
  const programs = entries
    .filter(({ group }) => group !== 'Guide')
    .flatMap(({ title, group, parts }) =>
      parts.flatMap((part) => (part.tag === 'example' ? [{ name: `${group}: ${title}`, ...part }] : [])),
    );

  it.each(programs)('has a program with the values that it states: $name', expectExample);

  it('has an example in every entry, and no title twice in a list', () => {
    for (const { title, parts } of entries) {
      expect(
        parts.some(({ tag }) => tag === 'example'),
        title,
      ).toBe(true);
    }
    expect(new Set(entries.map(({ group, title }) => `${group}: ${title}`)).size).toBe(entries.length);
  });

  it.each([...KEYWORDS, DATA, IMPORT])('has a form with the keyword %s', (keyword) => {
    const found = entryFor(REFERENCE, keyword);
    expect(found?.group).toBe('Constructs');
    expect(found?.title.split(/[^\w]+/u)).toContain(keyword);
  });

  it.each(Object.keys(BINARY_OPERATORS))('has an entry for the operator %s', (operator) => {
    expect(titleFor(operator)?.split(' ')).toContain(operator);
  });

  it('has an entry for every name that a program can use, with its type', () => {
    for (const { name, signature } of namesInScope()) {
      const found = entryFor(REFERENCE, name);
      expect(found?.title.split(' ')[0]).toBe(name);
      expect(found?.type).toBe(signature);
    }
  });

  it('finds words and symbols by their other spellings', () => {
    const symbols = [...SPELLINGS.values()]
      .flat()
      .filter(({ symbol }) => symbol !== 'comment' && symbol !== '(' && symbol !== ')');
    for (const { written, symbol } of symbols) expect(titleFor(written), written).toBe(titleFor(symbol));
    for (const [written, { text }] of UNICODE_WORDS) expect(titleFor(written), written).toBe(titleFor(text));
    expect([titleFor('λ'), titleFor('==')]).toEqual(['fun x -> e', 'a = b']);
    expect([titleFor('3.5'), titleFor('"abc"')]).toEqual(['12', '"text"']);
    expect(titleFor('loss')).toBeUndefined();
  });

  it.each([
    ['map (deriv f) xs', 2, 'map'],
    ['map (deriv f) xs', 3, 'map'],
    ['map (deriv f) xs', 5, 'deriv'],
    ['map (deriv f) xs', 14, 'xs'],
    ['picture [Draw.points rows]', 12, 'Draw.points'],
    ['λx → x ≤ 2.5', 0, 'λ'],
    ['λx → x ≤ 2.5', 3, '→'],
    ['λx → x ≤ 2.5', 8, '≤'],
    ['λx → x ≤ 2.5', 11, '2.5'],
    ['x::xs |> f', 1, 'x'],
    ['x :: xs |> f', 3, '::'],
    ['x :: xs |> f', 9, '|>'],
    ['a  b', 2, undefined],
    ['', 0, undefined],
  ])('reads the word in %j at %i', (line, at, word) => {
    expect(wordAt(line, at)).toBe(word);
  });

  it('finds entries by what is typed, the entry of a word first', () => {
    const found = (query: string): readonly string[] => search(REFERENCE, query).map(({ title }) => title);
    expect(found('step')[0]).toBe('step');
    expect(found('=')[0]).toBe('a = b');
    expect(found('SUM')[0]).toBe('sum xs');
    expect(found('euclidean norm')).toEqual(['norm v']);
    expect(found('xyzzy')).toEqual([]);
    expect(found(' ')).toHaveLength(entries.length);
  });

  it('leads from each link within the document to a section', () => {
    const links = [...reference().matchAll(/\]\((#[^)]*)\)/gu)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) expect(sectionFor(REFERENCE, link)?.title, link).toBeDefined();
  });
});

import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KEYWORDS } from '../language/syntax/token';
import { examples, REFERENCE, reference, withPrinted } from '../testing/reference/document';
import { expectExample } from '../testing/reference/expect-example';
import { withLists } from '../testing/reference/lists';

if (process.env['PULLBACK_UPDATE'] === '1') writeFileSync(REFERENCE, await withPrinted(withLists(reference())));

const TEXT = reference();

/** `PULLBACK_UPDATE=1` writes the lists and what the programs print; values and types in comments are written by hand. */
describe('the reference of the language', () => {
  it('has current lists of keywords, operators and functions', () => {
    expect(withLists(TEXT)).toBe(TEXT);
  });

  it.each(examples(TEXT))('shows what the program at line $line prints', expectExample);

  it('names every keyword in its grammar, and no other word', () => {
    const grammar = /^```ebnf\n(.*?)^```$/msu.exec(TEXT)?.[1] ?? '';
    const words = [...grammar.matchAll(/'([a-z]+)'/gu)].map(([, word]) => word ?? '');
    const names = ['data', 'import', 'inl', 'inr', 'step', 'list', 'array', 'real', 'int', 'bool', 'string', 'unit'];
    expect([...new Set(words)].sort()).toEqual([...KEYWORDS, ...names].sort());
  });

  it('has examples in every section that is not a list', () => {
    const sections = TEXT.split(/^## /mu).slice(1);
    const without = sections.filter((section) => !section.includes('```')).map((section) => section.split('\n')[0]);
    expect(without).toEqual(['Limits', 'Operations', 'Built-in functions', 'The prelude']);
  });
});

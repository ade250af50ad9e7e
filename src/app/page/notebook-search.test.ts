import { describe, expect, it } from 'vitest';
import { findWords, linesToSearch, wordsOf } from './notebook-search';

const NOTEBOOK = `---
title: Hidden
---
# Slopes

A secant becomes a tangent.

\`\`\`pullback exercise=e
let slope f x = 0.0 -- todo
\`\`\`

\`\`\`checks exercise=e
secret 1 = 2
\`\`\`

\`\`\`pullback solution=e
let slope f x = answer
\`\`\`
`;

const find = (query: string, heading = 'Differencing Rates of change') =>
  findWords({ heading, lines: linesToSearch(NOTEBOOK) }, wordsOf(query));

describe('the search in notebooks', () => {
  it('finds words of the heading without a line', () => {
    expect(find(' CHANGE rates')).toEqual({ line: undefined });
    expect(find('')).toEqual({ line: undefined });
  });

  it('shows the line with the most words, with the words marked', () => {
    expect(find('tangent secant differencing')?.line).toEqual([
      ['A ', false],
      ['secant', true],
      [' becomes a ', false],
      ['tangent', true],
      ['.', false],
    ]);
    expect(
      find('slope 0.0')
        ?.line?.map(([text]) => text)
        .join(''),
    ).toBe('let slope f x = 0.0 -- todo');
  });

  it('finds nothing where a word is missing, and no solution, check or front matter', () => {
    for (const query of ['tangent parabola', 'answer', 'secret', 'hidden']) expect(find(query)).toBeUndefined();
    expect(findWords({ heading: 'A', lines: undefined }, ['b'])).toBeUndefined();
  });

  it('shows a paragraph as it is read: over line breaks, without marks of Markdown', () => {
    const text = '**★★ Bend.** The *greatest*\n`curvature` of $y$\nis [here](#e=x).\n- an item\n\n<!-- note -->\n';
    expect(linesToSearch(text)).toEqual(['★★ Bend. The greatest curvature of y is here.', '- an item']);
  });

  it('cuts a long line around the first word', () => {
    const line = `${'before '.repeat(40)}needle (+) ${'after '.repeat(40)}`;
    const parts = findWords({ heading: '', lines: [line] }, wordsOf('needle (+)'))?.line ?? [];
    const text = parts.map(([part]) => part).join('');
    expect(text).toMatch(/^…(?:before )?.*needle \(\+\) after .*…$/u);
    expect(text.length).toBeLessThan(150);
    expect(parts.filter(([, isFound]) => isFound).map(([part]) => part)).toEqual(['needle', '(+)']);
  });
});

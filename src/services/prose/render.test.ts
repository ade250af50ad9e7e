import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseNotebook } from '../../notebook/parse';
import { MOST_PLAIN_LETTERS } from '../../protocol/prose';
import { runs } from '../../testing/runs';
import { LIMITS } from './limits';
import { renderProse } from './render';

function pieces(markdown: string, now = (): number => 0): ReturnType<typeof renderProse> {
  return renderProse({ markdown, formulas: 'mathml' }, now);
}

function html(markdown: string): string {
  return pieces(markdown)
    .map((piece) => piece.html)
    .join('')
    .trim();
}

/** The HTML with `TEX` in place of formulas. */
function outline(markdown: string): string {
  return html(markdown).replace(/<span class="katex">.*?<annotation [^>]*>(.*?)<\/annotation>.*?<\/span>/gs, '[$1]');
}

function notices(markdown: string): readonly string[] {
  return [...html(markdown).matchAll(/<span class="prose-notice">(.*?)<\/span>/g)].map(([, text = '']) => text);
}

test.each([
  ['# One\n\nTwo\n---\n', '<h1>One</h1>\n<h2>Two</h2>'],
  ['*a* **b** ~~c~~ `d` _e_', '<p><em>a</em> <strong>b</strong> <del>c</del> <code>d</code> <em>e</em></p>'],
  ['a\nb  \nc\\\nd', '<p>a\nb<br>c<br>d</p>'],
  ['- a\n- b\n', '<ul><li>a</li>\n<li>b</li>\n</ul>'],
  ['3. a\n\n   b\n', '<ol start="3"><li><p>a</p>\n<p>b</p>\n</li>\n</ol>'],
  ['> a\n\n---\n', '<blockquote><p>a</p>\n</blockquote>\n<hr>'],
  [
    '[a](https://b.test "c") <https://d.test>',
    '<p><a href="https://b.test">a</a> <a href="https://d.test">https://d.test</a></p>',
  ],
  ['[a]\n\n[a]: #e=b\n', '<p><a href="#e=b">a</a></p>'],
  ['![a *b*](c.png) ![](d)', '<p><a href="c.png">a *b* (picture)</a> <a href="d">d (picture)</a></p>'],
  [
    'https://a.test/b, www.a.test. and a@b.test',
    '<p><a href="https://a.test/b">https://a.test/b</a>, <a href="http://www.a.test">www.a.test</a>. and <a href="mailto:a@b.test">a@b.test</a></p>',
  ],
  ['```js\n<b>\n```\n', '<pre><code class="language-js">&lt;b&gt;\n</code></pre>'],
  ['    a\n', '<pre><code>a\n</code></pre>'],
  [
    '|a|b|\n|:-:|--:|\n|1|$x$|\n',
    '<table><thead><tr><th align="center">a</th>\n<th align="right">b</th>\n</tr>\n</thead>\n<tbody><tr><td align="center">1</td>\n<td align="right"><span class="tex">[x]</span></td>\n</tr>\n</tbody>\n</table>',
  ],
  ['H<sub>2</sub>O <KBD>x</kbd><br/>', '<p>H<sub>2</sub>O <kbd>x</kbd><br></p>'],
  ['*a <sub>b* c</sub> </sup> <sub>d', '<p><em>a <sub>b</sub></em> c  <sub>d</sub></p>'],
  ['<b onclick=x>a</b>', '<p>&lt;b onclick=x&gt;a&lt;/b&gt;</p>'],
  ['<!-- a\n\nb -->\nc <!-- d --> e\n', '<p>c  e</p>'],
  ['<!-- never', '<p>&lt;!-- never</p>'],
  ['[a](javascript:b)', '<p>[a](javascript:b)</p>'],
  [
    '$x$ and $y$, not $5 or $6.',
    '<p><span class="tex">[x]</span> and <span class="tex-marked"><span class="tex">[y]</span>,</span> not $5 or $6.</p>',
  ],
  ['a\n$$\nx\n\ny\n$$\nb', '<p>a</p>\n<div class="tex tex-block">[\nx\n\ny\n]</div><p>b</p>'],
  [
    '- $$x$$\n\n  $$y$$\n',
    '<ul><li><div class="tex tex-block">[x]</div><div class="tex tex-block">[y]</div></li>\n</ul>',
  ],
  ['a $$x$$\nb $$y$$ c', '<p>a <span class="tex tex-block">[x]</span>\nb $$y$$ c</p>'],
  ['$$x', '<p>$$x</p>'],
  ['\\$x$ `$y$`', '<p>$x$ <code>$y$</code></p>'],
])('%j is rendered', (markdown, expected) => {
  expect(outline(markdown)).toBe(expected);
});

test('every example is rendered whole', () => {
  for (const file of readdirSync('public/notebooks').filter((name) => name.endsWith('.md')))
    for (const cell of parseNotebook(readFileSync(`public/notebooks/${file}`, 'utf8')).cells)
      if (cell.tag === 'prose') {
        expect(html(cell.markdown)).not.toMatch(/prose-notice|katex-error/);
        expect(html(cell.markdown)).not.toContain('prose-notice');
      }
});

describe('pieces', () => {
  test('are short, and an element that is cut goes on in the next', () => {
    const made = pieces('> - a\n'.repeat(4_000));
    expect(made.length).toBeGreaterThan(2);
    for (const [index, { html: part, joins }] of made.entries()) {
      expect(part.length).toBeLessThan(21_000);
      expect(joins).toBe(index === 0 ? 0 : 2);
      expect(part.startsWith('<blockquote><ul>')).toBe(true);
      expect(part.trimEnd().endsWith('</ul>\n</blockquote>') || part.endsWith('</ul></blockquote>')).toBe(true);
    }
    expect(
      made
        .map((piece) => piece.html)
        .join('')
        .match(/<li>/g),
    ).toHaveLength(4_000);
  });

  test('have balanced elements, whatever the text', () => {
    const parts = [
      '*',
      '**',
      '_',
      '~~',
      '[a](b)',
      '`',
      '<sub>',
      '</sub>',
      '<kbd>',
      '> ',
      '- ',
      '1. ',
      '\n',
      '\n\n',
      'a ',
      '|a|\n|-|\n',
      '$x$',
      '$$',
      '<!--',
      '-->',
      '# ',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 5 })), { maxLength: 30 }),
        (all) => {
          const open: string[] = [];
          const made = html(all.join('')).replace(/<math.*?<\/math>/gs, '');
          for (const [, slash, name = ''] of made.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
            if (slash === '/') expect(open.pop()).toBe(name);
            else if (name !== 'br' && name !== 'hr') open.push(name);
          }
          expect(open).toEqual([]);
        },
      ),
      runs(5),
    );
  });
});

describe('the limits', () => {
  const full = (unit: string): string => unit.repeat(Math.floor(1e6 / unit.length));

  test.each([
    ['a long paragraph', full('word ')],
    ['emphasis', full('**a_')],
    ['brackets', full('[')],
    ['a long list', full('- a\n')],
    ['lists in each other', '- '.repeat(1_000) + 'a'],
    ['quotations in each other', full('>')],
    ['a long table', `|a|\n|-|\n${full('|a|\n')}`],
    ['a wide table', `${'|a'.repeat(5_000)}|\n${'|-'.repeat(5_000)}|\n`],
    ['a long block of code', `\`\`\`\n${full('a')}\n\`\`\`\n`],
    ['many formulas', full('$x_1$ ')],
    ['many paragraphs of formulas', full('$x_1$\n\n')],
    ['tags in each other', '<sub>'.repeat(1_000)],
    ['comments that never end', full('<!--\n')],
    ['formulas that never end', full('$$a\n')],
    ['references', full('[a]: b\n')],
  ])('keep %s small, and what is left out is told', (name, markdown) => {
    const made = pieces(markdown);
    const whole = made.map((piece) => piece.html).join('');
    expect(whole.length).toBeLessThan(2 * LIMITS.html);
    expect(whole.match(/<[a-z]/g)?.length ?? 0).toBeLessThan(2 * LIMITS.elements);
    for (const piece of made) expect(piece.html.length).toBeLessThan(5 * MOST_PLAIN_LETTERS);
    expect(whole.replace(/<[^>]*>/g, '').length).toBeLessThan(LIMITS.html);
    if (!['references'].includes(name)) expect(whole).toContain('prose-notice');
  });

  test('an ordinary text of a million letters is rendered whole', () => {
    const markdown = full(`${'Some words of an ordinary text. '.repeat(20)}\n\n`);
    expect(html(markdown)).not.toContain('prose-notice');
  });

  test('a text that takes too long is shown as far as it has been read', () => {
    let now = 0;
    const made = pieces('a *b*\n\n'.repeat(10_000), () => now++)
      .map((piece) => piece.html)
      .join('');
    expect(made.startsWith('<p>a <em>b</em></p>')).toBe(true);
    expect(made).toContain('The rest of this text is not rendered');
  });

  test.each([
    ['is too long', 'x'.repeat(6_000), 'longer than 5000 characters'],
    ['has deep subscripts', 'x_{'.repeat(300) + 'x' + '}'.repeat(300), 'nested too deeply'],
    ['has deep roots', '\\sqrt{'.repeat(300) + 'x' + '}'.repeat(300), 'nested too deeply'],
    ['has many parts', `\\begin{matrix}${'&'.repeat(4_900)}\\end{matrix}`, 'more than 5000 parts'],
    ['doubles by macros', '\\def\\a#1{\\b{#1#1}}\\def\\b#1{\\a{#1#1}}\\a{x}', 'macros'],
  ])('a formula that %s is shown as TeX', (_, tex, why) => {
    const markdown = `a\n\n$$${tex}$$\n\n$x$\n`;
    expect(notices(markdown)).toEqual([expect.stringContaining(why)]);
    expect(outline(markdown)).toContain('[x]');
  });
});

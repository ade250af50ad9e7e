import fc from 'fast-check';
import { expect, test } from 'vitest';
import { programs } from '../../testing/program/arbitrary';
import { runs } from '../../testing/runs';
import { firstDifference } from '../../testing/same-tree';
import { scattered } from '../../testing/surface/scattered';
import { surfaceProgram } from '../../testing/surface/arbitrary';
import { format } from './format';
import { LINE_WIDTH } from './layout';
import { lex } from './lexer';
import { parse } from './parser';
import { print } from './printer';

const texts = scattered(
  fc.oneof(
    surfaceProgram.map((program) => print(program)),
    programs().map(({ text }) => text),
  ),
);

function commentsOf(text: string): readonly string[] {
  return parse(text, 0).program.comments.map((comment) => comment.text.trimEnd().replaceAll('\r\n', '\n'));
}

test('formatting keeps the tree and every comment once, in order, and is idempotent', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { program, diagnostics } = parse(text, 0);
      fc.pre(diagnostics.length === 0);
      const formatted = format(text).text;
      const again = parse(formatted, 0);
      expect(again.diagnostics).toEqual([]);
      expect(firstDifference(again.program.items, program.items)).toBeUndefined();
      expect(commentsOf(formatted)).toEqual(commentsOf(text));
      expect(format(formatted).text).toBe(formatted);
    }),
    runs(2),
  );
});

test('no line that could be broken is longer than the width, apart from trailing comments', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const formatted = format(text).text;
      fc.pre(formatted !== text);
      for (const line of formatted.split('\n')) {
        // Blocks of a deep tree start so far to the right that some of their lines have no break left.
        const deep = line.search(/\S/) > LINE_WIDTH / 2;
        const end = lex(line, 0).tokens.at(-1)?.end ?? 0;
        expect(deep || end <= LINE_WIDTH ? '' : line).toBe('');
      }
    }),
    runs(2),
  );
});

test('a text that does not parse is returned unchanged, with its diagnostics', () => {
  const text = 'let  a = 1\n  let b =\n';
  expect(format(text)).toMatchObject({ text, diagnostics: [{ code: 'unexpected' }] });
});

test.each([
  ['nothing', '', ''],
  ['blanks alone', ' \n\n  ', ''],
  ['comments alone', '\n  -- a  \n\n\n{- b -}', '-- a\n\n{- b -}\n'],
  ['Windows line ends and a byte order mark', '\uFEFFlet  a = 1 -- a\r\n\r\n\r\na\r\n', 'let a = 1  -- a\n\na\n'],
  ['a blank line above a comment on the line of a token', 'f (x,\n\n  ( {- a -} 1))', 'f\n  ( x,\n\n    {- a -} 1 )\n'],
  ['the same again', 'f\n  ( x,\n\n    {- a -} 1 )\n', 'f\n  ( x,\n\n    {- a -} 1 )\n'],
  ['parentheses around an item', '({- a -}(1))', '1  {- a -}\n'],
])('formats %s', (_, text, formatted) => {
  expect(format(text)).toEqual({ text: formatted, diagnostics: [] });
});

test('a chain of ten thousand lets and a file of five thousand lines are formatted', () => {
  const steps = Array.from(
    { length: 10_000 },
    (_, i) => `  let a${i} = x + ${i} in${i % 10 === 0 ? '  -- ten' : ''}\n`,
  );
  const chain = `let f x =\n${steps.join('')}  x\n`;
  expect(format(chain).text).toBe(chain);
  const item = (i: number): string =>
    `let f${i} m =\n  -- ${i}\n  match m with\n  | Nothing -> ${i}\n  | Just x -> x\n`;
  const file = Array.from({ length: 1_000 }, (_, i) => item(i)).join('');
  expect(format(file).text).toBe(file);
  const notes = `let x =\n${'  -- note\n'.repeat(5_000)}  1\n`;
  expect(format(notes).text).toBe(notes);
});

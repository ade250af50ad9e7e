import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../testing/runs';
import type { Diagnostic } from './diagnostic';
import { lineIndex, positionAt, renderDiagnostic } from './position';
import { PRELUDE_CELL, span } from './span';

test('positions count lines and columns from 1', () => {
  const index = lineIndex('ab\n\nc\n');
  expect(positionAt(index, 0)).toEqual({ line: 1, column: 1 });
  expect(positionAt(index, 2)).toEqual({ line: 1, column: 3 });
  expect(positionAt(index, 3)).toEqual({ line: 2, column: 1 });
  expect(positionAt(index, 4)).toEqual({ line: 3, column: 1 });
  expect(positionAt(index, 6)).toEqual({ line: 4, column: 1 });
});

test('a position converts back to its offset', () => {
  const text = fc.array(fc.constantFrom('a', '\n', '\t', 'θ', '𝑥')).map((characters) => characters.join(''));
  fc.assert(
    fc.property(text, fc.nat(), (source, at) => {
      const offset = at % (source.length + 1);
      const { line, column } = positionAt(lineIndex(source), offset);
      const before = source.split('\n').slice(0, line - 1);
      expect(before.reduce((sum, part) => sum + part.length + 1, 0) + column - 1).toBe(offset);
    }),
    runs(),
  );
});

describe('a rendered diagnostic', () => {
  const diagnostic: Diagnostic = {
    severity: 'error',
    code: 'some-code',
    message: 'something is wrong',
    hint: 'mend it',
    span: span(0, 5, 8),
    related: [{ message: 'because of this', span: span(0, 0, 3) }],
  };

  test('shows its places with carets, its notes and its hint', () => {
    expect(renderDiagnostic(diagnostic, ['one\n\ttwo\n'], 'f.pbk')).toBe(
      [
        'error[some-code]: something is wrong',
        '  --> f.pbk:2:2',
        '  2 | \ttwo',
        '    | \t^^^',
        '  note: because of this',
        '  --> f.pbk:1:1',
        '  1 | one',
        '    | ^^^',
        '  hint: mend it',
      ].join('\n'),
    );
  });

  test('shows control characters as printable ones of the same width, so that no text controls the terminal', () => {
    const hostile = { ...diagnostic, span: span(0, 5, 6), related: [] };
    const text = renderDiagnostic(hostile, ['a\u001b[2J\u202eb\u0000'], 'f.pbk');
    expect(text).toContain('  1 | a\u241b[2J\ufffdb\u2400');
    expect(text).toContain('    |      ^');
  });

  test('names the cell of a notebook', () => {
    const inSecond = { ...diagnostic, span: span(1, 0, 1), related: [] };
    expect(renderDiagnostic(inSecond, ['a', 'b'], 'book.md')).toContain('--> book.md, cell 2:1:1');
  });

  test('names the prelude without showing it', () => {
    const elsewhere = { ...diagnostic, span: span(PRELUDE_CELL, 10, 20), related: [] };
    expect(renderDiagnostic(elsewhere, ['a'], 'f.pbk')).toContain('--> the prelude\n  hint');
  });

  test('shows the part of a long line that matters', () => {
    const source = 'x'.repeat(500) + 'OOPS' + 'x'.repeat(500);
    const [, place, shown, carets] = renderDiagnostic({ ...diagnostic, span: span(0, 500, 504) }, [source], 'f').split(
      '\n',
    );
    expect(place).toBe('  --> f:1:501');
    expect(shown?.indexOf('OOPS')).toBe(carets?.indexOf('^^^^'));
    expect(shown?.length).toBeLessThan(160);
  });

  test('marks at least one column, even beyond the end of the text', () => {
    expect(renderDiagnostic({ ...diagnostic, span: span(0, 1, 1), related: [] }, ['a'], 'f')).toContain('    |  ^\n');
  });
});

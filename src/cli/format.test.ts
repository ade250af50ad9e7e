import { describe, expect, test } from 'vitest';
import { failure, json, pullback } from '../testing/command-line';

describe('fmt', () => {
  const LOOSE = 'let  a=1 -- one\n\n\n\na';
  const TIDY = 'let a = 1  -- one\n\na\n';

  test('prints the formatted text', async () => {
    expect(await pullback(LOOSE, 'fmt', '-')).toEqual({ status: 0, out: TIDY, error: '' });
    expect(await json(LOOSE, 'fmt', '-')).toEqual({ status: 0, answer: { ok: true, text: TIDY, changed: true } });
    expect(await json(TIDY, 'fmt', '-')).toEqual({ status: 0, answer: { ok: true, text: TIDY, changed: false } });
    expect(await pullback('', 'fmt', '-')).toEqual({ status: 0, out: '', error: '' });
  });

  test('with --check lists what would change, and has exit status 1 if anything would', async () => {
    expect(await pullback(LOOSE, 'fmt', '-', '--check')).toEqual({ status: 1, out: 'standard input\n', error: '' });
    expect(await pullback(TIDY, 'fmt', 'a.pbk', '--check')).toEqual({ status: 0, out: '', error: '' });
    expect(await json(LOOSE, 'fmt', '-', '--check')).toMatchObject({ status: 1, answer: { ok: true, changed: true } });
  });

  test('prints the diagnostics of a text that does not parse, and nothing else', async () => {
    const { status, out, error } = await pullback('let a =\n', 'fmt', 'a.pbk');
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(error).toContain('a.pbk:1:7');
    expect(await json('let a =', 'fmt', '-')).toMatchObject({ status: 1, answer: failure('unexpected') });
  });

  test.each(['\n', '\r\n'])('formats the code cells of a notebook, and leaves all else to the byte', async (end) => {
    const book = (first: string, second: string): string =>
      [
        '---  ',
        'title: t',
        '--- ',
        '* a  list',
        '',
        '```pullback show=delta',
        first,
        '```',
        '',
        '\ttext  ',
        '~~~pullback',
      ].join(end) + ['', second, '~~~', '', '``` pullback', '', '```', '`let  b=1`'].join(end);
    const loose = book(`let  a=1${end}a`, '  -- tidy');
    const tidy = book(`let a = 1${end}a`, '-- tidy');
    expect(await pullback(`\uFEFF${loose}`, 'fmt', 'book.md')).toEqual({ status: 0, out: `\uFEFF${tidy}`, error: '' });
    expect(await pullback(loose, 'fmt', 'book.md', '--check')).toEqual({
      status: 1,
      out: 'book.md, cell 1\nbook.md, cell 2\n',
      error: '',
    });
    expect(await json(tidy, 'fmt', 'book.md')).toEqual({ status: 0, answer: { ok: true, text: tidy, changed: false } });
    expect((await pullback(book('1', 'let'), 'fmt', 'book.md')).error).toContain('book.md, cell 2:1:1');
  });
});

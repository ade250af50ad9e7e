import { describe, expect, test } from 'vitest';
import { tableOfFile, tooLargeForTable } from './table-file';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const table = (text: string) => tableOfFile('a.csv', bytes(text));

describe('a file as the text of a table', () => {
  test('has plain line ends, and no trailing one', () => {
    expect(table('\uFEFFa,b\r\n1,2\r3,"x\r\ny"\r\n\r\n')).toEqual({ tag: 'table', text: 'a,b\n1,2\n3,"x\ny"' });
  });

  test('has commas instead of semicolons and tabs', () => {
    expect(table('a;b\n1,5;"x;y"\n')).toEqual({ tag: 'table', text: 'a,b\n"1,5",x;y' });
    expect(table('a\tb\n1\t2')).toEqual({ tag: 'table', text: 'a,b\n1,2' });
    expect(table('a,b;c\n1,2;3')).toEqual({ tag: 'table', text: 'a,b;c\n1,2;3' });
  });

  test('is refused if it is not text or too large', () => {
    expect(tableOfFile('a.xlsx', new Uint8Array([0x50, 0x4b, 0]))).toMatchObject({ tag: 'refused' });
    expect(tableOfFile('a.csv', new Uint8Array([0xff, 0xfe]))).toMatchObject({ tag: 'refused' });
    expect(tooLargeForTable('a.csv', 1024 * 1024)).toBeUndefined();
    expect(tooLargeForTable('a.csv', 3 * 1024 * 1024)).toEqual({
      tag: 'refused',
      reason: '“a.csv” is 3.1 MB; the limit for a table is 1 MB.',
    });
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elaborate } from '../language/elaborate/elaborate';
import { parse } from '../language/syntax/parser';
import { drain } from '../semantics/task';
import { runs } from '../testing/runs';
import { readDataFile, type DataFile } from './data-file';
import { jsonFault } from './json-fault';

const readBytes = (name: string, bytes: Uint8Array): DataFile => drain(readDataFile(name, bytes));
const read = (name: string, text: string) => readBytes(name, new TextEncoder().encode(text));

/** Returns the text of the table that a file becomes, or why it does not become one. */
function table(name: string, text: string): string {
  const file = read(name, text);
  return file.tag === 'table' ? file.text : file.tag === 'refused' ? file.reason : `${file.type} = ${file.value}`;
}

describe('a file of separated values', () => {
  test('is a table with the name of the file', () => {
    expect(read('Iris data.csv', '\uFEFFa,b\r\n1,2\r3,"x\r\ny"\r\n\r\n')).toEqual({
      tag: 'table',
      name: 'iris_data',
      text: 'a,b\n1,2\n3,"x\ny"',
      rows: 2,
      column: 'a',
    });
    expect(read('let.csv', 'a\n1')).toMatchObject({ name: 'let_' });
    expect(read(`${'long '.repeat(20)}.csv`, 'a\n1')).toMatchObject({
      name: 'long_long_long_long_long_long_long_long',
    });
    expect(read(`${'x'.repeat(200)}.csv`, 'a\n1')).toMatchObject({ name: 'x'.repeat(40) });
    expect(read(`"><img src=x onerror='f()'>.csv`, 'a\n1')).toMatchObject({ name: "img_src_x_onerror_'f_'" });
    expect(read('2024.csv', 'a\n1')).toMatchObject({ name: 'table_2024' });
  });

  test('can have semicolons and tabs between the cells, and decimal commas', () => {
    expect(table('a.csv', 'a;b;c\n1,5;"x;y";2,5\n2;z;k\n')).toBe('a,b,c\n1.5,x;y,"2,5"\n2,z,k');
    expect(table('a.csv', 'a\tb\n1\t2')).toBe('a,b\n1,2');
    expect(table('a.tsv', 'a,b\n"1,5"\n')).toBe('"a,b"\n1.5');
    expect(table('a.csv', 'a,b;c\n1,2;3')).toBe('a,b;c\n1,2;3');
    expect(table('a.csv', '"x;y;z",b\n1,2')).toBe('"x;y;z",b\n1,2');
    expect(table('a.txt', 'a;b\n" 1 ";""')).toBe('a,b\n" 1 ",""');
  });

  test('without a first row of names has columns with numbers', () => {
    expect(table('a.csv', '5.1,3.5,setosa\n4.9,3,setosa')).toBe(
      'column_1,column_2,column_3\n5.1,3.5,setosa\n4.9,3,setosa',
    );
    expect(table('a.csv', '1,2\n3,4')).toBe('column_1,column_2\n1,2\n3,4');
    expect(table('a.csv', 'country,2019,2020\nA,1,2')).toBe('country,2019,2020\nA,1,2');
  });

  test('can be in the encodings of spreadsheets', () => {
    const text = '\uFEFFa;b\n1;2';
    const utf16 = Uint8Array.from(
      { length: 2 * text.length },
      (_, at) => (text.charCodeAt(at >> 1) >> (at % 2 === 0 ? 0 : 8)) & 255,
    );
    expect(readBytes('a.csv', utf16)).toMatchObject({ text: 'a,b\n1,2' });
    expect(readBytes('a.csv', Uint8Array.from([0x61, 0x0a, 0xe9]))).toMatchObject({ text: 'a\né' });
  });

  test('with misplaced quotes is refused with the place', () => {
    expect(table('a.csv', 'a,b\n1,2\n3,"4')).toBe('“a.csv”, line 3, column 3: this quote is never closed.');
    expect(table('a.csv', 'a\n"1"2')).toContain('line 2, column 4: there is text after the closing quote');
    expect(table('a.csv', 'a\n "1"')).toContain('line 2, column 1: an opening quote must be');
  });

  test('is refused if it is empty, no text, or too large', () => {
    expect(table('a.csv', ' \n')).toBe('“a.csv” is empty.');
    expect(readBytes('a.xlsx', Uint8Array.from([0x50, 0x4b, 0]))).toMatchObject({ tag: 'refused' });
    expect(table('a.csv', `a,b\n${'1,2\n'.repeat(250_001)}`)).toBe(
      '“a.csv”: this table has 500,002 cells; the limit is 500,000.',
    );
    expect(table('a.tsv', '1\t2\n'.repeat(800_000))).toBe('“a.tsv”: this table has more than 500,000 cells.');
    expect(table('a.csv', 'long text,'.repeat(1_000_001))).toBe(
      '“a.csv”: this table has more than 10,000,000 characters.',
    );
  });
});

describe('a file of JSON', () => {
  test('that is an array of flat objects is a table', () => {
    const rows = '[{"x": 1, "a b": "p, q", "id": "1", "t": true}, {"x": -2e3, "a b": " r", "id": "2", "y": null}]';
    expect(table('a.json', rows)).toBe('x,a b,id : string,t,y\n1,"p, q",1,true,\n-2000," r",2,,');
  });

  test('that is another value is data with its type', () => {
    expect(table('m.json', '[[1, 2], [3, -4.5]]')).toBe('array (array real) = [[1, 2], [3, -4.5]]');
    expect(table('r.json', '{"first name": "A \\u00e9\\"", "xs": []}')).toBe(
      '{first_name : string, xs : array real} = {first_name = "A é\\"", xs = []}',
    );
    expect(table('n.json', '[{"p": {"x": 1}}]')).toBe('array {p : {x : real}} = [{p = {x = 1}}]');
  });

  test('that is long is a table if it is numbers', () => {
    const long = JSON.stringify(Array.from({ length: 9000 }, (_, i) => [i, 0.5]));
    expect(read('m.json', long)).toMatchObject({ tag: 'table', rows: 9000, column: 'column_1' });
    expect(read('v.json', JSON.stringify(Array.from({ length: 9000 }, (_, i) => i)))).toMatchObject({
      column: 'value',
    });
    const columns = {
      'a b': Array.from({ length: 9000 }, (_, i) => i),
      label: Array.from({ length: 9000 }, () => 'x,y'),
    };
    expect(read('c.json', JSON.stringify(columns))).toMatchObject({ tag: 'table', rows: 9000, column: 'a_b' });
    expect(table('c.json', JSON.stringify(columns))).toMatch(/^a b,label\n0,"x,y"\n1,"x,y"\n/);
    expect(table('c.json', JSON.stringify({ ...columns, short: [1] }))).toContain('the limit is 20,000');
    expect(table('s.json', JSON.stringify('x'.repeat(30_000)))).toContain('the limit is 20,000');
  });

  test('that no value has is refused', () => {
    expect(table('a.json', '[1, "a"]')).toContain('the items of an array have one type, but [1] is not like [0]');
    expect(table('a.json', '[1, 1e999]')).toBe('“a.json”: a number is too large, at [1].');
    expect(table('a.json', '{"a": [null]}')).toContain('no value for `null`, at .a[0]');
    expect(table('a.json', `${'['.repeat(60)}${']'.repeat(60)}`)).toContain('nested too deeply');
  });

  test.each([
    ['[1, 2', 'line 1, column 6: this is not JSON: expected a comma or ].'],
    ['[1,\n 2,]', 'line 2, column 4: this is not JSON: expected a value.'],
    ["{'a': 1}", 'column 2: this is not JSON: expected a name in double quotes or }.'],
    ['{"a" 1}', 'column 6: this is not JSON: expected a colon.'],
    ['{"a": 1,}', 'column 9: this is not JSON: expected a name in double quotes.'],
    ['[NaN]', 'column 2: this is not JSON: expected a value or ].'],
    ['[1] 2', 'column 5: this is not JSON: expected the end of the file.'],
    ['[01]', 'column 3: this is not JSON: expected a comma or ].'],
  ])('that is malformed is refused with the place: %s', (text, why) => {
    expect(table('a.json', text)).toContain(why);
  });

  test('has its fault after the longest beginning that is fine', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, at) => {
        const cut = json.slice(0, at % json.length);
        const fine = ((): boolean => {
          try {
            JSON.parse(cut);
            return true;
          } catch {
            return false;
          }
        })();
        fc.pre(!fine);
        const { start } = jsonFault(cut);
        expect(cut.slice(start)).toMatch(/^(?:$|["\-\dtfn.eE])/u);
      }),
      runs(2),
    );
  });
});

test('a number that is too large for an int is written as a real', () => {
  expect(read('d.json', '[-28318142388880847000, [1]]')).toMatchObject({ tag: 'refused' });
  expect(read('d.json', '{"n": -28318142388880847000}')).toMatchObject({ value: '{n = -2.8318142388880847e+19}' });
});

test('any JSON is a table, a program that checks, or refused', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), (json) => {
      const file = read('d.json', json);
      if (file.tag !== 'value') return;
      const { program, diagnostics } = parse(`data d : ${file.type} = ${file.value}`, 0);
      expect(
        [...diagnostics, ...elaborate([program]).diagnostics].filter(({ severity }) => severity === 'error'),
      ).toEqual([]);
    }),
    runs(2),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checked } from '../../testing/checked';
import { pullback } from '../../testing/command-line';
import { runs } from '../../testing/runs';
import { toJson, type Json, type Reading } from '../../semantics/present';
import type { Type } from '../../language/types/type';
import type { VariantDeclaration } from '../../language/core/tree';
import { Items } from '../../semantics/value';
import { type ByteSource, chunkSource, wholeFile } from './bytes';
import { valueFile, valueFiles } from './files';
import { NumberReader } from './numbers';

interface Typed {
  readonly type: Type;
  readonly variants: readonly VariantDeclaration[];
}

function typed(written: string, before = ''): Typed {
  const { items, variants } = checked(`${before}\ndata d : ${written}\nd`);
  const item = items.find(({ tag }) => tag === 'data');
  if (item?.tag !== 'data') throw new Error('there is data');
  return { type: item.type, variants };
}

function reading(name: string, text: string | Uint8Array, { type, variants }: Typed): Reading {
  return valueFile(name, chunkSource([Buffer.from(text)])).read(type, variants);
}

/** The value as JSON, or the message. */
function read(name: string, text: string, of: Typed): Json {
  const found = reading(name, text, of);
  return found.tag === 'ok' ? toJson(found.value, of.type, of.variants) : found.message;
}

const REALS = typed('array real');
const MATRIX = typed('array (array real)');
const POINTS = typed('array { x : real, n : int, on : bool, name : string }');
const SHAPE = typed('Shape', 'type Shape = Circle { r : real } | Pair (real * real) | Empty | More (list Shape)');

describe('a JSON file', () => {
  test('is read as its type says', () => {
    expect(read('a.json', '\uFEFF [1, -2.5e1 ,3E-2]\n', REALS)).toEqual([1, -25, 0.03]);
    expect(read('a.json', '[]', REALS)).toEqual([]);
    expect(read('a.json', '[[1],[],[2,3]]', MATRIX)).toEqual([[1], [], [2, 3]]);
    expect(read('a.json', '[{"name":"\\u00e9\\n\\"","on":true,"n":3,"x":1}]', POINTS)).toEqual([
      { x: 1, n: 3, on: true, name: 'é\n"' },
    ]);
    const shapes =
      '{"value":[{"tag":"Empty"},{"value":[1,2],"tag":"Pair"},{"tag":"Circle","value":{"r":3}}],"tag":"More"}';
    expect(read('a.json', shapes, SHAPE)).toEqual(JSON.parse(shapes));
  });

  test('with a mistake is an error at its line and column', () => {
    const cases: readonly (readonly [string, Typed, string])[] = [
      ['[1,\n 2, true]', REALS, 'a.json:2:5: expected a finite number at [2], found true'],
      ['[1, 1e999]', REALS, 'a.json:1:5: expected a finite number at [1], found 1e999'],
      ['[1 2]', REALS, 'a.json:1:4: the JSON is malformed: expected `,` or `]`, found 2'],
      ['[1,]', REALS, 'a.json:1:4: expected a finite number at [1], found ]'],
      [
        `[${' '.repeat(3)}"${'long '.repeat(9)}", 1]`,
        REALS,
        'a.json:1:5: expected a finite number at [0], found "long long long long long long long long...',
      ],
      ['[ [2, "a,]"], 1]', REALS, 'a.json:1:3: expected a finite number at [0], found [2, "a,]"]'],
      ['[1, 2', REALS, 'a.json:1:6: the JSON is malformed: expected `,` or `]`, found the end of the file'],
      ['[01]', REALS, 'a.json:1:2: expected a finite number at [0], found 01'],
      ['[1] x', REALS, 'a.json:1:5: the JSON is malformed: expected the end of the file, found x'],
      ['', REALS, 'a.json:1:1: expected an array, found nothing'],
      ['[[1],\n[é]]', MATRIX, 'a.json:2:2: expected a finite number at [1][0], found é'],
      [
        '[{"x":1,"n":1.5}]',
        POINTS,
        'a.json:1:13: expected a whole number between -(2^53 - 1) and 2^53 - 1 at [0].n, found 1.5',
      ],
      ['[{"x":1}]', POINTS, 'a.json:1:2: the field n is missing at [0]'],
      ['[{"y":1}]', POINTS, 'a.json:1:3: there is no field y at [0]'],
      ['[{"x":1,"x":2}]', POINTS, 'a.json:1:9: the field x is here twice at [0]'],
      [
        '{"tag":"Square"}',
        SHAPE,
        'a.json:1:1: expected an object { "tag": ..., "value": ... } with one of the tags Circle, Pair, Empty, More, found {"tag":"Square"}',
      ],
      ['{"tag":"Pair"}', SHAPE, 'a.json:1:1: Pair needs a "value"'],
      ['{"tag":"Pair","value":[1,2,3]}', SHAPE, 'a.json:1:23: expected an array of 2 values, found [1,2,3]'],
    ];
    for (const [text, of, message] of cases) expect(read('a.json', text, of)).toBe(message);
  });

  test('that is nested too deeply is an error', () => {
    const deep = '{"tag":"More","value":['.repeat(5000);
    expect(read('a.json', deep, SHAPE)).toContain('1000 levels');
  });

  test('has every number as JavaScript reads it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())), (numbers) => {
        const found = reading('a.json', JSON.stringify(numbers), REALS);
        expect(found).toEqual({ tag: 'ok', value: new Items(JSON.parse(JSON.stringify(numbers)) as number[]) });
      }),
      runs(2),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,25})?([eE][+-]?[0-9]{1,3})?$/u), (text) => {
        expect(new NumberReader(wholeFile('a.json', chunkSource([Buffer.from(text)]))).read(0)).toBe(Number(text));
      }),
      runs(5),
    );
  });

  test('for several names has a field for each', async () => {
    const fields = valueFiles('a.json', chunkSource([Buffer.from('{"xs":[1,2],"deep":[[{"a":"]"}]],"k":3}')]));
    if (!('get' in fields)) throw new Error(fields.problem);
    expect([...fields.keys()]).toEqual(['xs', 'deep', 'k']);
    expect(fields.get('xs')?.read(REALS.type, [])).toEqual({ tag: 'ok', value: new Items([1, 2]) });
    expect(valueFiles('a.json', chunkSource([Buffer.from('{"xs":[1,2}')]))).toEqual({
      problem: 'a.json:1:11: the JSON is malformed: expected a value, found }',
    });
    expect(valueFiles('a.json', chunkSource([Buffer.from('[1]')]))).toHaveProperty('problem');
    const program = 'data xs : array real\ninput k : real = 1\nk * sum xs';
    expect((await pullback(program, 'run', 'p.pbk', '--data', 'a.json')).status).toBe(2);
  });
});

describe('a table', () => {
  test('is records by the names of its columns, in any order', () => {
    const rows = [{ x: 1.5, n: 2, on: true, name: 'a "b", c' }];
    expect(read('a.csv', 'Name,extra,n,X,on\n"a ""b"", c",?, 2 , +1.5,TRUE\n\n', POINTS)).toEqual(rows);
    expect(read('a.tsv', 'name\tn\tx\ton\r\na "b", c\t2\t1.5\ttrue\r\n', POINTS)).toEqual(rows);
    expect(read('a.csv', 'x;n;on;name\n1.5;2;true;"a ""b"", c"', POINTS)).toEqual(rows);
  });

  test('does not take a first row for a header that may be meant as values', () => {
    for (const first of ['NaN', '-inf', '$1', '1_000', '50%', 'x\r1\r2']) {
      const found = first.split('\r')[0] ?? '';
      expect(read('a.csv', `${first}\n2\n`, REALS)).toBe(`a.csv:1:1: expected a finite number, found ${found}`);
    }
    expect(read('a.csv', 'id,2nd\n1,2\n', MATRIX)).toEqual([[1, 2]]);
    expect(read('a.txt', '{"a": 1}', REALS)).toBe('a.txt:1:1: expected an array, found {"a": 1}');
  });

  test('has each column that a record takes once', () => {
    const twice = typed('array { x : real, y : real }');
    expect(read('a.csv', 'y,x,x\n1,2,3\n', twice)).toBe('a.csv:1:5: the column x is here twice');
    expect(read('a.csv', 'x,y,z,z\n1,2,3,4\n', twice)).toEqual([{ x: 1, y: 2 }]);
  });

  test('is a matrix, tuples or single values where the type says so, with a header or without', () => {
    expect(read('a.csv', '1,2\n3,4', MATRIX)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(read('a.csv', 'a,b\n3,.5', MATRIX)).toEqual([[3, 0.5]]);
    expect(read('a.csv', 'p\n1\n2\n', REALS)).toEqual([1, 2]);
    expect(read('a.csv', '', REALS)).toEqual([]);
    expect(read('a.csv', 'p,q\n1,true', typed('list (real * bool)'))).toEqual([[1, true]]);
    expect(read('a.csv', 'red\n"a\nb"', typed('array string'))).toEqual(['red', 'a\nb']);
  });

  test('can have any line ends, a mark of its encoding, quotes, empty lines and semicolons', () => {
    const rows = [
      { x: 1, n: 2, on: true, name: 'a' },
      { x: -3, n: 4, on: false, name: '' },
    ];
    const table = 'x,n,on,name\n1,2,true,a\n-3,4,false,""\n';
    for (const text of [
      table.replaceAll('\n', '\r\n'),
      `\uFEFF${table}`,
      `\n \n${table.replaceAll('\n', '\n\n')}\r\n`,
      table.trimEnd(),
      table.replaceAll(',', ';'),
      table.replaceAll(',', '\t'),
      table.replaceAll(/(\w+|-\d)(?=[,\n])/gu, '"$1"'),
      `\uFEFF"x, of it";${table.replaceAll(',', ';').replaceAll('\n', '\r\n')}`
        .replace('name', 'name;y')
        .replaceAll('\r\n1', '\r\n0;1')
        .replaceAll('\r\n-3', '\r\n0;-3')
        .replaceAll(';a', ';a;9')
        .replaceAll(';""', ';"";9'),
    ])
      expect(read('a.csv', text, POINTS), text).toEqual(rows);
    expect(read('a.csv', '\uFEFF1;2\r\n\r\n"3";.5\r\n', MATRIX)).toEqual([
      [1, 2],
      [3, 0.5],
    ]);
    expect(read('a.csv', '1\r\n\r\n2', REALS)).toEqual([1, 2]);
  });

  test('is read from what has another name, if it cannot be JSON', () => {
    expect(read('standard input', 'x\n1\n2\n', REALS)).toEqual([1, 2]);
    expect(read('points.txt', '1;2\n3;4', MATRIX)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(read('standard input', '\uFEFF [1, 2]', REALS)).toEqual([1, 2]);
    expect(read('standard input', ' ', REALS)).toBe('standard input:1:2: expected an array, found nothing');
    expect(read('standard input', '5', typed('real'))).toBe(5);
    expect(read('a.json', '1,2', REALS)).toBe('a.json:1:1: expected an array, found 1');
    expect(read('standard input', '1\n2\nx', REALS)).toBe('standard input:3:1: expected a finite number, found x');
  });

  test('with a mistake is an error at its line and column', () => {
    const cases: readonly (readonly [string, Typed, string])[] = [
      [
        'x;y\r\n\r\n1,5;2,5',
        MATRIX,
        'a.csv:3:1: expected a finite number, found 1,5: write a point, not a comma, before decimals',
      ],
      [
        '1 2 3\n2\n',
        REALS,
        'a.csv:1:1: expected a finite number, found 1 2 3: columns are separated by commas, semicolons or tabs',
      ],
      [
        'name x n on\n"a" 1 2 true',
        POINTS,
        'a.csv:1:1: there is no column n; the columns are name x n on (columns are separated by commas, semicolons or tabs)',
      ],
      ['\uFEFFx\r\n1\r\nNA\r\n', REALS, 'a.csv:3:1: expected a finite number, found NA'],
      ['x,y\n1,\n', MATRIX, 'a.csv:2:3: expected a finite number, found an empty cell'],
      ['x,y\n"1",""\n', MATRIX, 'a.csv:2:6: expected a finite number, found an empty cell'],
      [
        'x,n,on,name\n1,,true,a',
        POINTS,
        'a.csv:2:3: expected a whole number between -(2^53 - 1) and 2^53 - 1, found an empty cell',
      ],
      ['x,n,on,name\n1,2,maybe,a', POINTS, 'a.csv:2:5: expected true or false, found maybe'],
      [
        '1,2,3,4',
        POINTS,
        'a.csv:1:1: the first row has numbers: a table of records needs the names of its columns there: n, name, on, x',
      ],
      ['1,2\n3,x', MATRIX, 'a.csv:2:3: expected a finite number, found x'],
      ['1,2\n3', MATRIX, 'a.csv:2:1: this row has 1 cell, but the first has 2 cells'],
      ['1,\n3,4', MATRIX, 'a.csv:1:3: expected a finite number, found an empty cell'],
      ['1,2', REALS, 'a.csv:1:1: expected one column, found 2'],
      ['x,n,on\n', POINTS, 'a.csv:1:1: there is no column name; the columns are x, n, on'],
      ['a\n"b', typed('array string'), 'a.csv:2:1: this quote is never closed'],
      ['a\n"b"c', typed('array string'), 'a.csv:2:4: text after the closing quote: write a quote inside quotes twice'],
      [
        '1',
        typed('real'),
        'a.csv:1:1: a table is an array of records, of arrays, of tuples, or of single values, not real: use a JSON file',
      ],
    ];
    for (const [text, of, message] of cases) expect(read('a.csv', text, of)).toBe(message);
  });
});

describe('a large file', () => {
  const numbers = Array.from({ length: 150_000 }, (_, i) => i / 7);
  const lines = numbers.map(String);

  /** Cuts the file, so that its parts begin within numbers. */
  function inChunks(text: string): ByteSource {
    const bytes = Buffer.from(text);
    return chunkSource(
      Array.from({ length: Math.ceil(bytes.length / 9973) }, (_, i) => bytes.subarray(9973 * i, 9973 * (i + 1))),
    );
  }

  test('is read in parts, each real as eight bytes', () => {
    const all = { tag: 'ok', value: new Items(Float64Array.from(numbers)) };
    expect(valueFile('a.json', inChunks(`[${lines.join(',\n')}]`)).read(REALS.type, [])).toEqual(all);
    expect(valueFile('a.csv', inChunks(`x\r\n${lines.join('\r\n')}\r\n`)).read(REALS.type, [])).toEqual(all);
    const fields = valueFiles('a.json', inChunks(`{"k": [1], "xs": [${lines.join()}]}`));
    if (!('get' in fields)) throw new Error(fields.problem);
    expect(fields.get('xs')?.read(REALS.type, [])).toEqual(all);
    expect(fields.get('k')?.read(REALS.type, [])).toEqual({ tag: 'ok', value: new Items([1]) });
  });

  test('can be a matrix with rows of any length', () => {
    const rows = [numbers.slice(0, 2), numbers.slice(0, 100), numbers.slice(0, 2000), numbers, []];
    const found = valueFile('a.json', inChunks(JSON.stringify(rows))).read(MATRIX.type, []);
    if (found.tag !== 'ok') throw new Error(found.message);
    expect(toJson(found.value, MATRIX.type, [])).toEqual(rows);
    const wide = valueFile('a.csv', inChunks(`${numbers.slice(0, 3000).join()}\n`.repeat(3))).read(MATRIX.type, []);
    if (wide.tag !== 'ok') throw new Error(wide.message);
    expect(toJson(wide.value, MATRIX.type, [])).toEqual([0, 1, 2].map(() => numbers.slice(0, 3000)));
  });

  test('with a mistake has its line and column', () => {
    const message = (name: string, text: string): string => {
      const found = valueFile(name, inChunks(text)).read(REALS.type, []);
      return found.tag === 'ok' ? 'no mistake' : found.message;
    };
    expect(message('a.json', `[${lines.join(',\n')},\n  "é", x]`)).toBe(
      'a.json:150001:3: expected a finite number at [150000], found "é"',
    );
    expect(message('a.csv', `${lines.join('\n')}\n  x`)).toBe('a.csv:150001:3: expected a finite number, found x');
    expect(message('a.json', `["${'a'.repeat(600_000)}"`)).toMatch(/^a\.json:1:2: expected a finite number at \[0\]/u);
    expect(message('a.csv', `"${'a'.repeat(600_000)}`)).toBe('a.csv:1:1: this quote is never closed');
  });

  test('has strings and numbers of any length', () => {
    const long = 'é'.repeat(500_000);
    expect(valueFile('a.json', inChunks(` ["${long}"]`)).read(typed('array string').type, [])).toEqual({
      tag: 'ok',
      value: new Items([long]),
    });
    expect(read('a.json', `[1${'0'.repeat(400_000)}e-400000, 0.${'0'.repeat(300_000)}1e300001]`, REALS)).toEqual([
      1, 1,
    ]);
  });
});

describe('any bytes', () => {
  const types = [REALS, MATRIX, POINTS, SHAPE, typed('list (real * bool)'), typed('string'), typed('unit')];
  const whole = [
    '[{"name":"\\u00e9\\n\\"","on":true,"n":3,"x":1}]',
    '{"value":[{"tag":"Empty"},{"value":[1,2],"tag":"Pair"}],"tag":"More"}',
    'name,n,x,on\n"a, b",2,1.5e3,true\n',
    '[[1,2.5],[3e-7]]',
  ];
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc
      .string({ unit: fc.constantFrom(...Array.from('[]{}",:-+.e019 \n\r\t;\\truefalsenull')), maxLength: 40 })
      .map((text) => Buffer.from(text)),
    fc.tuple(fc.constantFrom(...whole), fc.nat(80)).map(([text, length]) => Buffer.from(text).subarray(0, length)),
    fc.tuple(fc.constantFrom(...whole), fc.nat(80), fc.nat(255)).map(([text, at, byte]) => {
      const made = Buffer.from(text);
      made[at % made.length] = byte;
      return made;
    }),
  );

  test('are a value or an error with a place', () => {
    fc.assert(
      fc.property(bytes, fc.constantFrom(...types), fc.constantFrom('a.json', 'a.csv', 'a.tsv'), (given, of, name) => {
        const found = reading(name, given, of);
        if (found.tag === 'ok') toJson(found.value, of.type, of.variants);
        else expect(found.message).toMatch(/^a\.\w+:\d+:\d+: /u);
        const fields = valueFiles(name, chunkSource([Buffer.from(given)]));
        if ('problem' in fields) expect(fields.problem).toMatch(/^a\.\w+:\d+:\d+: /u);
      }),
      runs(20),
    );
  });

  test('are JSON where JavaScript says so', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const fields = valueFiles('a.json', chunkSource([Buffer.from(`{"all":${text}}`)]));
        expect('problem' in fields).toBe(false);
      }),
      runs(2),
    );
  });
});

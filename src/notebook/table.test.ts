import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elaborate } from '../language/elaborate/elaborate';
import { parse } from '../language/syntax/parser';
import { print } from '../language/syntax/printer';
import { Items } from '../semantics/value';
import { runs } from '../testing/runs';
import { isTable, readTable } from './table';
import { isNumber } from './table-columns';
import { parseTable } from './table-tree';

function block(body: string, name = 'iris'): string {
  return `\`\`\`csv name=${name}\n${body}\n\`\`\``;
}

/** Returns the program that a table stands for, on one line. */
function shown(body: string): string {
  const { program, diagnostics } = parseTable(block(body), 0);
  expect(diagnostics).toEqual([]);
  expect(elaborate([program]).diagnostics).toEqual([]);
  return print(program).replace(/\s+/g, ' ').replaceAll('[ {', '[{').replaceAll('} ]', '}]').trim();
}

/** Returns the code, the text at the place, the message and the hint of each problem. */
function problems(text: string): readonly string[] {
  return readTable(text, 0).diagnostics.map(
    ({ code, message, hint = '', span }) => `${code} [${text.slice(span.start, span.end)}] ${message} | ${hint}`,
  );
}

function problem(body: string): string {
  const found = problems(block(body));
  expect(found).toHaveLength(1);
  return found[0] ?? '';
}

describe('a table', () => {
  test('is a csv block, and no program is', () => {
    expect(isTable(block('a\n1'))).toBe(true);
    expect(isTable('~~~~ csv name=a')).toBe(true);
    expect(isTable('  ```csv')).toBe(true);
    expect(isTable('```csvx name=a\n')).toBe(false);
    expect(isTable('let a = 1')).toBe(false);
  });

  test('is an array of records, with column types from the values', () => {
    expect(shown('x,y,species,wild\n5.1, -3 ,setosa,true\n.5,+1.e1,"a, ""b""",FALSE')).toBe(
      'data iris : array { x : real, y : real, species : string, wild : bool } = ' +
        '[{ x = 5.1, y = -3.0, species = "setosa", wild = true }, { x = 0.5, y = 10.0, species = "a, \\"b\\"", wild = false }]',
    );
  });

  test('has the types in its first row', () => {
    expect(shown('count : int,label: string,x :real,b : bool\n-3,7,1,true')).toBe(
      'data iris : array { count : int, label : string, x : real, b : bool } = [{ count = -3, label = "7", x = 1.0, b = true }]',
    );
  });

  test('with many rows is data, whose value is made without terms', () => {
    const { program, diagnostics } = parseTable(block(`y,x,b\n${'1,2,true\n'.repeat(4_000)}`), 0);
    expect(diagnostics).toEqual([]);
    expect(print(program)).toMatch(/^data iris : array \{[^=]*\}\s*$/);
    const [item] = program.items;
    const value = item?.tag === 'data' ? item.given?.value : undefined;
    expect(value instanceof Items && [value.items.length, value.items[3999]]).toEqual([4_000, [true, 2, 1]]);
    expect(elaborate([program]).diagnostics).toEqual([]);
  });

  test('has numbers as the language writes them', () => {
    for (const text of ['0x10', '0b1', '0e1x', '1_0', 'Infinity', '.', '+', '1 2', ''])
      expect(isNumber(text)).toBe(false);
    for (const text of ['0', '00', '0e1', '-0E2', '+.5', '1.', ' 7 ']) expect(isNumber(text)).toBe(true);
  });

  test('allows empty cells only in text columns, and skips blank lines', () => {
    expect(shown('a,b\n\n1,\n   \n2,c\n')).toBe(
      'data iris : array { a : real, b : string } = [{ a = 1.0, b = "" }, { a = 2.0, b = "c" }]',
    );
    expect(shown('a\n""\nb')).toBe('data iris : array { a : string } = [{ a = "" }, { a = "b" }]');
  });

  test('can have no rows if the first row has all types', () => {
    expect(shown('a : real,b : string')).toBe('data iris : array { a : real, b : string } = []');
  });

  test('turns titles into names', () => {
    const titles = 'Sepal length (cm),type,ID,,a,A,2019,年,m²,θ,λ,snake_case,"x, y",x y';
    const { columns } = readTable(block(`${titles}\n${'1,'.repeat(13)}1`), 0);
    expect(columns.map(({ name }) => name)).toEqual(
      'sepal_length_cm,type_,id,column_4,a,a_2,column_2019,column_年,m,θ,column_λ,snake_case,x_y,x_y_2'.split(','),
    );
    const clash = readTable(block('a,a,a_2\n1,2,3'), 0).columns.map(({ name }) => name);
    expect(clash).toEqual(['a', 'a_3', 'a_2']);
  });

  test('has places in its block for the name, rows and cells', () => {
    const text = '~~~ csv title="name=no" name="iris" show=x\r\na,b\r\n"1\n",  2\r\n3,4\r\n~~~';
    const table = readTable(text, 3);
    expect(table.name.text).toBe('iris');
    const at = ({ start, end }: { readonly start: number; readonly end: number }): string => text.slice(start, end);
    expect(at(table.name.span)).toBe('iris');
    expect(table.name.span.cell).toBe(3);
    expect(table.rows.map(({ span }) => at(span))).toEqual(['"1\n",  2', '3,4']);
    expect(table.rows.map(({ cells }) => cells.map(at))).toEqual([
      ['"1\n"', '2'],
      ['3', '4'],
    ]);
  });

  test.each(['a,b\n1,2\n3', 'a,b\n1,\n2,3', 'a,b : float\n1,2', '1,2\n3,4', 'a,b'])(
    'with an error still defines its name, so that its uses are not errors: %j',
    (body) => {
      const { program, diagnostics } = parseTable(block(body), 0);
      expect(diagnostics).toHaveLength(1);
      const use = parse('iris[0].b + 1', 1).program;
      expect(elaborate([program, use]).diagnostics).toEqual([]);
    },
  );
});

describe('a diagnostic of a table has a place, a cause and a fix:', () => {
  test.each([
    ['let', 'table-name [let] `let` cannot be the name of a table', 'write `name=let_`'],
    ['"My data"', 'table-name [My data]', 'write `name=my_data`'],
    ['2', 'table-name [2]', 'write `name=table_2`'],
    ['""', 'table-name [```csv name=""] this table has no name', 'write `name=table`'],
  ])('name %s', (name, what, mend) => {
    const [found = ''] = problems(block('a\n1', name));
    expect(found).toContain(what);
    expect(found).toContain(mend);
  });

  test.each([
    ['', 'table-empty [```csv name=iris] this table is empty'],
    [
      'a,b : int',
      'table-empty [a,b : int] this table has columns, but no rows | for an empty array, write the type of each column: `a : real, b : int`',
    ],
    [
      '1,2\n3,4',
      'table-header [1,2] the first row must name the columns, but it holds numbers | add a row of names above: `column_1,column_2`',
    ],
    [
      'a,b\n1,2\n\n3\n4',
      'table-row [3] row 2 has 1 cell, but the first row names 2 columns; 1 more row has the wrong number of cells',
    ],
    [
      'a,b\n1,2,',
      'table-row [] row 1 has 3 cells, but the first row names 2 columns | remove the comma at the end of the row',
    ],
    [
      'a\n1,2,3',
      'table-row [2,3] row 1 has 3 cells, but the first row names 1 column | put quotes around a cell that contains a comma',
    ],
    [
      'a,b\n1,2\n,4',
      'table-missing [] row 2, column `a`: an empty cell is not a number | write a number, or remove the row; for a text column, write `a : string`',
    ],
    [
      'a\n1\nNA\n?\n2',
      'table-missing [NA] row 2, column `a`: `NA` is not a number, and 1 more cell below has the same problem',
    ],
    ['a : real\n1\nb', 'table-value [b] row 2, column `a`: `b` is not a number'],
    [
      'a : int\n1\n2.5',
      'table-value [2.5] row 2, column `a`: `2.5` is not an int | write it without a decimal point; `a : real` in the first row',
    ],
    [
      'a : int\n9007199254740993',
      'table-value [9007199254740993] row 1, column `a`: `9007199254740993` is too large | ints go up to',
    ],
    ['a\n1e999', 'table-value [1e999] row 1, column `a`: `1e999` is too large | reals go up to'],
    ['a\ntrue\n-', 'table-missing [-] row 2, column `a`: `-` is neither true nor false'],
    ['a\n1\n2\n3a\n4', 'table-mixed [3a] the column `a` is text because `3a` in row 3 is not a number'],
    [
      'a : integer\n1',
      'table-type [a : integer] `integer` is not a column type: use real, int, bool or string | write `a : int`',
    ],
    ['a,b\n"1,2\n3,4', 'table-quote ["] this quote is never closed'],
    ['a,b\n"1"2,3', 'table-quote [2] there is text after the closing quote of this cell'],
    ['a,b\n1, "2, 3"', 'table-quote [ "] an opening quote must be the first character of its cell'],
    ['a;b\n1,5;2', 'table-separator [a;b] the cells of this table are separated by `;` | separate them with commas'],
    ['a\tb\n1\t2', 'table-separator [a\tb] the cells of this table are separated by tabs'],
    [
      `a,b\n${'1,2\n'.repeat(250_001)}`,
      'table-too-large [a,b] this table has 500,002 cells; the limit is 500,000 | remove rows: with 2 columns, 250,000 rows fit',
    ],
    [`${','.repeat(200)}\n`, 'this table has 201 columns; the limit is 200'],
    ['a\n'.repeat(1_500_002), 'this table has more than 500,000 cells | remove rows or columns'],
    ['a'.repeat(10_000_001), 'this table has more than 10,000,000 characters'],
  ])('%#', (body, what) => {
    expect(problem(body)).toContain(what);
  });

  test('shows short excerpts of the text, without control characters', () => {
    expect(problem('a : real\n"x\n\u001b[2J`y"')).toContain("`x [2J'y` is not a number");
    const long = problem(`${'t'.repeat(500)} : real\n${'x'.repeat(500)}`).split('] ')[1] ?? '';
    expect(long.length).toBeLessThan(400);
    expect(readTable(block(`${'Long title '.repeat(50)}\n1`), 0).columns[0]?.name.length).toBeLessThan(70);
  });

  test('a number in a text column is a warning, and the program runs', () => {
    const { program, diagnostics } = parseTable(block('a\n1\n2\n3a'), 0);
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['warning']);
    expect(elaborate([program]).program).toBeDefined();
    expect(shown('a : string\n1\n2\n3a')).toContain('"3a"');
  });
});

describe('for any text', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'b : int',
      '1',
      '-2.5',
      '.',
      'true',
      '"',
      '""',
      ',',
      '\n',
      '\r\n',
      '\r',
      ' ',
      ';',
      '\t',
      '```',
      '~~~',
      'NA',
      'λ',
      '\ud83d',
    ],
  );
  const soup = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    soup,
    soup.map((body) => block(body)),
    soup.map((info) => `\`\`\`csv name=${info}`),
  );

  test('a table is read with places inside the text, and checks or has an error', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const { name, columns, rows, diagnostics } = readTable(whole, 0);
        const places = [
          name.span,
          ...columns.map(({ span }) => span),
          ...rows.flatMap(({ cells, span }) => [span, ...cells]),
          ...diagnostics.map(({ span }) => span),
        ];
        for (const { start, end } of places) {
          expect(0 <= start && start <= end && end <= whole.length).toBe(true);
        }
        const errors = diagnostics.filter(({ severity }) => severity === 'error');
        const elaboration = elaborate([parseTable(whole, 0).program]);
        expect(elaboration.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
        if (errors.length === 0) expect(elaboration.program).toBeDefined();
      }),
      runs(5),
    );
  });

  test('a cell has its place', () => {
    fc.assert(
      fc.property(soup, (body) => {
        const whole = block(body);
        const { rows, diagnostics } = readTable(whole, 0);
        fc.pre(!diagnostics.some(({ code }) => code === 'table-quote'));
        for (const { value, quoted, start, end } of rows.flatMap(({ cells }) => cells)) {
          expect(whole.slice(start, end)).toBe(quoted ? `"${value.replaceAll('"', '""')}"` : value);
        }
      }),
      runs(5),
    );
  });

  test('the printed program reads back the same', () => {
    const word = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.boolean().map(String),
    );
    const quoted = word.map((value) => `"${value.replaceAll('"', '""')}"`);
    const table = fc.integer({ min: 1, max: 4 }).chain((width) => {
      const row = (cell: fc.Arbitrary<string>) =>
        fc.array(cell, { minLength: width, maxLength: width }).map((cells) => cells.join(','));
      return fc.tuple(row(fc.stringMatching(/^[a-z]{1,6}$/)), fc.array(row(quoted), { minLength: 1 }));
    });
    fc.assert(
      fc.property(table, ([header, rows]) => {
        const { program, diagnostics } = parseTable(block([header, ...rows].join('\n')), 0);
        fc.pre(!diagnostics.some(({ severity }) => severity === 'error'));
        const printed = print(program);
        const again = parse(printed, 0);
        expect(again.diagnostics).toEqual([]);
        expect(print(again.program)).toBe(printed);
      }),
      runs(),
    );
  });
});

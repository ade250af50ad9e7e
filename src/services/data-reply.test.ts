import { expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { newLanguageApi } from '../testing/language';
import { runProgram } from './run-report';

const service = newLanguageApi();

function reply(cells: readonly string[], name: string, text: string) {
  return service.dataFile({ revision: 1, cells, name, bytes: new TextEncoder().encode(text) });
}

/** Returns what a program puts out, as JSON, or the messages of its problems. */
function output(cells: readonly string[]): string {
  const { body, diagnostics } = drain(runProgram(cells, { budget: COMMAND_LINE_BUDGET, inputs: {} }));
  return body === undefined
    ? JSON.stringify(diagnostics)
    : body.outputs.map(({ text }) => [...text].join('')).join(', ');
}

test('a file gets a name that the program does not have', () => {
  expect(reply(['let iris = 1\ndata iris2 : real = 2'], 'iris.csv', 'a\n1')).toMatchObject({
    tag: 'table',
    name: 'iris3',
  });
  expect(reply([], 'm.json', '[[1]]')).toMatchObject({ tag: 'value', name: 'm', type: 'array (array real)' });
  expect(reply([], 'm.json', '[1')).toMatchObject({ tag: 'refused' });
});

test('a file gives its value to data without one that has its name', () => {
  const cells = ['1 + 1', '-- Points.\ndata ps : array (array real)\n\nps'];
  const item = { cell: 1, start: 11, end: 39 };
  expect(cells[1]?.slice(item.start, item.end)).toBe('data ps : array (array real)');
  expect(reply(cells, 'ps.json', '[[1, -2]]')).toEqual({ tag: 'filled', name: 'ps', item, value: '[[1, -2]]' });
  expect(reply(cells, 'ps.csv', 'a,b\n1,-2\n3,4')).toMatchObject({ tag: 'filled', value: '[[1, -2], [3, 4]]' });
  expect(reply(cells, 'ps.csv', '1.5;2\n')).toMatchObject({ tag: 'filled', value: '[[1.5, 2]]' });
  expect(reply(['data v : array real'], 'v.csv', 'a\n1\n2')).toMatchObject({ tag: 'filled', value: '[1, 2]' });
  expect(reply(['data v : array real'], 'v.csv', 'a,b\n1,2')).toMatchObject({ tag: 'refused' });
  expect(reply(cells, 'ps.csv', 'a\nb')).toMatchObject({ tag: 'refused' });
  expect(reply(cells, 'ps.csv', `a,b\n${'1,2\n'.repeat(9000)}`)).toMatchObject({
    tag: 'table',
    name: 'ps_table',
    definition: 'let ps : array (array real) = ps_table.matrix',
    rows: 9000,
    replaced: item,
  });
});

test('a file of many numbers becomes a table, of which the data is made', () => {
  const csv = `a\n${'1\n'.repeat(9000)}`;
  const matrix = `a,b\n${'1,2\n'.repeat(9000)}`;
  const json = JSON.stringify(Array.from({ length: 9000 }, () => 1));
  const total = (type: string, name: string, text: string, by: string): string => {
    const made = reply([`data v : ${type}`], name, text);
    if (made.tag !== 'table') return made.tag === 'refused' ? made.reason : made.tag;
    const table = `\`\`\`csv name=${made.name}\n${made.text}\n\`\`\``;
    return output([table, `${made.definition ?? ''}\n\n${by}`]);
  };
  for (const container of ['array', 'list']) {
    expect(total(`${container} real`, 'v.csv', csv, 'sum v')).toBe('9000');
    expect(total(`${container} real`, 'v.json', json, 'sum v')).toBe('9000');
    expect(total(`${container} int`, 'v.json', json, 'fold (n, rest) -> n + rest over v from 0')).toBe('9000');
    for (const row of ['array', 'list'])
      expect(total(`${container} (${row} real)`, 'v.csv', matrix, 'sum (map sum v)')).toBe('27000');
  }
  expect(total('array (array int)', 'v.csv', matrix, 'v')).toBe(
    '“v.csv” has too many numbers to write into the cell. Declare `v` with reals, or drop the file under another name to make a table.',
  );
});

test('a table takes the place of data of records', () => {
  const cells = ['data ps : array {x : real}\nps'];
  expect(reply(cells, 'ps.csv', 'x\n1')).toMatchObject({
    tag: 'table',
    name: 'ps',
    text: 'x\n1',
    replaced: { cell: 0, start: 0, end: 26 },
  });
  expect(reply(['data ps : real = 1'], 'ps.csv', 'x\n1')).toMatchObject({ tag: 'table', name: 'ps2' });
});

test('the rows of a table are read in parts', () => {
  const text = '```csv name=t\nA b,c\n1,x\n2,yy\n3a,z\n```';
  expect(service.table({ text, from: 1, to: 9 })).toEqual({
    name: 't',
    count: 3,
    wrong: 0,
    columns: [
      { name: 'a_b', type: 'string', width: 2, summary: { tag: 'texts', distinct: 3 } },
      { name: 'c', type: 'string', width: 2, summary: { tag: 'texts', distinct: 3 } },
    ],
    from: 1,
    rows: [
      [
        { text: '2', isWrong: false },
        { text: 'yy', isWrong: false },
      ],
      [
        { text: '3a', isWrong: false },
        { text: 'z', isWrong: false },
      ],
    ],
  });
  expect(service.table({ text: '```csv name=t\nc : real\nx\n```', from: 0, to: 1 }).rows).toEqual([
    [{ text: 'x', isWrong: true }],
  ]);
});

test('rows with problems can be removed', () => {
  const text = '```csv name=t\na,"b, c"\n1,2\n,3\n\n4,NA\n5\n6,7,8\n"11",12\n```';
  expect(service.table({ text, from: 0, to: 1 })).toMatchObject({ count: 6, wrong: 4 });
  expect(service.soundRows(text)).toBe('a,"b, c"\n1,2\n"11",12');
});

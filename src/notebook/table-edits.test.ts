import { describe, expect, test } from 'vitest';
import { readTable } from './table';
import { editedTable, pastedCells, type TableEdit } from './table-edits';
import { summaryOf } from './table-summary';

const TABLE = 'x,name,on\n 3 ,b,true\n1,"a, c",false\n2,B,true';

function block(rows: string): string {
  return `\`\`\`csv name=data\n${rows}\n\`\`\``;
}

function edited(edit: TableEdit, rows = TABLE): string | undefined {
  return editedTable(readTable(block(rows), 0), block(rows), edit);
}

describe('an edit of a table', () => {
  test('adds and removes rows', () => {
    expect(edited({ tag: 'add-row', at: 1 })).toBe('x,name,on\n3 ,b,true\n0,,false\n1,"a, c",false\n2,B,true');
    expect(edited({ tag: 'add-row', at: 3 })).toBe(`${TABLE.replace(' 3', '3')}\n0,,false`);
    expect(edited({ tag: 'remove-row', at: 1 })).toBe('x,name,on\n3 ,b,true\n2,B,true');
    expect(edited({ tag: 'remove-row', at: 3 })).toBeUndefined();
    expect(edited({ tag: 'add-row', at: 1 }, 's\na')).toBe('s\na\n""');
  });

  test('adds and removes columns', () => {
    expect(edited({ tag: 'add-column', at: 1 })).toBe('x,column_4,name,on\n3,0,b,true\n1,0,"a, c",false\n2,0,B,true');
    expect(edited({ tag: 'remove-column', at: 1 })).toBe('x,on\n3,true\n1,false\n2,true');
    expect(edited({ tag: 'remove-column', at: 0 }, 'x')).toBeUndefined();
    expect(edited({ tag: 'remove-column', at: 0 }, 'x,s\n1,\n2,a')).toBe('s\n""\na');
    expect(edited({ tag: 'add-column', at: 1 }, 'column_2\n1')).toBe('column_2,column_2_2\n1,0');
  });

  test('sorts by numbers, texts and truth, with what is wrong at the end', () => {
    const firsts = (edit: TableEdit, rows?: string) =>
      edited(edit, rows)
        ?.split('\n')
        .map((line) => line.split(',')[0]?.trim())
        .join(' ');
    expect(firsts({ tag: 'sort', column: 0, descending: false })).toBe('x 1 2 3');
    expect(firsts({ tag: 'sort', column: 0, descending: true })).toBe('x 3 2 1');
    expect(firsts({ tag: 'sort', column: 1, descending: false })).toBe('x 1 3 2');
    expect(firsts({ tag: 'sort', column: 2, descending: true })).toBe('x 3 2 1');
    const wrong = 'x,y\n1,2\n2,?\n3,1\n4,10';
    expect(firsts({ tag: 'sort', column: 1, descending: false }, wrong)).toBe('x 3 1 4 2');
    expect(firsts({ tag: 'sort', column: 1, descending: true }, wrong)).toBe('x 4 1 3 2');
    expect(firsts({ tag: 'sort', column: 0, descending: false }, 's\nb10\nb9\na')).toBe('s a b9 b10');
  });

  test('pastes cells of a spreadsheet, and grows', () => {
    const paste = (row: number, column: number, text: string, rows = 'x,y\n1,2\n3,4') =>
      edited({ tag: 'paste', row, column, text }, rows);
    expect(paste(0, 0, '7\t8\r\n9\t10\r\n')).toBe('x,y\n7,8\n9,10');
    expect(paste(1, 1, '7\n8\n9')).toBe('x,y\n1,2\n3,7\n0,8\n0,9');
    expect(paste(1, 1, '7,8')).toBe('x,y,column_3\n1,2,0\n3,7,8');
    expect(paste(0, 2, 'a b\tc')).toBe('x,y,column_3,column_4\n1,2,a b,c\n3,4,,');
    expect(paste(-1, 0, 'time\tvalue (m)\tkind\n1\t2\ta')).toBe('time,value (m),kind\n1,2,a\n3,4,');
    expect(paste(0, 0, '"a, b"\t"say ""so"""')).toBe('x,y\n"a, b","say ""so"""\n3,4');
    expect(paste(0, 0, '\n')).toBeUndefined();
  });

  test('reads what is on the clipboard', () => {
    expect(pastedCells('1,5\t2,5')).toEqual([['1,5', '2,5']]);
    expect(pastedCells('1;2\n3;4')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(pastedCells('one')).toEqual([['one']]);
  });
});

describe('the summary of a column', () => {
  const summaries = (rows: string) => readTable(block(rows), 0).columns.map(summaryOf);

  test('counts values in parts of their range', () => {
    expect(summaries('x\n0\n1\n1\n2\n10')).toEqual([{ tag: 'numbers', low: 0, high: 10, counts: [3, 1, 0, 0, 1] }]);
    expect(summaries('x\n5\n5')).toEqual([{ tag: 'numbers', low: 5, high: 5, counts: [2] }]);
    expect(summaries('x\n-1e308\n1e308')).toMatchObject([{ counts: [1, 0, 1] }]);
    expect(summaries('s,b\na,true\nb,false\na,true')).toEqual([
      { tag: 'texts', distinct: 2 },
      { tag: 'bools', yes: 2, no: 1 },
    ]);
    expect(summaries('x : real')).toEqual([undefined]);
  });
});

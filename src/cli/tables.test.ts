import { describe, expect, test } from 'vitest';
import { json, pullback } from '../testing/command-line';

const TABLE = '```csv name=points\nx,y : real,Label,use\n1,3,a,true\n2,5.0,b,true\n-3,-1,c,false\n```';
const MODEL = '```pullback\ninput w : real = 1\ninput b : real = 0\n\nlet model x = w * x + b\n```';
const LOSS = '```pullback\npoints |> map (fun p -> if p.use then (p.y - model p.x) ^ 2 else 0) |> sum\n```';

function book(expects: string, ...cells: readonly string[]): string {
  return `---\ntitle: A line\nexpects:\n${expects}---\n\nProse.\n\n${cells.join('\n\nMore.\n\n')}\n`;
}

const PROMISES = '  - outputs: []\n  - outputs: [13]\n    derivative: { w: -16, b: -10 }\n';
const BOOK = book(PROMISES, TABLE, MODEL, LOSS);

describe('a loss over the rows of a table', () => {
  test('a table is data, which can be set', async () => {
    const set = ['--set', 'points=[{"x": 2, "y": 3, "label": "a", "use": true}]'];
    expect((await pullback(`${TABLE}\n\n${MODEL}\n\n${LOSS}`, 'run', 'book.md', ...set)).out).toContain('1 : real');
    const wrong = await pullback(BOOK, 'run', 'book.md', '--set', 'points=1');
    expect(wrong.error).toContain('the value given for the data points does not fit: expected an array, found 1');
  });

  test('runs and is differentiated; the front matter counts code cells', async () => {
    expect(await pullback(BOOK, 'run', 'book.md')).toEqual({
      status: 0,
      out: 'cell 3:\n13 : real\n-- derivative by compiled\n∂w = -16\n∂b = -10\n',
      error: '',
    });
    const { answer } = await json(BOOK, 'run', 'book.md');
    expect(answer).toMatchObject({ ok: true, cells: [{ outputs: [] }, { outputs: [{ value: 13 }] }] });
    expect(await pullback(BOOK, 'check', 'book.md')).toMatchObject({ status: 0 });
    const tooMany = await pullback(book(`${PROMISES}  - outputs: []\n`, TABLE, MODEL, LOSS), 'run', 'book.md');
    expect(tooMany).toMatchObject({
      status: 1,
      error: expect.stringContaining('code cell 3, but there is no such cell') as unknown,
    });
  });

  test('an unmet expectation has its place in the program, where a table is a cell', async () => {
    const wrong = BOOK.replace('[13]', '[14]');
    const { status, answer } = await json(wrong, 'run', 'book.md');
    expect({ status, answer }).toMatchObject({
      status: 1,
      answer: { diagnostics: [{ code: 'front-matter', span: { cell: 3 } }] },
    });
  });

  test('all engines agree', async () => {
    const { status, out } = await pullback(BOOK, 'agree', 'book.md');
    expect(status).toBe(0);
    for (const engine of ['reverse', 'trace-anf', 'forward', 'numeric'])
      expect(out).toMatch(new RegExp(`^${engine} +13 +∂w = -16, ∂b = -10$`, 'm'));
    // The literal rules double the term with every let, so the table has one row.
    const small = book(
      '  - {}\n',
      '```csv name=points\nx,y\n2,5\n```',
      '```pullback\ninput w : real = 1\n\n(points[0].y - w * points[0].x) ^ 2\n```',
    );
    expect((await pullback(small, 'agree', 'book.md')).out).toMatch(/^trace +9 +∂w = -12$/m);
  });

  test('has a Delta, a trace and translations', async () => {
    expect((await pullback(BOOK, 'delta', 'book.md')).out).toContain('Add (Scale (2, Var 1), Scale (1, Zero))');
    expect((await pullback(BOOK, 'trace', 'book.md', '--anf')).out).toContain('let t5 : real = 3.0 - t4 in');
    for (const engine of ['forward', 'reverse']) {
      const { status, out } = await pullback(BOOK, 'translate', 'book.md', '--engine', engine);
      expect(status).toBe(0);
      expect((await pullback(out, 'check', 'translated.pbk')).out).toBe('no errors\n');
    }
  });
});

describe('fmt', () => {
  test('leaves a table to the byte, and counts it', async () => {
    const loose = BOOK.replace('let model x = w * x + b', 'let  model x=w*x+b').replace('1,3,a,true', '1 , 3,  a,true');
    const tidy = BOOK.replace('1,3,a,true', '1 , 3,  a,true');
    expect(await pullback(loose, 'fmt', 'book.md')).toEqual({ status: 0, out: tidy, error: '' });
    expect((await pullback(loose, 'fmt', 'book.md', '--check')).out).toBe('book.md, cell 2\n');
  });

  test('reports only its own diagnostics', async () => {
    const broken = BOOK.replace('2,5.0', '"2,5.0');
    expect((await pullback(broken, 'fmt', 'book.md')).status).toBe(0);
    expect((await pullback(BOOK.replace('input b', 'input'), 'fmt', 'book.md')).error).toContain('book.md, cell 2:2:');
  });
});

describe('a table that is wrong', () => {
  test('is the only error, with its place', async () => {
    const { status, error } = await pullback(BOOK.replace('2,5.0,b', '2,,b'), 'check', 'book.md');
    expect({ status, error }).toMatchInlineSnapshot(`
      {
        "error": "error[table-missing]: row 2, column \`y\`: an empty cell is not a number
        --> book.md, cell 1:4:3
        4 | 2,,b,true
          |   ^
        hint: write a number, or remove the row; for a text column, write \`y : string\` in the first row
      ",
        "status": 1,
      }
    `);
  });
});

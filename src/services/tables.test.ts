import { describe, expect, test } from 'vitest';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { applyEdits } from './editing/rename';
import { newLanguageApi } from '../testing/language';
import { evaluate } from '../semantics/evaluate';
import { createChecking } from './front-end';
import { loadWhole } from './loader';
import { agreeReport } from './reports';
import { runProgram } from './run-report';
import { createSteps } from './steps';

const service = newLanguageApi();
// Text that would be a comment or a string in a program is neither here.
const TABLE = '```csv title="{- a" name=iris\nlength,Kind {-\n5.1,"iris, ""b"""\n4.9,sum\n```';
const CODE =
  'let kinds = iris |> map (fun row -> row.kind)\niris[1].length + mean (iris |> map (fun row -> row.length))';
const CELLS = [TABLE, CODE];

function at(cell: number, text: string) {
  const start = CELLS[cell]?.indexOf(text) ?? -1;
  expect(start).toBeGreaterThan(-1);
  return { revision: 1, cells: CELLS, at: { cell, start, end: start } };
}

const NAME = { cell: 0, start: TABLE.indexOf('iris'), end: TABLE.indexOf('iris') + 4 };

describe('an editor', () => {
  test('finds the name of a table on its fence', () => {
    expect(service.check({ revision: 1, cells: CELLS }).cells.flatMap((cell) => cell.diagnostics)).toEqual([]);
    expect(service.definition(at(1, 'iris'))).toEqual(NAME);
    expect(service.references(at(1, 'iris'))).toHaveLength(4);
    expect(service.hover(at(1, 'iris'))?.signature).toBe('iris : array {kind : string, length : real}');
    expect(service.symbols({ revision: 1, cells: CELLS, cell: 0 })).toMatchObject([
      { name: 'iris', kind: 'data', nameSpan: NAME },
    ]);
  });

  test('renames it there', () => {
    for (const request of [at(1, 'iris'), at(0, 'iris')]) {
      const answer = service.rename({ ...request, name: 'flowers' });
      expect(answer.tag === 'edits' && applyEdits(CELLS, answer.edits)).toEqual([
        TABLE.replace('name=iris', 'name=flowers'),
        CODE.replaceAll('iris', 'flowers'),
      ]);
    }
    expect(service.rename({ ...at(1, 'iris'), name: 'kinds' })).toMatchObject({ tag: 'refused' });
    expect(service.renamable(at(0, 'sum'))).toMatchObject({ tag: 'refused' });
  });

  test('reports nothing for the rows, and does not change them', () => {
    expect(service.format(TABLE)).toBe(TABLE);
    expect(service.completions(at(0, 'sum'))).toBeUndefined();
    expect(service.signatureHelp(at(0, 'sum'))).toBeUndefined();
    expect(service.hover(at(0, 'sum'))).toBeUndefined();
    expect(service.folds({ revision: 1, cells: CELLS, cell: 0 })).toEqual([
      { kind: 'code', span: { cell: 0, start: 0, end: TABLE.length } },
    ]);
    expect(service.fixes({ revision: 1, cells: CELLS, cell: 0 })).toEqual([]);
  });

  test('completes its name and its fields', () => {
    const cells = [TABLE, 'iris[0].l'];
    const end = { cell: 1, start: 9, end: 9 };
    const names = service.completions({ revision: 1, cells, at: end })?.items.map(({ name }) => name);
    expect(names).toEqual(['kind', 'length']);
  });

  test('completes the fields of its rows in a function over it', () => {
    const cells = [TABLE, 'map (fun p -> p.) iris'];
    const at = { cell: 1, start: 16, end: 16 };
    const items = service.completions({ revision: 1, cells, at })?.items ?? [];
    expect(items.map(({ name }) => name)).toEqual(['kind', 'length']);
  });
});

describe('the numeric columns of a table', () => {
  const cells = (code: string, table = TABLE): readonly string[] => [table, code];
  const errorsOf = (code: string, table?: string): readonly string[] =>
    service
      .check({ revision: 1, cells: cells(code, table) })
      .cells.flatMap(({ diagnostics }) => diagnostics.map(({ code: each }) => each));
  const WIDE = '```csv name=t\nz,kind,n : int,a\n1,"b",2,3.5\n4,"c",5,6\n```';
  const values = (table: string, code: string): readonly unknown[] => {
    const report = drain(runProgram([table, code], { budget: BUDGET, inputs: {} }));
    return report.body?.outputs.map(({ value }) => value) ?? report.diagnostics;
  };

  test('are a matrix, in order, ints as reals', () => {
    expect(
      values(WIDE, 't.matrix\nt.matrix[1][2]\nmatmul (transpose t.matrix) t.matrix |> map (fun r -> r[0])'),
    ).toEqual([
      [
        [1, 2, 3.5],
        [4, 5, 6],
      ],
      6,
      [17, 22, 27.5],
    ]);
    expect(values('```csv name=t\nmatrix\n2\n```', 't.matrix\nt[0].matrix')).toEqual([[[2]], 2]);
    expect(values('```csv name=t\nx : real\n```', 't.matrix')).toEqual([[]]);
    expect(values(WIDE, 'data d : array { b : real, a : int } = [{ a = 1, b = 2 }]\nd.matrix')).toEqual([[[2, 1]]]);
  });

  test('are those of this table only, and there must be some', () => {
    expect(errorsOf('sum (map sum iris.matrix)')).toEqual([]);
    expect(errorsOf('t.matrix', '```csv name=t\nx\nred\n```')).toEqual(['no-numeric-column']);
    expect(errorsOf('let f iris = iris.matrix + 1\nf { matrix = 2 }')).toEqual([]);
    expect(errorsOf('let rows = iris\nrows.matrix')).not.toEqual([]);
    expect(errorsOf('iris.matrices')).not.toEqual([]);
  });

  test('follow an edit of the table', () => {
    const { check } = createChecking();
    const firstRow = (table: string): string => {
      const { program } = drain(check([table, 't.matrix[0]'])).core;
      const outcome = program && drain(evaluate(program, { budget: BUDGET }));
      return JSON.stringify(outcome?.tag === 'ok' && outcome.value.outputs);
    };
    expect(firstRow(WIDE)).toContain('[1,2,3.5]');
    expect(firstRow(WIDE.replace('z,kind,n : int,a', 'a,kind,n : int,z'))).toContain('[1,2,3.5]');
  });

  test('are completed, explained, and not renamed with the table', () => {
    const code = 'iris.ma';
    const names = service.completions({ revision: 1, cells: cells(code), at: { cell: 1, start: 7, end: 7 } });
    expect(names?.items.map(({ name, signature }) => [name, signature])).toEqual([
      ['matrix', 'matrix : array (array real)'],
    ]);
    const used = cells('sum (map sum iris.matrix)');
    const request = (start: number) => ({ revision: 1, cells: used, at: { cell: 1, start, end: start } });
    expect(service.hover(request(20))).toMatchObject({
      signature: 'matrix : array (array real)',
      documentation: expect.stringContaining('numeric columns') as unknown,
    });
    const renamed = service.rename({ ...request(14), name: 'flowers' });
    expect(renamed.tag === 'edits' && applyEdits(used, renamed.edits)[1]).toBe('sum (map sum flowers.matrix)');
    expect(service.renamable(request(20))).toMatchObject({ tag: 'refused' });
  });

  test('have the derivatives that all engines agree on', () => {
    const code = 'input w : array real = [1, 2, 3]\nsum (map (fun row -> (dot row w) ^ 2) t.matrix)';
    const report = drain(agreeReport(cells(code, WIDE), { budget: BUDGET, inputs: {} }));
    expect(report.body?.agreement).toMatchObject({ verdict: 'agree' });
    expect(report.body?.agreement.columns.filter(({ status }) => status === 'ok').length).toBeGreaterThan(7);
  });
});

const BUDGET = { ...PAGE_BUDGET, seconds: 60 };

test('a program over a table is stepped through, in order and symbolically', () => {
  const cells = [
    '```csv name=points\nx\n2\n3\n```',
    'input w : real = 2\nfold (p, total) -> total + w * p.x over points from 0',
  ];
  const loaded = loadWhole(cells);
  for (const mode of ['ordinary', 'symbolic'] as const) {
    const request = { cells, cell: 1, inputs: {}, budget: BUDGET, mode };
    const answer = drain(createSteps().index(loaded, request));
    expect(answer.state === 'ok' && answer.index.count).toBeGreaterThan(5);
    const last = answer.state === 'ok' ? answer.index.count : 0;
    const end = drain(createSteps().state(loaded, { ...request, at: last }));
    expect(end).toMatchObject({
      state: 'ok',
      step: { failure: undefined, ...(mode === 'ordinary' ? { outputs: ['10'] } : {}) },
    });
  }
});

test('the engines agree on a table as large as the iris data', () => {
  const rows = Array.from({ length: 150 }, (_, row) => `${row / 10},${(row % 7) - 3},${row % 5},1.5,kind ${row % 3}`);
  const cells = [
    `\`\`\`csv name=iris\na,b,c,d,kind\n${rows.join('\n')}\n\`\`\``,
    'input w : real = 0.5\ninput v : real = 1\niris |> map (fun row -> (row.a * w - row.b * v + row.c - row.d) ^ 2) |> sum',
  ];
  const report = drain(agreeReport(cells, { budget: BUDGET, inputs: {} }));
  expect(report).toMatchObject({ status: 0 });
});

test('the name of data is found, described and renamed, also where the data has no value', () => {
  for (const value of ['', ' = [1, 2]']) {
    const cells = [`-- The points.\ndata ps : array real${value}`, 'sum ps + ps[0]'];
    const place = { cell: 0, start: 20, end: 22 };
    const use = { revision: 1, cells, at: { cell: 1, start: 4, end: 4 } };
    expect(service.hover(use)).toMatchObject({ signature: 'ps : array real' });
    expect(service.definition(use)).toEqual(place);
    expect(service.references({ ...use, at: place })).toHaveLength(3);
    const renamed = service.rename({ ...use, name: 'points' });
    expect(renamed.tag === 'edits' && applyEdits(cells, renamed.edits)).toEqual(
      cells.map((text) => text.replaceAll('ps', 'points')),
    );
    expect(service.check({ revision: 1, cells }).inputs).toEqual([]);
  }
});

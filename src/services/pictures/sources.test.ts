import { describe, expect, test } from 'vitest';
import type { PointSource } from '../../protocol/picture';
import { importedText } from '../../language/source/imported';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { newService, repliesTo } from '../../testing/ask';

const service = newService();
const TABLE = '```csv name=data\nname,y,x,n : int,z\na,2,1,1,7\nb,4,3,2,8\nc,6,5,3,9\n```';

async function sourcesOf(
  code: string,
  table = TABLE,
  part: readonly number[] = [],
): Promise<readonly (readonly PointSource[])[]> {
  const about = { cells: [table, code], cell: 1, inputs: {}, budget: { ...PAGE_BUDGET, seconds: 60 }, output: 0, part };
  const [reply] = await repliesTo(service, 'pictureSources', about);
  return reply?.marks ?? [];
}

/** The row and column of each coordinate of the points of the first mark. */
async function placesOf(code: string, table?: string): Promise<readonly string[]> {
  const [mark = []] = await sourcesOf(code, table);
  return mark.map((point) =>
    [point.x, point.y].map((place) => (place === undefined ? '-' : `${place.row} ${place.column}`)).join(', '),
  );
}

describe('the points of a picture', () => {
  test('are numbers of a table, as they are written', async () => {
    const all = ['0 2, 0 1', '1 2, 1 1', '2 2, 2 1'];
    expect(await placesOf('picture [Draw.points (map (fun r -> (r.x, r.y)) data)]')).toEqual(all);
    const scatter = 'let scatter rows = Draw.points (map (fun r -> (r.x, r.y)) rows)\n';
    expect(await placesOf(`${scatter}picture [Draw.groups ["a", "b", "c"] (scatter data)]`)).toEqual(all);
    // The fields of a record are sorted: x, y, z.
    expect(await placesOf('picture [Draw.points data]')).toEqual(all);
  });

  test('are numbers of the rows that are left', async () => {
    expect(
      await placesOf('picture [Draw.points (map (fun r -> (r.x, r.y)) (filter (fun r -> r.x > 2) data))]'),
    ).toEqual(['1 2, 1 1', '2 2, 2 1']);
  });

  test('are none of a table where they are computed, even if the values are those of the table', async () => {
    // y is x + 1 in every row.
    expect(await placesOf('picture [Draw.points (map (fun r -> (r.x, r.x + 1)) data)]')).toEqual([
      '0 2, -',
      '1 2, -',
      '2 2, -',
    ]);
    expect(await sourcesOf('picture [Draw.points (map (fun r -> (2 * r.x, toReal r.n)) data)]')).toEqual([]);
    expect(await sourcesOf('picture [Draw.points [(1, 2), (3, 4)]]')).toEqual([]);
  });

  test('have one coordinate from a table where the other is their index', async () => {
    expect(await placesOf('picture [Draw.points (map (fun r -> r.z) data)]')).toEqual(['-, 0 4', '-, 1 4', '-, 2 4']);
  });

  test('are numbers of a table in a picture within an output', async () => {
    const [mark] = await sourcesOf('(1, picture [Draw.points (map (fun r -> (r.x, r.y)) data)])', TABLE, [1]);
    expect(mark?.[1]).toEqual({ x: { cell: 0, row: 1, column: 2 }, y: { cell: 0, row: 1, column: 1 } });
  });

  test('are told mark by mark, also beside what is fitted to them', async () => {
    const marks = await sourcesOf(`
let loss w = sum (map (fun r -> (w * r.x - r.y) ^ 2) data)
let rec fit n w = if n < 1 then w else fit (n - 1) (w - 0.01 * deriv loss w)
let w = fit 50 1
picture [Draw.curve (fun x -> w * x), Draw.points (map (fun r -> (r.x, w * r.x)) data), Draw.points (map (fun r -> (r.x, r.y)) data)]`);
    expect(marks.map((mark) => mark.map(({ x, y }) => [x?.column, y?.column]))).toEqual([
      [
        [2, undefined],
        [2, undefined],
        [2, undefined],
      ],
      [
        [2, 1],
        [2, 1],
        [2, 1],
      ],
    ]);
  });

  test('come from an imported table, which is beyond the cells of the program', async () => {
    const cells = [
      'import "other"\npicture [Draw.points (map (fun r -> (r.x, r.y)) data)]',
      importedText(TABLE, { key: 'other', name: 'other' }),
    ];
    const about = { cells, cell: 0, inputs: {}, budget: PAGE_BUDGET, output: 0 };
    const [reply] = await repliesTo(service, 'pictureSources', about);
    expect(reply?.marks[0]?.[0]).toEqual({ x: { cell: 1, row: 0, column: 2 }, y: { cell: 1, row: 0, column: 1 } });
  });

  test('have no source in a table with an error', async () => {
    expect(await sourcesOf('picture [Draw.points data]', TABLE.replace('b,4', 'b,?'))).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { MARKS, pictureOf } from './fixtures';
import { brief, descriptionOf, itemOf, itemsIn, itemText, pictureAsCsv } from './reading';

const ALL = pictureOf(Object.values(MARKS));

test('every mark of every kind is read', () => {
  const texts = ALL.marks.map((mark, at) => {
    const item = itemOf(ALL, at, 0);
    return item && itemText(item, 0, itemsIn(mark));
  });
  expect(texts).toEqual([
    'point 1 of 2: x 1, y 3, a',
    'place of a line 1 of 2: x 1, y 3',
    'arrow 1 of 1: x 1, y 2, goes 3, 4',
    'interval of a histogram 1 of 2: x 0.5, y 5, from 0 to 1',
    'square of a matrix 1 of 6: x 0, y 1, row 0, column 0: 1',
    'horizontal line 1 of 1: y 2.5',
    'vertical line 1 of 1: x -1',
    'bar 1 of 2: x 0, y 1, low, "quoted"',
    'text 1 of 1: x 4, y 5, here',
    'sample of a curve 1 of 3: x 0, y 0, model',
    'sample of a field 1 of 6: x 0, y 0, 0',
    'sample of contours 1 of 6: x 0, y 0, 0',
    'sample of a boundary 1 of 6: x 0, y 0, 0',
  ]);
});

test('a value that is missing is said', () => {
  const item = itemOf(ALL, 0, 1);
  expect(item && itemText(item, 1, 2)).toBe('point 2 of 2: x 2, no value, b');
});

test('an item that is not there is none', () => {
  expect(itemOf(ALL, 99, 0)).toBeUndefined();
});

test('a picture is described with its marks and ranges', () => {
  const picture = pictureOf([MARKS.points, MARKS.curve], { title: 'Fit', xLabel: 'age' });
  expect(descriptionOf(picture)).toBe('Picture “Fit”: 2 points, a curve “model”; age from 0 to 10, y from 0 to 10.');
  expect(descriptionOf(pictureOf([], { x: [0.69314718, 0.69314719] }))).toContain('x from 0.69314718 to 0.69314719');
  expect(descriptionOf(pictureOf([]))).toBe('Picture: nothing is drawn; x from 0 to 10, y from 0 to 10.');
});

test('planes are described with the range of their values', () => {
  const of = (values: readonly number[]): string =>
    descriptionOf(pictureOf([{ ...MARKS.heatmap, rows: 1, columns: 2, values: Float64Array.from(values) }]));
  expect(of([0, 0])).toContain('a matrix of 1 × 2, all 0;');
  expect(of([-1, 0.5])).toContain('a matrix of 1 × 2, from -1 to 0.5;');
  expect(of([NaN, NaN])).toContain('a matrix of 1 × 2, without values;');
});

test('long names and many marks are cut', () => {
  expect(brief('a\nb')).toBe('a b');
  expect(brief('x'.repeat(100_000))).toHaveLength(61);
  const many = pictureOf(Array.from({ length: 1000 }, () => ({ ...MARKS.points, name: 'x'.repeat(1000) })));
  expect(descriptionOf(many).length).toBeLessThan(1500);
});

test('the CSV has a row for each item, and quotes what has commas', () => {
  const csv = pictureAsCsv(pictureOf([MARKS.bars, MARKS.points]));
  expect(csv).toBe('mark,kind,x,y,more\n1,bar,0,1,"low, ""quoted"""\n1,bar,1,2,high\n2,point,1,3,a\n2,point,2,,b\n');
});

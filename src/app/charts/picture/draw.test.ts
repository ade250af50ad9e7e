import { expect, test, vi } from 'vitest';
import { coloursOf } from './colours';
import { changedMarks, type PictureDrawing } from './draw';
import { MARKS, pictureOf } from './fixtures';
import { isPaintedAlike } from './paint';

vi.mock('../../kit/theme', () => ({ colour: () => '#000000' }));

const VIEW = { x: [0, 1], y: [0, 1] } as const;
const SIZE = { width: 300, height: 200 };

function drawingOf(picture: PictureDrawing['picture'], changed: Partial<PictureDrawing> = {}): PictureDrawing {
  return { picture, view: VIEW, size: SIZE, colours: coloursOf(picture.marks, 'light'), ...changed };
}

test('a plane that follows a slider leaves the axes as they are', () => {
  const before = drawingOf(pictureOf([MARKS.field]));
  const values = MARKS.field.values.map((value) => value + 1);
  expect(changedMarks(before, drawingOf(pictureOf([{ ...MARKS.field, values }])))).toEqual([]);
  expect(changedMarks(before, drawingOf(pictureOf([MARKS.field], { xLabel: 'age' })))).toBeUndefined();
  expect(changedMarks(before, drawingOf(pictureOf([MARKS.field, MARKS.curve])))).toBeUndefined();
  expect(changedMarks(before, drawingOf(pictureOf([MARKS.field]), { view: { ...VIEW, x: [0, 2] } }))).toBeUndefined();
  const dark = coloursOf([MARKS.field], 'dark');
  expect(changedMarks(before, drawingOf(pictureOf([MARKS.field]), { colours: dark }))).toBeUndefined();
});

test('of the marks that are drawn, those are drawn anew that change', () => {
  const before = drawingOf(pictureOf([MARKS.line, MARKS.curve, MARKS.bars]));
  const curve = { ...MARKS.curve, ys: MARKS.curve.ys.map((y) => y + 1) };
  expect(changedMarks(before, drawingOf(pictureOf([MARKS.line, curve, MARKS.bars])))).toEqual([1]);
  const renamed = { ...MARKS.curve, name: 'other' };
  expect(changedMarks(before, drawingOf(pictureOf([MARKS.line, renamed, MARKS.bars])))).toBeUndefined();
  const relabelled = { ...MARKS.bars, labels: ['a', 'b'] };
  expect(changedMarks(before, drawingOf(pictureOf([MARKS.line, MARKS.curve, relabelled])))).toBeUndefined();
});

test('what is painted is painted anew only where it, its place or its colours change', () => {
  const many = { ...MARKS.points, groups: undefined, xs: new Float64Array(300), ys: new Float64Array(300) };
  const before = drawingOf(pictureOf([many, MARKS.curve]));
  const curve = { ...MARKS.curve, ys: MARKS.curve.ys.map((y) => y + 1) };
  expect(isPaintedAlike(before, drawingOf(pictureOf([many, curve])))).toBe(true);
  expect(isPaintedAlike(before, drawingOf(pictureOf([{ ...many, ys: many.ys.with(0, 1) }, curve])))).toBe(false);
  expect(isPaintedAlike(before, drawingOf(pictureOf([many, curve]), { view: { ...VIEW, x: [0, 2] } }))).toBe(false);
  expect(isPaintedAlike(before, drawingOf(pictureOf([many, { ...curve, name: 'other' }])))).toBe(false);
});

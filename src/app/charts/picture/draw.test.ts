import { expect, test, vi } from 'vitest';
import { coloursOf } from './colours';
import { isDrawnAlike, type PictureDrawing } from './draw';
import { MARKS, pictureOf } from './fixtures';

vi.mock('../../kit/theme', () => ({ colour: () => '#000000' }));

const VIEW = { x: [0, 1], y: [0, 1] } as const;
const SIZE = { width: 300, height: 200 };

function drawingOf(picture: PictureDrawing['picture'], changed: Partial<PictureDrawing> = {}): PictureDrawing {
  return { picture, view: VIEW, size: SIZE, colours: coloursOf(picture.marks, 'light'), ...changed };
}

test('a plane that follows a slider leaves the axes as they are', () => {
  const before = drawingOf(pictureOf([MARKS.field]));
  const values = MARKS.field.values.map((value) => value + 1);
  expect(isDrawnAlike(before, drawingOf(pictureOf([{ ...MARKS.field, values }])))).toBe(true);
  expect(isDrawnAlike(before, drawingOf(pictureOf([MARKS.field], { xLabel: 'age' })))).toBe(false);
  expect(isDrawnAlike(before, drawingOf(pictureOf([MARKS.field, MARKS.curve])))).toBe(false);
  expect(isDrawnAlike(before, drawingOf(pictureOf([MARKS.field]), { view: { ...VIEW, x: [0, 2] } }))).toBe(false);
  const dark = coloursOf([MARKS.field], 'dark');
  expect(isDrawnAlike(before, drawingOf(pictureOf([MARKS.field]), { colours: dark }))).toBe(false);
});

test('marks that are drawn are drawn anew where they change', () => {
  const before = drawingOf(pictureOf([MARKS.curve]));
  expect(isDrawnAlike(before, { ...before, picture: { ...before.picture, handles: [] } })).toBe(true);
  expect(isDrawnAlike(before, drawingOf(pictureOf([MARKS.curve])))).toBe(false);
});

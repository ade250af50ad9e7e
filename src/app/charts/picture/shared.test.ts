import { expect, test } from 'vitest';
import { MARKS, pictureOf } from './fixtures';
import { sharedPicture } from './shared';

test('a picture keeps the marks of the one before that are the same', () => {
  const before = pictureOf(Object.values(MARKS));
  const copy = structuredClone(before);
  expect(sharedPicture(undefined, copy)).toBe(copy);
  expect(sharedPicture(before, copy)).toBe(before);
  const ys = MARKS.curve.ys.with(0, 7);
  const moved = sharedPicture(before, {
    ...copy,
    marks: copy.marks.map((m) => (m.kind === 'curve' ? { ...m, ys } : m)),
  });
  const changed = moved.marks.filter((mark, index) => mark !== before.marks[index]);
  expect(changed).toEqual([{ ...MARKS.curve, ys }]);
  expect(moved.home).toBe(before.home);
});

test('a picture with other labels, groups or fewer marks is another', () => {
  const before = pictureOf([MARKS.points, MARKS.bars]);
  const [points, bars] = [structuredClone(MARKS.points), structuredClone(MARKS.bars)];
  expect(sharedPicture(before, pictureOf([points])).marks).toEqual([MARKS.points]);
  expect(sharedPicture(before, pictureOf([points, bars], { xLabel: 'age' })).marks).toBe(before.marks);
  const others = pictureOf([
    { ...points, groups: ['a', 'c'] },
    { ...bars, labels: ['low', 'high'] },
  ]);
  expect(sharedPicture(before, others)).toEqual(others);
});

import type { CurvePicture, FieldPicture } from '../../../protocol/plot';

type Picture = CurvePicture | FieldPicture;

/**
 * The picture with the objects of the previous one wherever they are equal: while the point moves, the function stays the
 * same, and what was drawn of it need not be drawn again.
 */
export function retained(before: Picture | undefined, picture: Picture): Picture {
  if (before?.kind === 'field' && picture.kind === 'field') {
    const x = same(before.x, picture.x);
    const y = same(before.y, picture.y);
    return {
      ...picture,
      x,
      y,
      values: same(before.values, picture.values),
      arrows: same(before.arrows, picture.arrows),
    };
  }
  return before === undefined ? picture : { ...picture, x: same(before.x, picture.x) };
}

function same<T extends ArrayLike<number>>(before: T, now: T): T {
  if (before.length !== now.length) return now;
  for (let i = 0; i < now.length; i++) if (!Object.is(before[i], now[i])) return now;
  return before;
}

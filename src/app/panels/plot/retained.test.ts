import { expect, test } from 'vitest';
import type { FieldPicture } from '../../../protocol/plot';
import { retained } from './retained';

function field(...values: readonly number[]): FieldPicture {
  return {
    ...({
      kind: 'field',
      across: 0,
      up: 1,
      result: 0,
      x: [0, 1],
      y: [0, values.length],
      size: 2,
      coarse: false,
    } as const),
    values: Float64Array.from(values),
    arrows: Float64Array.from([1, 2, 3, 4]),
    point: { x: values.length, y: 0, at: { status: 'ok', derivatives: new Float64Array(3), warning: undefined } },
  };
}

test('equal parts keep their objects, new parts replace the old', () => {
  const before = field(1, NaN, 3, 4);
  const moved = { ...field(1, NaN, 3, 4), point: { ...before.point, x: 9 } };
  const kept = retained(before, moved);
  expect(kept).toEqual(moved);
  expect(kept.kind === 'field' && [kept.values, kept.arrows, kept.x, kept.y]).toSatisfy(
    (found: readonly unknown[]) =>
      found[0] === before.values && found[1] === before.arrows && found[2] === before.x && found[3] === before.y,
  );
  const other = field(1, 2, 3, 5);
  expect(retained(before, other)).toMatchObject({ values: other.values });
  expect(retained(undefined, other)).toBe(other);
});

import { positionIn, type JetShape } from '../../semantics/jets/multi-index';
import type { Jet } from '../../semantics/jets/sweep';
import type { Value } from '../../semantics/value';
import type { Main, Point } from '../engine';
import { pointReals, pointWith } from '../point';

/**
 * Returns the jets of x + Σ_i t_i d_i at t = 0: one per real leaf of the point, with one d_i per direction of the
 * shape.
 */
export function seedsAlong(
  main: Main,
  point: Point,
  shape: JetShape,
  directions: readonly (readonly Value[])[],
): readonly Jet[] {
  const reals = directions.map((direction) => pointReals(main, { ...point, arguments: direction }));
  const places = directions.map((_, i) =>
    positionIn(
      shape,
      Array.from({ length: shape.directions }, (_other, k) => (k === i ? 1 : 0)),
    ),
  );
  return pointReals(main, point).map((value, leaf) => {
    const jet = new Float64Array(shape.indices.length);
    jet[0] = value;
    places.forEach((place, i) => {
      if (place !== undefined) jet[place] = reals[i]?.[leaf] ?? 0;
    });
    return jet;
  });
}

/** Returns the unit directions of the first `count` real leaves. */
export function unitDirections(main: Main, point: Point, count: number): readonly (readonly Value[])[] {
  const reals = pointReals(main, point);
  return Array.from({ length: count }, (_, i) =>
    pointWith(
      main,
      point,
      reals.map((_real, leaf) => (leaf === i ? 1 : 0)),
    ),
  );
}

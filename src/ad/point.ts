import { error, type Diagnostic } from '../language/source/diagnostic';
import { MISMATCH_OF_COTANGENT } from '../semantics/failure';
import { realLeaves, realValues, withRealLeaves } from '../semantics/present';
import { MISMATCH, Reals } from '../semantics/reals';
import { primalOf, type Value } from '../semantics/value';
import type { Main, Point } from './engine';

/** Returns the real leaves of the point, left to right. */
export function pointReals({ parameters, variants }: Main, point: Point): readonly number[] {
  return parameters.flatMap(({ type }, at) => realValues(point.arguments[at], type, variants).map(primalOf));
}

/** Returns the point's arguments with their real leaves, left to right, replaced by the first of `reals`. */
export function pointWith(
  { parameters, variants }: Main,
  point: Point,
  reals: readonly Value[] | Float64Array,
): readonly Value[] {
  let next = 0;
  return parameters.map(({ type }, at) => {
    const argument = point.arguments[at];
    const start = next;
    next += realValues(argument, type, variants).length;
    return withRealLeaves(argument, type, reals.slice(start, next), variants);
  });
}

/** Returns the cotangent's real leaves. */
export function cotangentReals({ target, variants }: Main, { cotangent }: Point): readonly number[] {
  return realValues(cotangent, target, variants).map(primalOf);
}

/** Returns whether the cotangent has the shape of a value of the result: the same lengths and the same constructors. */
export function cotangentFits({ target, variants }: Main, cotangent: Value, value: Value): boolean {
  return new Reals(variants).zip(target, value, cotangent, (real) => real) !== MISMATCH;
}

export const SAME_SHAPE = 'lists must have the same lengths, and variants the same constructors';

export function shapeFailure(main: Main): Diagnostic {
  return error('shape', main.body.origin, MISMATCH_OF_COTANGENT, { hint: SAME_SHAPE });
}

/** Returns the labels of the point's real leaves, left to right: `x`, `p.b`, `xs[0]`. */
export function leafLabels({ parameters, variants }: Main, point: Point): readonly string[] {
  return parameters.flatMap(({ label, type }, at) =>
    realLeaves(point.arguments[at], type, label, variants).map((leaf) => leaf.label),
  );
}

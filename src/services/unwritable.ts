import type { Main, Point } from '../ad/engine';
import { isWritable, NOT_WRITABLE } from '../ad/reify';
import { error, type Diagnostic } from '../language/source/diagnostic';

/** Returns why the point's values cannot be written in a program; undefined if they can. */
export function unwritablePoint({ parameters, target, variants, body }: Main, point: Point): Diagnostic | undefined {
  const deep = parameters.find(({ type }, at) => !isWritable(point.arguments[at], type, variants));
  if (deep === undefined && isWritable(point.cotangent, target, variants)) return undefined;
  const what = deep === undefined ? 'the cotangent' : `\`${deep.label}\``;
  const hint = 'choose a smaller value to see the translation';
  return error('unsupported', deep?.origin ?? body.origin, `${what} ${NOT_WRITABLE}`, { hint });
}

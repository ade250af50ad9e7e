/**
 * Higher derivatives of a function of one real, by the (1,n)-Taylor macro of Huot, Staton & Vákár, whose jets hold derivatives
 * that are not divided by factorials:
 *
 *   taylor n f x = let (y, y1, ..., yn) = D{f} (x, 1, 0, ..., 0) in [y, y1, ..., yn]
 */
import * as core from '../../language/core/builders';
import type { Term, Variable } from '../../language/core/tree';
import { REAL } from '../../language/types/type';
import type { Span } from '../../language/source/span';
import { bindingTerms } from './bindings';
import type { Context } from './context';
import { applied, named } from './directional';

/** Returns whether a variable is the prelude's `taylor`, or a copy of it. */
export function isTaylor({ groups }: Context, { name }: Variable): boolean {
  const source = groups.get(name)?.source;
  return (
    source !== undefined && bindingTerms(source).some((term) => term.tag === 'lambda' && term.prelude === 'taylor')
  );
}

/** Returns the value of an int that the text of the program tells: a literal, or the name of one. */
export function knownInt(context: Context, term: Term): number | undefined {
  if (term.tag === 'literal') return typeof term.value === 'number' ? term.value : undefined;
  const source = term.tag === 'variable' ? context.groups.get(term.name)?.source : undefined;
  return source?.tag === 'let' && source.pattern.tag === 'variable' ? knownInt(context, source.value) : undefined;
}

/** Returns `taylor n f x`. */
export function taylorCoefficients(context: Context, order: number, f: Term, point: Term, origin: Span): Term {
  return named(context, point, 'x', (x) => {
    if (order === 0) return core.sequence('list', REAL, [core.apply(f, x, origin)], origin);
    const seed = Array.from({ length: order }, (_, i) => core.real(i === 0 ? 1 : 0, origin));
    const jet = applied(context, context.jets(order), f, REAL, core.tuple([x, ...seed], origin));
    return named(context, jet, 't', (t) => {
      const parts =
        t.tag === 'tuple' ? t.items : Array.from({ length: order + 1 }, (_, i) => core.projection(t, i, origin));
      return core.sequence('list', REAL, parts, origin);
    });
  });
}

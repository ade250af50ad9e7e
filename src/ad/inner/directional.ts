/**
 * Derivatives by dual numbers:
 *
 *   fd f x v = delta (D{f} (zip (x, v)))
 *   rd f x w = x with each real x_i replaced by delta (D{f} (zip (x, onehot i))) ⊙ w
 */
import * as core from '../../language/core/builders';
import { variablePattern, wildcardPattern } from '../../language/core/patterns';
import { internalError } from '../../language/source/internal-error';
import type { Derivative, Let, LetRec, Term } from '../../language/core/tree';
import type { Type } from '../../language/types/type';
import { mapping } from '../translation/polytypic/mapping';
import { SOURCE_SIDE } from '../translation/side';
import { isAtom } from '../translation/do-block';
import type { Context, Mode } from './context';
import { actionOf, copyOf } from './copies';
import { isReal } from './rules';

/** The parts of a derivative, without derivatives in them. */
export type Parts = Pick<Derivative, 'function' | 'point' | 'direction' | 'origin' | 'type'>;

/** Returns `fd f x v`. */
export function forwardDerivative(context: Context, parts: Parts): Term {
  const { zip, delta } = context.polytypic;
  const { function: f, origin, type } = parts;
  return named(context, parts.point, 'x', (x) =>
    named(context, parts.direction, 'v', (v) =>
      named(context, applied(context, context.dual, f, x.type, zip.at(x.type, x, v)), 't', (t) => ({
        ...delta.at(type, t),
        origin,
      })),
    ),
  );
}

/** Returns `rd f x w` for an x with `count` reals, by as many passes. */
export function gradientByPasses(context: Context, parts: Parts, count: number): Term {
  const { polytypic, dual } = context;
  const { shapes } = dual;
  const { function: f, origin } = parts;
  if (f.type.tag !== 'function') return f;
  const target = f.type.result;
  return named(context, parts.point, 'x', (x) =>
    named(context, parts.direction, 'w', (w) => {
      if (count === 0) return core.let_(wildcardPattern(target), core.apply(f, x, origin), x, origin);
      const passes = (at: (point: Term) => Term): Term => {
        const all = Array.from({ length: count }, (_, i) =>
          named(context, at(oneHot(context, x.type, x, i)), 't', (t) => along(target, t, w)),
        );
        let next = 0;
        const part = (): Term => all[next++] ?? internalError('a real of the point without its pass');
        return mapping(shapes, 'gradient', SOURCE_SIDE, SOURCE_SIDE, part).at(x.type, x);
      };
      if (count === 1) return passes((point) => applied(context, context.dual, f, x.type, point));
      return named(context, copyOf(context, dual, f), 'df', (df) => passes((point) => core.apply(df, point, origin)));
    }),
  );

  function along(type: Type, t: Term, w: Term): Term {
    const tangent = polytypic.delta.at(type, t);
    if (type.tag === 'real' && isReal(w, 1)) return { ...tangent, origin };
    return named(context, tangent, 'dt', (dt) => polytypic.dot.at(type, undefined, dt, w) ?? core.real(0, origin));
  }
}

/** D{f} at a dual number or jet. Where f is a function literal, its body stands here. */
export function applied(context: Context, mode: Mode, f: Term, type: Type, dual: Term): Term {
  const s = core.variable(context.fresh('s'), type, f.origin);
  return actionOf(context, mode, core.apply(f, s, f.origin), new Map([[s.name, dual]]));
}

function oneHot({ dual: { shapes } }: Context, type: Type, x: Term, index: number): Term {
  let next = 0;
  return mapping(shapes, 'oneHot', SOURCE_SIDE, shapes.types, (real) =>
    core.tuple([real, core.real(next++ === index ? 1 : 0, real.origin)], real.origin),
  ).at(type, x);
}

/** Returns what `make` makes of atoms, or tuples of them, that stand for the term. */
export function named(context: Context, root: Term, name: string, make: (atom: Term) => Term): Term {
  const outer: (Let | LetRec)[] = [];
  let term = root;
  for (; term.tag === 'let' || term.tag === 'letrec'; term = term.body) outer.push(term);
  return outer.reduceRight<Term>(
    (body, each) => ({ ...each, body, type: body.type }),
    namedValue(context, term, name, make),
  );
}

function namedValue(context: Context, term: Term, name: string, make: (atom: Term) => Term): Term {
  if (term.tag === 'tuple') {
    return namedItems(context, term.items, name, [], (items) => make(core.tuple(items, term.origin)));
  }
  if (isAtom(term)) return make(term);
  const variable = core.variable(context.fresh(name), term.type, term.origin);
  return core.let_(variablePattern(variable.name, variable.type), term, make(variable), term.origin);
}

function namedItems(
  context: Context,
  [first, ...more]: readonly Term[],
  name: string,
  done: readonly Term[],
  make: (items: readonly Term[]) => Term,
): Term {
  if (first === undefined) return make(done);
  return named(context, first, name, (item) => namedItems(context, more, name, [...done, item], make));
}

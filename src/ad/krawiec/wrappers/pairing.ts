/**
 * What the wrappers of the reverse modes run, and how much the derivative of its result counts. For e : R^a -> R (Krawiec
 * et al., Figures 6, 8 and 11), where the cotangent dt is a real,
 *
 *   D{e} s0, from dt
 *
 * and for any other e : S -> T the pairing with the cotangent (Figure 15),
 *
 *   D{fun (s, dt) -> e s ⊙_T dt} (s0, initZeros_T dt), from 1
 *
 * Both are given with the value of e s observed, too, which the derivative does not use.
 */
import * as core from '../../../language/core/builders';
import { tuplePattern, variablePattern, wildcardPattern } from '../../../language/core/patterns';
import { typeParts } from '../../../language/types/structure';
import type { CoreItem, Term, Variable } from '../../../language/core/tree';
import type { Type } from '../../../language/types/type';
import type { Main } from '../../engine';
import type { Translation } from '../../translation/rules';
import { dotProduct } from '../../translation/polytypic/dot-product';
import { mapping, primalPart, type Polytypic } from '../../translation/polytypic/mapping';
import { hasReals, opened, type Shapes } from '../../translation/polytypic/shapes';
import { SOURCE_SIDE } from '../../translation/side';
import { define, translateDefinition, translateValue } from '../../translation/wrapping';

export interface Scalar {
  /** ⊙, translated, and D{fun (s, dt) -> e s ⊙_T dt} below it; nothing for R^a -> R. */
  readonly pairing: readonly CoreItem[];
  /** initZeros and dt0; nothing for R^a -> R. */
  readonly zeros: readonly CoreItem[];
  /** Returns the term of type M D{real}, at s0. */
  readonly at: (s0: Term) => Term;
  /** The cotangent of that term: dt for R^a -> R, else undefined, which means 1. */
  readonly cotangent: Variable | undefined;
  /**
   * Returns the number of operations of ⊙ for a value of so many reals: the last ones of the run. All others belong to
   * e.
   */
  readonly operations: (reals: number) => number;
}

/** `e` is the main expression as a variable, with its own type; `dt` is the cotangent of T. */
export function scalarOf(translation: Translation, shapes: Shapes, main: Main, e: Variable, dt: Variable): Scalar {
  const { origin } = main.body;
  if (startsAtCotangent(main)) {
    return {
      pairing: [],
      zeros: [],
      at: (s0) => core.apply({ ...e, type: shapes.types.type(e.type) }, s0, origin),
      cotangent: dt,
      operations: () => 0,
    };
  }
  const { items, at, operations } = pairingOf(translation, shapes, main, e);
  const zeros = initZeros(shapes, translation);
  const dt0 = define(shapes.fresh('dt0'), zeros.at(main.target, dt));
  return {
    pairing: items,
    zeros: [...zeros.items(), dt0.item],
    at: (s0) => at(s0, dt0.variable),
    cotangent: undefined,
    operations,
  };
}

/** Returns whether the main expression is an R^a -> R, whose derivative starts at the cotangent. */
export function startsAtCotangent({ source, target }: Main): boolean {
  return target.tag === 'real' && isVector(source);
}

/** Returns whether the values of the type are real numbers alone, as many in every value. */
function isVector(type: Type): boolean {
  const parts = type.tag === 'product' || type.tag === 'record' ? typeParts(type) : [];
  return type.tag === 'real' || (parts.length > 0 && parts.every(isVector));
}

interface Pairing {
  readonly items: readonly CoreItem[];
  readonly at: (s0: Term, dt0: Term) => Term;
  readonly operations: (reals: number) => number;
}

function pairingOf(translation: Translation, shapes: Shapes, main: Main, e: Variable): Pairing {
  const product = dotProduct(shapes);
  const s = shapes.fresh('s');
  const left = opened(shapes, main.target, SOURCE_SIDE, 'e', true);
  const right = opened(shapes, main.target, SOURCE_SIDE, 'c', true);
  const call = core.apply(e, core.variable(s, main.source), main.body.origin);
  const parameter = tuplePattern([variablePattern(s, main.source), right.pattern]);
  const term = product.at(main.target, undefined, left.term, right.term) ?? core.real(0);
  const lambda = core.lambda(parameter, core.let_(left.pattern, call, term));
  const pairing = define(shapes.fresh('pairing'), translateValue(translation, lambda));
  return {
    items: [...product.items().map((item) => translateDefinition(translation, item)), pairing.item],
    at: (s0, dt0) => core.apply(pairing.variable, core.tuple([s0, dt0])),
    operations: (reals) => (beginsWithReal(shapes, main.target) ? 2 * reals - 1 : 2 * reals),
  };
}

/** Returns whether the first product of t ⊙ dt is used alone, and not added to the 0 that a function starts from. */
function beginsWithReal(shapes: Shapes, type: Type): boolean {
  if (type.tag === 'real') return true;
  const parts = type.tag === 'product' || type.tag === 'record' ? typeParts(type) : [];
  const first = parts.find((part) => hasReals(shapes, part));
  return first !== undefined && beginsWithReal(shapes, first);
}

/** initZeros: returns each real with the tangent 0. */
function initZeros(shapes: Shapes, { rules }: Translation): Polytypic<readonly [Term]> {
  return mapping(shapes, 'initZeros', SOURCE_SIDE, shapes.types, rules.constant);
}

/** The name of the series that records the value of e s. */
export const VALUE_SERIES = 'value';

/** let inner = D{e}, let main = fun s -> do { t <- inner s; _ <- pure (watch "value" (primal_T t)); pure t } */
export function observedMain(
  { rules }: Translation,
  shapes: Shapes,
  name: string,
  translated: Term,
  main: Main,
): readonly CoreItem[] {
  const { fresh, types } = shapes;
  const { monad } = rules;
  const { origin } = main.body;
  const inner = define(fresh('inner'), translated);
  const s = core.variable(fresh('s'), types.type(main.source));
  const t = core.variable(fresh('t'), types.type(main.target));
  const primal = primalPart(shapes);
  const watched = monad.pure(core.watch(VALUE_SERIES, primal.at(main.target, t)), origin);
  const rest = monad.bind(wildcardPattern(main.target), watched, monad.pure(t, origin), origin);
  const body = monad.bind(variablePattern(t.name, t.type), core.apply(inner.variable, s), rest, origin);
  return [inner.item, ...primal.items(), define(name, core.lambda(variablePattern(s.name, s.type), body)).item];
}

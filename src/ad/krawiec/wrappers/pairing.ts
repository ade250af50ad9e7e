/**
 * What the reverse modes differentiate: e at s, paired with the cotangent of T (Krawiec et al., Figure 15).
 *
 *   D{fun (s, dt) -> e s ⊙_T dt}
 *
 * and the same with the value of e s observed, which the derivative does not use.
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

export interface Pairing {
  /** ⊙, translated, and D{fun (s, dt) -> e s ⊙_T dt} below it. */
  readonly items: readonly CoreItem[];
  /** Returns the term of type M D{real}: the pairing at s0 and dt0. */
  readonly at: (s0: Term, dt0: Term) => Term;
  /**
   * Returns the number of operations of ⊙ for a value of so many reals: the last ones of the run. All others belong to
   * e.
   */
  readonly operations: (reals: number) => number;
}

/** `e` is the main expression as a variable, with its own type. */
export function pairingOf(translation: Translation, shapes: Shapes, main: Main, e: Variable): Pairing {
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
export function initZeros(shapes: Shapes, { rules }: Translation): Polytypic<readonly [Term]> {
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

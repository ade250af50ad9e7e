import * as core from '../language/core/builders';
import type { Derivative, Lambda, Pattern, Term } from '../language/core/tree';
import { sameType } from '../language/types/structure';
import { REAL, sequenceType } from '../language/types/type';
import { internalError } from '../language/source/internal-error';

const REALS = sequenceType('array', REAL);

/**
 * Higher derivatives of the prelude. Their definitions as nested derivatives state their meaning; the machine has its
 * own rule for each, which runs the function once.
 */
const NATIVE = {
  /** hvp f x v */
  hvp: { function: 0, point: 1, direction: 2 },
  /** hessian f x */
  hessian: { function: 0, point: 1, direction: undefined },
  /** taylor n f x */
  taylor: { function: 1, point: 2, direction: 0 },
} as const;

export type HigherDerivative = keyof typeof NATIVE;

/** The kinds of derivatives in the machine: the language's two operators, and the machine's own. */
export type DerivativeKind = Derivative['operator'] | HigherDerivative;

export interface Native {
  readonly kind: HigherDerivative;
  /** Replaces the body of the function. `direction` is the argument besides the point, or `()` if there is none. */
  readonly term: Derivative;
}

/** Returns the machine's own rule for a prelude function, if it has one. */
export function nativeOf(lambda: Lambda, parameters: readonly Pattern[], body: Term): Native | undefined {
  const kind = lambda.prelude;
  if (kind !== 'hvp' && kind !== 'hessian' && kind !== 'taylor') return undefined;
  const places = NATIVE[kind];
  // Other points have the definition's Hessian, whose rows have their shape.
  const point = parameters[places.point]?.type;
  if (kind === 'hessian' && !(point !== undefined && sameType(point, REALS))) return undefined;
  const given = (place: number): Term => {
    const parameter = parameters[place];
    return parameter?.tag === 'variable'
      ? core.variable(parameter.name, parameter.type, parameter.origin)
      : internalError(`${kind} of the prelude has other parameters`);
  };
  const direction = places.direction === undefined ? core.unit(body.origin) : given(places.direction);
  const { type, origin } = body;
  const differentiated = { function: given(places.function), point: given(places.point), direction };
  return { kind, term: { tag: 'derivative', operator: 'fd', sugar: undefined, ...differentiated, type, origin } };
}

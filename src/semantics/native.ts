import * as core from '../language/core/builders';
import type { Derivative, Lambda, Pattern, Term } from '../language/core/tree';
import { internalError } from '../language/source/internal-error';

/**
 * Higher derivatives of the prelude. Their definitions there, derivatives of derivatives, say what they mean; the machine
 * has a rule of its own for each, which runs the function once.
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

/** What the machine differentiates for: the language's two operators, and what it does of its own. */
export type DerivativeKind = Derivative['operator'] | HigherDerivative;

export interface Native {
  readonly kind: HigherDerivative;
  /** Stands for the body of the function: `direction` is what is given besides the point, `()` for none. */
  readonly term: Derivative;
}

/** What the machine does in place of the body of a prelude function, if anything. */
export function nativeOf(lambda: Lambda, parameters: readonly Pattern[], body: Term): Native | undefined {
  const kind = lambda.prelude;
  if (kind !== 'hvp' && kind !== 'hessian' && kind !== 'taylor') return undefined;
  const places = NATIVE[kind];
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

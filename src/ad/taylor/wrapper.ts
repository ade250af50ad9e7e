/**
 * The macro (Huot, Staton & Vákár, 3.2) of a main expression e : S -> T as a program: the definitions, each translated
 * once, on its own; `main`, which is D{e}; inputs of the types D{S}, the jets at which e is differentiated; and D{e} at
 * them.
 */
import * as core from '../../language/core/builders';
import { functionType, type Type } from '../../language/types/type';
import type { CoreInput, CoreProgram, Term } from '../../language/core/tree';
import type { JetShape } from '../../semantics/jets/multi-index';
import { primalOf, type Value } from '../../semantics/value';
import { newTranslation } from '../translation/context';
import { namesFor } from '../translation/names';
import type { DualTypes } from '../translation/side';
import { define, input, oneOrTuple, programOfItems, translateDefinition, translateMain } from '../translation/wrapping';
import type { Main, Point } from '../engine';
import { reify } from '../reify';
import { seedsAlong, unitDirections } from './seeds';
import { taylorRules } from './rules';

export interface TaylorProgram {
  readonly program: CoreProgram;
  /** D{S} -> D{T}: the type of D{e}. */
  readonly type: Type;
  readonly types: DualTypes;
}

/**
 * With a point, the inputs are its jets along the first real leaves, one per direction, or those of `seeds`, one per
 * leaf.
 */
export function wrapTaylor(
  main: Main,
  shape: JetShape,
  point?: Point,
  seeds?: readonly ArrayLike<number>[],
): TaylorProgram {
  const fresh = namesFor(main);
  const translation = newTranslation(taylorRules(shape), fresh, main.variants);
  const { types } = translation;
  const definitions = main.definitions.map((item) => translateDefinition(translation, item));
  const e = define(fresh('main'), translateMain(translation, main));
  const jets = point && (seeds ?? seedsAlong(main, point, shape, unitDirections(main, point, shape.directions)));
  let next = 0;
  const jet = (leaf: Value): Term => {
    const own = jets?.[next++];
    return core.tuple(shape.indices.map((_, i) => core.real(i === 0 ? primalOf(leaf) : (own?.[i] ?? 0))));
  };
  const inputs = main.parameters.map(({ label, type, origin }, i): CoreInput => {
    const of = types.type(type);
    const made = input([...main.variants, ...types.copies()], fresh(`${label}0`), of, origin);
    return point === undefined
      ? made
      : { ...made, value: reify(point.arguments[i], type, jet, main.variants, origin, types) };
  });
  const call = core.apply(
    e.variable,
    oneOrTuple(inputs.map(({ name, type, origin }) => core.variable(name, type, origin))),
    main.body.origin,
  );
  const program = programOfItems(translation, main, [
    ...definitions,
    e.item,
    ...inputs,
    { tag: 'output', term: call, origin: main.body.origin },
  ]);
  return { program, type: types.type(functionType(main.source, main.target)), types };
}

/**
 * Krawiec et al., Figure 6, for e : R^a -> R, with its cotangent dt:
 *
 *   R{e} = fun ((..., s_i, ...), dt) -> snd (D{e} (..., (s_i, dt ⊗ onehot_S i), ...))
 *
 * and, generalised as in Figure 15, for any other e : S -> T, with T's cotangent dt:
 *
 *   R{e} = fun (s, dt) -> let zeroS = zeroLike s in
 *                         let s0 = each real s_i of s with onehot_S i in
 *                         let dt0 = initZeros_T dt in
 *                         snd (D{fun (s, dt) -> e s ⊙_T dt} (s0, dt0))
 *
 * as a program: the inputs s and dt, the vectors of δS, then everything that is translated, which mentions them.
 */
import * as core from '../../../language/core/builders';
import { NOWHERE } from '../../../language/source/span';
import { functionType, product, REAL, type Type } from '../../../language/types/type';
import type { CoreItem, CoreProgram, Term } from '../../../language/core/tree';
import { newTranslation } from '../../translation/context';
import { namesFor } from '../../translation/names';
import { bindingsOf, numbering, supplyFrom } from '../../translation/polytypic/numbering';
import { observedMain, scalarOf } from './pairing';
import type { Shapes } from '../../translation/polytypic/shapes';
import {
  define,
  input,
  oneOrTuple,
  programOfItems,
  translateDefinition,
  translateMain,
} from '../../translation/wrapping';
import type { Main } from '../../engine';
import { denseRules, type Vectors } from '../rules/figure-5-dense';
import { oneHots, vectorItems } from './vectors';

export interface DenseProgram {
  readonly program: CoreProgram;
  /** The same program, which also watches the value of e s; R{e} does not use it. */
  readonly observed: CoreProgram;
  /** The names of the program's inputs: one per parameter, then the cotangent's. */
  readonly inputs: readonly string[];
  /** D{S} -> D{T}: the type of D{e}. */
  readonly type: Type;
}

/** Returns the whole of R{e}. Its inputs have placeholder values: a run sets them, and `programAt` prints others. */
export function wrapDense(main: Main): DenseProgram {
  const fresh = namesFor(main);
  const { variants, source } = main;
  const vectors: Vectors = {
    type: source,
    zero: core.variable(fresh('zeroS'), source),
    plus: core.variable(fresh('plusS'), functionType(product([source, source]), source)),
    times: core.variable(fresh('timesS'), functionType(product([REAL, source]), source)),
  };
  const translation = newTranslation(denseRules(vectors), fresh, variants);
  const shapes: Shapes = { fresh, variants, types: translation.types };
  const definitions = main.definitions.map((item) => translateDefinition(translation, item));
  const e = core.variable(fresh('main'), functionType(source, main.target));
  const translated = translateMain(translation, main);
  const parameters = main.parameters.map(({ label, type, origin }) => core.variable(fresh(`${label}0`), type, origin));
  const cotangent = core.variable(fresh('dt'), main.target);
  const s = oneOrTuple(parameters);

  const hots = oneHots(shapes, source, s);
  const scalar = scalarOf(translation, shapes, main, e, cotangent);
  const vectorAt = (number: Term): Term =>
    scalar.cotangent === undefined
      ? hots.at(number)
      : core.apply(vectors.times, core.tuple([scalar.cotangent, hots.at(number)]));
  const variables = numbering(shapes, 'initVectors', shapes.types, (real, number) =>
    core.tuple([real, vectorAt(number)], real.origin),
  );
  const supply = supplyFrom(undefined, 1);
  const dual = parameters.map((parameter) => variables.at(parameter.type, parameter, supply));
  const s0 = define(fresh('s0'), oneOrTuple(dual));
  const derivative = core.projection(scalar.at(s0.variable), 1);

  const program = (mainItems: readonly CoreItem[]): CoreProgram =>
    programOfItems(translation, main, [
      ...parameters.map(({ name, type, origin }) => input(variants, name, type, origin)),
      input(variants, cotangent.name, main.target, NOWHERE),
      ...vectorItems(shapes, vectors, s),
      ...definitions,
      ...mainItems,
      ...scalar.pairing,
      ...hots.items(),
      ...variables.items(),
      ...bindingsOf(supply),
      s0.item,
      ...scalar.zeros,
      { tag: 'output', term: derivative, origin: main.body.origin },
    ]);
  return {
    program: program([define(e.name, translated).item]),
    observed: program(observedMain(translation, shapes, e.name, translated, main)),
    inputs: [...parameters.map(({ name }) => name), cotangent.name],
    type: translated.type,
  };
}

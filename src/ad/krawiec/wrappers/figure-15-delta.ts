/**
 * The wrappers of Krawiec et al. for translations whose tangents are Deltas: Figure 11 (and 8) for e : R^a -> R,
 *
 *   R{e} = fun ((..., s_i, ...), dt) -> let s0 = (..., (s_i, Var i), ...) in
 *                                       let u = runDelta (a + 1) (D{e} s0) in
 *                                       let finalMap = eval dt u emptyMap in
 *                                       (..., lookupOrZero i finalMap, ...)
 *
 * and Figure 15 for any other e : S -> T, with T's cotangent dt,
 *
 *   R{e} = fun (s, dt) -> let (s0, dv) = initVars_S (s, 0) in
 *                         let dt0 = initZeros_T dt in
 *                         let u = runDelta (dv + 1) (D{fun (s, dt) -> e s ⊙_T dt} (s0, dt0)) in
 *                         let finalMap = eval 1 u emptyMap in
 *                         lookup_S (finalMap, s0)
 *
 * as a program: the definitions (7.5: each translated once, on its own, never mentioning S), `main`, the inputs s and dt,
 * and the lets above. initVars numbers the reals of s from 1, left to right: at translation time, as far as S tells how
 * many there are.
 */
import * as core from '../../../language/core/builders';
import { variablePattern } from '../../../language/core/patterns';
import { NOWHERE, type Span } from '../../../language/source/span';
import { DELTA, functionType, INT, type Type } from '../../../language/types/type';
import type { CoreItem, CoreProgram, Term, Variable } from '../../../language/core/tree';
import type { Main, Point } from '../../engine';
import { newTranslation } from '../../translation/context';
import { namesFor } from '../../translation/names';
import { bindingsOf, nextNumber, numbering, supplyFrom } from '../../translation/polytypic/numbering';
import { observedMain, scalarOf } from './pairing';
import { mapping, type Polytypic } from '../../translation/polytypic/mapping';
import { component, type Shapes } from '../../translation/polytypic/shapes';
import { SOURCE_SIDE } from '../../translation/side';
import {
  define,
  input,
  oneOrTuple,
  programOfItems,
  translateDefinition,
  translateMain,
  withInputs,
} from '../../translation/wrapping';
import type { Rules } from '../../translation/rules';

/** The differences between the wrappers of Figures 8 and 11. */
export interface DeltaMode {
  readonly rules: Rules;
  /** The constructor of the Delta of a numbered real of the point. */
  readonly slot: 'Delta.Var' | 'Delta.OneHot';
  /** Returns the Delta to evaluate, from the term of type M (real * Delta); `next` is the first free number. */
  readonly delta: (action: Term, next: Term) => Term;
}

export interface DeltaProgram {
  readonly program: CoreProgram;
  /** The same program, which also watches the value of e s; R{e} does not use it. */
  readonly observed: CoreProgram;
  /** The names of the program's inputs: one per parameter, then the cotangent's. */
  readonly inputs: readonly string[];
  /**
   * Returns the number of operations of ⊙ for a value of so many reals: the last ones of the run. All others belong to
   * D{e}. Figures 8 and 11 have none.
   */
  readonly dotOperations: (reals: number) => number;
  /** Whether eval starts at the cotangent (Figures 8 and 11), and not at 1. */
  readonly startsAtCotangent: boolean;
  /** D{S} -> M D{T}: the type of D{e}. */
  readonly type: Type;
}

/** Returns the whole of R{e}. Its inputs have placeholder values: a run sets them, and `programAt` prints others. */
export function wrapWithDeltas(mode: DeltaMode, main: Main): DeltaProgram {
  const fresh = namesFor(main);
  const { variants } = main;
  const translation = newTranslation(mode.rules, fresh, variants);
  const shapes: Shapes = { fresh, variants, types: translation.types };
  const definitions = main.definitions.map((item) => translateDefinition(translation, item));
  const e = core.variable(fresh('main'), functionType(main.source, main.target));
  const translated = translateMain(translation, main);
  const parameters = main.parameters.map(({ label, type, origin }) => core.variable(fresh(`${label}0`), type, origin));
  const cotangent = core.variable(fresh('dt'), main.target);

  const variables = numbering(shapes, 'initVars', shapes.types, (real, number) =>
    core.tuple([real, core.construct(mode.slot, number, DELTA, real.origin)], real.origin),
  );
  const supply = supplyFrom(undefined, 1);
  const dual = parameters.map((parameter) => variables.at(parameter.type, parameter, supply));
  const s0 = define(fresh('s0'), oneOrTuple(dual));
  const scalar = scalarOf(translation, shapes, main, e, cotangent);
  const u = define(fresh('u'), mode.delta(scalar.at(s0.variable), nextNumber(supply)));
  const amount = scalar.cotangent ?? core.real(1);
  const sweep = core.intrinsic('Delta.eval', [amount, u.variable, core.intrinsic('Delta.emptyMap', [])]);
  const finalMap = define(fresh('finalMap'), sweep);
  const entries = lookup(shapes, mode.slot, finalMap.variable);
  const derivative = oneOrTuple(parameters.map(({ type }, i) => entries.at(type, dual[i] ?? s0.variable)));

  const program = (mainItems: readonly CoreItem[]): CoreProgram =>
    programOfItems(translation, main, [
      ...definitions,
      ...mainItems,
      ...parameters.map(({ name, type, origin }) => input(variants, name, type, origin)),
      input(variants, cotangent.name, main.target, NOWHERE),
      ...scalar.pairing,
      ...variables.items(),
      ...bindingsOf(supply),
      s0.item,
      ...scalar.zeros,
      u.item,
      finalMap.item,
      ...entries.items(),
      { tag: 'output', term: derivative, origin: main.body.origin },
    ]);
  return {
    program: program([define(e.name, translated).item]),
    observed: program(observedMain(translation, shapes, e.name, translated, main)),
    inputs: [...parameters.map(({ name }) => name), cotangent.name],
    dotOperations: scalar.operations,
    startsAtCotangent: scalar.cotangent !== undefined,
    type: translated.type,
  };
}

/** Returns the program with the point's values as those of its inputs. */
export function programAt({ program, inputs }: Pick<DeltaProgram, 'program' | 'inputs'>, point: Point): CoreProgram {
  const values = [...point.arguments, point.cotangent];
  return withInputs(program, new Map(inputs.map((name, i) => [name, values[i]])));
}

/** lookup: replaces each dual number with the map's entry of its number, or zero if there is none. */
function lookup(shapes: Shapes, slot: DeltaMode['slot'], map: Variable): Polytypic<readonly [Term]> {
  const entry = (number: Term, origin: Span): Term => core.intrinsic('Delta.lookupOrZero', [number, map], origin);
  return mapping(shapes, 'lookup', shapes.types, SOURCE_SIDE, (dual) => {
    const { origin } = dual;
    const delta = component(dual, 1);
    if (delta.tag === 'construct' && delta.payload !== undefined) return entry(delta.payload, origin);
    const number = core.variable(shapes.fresh('id'), INT, origin);
    const payload = variablePattern(number.name, INT, origin);
    const arm = { constructorName: slot, payload, body: entry(number, origin) };
    return core.match(delta, [arm], core.real(0, origin), origin);
  });
}

/**
 * Krawiec et al., Figure 15: the wrapper for e : S -> T, with T's cotangent dt.
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
import * as core from '../../language/core/builders';
import { tuplePattern, variablePattern, wildcardPattern } from '../../language/core/patterns';
import { NOWHERE } from '../../language/source/span';
import { typeParts } from '../../language/types/structure';
import { functionType, type Type } from '../../language/types/type';
import type { CoreItem, CoreProgram, Lambda, Term } from '../../language/core/tree';
import { newTranslation } from '../dual/context';
import { namesFor } from '../dual/names';
import { primalOf } from '../dual/polytypic';
import { hasReals, opened, type Shapes } from '../dual/shapes';
import { PLAIN } from '../dual/types';
import {
  define,
  input,
  oneOrTuple,
  programOf,
  translateDefinition,
  translateMain,
  translateValue,
  withInputs,
} from '../dual/wrapping';
import type { Main, Point } from '../engine';
import { dotProduct, initVars, initZeros, lookup, nextId, supplyFrom, type DotProduct } from './polytypic';
import { REVERSE } from './rules';

export interface Wrapped {
  readonly program: CoreProgram;
  /** The same, but it watches the value of e s, which R{e} has no use for. */
  readonly observed: CoreProgram;
  /** The names of the program's inputs: one a parameter, then the cotangent's. */
  readonly inputs: readonly string[];
  /** How many bindings ⊙ makes for a value of so many reals: the last of the run. All others are D{e}'s. */
  readonly dotBindings: (reals: number) => number;
  /** D{S} -> M D{T}: the type of D{e}. */
  readonly type: Type;
}

/** The whole of R{e}. Its inputs have some values: a run sets them, and `programAt` prints others. */
export function wrap(main: Main): Wrapped {
  const fresh = namesFor(main);
  const { variants } = main;
  const translation = newTranslation(REVERSE, fresh, variants);
  const shapes: Shapes = { fresh, variants, types: translation.types };
  const definitions = main.definitions.map((item) => translateDefinition(translation, item));
  const e = core.variable(fresh('main'), functionType(main.source, main.target));
  const translated = translateMain(translation, main);
  const parameters = main.parameters.map(({ label, type, origin }) => core.variable(fresh(`${label}0`), type, origin));
  const cotangent = core.variable(fresh('dt'), main.target);

  const variables = initVars(shapes);
  const supply = supplyFrom(undefined, 1);
  const dual = parameters.map((parameter) => variables.at(parameter.type, parameter, supply));
  const s0 = define(fresh('s0'), oneOrTuple(dual));
  const zeros = initZeros(shapes);
  const dt0 = define(fresh('dt0'), zeros.at(main.target, cotangent));
  const product = dotProduct(shapes);
  const dot = dotLambda(shapes, product, e, main);
  const pairing = define(fresh('pairing'), translateValue(translation, dot.lambda));
  const action = core.apply(pairing.variable, core.tuple([s0.variable, dt0.variable]));
  const u = define(fresh('u'), core.intrinsic('Delta.runDelta', [nextId(supply), action]));
  const sweep = core.intrinsic('Delta.eval', [core.real(1), u.variable, core.intrinsic('Delta.emptyMap', [])]);
  const finalMap = define(fresh('finalMap'), sweep);
  const entries = lookup(shapes, finalMap.variable);
  const derivative = oneOrTuple(parameters.map(({ type }, i) => entries.at(type, dual[i] ?? s0.variable)));

  const program = (mainItems: readonly CoreItem[]): CoreProgram =>
    programOf(translation, main, [
      ...definitions,
      ...mainItems,
      ...parameters.map(({ name, type, origin }) => input(variants, name, type, origin)),
      input(variants, cotangent.name, main.target, NOWHERE),
      ...product.items().map((item) => translateDefinition(translation, item)),
      pairing.item,
      ...variables.items(),
      ...supply.bindings.map(({ pattern, value }): CoreItem => ({ tag: 'let', pattern, value, origin: NOWHERE })),
      s0.item,
      ...zeros.items(),
      dt0.item,
      u.item,
      finalMap.item,
      ...entries.items(),
      { tag: 'output', term: derivative, origin: main.body.origin },
    ]);
  return {
    program: program([define(e.name, translated).item]),
    observed: program(observedMain(shapes, e.name, translated, main)),
    inputs: [...parameters.map(({ name }) => name), cotangent.name],
    dotBindings: dot.bindings,
    type: translated.type,
  };
}

/** The program of `wrap` with the point's values as those of its inputs. */
export function programAt({ program, inputs }: Wrapped, point: Point): CoreProgram {
  const values = [...point.arguments, point.cotangent];
  return withInputs(program, new Map(inputs.map((name, i) => [name, values[i]])));
}

/** What `observed` records the value of e s as. */
export const VALUE_SERIES = 'value';

/** let inner = D{e}, let main = fun s -> do { t <- inner s; _ <- pure (watch "value" (primal_T t)); pure t } */
function observedMain(shapes: Shapes, name: string, translated: Term, main: Main): readonly CoreItem[] {
  const { fresh, types } = shapes;
  const inner = define(fresh('inner'), translated);
  const s = core.variable(fresh('s'), types.type(main.source));
  const t = core.variable(fresh('t'), types.type(main.target));
  const primal = primalOf(shapes);
  const watched = core.pure(core.watch(VALUE_SERIES, primal.at(main.target, t)));
  const rest = core.bind(wildcardPattern(main.target), watched, core.pure(t));
  const body = core.bind(variablePattern(t.name, t.type), core.apply(inner.variable, s), rest);
  return [inner.item, ...primal.items(), define(name, core.lambda(variablePattern(s.name, s.type), body)).item];
}

/** fun (s, dt) -> let t = e s in t ⊙ dt, to be translated like any other term. */
function dotLambda(
  shapes: Shapes,
  product: DotProduct,
  e: Term,
  main: Main,
): { readonly lambda: Lambda; readonly bindings: (reals: number) => number } {
  const s = shapes.fresh('s');
  const left = opened(shapes, main.target, PLAIN, 'e', true);
  const right = opened(shapes, main.target, PLAIN, 'c', true);
  const call = core.apply(e, core.variable(s, main.source), main.body.origin);
  const parameter = tuplePattern([variablePattern(s, main.source), right.pattern]);
  const term = product.at(main.target, undefined, left.term, right.term) ?? core.real(0);
  return {
    lambda: core.lambda(parameter, core.let_(left.pattern, call, term)),
    bindings: (reals) => (beginsWithReal(shapes, main.target) ? 2 * reals - 1 : 2 * reals),
  };
}

/** Whether the first product of t ⊙ dt is added to nothing, not to the 0 that a function is handed. */
function beginsWithReal(shapes: Shapes, type: Type): boolean {
  if (type.tag === 'real') return true;
  const parts = type.tag === 'product' || type.tag === 'record' ? typeParts(type) : [];
  const first = parts.find((part) => hasReals(shapes, part));
  return first !== undefined && beginsWithReal(shapes, first);
}

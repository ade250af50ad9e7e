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
 * and the lets above. S and T are known, so initVars numbers the reals of s at translation time, from 1, left to right.
 */
import * as core from '../../language/core/builders';
import { tuplePattern, variablePattern, wildcardPattern } from '../../language/core/patterns';
import { NOWHERE } from '../../language/source/span';
import { functionType, type Type } from '../../language/types/type';
import type { CoreItem, CoreProgram, Lambda, Term } from '../../language/core/tree';
import type { FreshNames } from '../../language/core/fresh-names';
import { newTranslation } from '../dual/context';
import { namesFor } from '../dual/names';
import { primal } from '../dual/polytypic';
import { translateVariant } from '../dual/types';
import {
  define,
  input,
  oneOrTuple,
  translateDefinition,
  translateMain,
  translateValue,
  withInputs,
} from '../dual/wrapping';
import type { Main, Point } from '../engine';
import { dotProduct, initVars, initZeros, lookup } from './polytypic';
import { REVERSE } from './rules';

export interface Wrapped {
  readonly program: CoreProgram;
  /** The same, but it watches the value of e s, which R{e} has no use for. */
  readonly observed: CoreProgram;
  /** The names of the program's inputs: one a parameter, then the cotangent's. */
  readonly inputs: readonly string[];
  /** How many bindings ⊙ makes: the last of the run. All others are D{e}'s. */
  readonly dotBindings: number;
  /** D{S} -> M D{T}: the type of D{e}. */
  readonly type: Type;
}

/** The whole of R{e}. Its inputs have some values: a run sets them, and `programAt` prints others. */
export function wrap(main: Main): Wrapped {
  const fresh = namesFor(main);
  const translation = newTranslation(REVERSE, fresh);
  const definitions = main.definitions.map((item) => translateDefinition(translation, item));
  const e = core.variable(fresh('main'), functionType(main.source, main.target));
  const translated = translateMain(translation, main);
  const parameters = main.parameters.map(({ label, type, origin }) => core.variable(fresh(`${label}0`), type, origin));
  const cotangent = fresh('dt');

  const ids = { next: 1 };
  const s0 = define(fresh('s0'), oneOrTuple(parameters.map((parameter) => initVars(parameter, ids))));
  const dt0 = define(fresh('dt0'), initZeros(core.variable(cotangent, main.target)));
  const dot = dotLambda(fresh, e, main);
  const pairing = define(fresh('pairing'), translateValue(translation, dot.lambda));
  const action = core.apply(pairing.variable, core.tuple([s0.variable, dt0.variable]));
  const u = define(fresh('u'), core.intrinsic('Delta.runDelta', [core.int(ids.next), action]));
  const sweep = core.intrinsic('Delta.eval', [core.real(1), u.variable, core.intrinsic('Delta.emptyMap', [])]);
  const finalMap = define(fresh('finalMap'), sweep);
  const found = { next: 1 };
  const derivative = oneOrTuple(parameters.map((parameter) => lookup(parameter, finalMap.variable, found)));

  const program = (mainItems: readonly CoreItem[]): CoreProgram => ({
    variants: main.variants.map((variant) => translateVariant(REVERSE.type, variant)),
    items: [
      ...definitions,
      ...mainItems,
      ...parameters.map(({ name, type, origin }) => input(name, type, origin)),
      input(cotangent, main.target, NOWHERE),
      pairing.item,
      s0.item,
      dt0.item,
      u.item,
      finalMap.item,
      { tag: 'output', term: derivative, origin: main.body.origin },
    ],
  });
  return {
    program: program([define(e.name, translated).item]),
    observed: program(observedMain(fresh, e.name, translated, main)),
    inputs: [...parameters.map(({ name }) => name), cotangent],
    dotBindings: dot.operations,
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
function observedMain(fresh: FreshNames, name: string, translated: Term, main: Main): readonly CoreItem[] {
  const inner = define(fresh('inner'), translated);
  const s = core.variable(fresh('s'), REVERSE.type(main.source));
  const t = core.variable(fresh('t'), REVERSE.type(main.target));
  const watched = core.pure(core.watch(VALUE_SERIES, primal(t, main.target)));
  const rest = core.bind(wildcardPattern(main.target), watched, core.pure(t));
  const body = core.bind(variablePattern(t.name, t.type), core.apply(inner.variable, s), rest);
  return [inner.item, define(name, core.lambda(variablePattern(s.name, s.type), body)).item];
}

/** fun (s, dt) -> let t = e s in t ⊙ dt, to be translated like any other term. */
function dotLambda(fresh: FreshNames, e: Term, main: Main): { readonly lambda: Lambda; readonly operations: number } {
  const s = fresh('s');
  const { left, right, term, operations } = dotProduct(main.target, fresh, ['e', 'c']);
  const call = core.apply(e, core.variable(s, main.source), main.body.origin);
  const parameter = tuplePattern([variablePattern(s, main.source), right]);
  return { lambda: core.lambda(parameter, core.let_(left, call, term)), operations };
}

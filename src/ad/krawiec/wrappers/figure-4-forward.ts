/**
 * Krawiec et al., Figure 15 (for reals, Figure 4): the wrapper for e : S -> T.
 *
 *   F{e} = fun (s, ds) -> delta_T (D{e} (zip_S (s, ds)))
 *
 * as a program: the definitions (7.5: each translated once, on its own), `main`, the inputs s and ds, and the steps above.
 */
import * as core from '../../../language/core/builders';
import { functionType, type Type } from '../../../language/types/type';
import type { CoreItem, CoreProgram, Term, Variable } from '../../../language/core/tree';
import type { Value } from '../../../semantics/value';
import { newTranslation } from '../../translation/context';
import { namesFor } from '../../translation/names';
import { deltaPart, primalPart, zipOf } from '../../translation/polytypic/mapping';
import type { Shapes } from '../../translation/polytypic/shapes';
import {
  define,
  input,
  oneOrTuple,
  programOfItems,
  translateDefinition,
  translateMain,
  withInputs,
} from '../../translation/wrapping';
import type { Main } from '../../engine';
import { FORWARD } from '../rules/figure-3-forward';

export interface ForwardProgram {
  readonly program: CoreProgram;
  /** The same program, whose first output is the value of e s; F{e} does not use it. */
  readonly observed: CoreProgram;
  /** The names of the program's inputs for s and for ds, one per parameter. */
  readonly points: readonly string[];
  readonly tangents: readonly string[];
  /** D{S} -> D{T}: the type of D{e}. */
  readonly type: Type;
}

/** Returns the whole of F{e}. Its inputs have placeholder values: a run sets them, and `programAlong` prints others. */
export function wrapForward(main: Main): ForwardProgram {
  const fresh = namesFor(main);
  const translation = newTranslation(FORWARD, fresh, main.variants);
  const { types } = translation;
  const shapes: Shapes = { fresh, variants: main.variants, types };
  const definitions = main.definitions.map((item) => translateDefinition(translation, item));
  const e = define(fresh('main'), translateMain(translation, main));
  const named = (suffix: (label: string) => string): readonly Variable[] =>
    main.parameters.map(({ label, type, origin }) => core.variable(fresh(suffix(label)), type, origin));
  const points = named((label) => `${label}0`);
  const tangents = named((label) => `d${label}0`);

  const zip = zipOf(shapes, "the direction does not have the point's shape");
  const delta = deltaPart(shapes);
  const primal = primalPart(shapes);
  const s0 = define(fresh('s0'), oneOrTuple(points.map((point, i) => zip.at(point.type, point, tangents[i] ?? point))));
  const t = define(fresh('t'), core.apply(e.variable, s0.variable, main.body.origin));
  const output = (term: Term): CoreItem => ({ tag: 'output', term, origin: main.body.origin });
  const result = output(delta.at(main.target, t.variable));
  const value = output(primal.at(main.target, t.variable));
  const items: readonly CoreItem[] = [
    ...definitions,
    e.item,
    ...[...points, ...tangents].map(({ name, type, origin }) => input(main.variants, name, type, origin)),
    ...zip.items(),
    s0.item,
    t.item,
  ];
  const program = (last: readonly CoreItem[]): CoreProgram => programOfItems(translation, main, [...items, ...last]);
  return {
    program: program([...delta.items(), result]),
    observed: program([...primal.items(), value, ...delta.items(), result]),
    points: points.map(({ name }) => name),
    tangents: tangents.map(({ name }) => name),
    type: types.type(functionType(main.source, main.target)),
  };
}

/** Returns the values of a wrapped program's inputs, by name: s and ds, one value per parameter. */
export function inputsOf(
  { points, tangents }: ForwardProgram,
  s: readonly Value[],
  ds: readonly Value[],
): ReadonlyMap<string, Value> {
  return new Map([
    ...points.map((name, i) => [name, s[i]] as const),
    ...tangents.map((name, i) => [name, ds[i]] as const),
  ]);
}

/** Returns the program of `wrapForward` with s and ds as the values of its inputs. */
export function programAlong(wrapped: ForwardProgram, s: readonly Value[], ds: readonly Value[]): CoreProgram {
  return withInputs(wrapped.program, inputsOf(wrapped, s, ds));
}

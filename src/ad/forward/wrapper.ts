/**
 * Krawiec et al., Figure 15 (for reals, Figure 4): the wrapper for e : S -> T.
 *
 *   F{e} = fun (s, ds) -> delta_T (D{e} (zip_S (s, ds)))
 *
 * as a program: the definitions (7.5: each translated once, on its own), `main`, the inputs s and ds, and the steps above.
 */
import * as core from '../../language/core/builders';
import { functionType, type Type } from '../../language/types/type';
import type { CoreItem, CoreProgram, Term, Variable } from '../../language/core/tree';
import type { Value } from '../../semantics/value';
import { newTranslation } from '../dual/context';
import { namesFor } from '../dual/names';
import { delta, mapReals, primal } from '../dual/polytypic';
import { translateVariant } from '../dual/types';
import { define, input, oneOrTuple, translateDefinition, translateMain, withInputs } from '../dual/wrapping';
import type { Main } from '../engine';
import { FORWARD } from './rules';

export interface Wrapped {
  readonly program: CoreProgram;
  /** The same, but its first output is the value of e s, which F{e} has no use for. */
  readonly observed: CoreProgram;
  /** The names of the program's inputs, one a parameter: of s, and of ds. */
  readonly points: readonly string[];
  readonly tangents: readonly string[];
  /** D{S} -> D{T}: the type of D{e}. */
  readonly type: Type;
}

/** The whole of F{e}. Its inputs have some values: a run sets them, and `programAlong` prints others. */
export function wrap(main: Main): Wrapped {
  const fresh = namesFor(main);
  const translation = newTranslation(FORWARD, fresh);
  const definitions = main.definitions.map((item) => translateDefinition(translation, item));
  const e = define(fresh('main'), translateMain(translation, main));
  const named = (suffix: (label: string) => string): readonly Variable[] =>
    main.parameters.map(({ label, type, origin }) => core.variable(fresh(suffix(label)), type, origin));
  const points = named((label) => `${label}0`);
  const tangents = named((label) => `d${label}0`);

  const s0 = define(fresh('s0'), oneOrTuple(points.map((point, i) => zip(point, tangents[i] ?? point))));
  const t = define(fresh('t'), core.apply(e.variable, s0.variable, main.body.origin));
  const output = (term: Term): CoreItem => ({ tag: 'output', term, origin: main.body.origin });
  const result = output(delta(t.variable, main.target));
  const items: readonly CoreItem[] = [
    ...definitions,
    e.item,
    ...[...points, ...tangents].map(({ name, type, origin }) => input(name, type, origin)),
    s0.item,
    t.item,
  ];
  const variants = main.variants.map((variant) => translateVariant(FORWARD.type, variant));
  return {
    program: { variants, items: [...items, result] },
    observed: { variants, items: [...items, output(primal(t.variable, main.target)), result] },
    points: points.map(({ name }) => name),
    tangents: tangents.map(({ name }) => name),
    type: functionType(FORWARD.type(main.source), FORWARD.type(main.target)),
  };
}

/** zip_S: each real of s with that of ds. Leaves are those of s. */
function zip(s: Term, ds: Term): Term {
  return mapReals(s, (real, path) => core.tuple([real, path(ds)], real.origin));
}

/** The values of a wrapped program's inputs, by name: s and ds, one value a parameter. */
export function inputsOf(
  { points, tangents }: Wrapped,
  s: readonly Value[],
  ds: readonly Value[],
): ReadonlyMap<string, Value> {
  return new Map([
    ...points.map((name, i) => [name, s[i]] as const),
    ...tangents.map((name, i) => [name, ds[i]] as const),
  ]);
}

/** The program of `wrap` with s and ds as its inputs' values. */
export function programAlong(wrapped: Wrapped, s: readonly Value[], ds: readonly Value[]): CoreProgram {
  return withInputs(wrapped.program, inputsOf(wrapped, s, ds));
}

import { compiledOf, isAllowed, lifted } from '../../ad/compiled/prepared';
import { mainOf } from '../../ad/main';
import { Unsupported } from '../../compile/unsupported';
import { apply, real, int, variable } from '../../language/core/builders';
import { freshNames } from '../../language/core/fresh-names';
import { refresh, usedNamesOfProgram } from '../../language/core/traverse';
import type { CoreInput, CoreItem, CoreProgram, Term } from '../../language/core/tree';
import { elaborate } from '../../language/elaborate/elaborate';
import { internalError } from '../../language/source/internal-error';
import { once } from '../../language/source/once';
import { NOWHERE } from '../../language/source/span';
import { parse } from '../../language/syntax/parser';
import type { Diagnostic } from '../../language/source/diagnostic';
import { INT, REAL, sequenceType, type Type } from '../../language/types/type';
import { type Sampler, sampler } from '../../semantics/sampler';
import type { Budget } from '../../semantics/outcome';
import type { Task } from '../../semantics/task';
import { Items, primalOf, type Value } from '../../semantics/value';
import { workingTime } from '../../semantics/working-time';
import { needed } from '../needed';
import type { InputValues } from '../program';

/** The value of a picture's function: of the mark with the given index, at x and y; a curve has no use for y. */
const VALUE = `
  let rec value (mark, x, y) =
    match mark with
    | Draw.Curve f -> f x
    | Draw.Field f -> f (x, y)
    | Draw.Contours (_, f) -> f (x, y)
    | Draw.Boundary (_, f) -> f (x, y)
    | Draw.Grouped (_, inner) -> value (inner, x, y)
    | Draw.Shaded (_, inner) -> value (inner, x, y)
    | Draw.Named (_, inner) -> value (inner, x, y)
    | _ -> 0.0
  in
  match picture with Draw.Picture marks ->`;
const AT = `fun (picture : Draw.Picture) (index : int) (x : real) (y : real) -> ${VALUE} value (marks[index], x, y)`;
const AT_ALL = `fun (picture : Draw.Picture) (index : int) (xs : array real) (ys : array real) -> ${VALUE}
  let mark = marks[index] in build (length xs) (fun i -> value (mark, xs[i], ys[i]))`;

const read = new Map<string, Term>();

/** Returns the term of a function that is written in the language. */
function termOf(text: string): Term {
  const known = read.get(text);
  if (known !== undefined) return known;
  const { program } = elaborate([parse(text, NOWHERE.cell).program]);
  const output = program?.items.at(-1);
  if (output?.tag !== 'output') return internalError('the functions of pictures do not check');
  read.set(text, output.term);
  return output.term;
}

type Output = Extract<CoreItem, { tag: 'output' }>;

/** A program that evaluates a picture, and then its functions where its last inputs say. */
interface Sampling {
  readonly core: CoreProgram;
  /** The names of its last inputs: the index of a mark, x and y. */
  readonly place: readonly string[];
}

/** Returns the program that samples the picture which an item puts out: at one place, or at all of an array. */
function samplingOf(core: CoreProgram, picture: Output, isAll: boolean): Sampling {
  const fresh = freshNames(usedNamesOfProgram(core));
  const { term, origin } = picture;
  const { type } = term;
  const name = fresh('picture');
  const place = [fresh('index'), fresh('x'), fresh('y')];
  const reals: readonly [Type, Term] = isAll
    ? [REALS, { tag: 'sequence', items: [], type: REALS, origin }]
    : [REAL, real(0)];
  const inputs = place.map((label, i): CoreInput => {
    const [of, value] = i === 0 ? [INT, int(0)] : reals;
    return { tag: 'input', name: label, type: of, value, range: undefined, origin };
  });
  const shown = variable(name, type, origin);
  const values = inputs.reduce<Term>(
    (callee, input) => apply(callee, variable(input.name, input.type, origin)),
    apply(refresh(termOf(isAll ? AT_ALL : AT), fresh), shown),
  );
  const items: readonly CoreItem[] = [
    ...needed(core, (item) => item === picture).items.slice(0, -1),
    { tag: 'let', pattern: { tag: 'variable', name, type, origin }, value: term, origin },
    { tag: 'output', term: shown, origin },
    ...inputs,
    { tag: 'output', term: values, origin },
  ];
  return { core: { ...core, items }, place };
}

const REALS: Type = sequenceType('array', REAL);

export type FunctionsOutcome =
  | { readonly tag: 'ok'; readonly picture: Value; readonly functions: Functions }
  | { readonly tag: 'failed'; readonly diagnostic: Diagnostic };

/** Evaluates a picture; its functions can then be sampled until time runs out. */
export function* functionsOf(
  core: CoreProgram,
  output: Output,
  inputs: InputValues,
  budget: Budget,
): Task<FunctionsOutcome> {
  const deadline = workingTime() + 1000 * budget.seconds;
  const sampling = samplingOf(core, output, false);
  const names = new Set(sampling.core.items.flatMap((item) => (item.tag === 'input' ? [item.name] : [])));
  const given = new Map([...inputs].filter(([name]) => names.has(name)));
  const started = yield* sampler(sampling.core, sampling.place, { budget, inputs: given });
  if (started.tag !== 'ok') return started;
  const all = new CompiledFunctions(core, output, started.inputs, budget);
  const functions = new Functions(started.sampler, all, () => (deadline - workingTime()) / 1000);
  return { tag: 'ok', picture: started.outputs[0], functions };
}

/** A batch whose rest would take the machine longer than this, in milliseconds, is compiled. */
const LONG = 30;
/** Samples after which the time of the others is estimated, and after which it is again. */
const FIRST = 16;
/** Into how many parts a batch is divided where the function is undefined somewhere. */
const PARTS = 16;

/** The functions of a picture, by the index of their mark. */
export class Functions {
  private readonly sampler: Sampler;
  private readonly compiled: CompiledFunctions;
  /** Returns how many seconds are left. */
  private readonly left: () => number;
  /** Whether time ran out. */
  late = false;

  constructor(sampler: Sampler, compiled: CompiledFunctions, left: () => number) {
    this.sampler = sampler;
    this.compiled = compiled;
    this.left = left;
  }

  /** Returns the values at places; NaN where the function is undefined, and where time ran out. */
  *at(mark: number, xs: Float64Array, ys: Float64Array): Task<Float64Array<ArrayBuffer>> {
    const values = new Float64Array(xs.length).fill(NaN);
    const first = Math.min(FIRST, xs.length);
    const began = workingTime();
    yield* this.byMachine(mark, xs, ys, values, 0, first);
    const rest = ((workingTime() - began) / first) * (xs.length - first);
    if (rest <= LONG) {
      yield* this.byMachine(mark, xs, ys, values, first, xs.length);
      return values;
    }
    if (this.byCompiled(mark, xs, ys, values, first, xs.length)) return values;
    const size = Math.ceil((xs.length - first) / PARTS);
    for (let from = first; from < xs.length && !this.late; from += size) {
      const to = Math.min(xs.length, from + size);
      yield;
      if (!this.byCompiled(mark, xs, ys, values, from, to)) yield* this.byMachine(mark, xs, ys, values, from, to);
    }
    return values;
  }

  private *byMachine(
    mark: number,
    xs: Float64Array,
    ys: Float64Array,
    values: Float64Array,
    from: number,
    to: number,
  ): Task<void> {
    for (let i = from; i < to; i++) {
      this.late ||= this.left() <= 0;
      if (this.late) return;
      values[i] = yield* this.sampler.at(mark, xs[i] ?? NaN, ys[i] ?? NaN);
      yield;
    }
  }

  private byCompiled(
    mark: number,
    xs: Float64Array,
    ys: Float64Array,
    values: Float64Array,
    from: number,
    to: number,
  ): boolean {
    const found = this.compiled.at(mark, xs.slice(from, to), ys.slice(from, to), this.left());
    if (found === 'late') this.late = true;
    else if (found !== undefined) values.set(found, from);
    return found !== undefined;
  }
}

/** The functions of a picture as compiled code, which evaluates the picture anew for each batch of places. */
class CompiledFunctions {
  private readonly core: CoreProgram;
  private readonly output: Output;
  private readonly inputs: InputValues;
  private readonly budget: Budget;

  constructor(core: CoreProgram, output: Output, inputs: InputValues, budget: Budget) {
    this.core = core;
    this.output = output;
    this.inputs = inputs;
    this.budget = budget;
  }

  private readonly made = once(() => {
    const { core, place } = samplingOf(this.core, this.output, true);
    const main = isAllowed ? mainOf(core)?.main : undefined;
    const code = main === undefined ? undefined : compiledOf(main, 'none');
    return main === undefined || code === undefined || code instanceof Unsupported ? undefined : { main, code, place };
  });

  /**
   * Returns the values at places; undefined if one of them is undefined, or the compiler does not take the program; `late` if
   * they take more seconds.
   */
  at(mark: number, xs: Float64Array, ys: Float64Array, seconds: number): ArrayLike<number> | 'late' | undefined {
    const made = this.made();
    if (made === undefined) return undefined;
    const { main, code, place } = made;
    const places = new Map<string, Value>(place.map((name, i) => [name, [mark, new Items(xs), new Items(ys)][i]]));
    const given = main.parameters.map(({ name }) => places.get(name) ?? this.inputs.get(name));
    const answer = code.value([...given, ...lifted(main).values], { ...this.budget, seconds });
    if (answer.tag === 'time') return 'late';
    if (answer.tag !== 'values') return undefined;
    const [values] = answer.values;
    return values instanceof Items ? Float64Array.from(values.items, primalOf) : undefined;
  }
}

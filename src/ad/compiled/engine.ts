import { type Answer, type Compiled, compileProgram, type WantedDerivative } from '../../compile/compile';
import type { DerivativeEntry } from '../../compile/differentiate/entries';
import { WORD } from '../../compile/emit/layout';
import { Unsupported } from '../../compile/unsupported';
import { error, type Diagnostic } from '../../language/source/diagnostic';
import { NOWHERE } from '../../language/source/span';
import type { Budget, Counts, Outcome } from '../../semantics/outcome';
import { MISMATCH, Reals } from '../../semantics/reals';
import type { Task } from '../../semantics/task';
import type { Value } from '../../semantics/value';
import { longestStretch, workingTime } from '../../semantics/working-time';
import type { AnyEngine, Directional, EngineResult, Fragment, Main, Point } from '../engine';
import { fragmentOf, outside } from '../fragment';
import { cotangentFits, shapeFailure } from '../point';
import { compiledOf, isAllowed, lifted } from './prepared';
import { replay } from './replay';

/**
 * The compiler (src/compile) as an engine: the program and its derivatives, those inside it too, as one WebAssembly
 * module. Its reverse derivative is that of Radul, Paszke, Frostig, Johnson & Maclaurin (*You Only Linearize Once*,
 * POPL 2023) with the accumulation of Paszke et al. (*Getting to the Point*, ICFP 2021).
 *
 * Deviations: it takes the whole core but for the module Delta; values are immutable, so the way back reads them again,
 * and only what it cannot compute again cheaply is kept. Operations are not counted, memory is.
 */
export const compiled: AnyEngine = {
  id: 'compiled',
  fragment: fragmentOfCompiled,
  run: runCompiled,
  along: alongCompiled,
};

function fragmentOfCompiled(main: Main): Fragment {
  const made = takenBy(main, () => compiledOf(main, 'gradient'));
  return 'tag' in made ? made : { tag: 'inside' };
}

/**
 * Compiles a program anew, so that its statements have their places in the present text, and makes its module; or says why the
 * compiler does not take it.
 */
export function compileAnew(main: Main, entry: WantedDerivative): Compiled | Outside {
  return takenBy(main, () => {
    const made = compileProgram(lifted(main).subject, { derivative: entry, timed: true });
    if (!(made instanceof Unsupported)) made.load();
    return made;
  });
}

function takenBy(main: Main, compile: () => Compiled | Unsupported): Compiled | Outside {
  if (!isAllowed) return outside('compiled', main.body.origin, 'WebAssembly is not allowed here', ELSEWHERE);
  const fragment = fragmentOf(main, 'compiled', true);
  if (fragment.tag === 'outside') return fragment;
  const made = compile();
  return made instanceof Unsupported ? declined(main, made) : made;
}

const ELSEWHERE = 'use another engine, or allow `wasm-unsafe-eval` in the content security policy';

type Outside = Extract<Fragment, { tag: 'outside' }>;

function declined(main: Main, { message, span, hint }: Unsupported): Outside {
  return outside('compiled', span === NOWHERE ? main.body.origin : span, message, hint);
}

function* runCompiled(main: Main, point: Point, budget: Budget): Task<Outcome<EngineResult<Counts>>> {
  const { arguments: given, cotangent } = point;
  const outcome = yield* answered(main, point, budget, 'gradient', (made, limits) =>
    made.gradient([...given, ...lifted(main).values], cotangent, limits),
  );
  if (outcome.tag !== 'ok') return outcome;
  const { values, meter } = outcome.value;
  const value = values.at(-1);
  if (!cotangentFits(main, cotangent, value)) return { tag: 'failed', diagnostic: shapeFailure(main) };
  return { tag: 'ok', value: { value, derivative: values.slice(0, -1), meter } };
}

function* alongCompiled(
  main: Main,
  point: Point,
  direction: readonly Value[],
  budget: Budget,
): Task<Outcome<Directional<Counts>>> {
  if (!isOfPoint(main, point, direction)) return { tag: 'failed', diagnostic: directionFailure(main) };
  const outcome = yield* answered(main, point, budget, 'directional', (made, limits) =>
    made.directional([...point.arguments, ...lifted(main).values], direction, limits),
  );
  if (outcome.tag !== 'ok') return outcome;
  const { values, meter } = outcome.value;
  return { tag: 'ok', value: { value: values[1], tangent: values[0], meter } };
}

interface Answered {
  readonly values: readonly Value[];
  readonly meter: Counts;
}

/** Runs the module with an entry; if it stops, finds out why. */
function* answered(
  main: Main,
  point: Point,
  budget: Budget,
  entry: DerivativeEntry,
  run: (made: Compiled, limits: Budget) => Answer,
): Task<Outcome<Answered>> {
  const deadline = workingTime() + 1000 * budget.seconds;
  const made = compiledOf(main, entry);
  if (made instanceof Unsupported) return { tag: 'failed', diagnostic: declined(main, made).reason };
  yield;
  const longest = longestStretch();
  const answer = run(made, { ...budget, seconds: Math.min(budget.seconds, longest) });
  if (answer.tag === 'time' && longest < budget.seconds) return { tag: 'stopped', diagnostic: unpaused(main, longest) };
  if (answer.tag !== 'values') return yield* replay(main, point, answer.tag, budget, deadline, entry === 'gradient');
  yield;
  const bytes = made.peak();
  return { tag: 'ok', value: { values: answer.values, meter: { live: Math.ceil(bytes / WORD), bytes } } };
}

/** Returns the failure of a run that would keep its worker from answering. */
function unpaused({ body }: Main, seconds: number): Diagnostic {
  const message = `compiled code was stopped after ${seconds} seconds: it cannot pause, and the page would wait for it`;
  const hint = 'use another engine for this program, or the command line, where compiled code may run longer';
  return error('budget-time', body.origin, message, { hint });
}

/** Returns whether a direction has the shape of the point: the same lengths and the same constructors. */
function isOfPoint({ parameters, variants }: Main, point: Point, direction: readonly Value[]): boolean {
  const reals = new Reals(variants);
  return parameters.every(
    ({ type }, i) => reals.zip(type, point.arguments[i], direction[i], (real) => real) !== MISMATCH,
  );
}

function directionFailure({ body }: Main): Diagnostic {
  return error('shape', body.origin, "the direction does not have the point's shape");
}

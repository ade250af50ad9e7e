import { counted, integer } from '../language/source/counted';
import { error } from '../language/source/diagnostic';
import { freeVariables, itemBinders, itemTerms, walk } from '../language/core/traverse';
import type { CoreData, Term } from '../language/core/tree';
import { product, REAL, UNIT, type Type } from '../language/types/type';
import type { Budget, Outcome } from '../semantics/outcome';
import { realValues, withRealLeaves } from '../semantics/present';
import type { Task } from '../semantics/task';
import type { Value } from '../semantics/value';
import type { EngineResult, Main, Parameter, Point } from './engine';
import { cotangentFits, cotangentReals, pointReals, pointWith, shapeFailure } from './point';
import { bindLines, tupled } from './abadi-plotkin/anf/anf';
import { recordRun, type Recording } from './recording';
import { codeOf } from './abadi-plotkin/anf/record';

/** Returns data that the main expression needs, and whose value is too large to be a term. */
export function largeData({ definitions }: Main): CoreData | undefined {
  return definitions.find((item): item is CoreData => item.tag === 'data');
}

/** Returns whether the main expression, or a definition that it needs, contains a derivative. */
export function differentiatesInside(main: Main): boolean {
  const known = INSIDE.get(main);
  if (known !== undefined) return known;
  const needed = freeVariables(main.body);
  const terms: Term[] = [main.body];
  for (const item of main.definitions.toReversed()) {
    if (!itemBinders(item).some(({ name }) => needed.has(name))) continue;
    for (const term of itemTerms(item)) {
      terms.push(term);
      for (const name of freeVariables(term)) needed.add(name);
    }
  }
  const inside = terms.some(hasDerivative);
  INSIDE.set(main, inside);
  return inside;
}

const INSIDE = new WeakMap<Main, boolean>();

function hasDerivative(root: Term): boolean {
  let found = false;
  walk(root, {
    enter: (term) => {
      found ||= term.tag === 'derivative';
    },
  });
  return found;
}

/** The straight-line program at a point: from the real leaves of the point to those of the result. */
export interface Straightened {
  readonly main: Main;
  readonly point: Point;
  readonly recording: Recording;
  /** Converts a result of `main` to one of the program: the leaves in the shapes of the point and of the value. */
  restore(result: EngineResult): EngineResult;
  /** Converts a value of `main`'s target to the shape of the program's value. */
  shaped(reals: Value): Value;
}

function lessOf({ name, label = name, type }: CoreData): string {
  return type.tag === 'sequence' ? `use a part of the data, such as \`take 1000 ${label}\`` : 'use less data';
}

/** Returns the most entries of the trace of a main expression that is turned into a program. */
export function longestTrace(main: Main): number {
  return largeData(main) === undefined ? LONGEST_TRACE : LONGEST_OF_DATA;
}

/** Most entries of a trace that is turned into a program. */
const LONGEST_TRACE = 20_000;
/** The same for large data, of which a part can be used: engines take a program of this length within a moment. */
const LONGEST_OF_DATA = 5_000;

/** The points at which the trace of a main expression is too long, so that it is recorded once for all engines. */
const TOO_LONG = new WeakMap<Point, { readonly main: Main; readonly failed: Outcome<never> }>();

export function* straighten(main: Main, point: Point, budget: Budget): Task<Outcome<Straightened>> {
  const known = TOO_LONG.get(point);
  if (known?.main === main) return known.failed;
  const outcome = yield* recordRun(main, point, budget);
  if (outcome.tag !== 'ok') return outcome;
  const recording = outcome.value;
  const { trace, value } = recording;
  const data = largeData(main);
  const limit = longestTrace(main);
  if (trace.length > limit) {
    const why = differentiatesInside(main)
      ? 'the program takes derivatives itself'
      : data && `the data \`${data.label ?? data.name}\` is large`;
    const what = why === undefined ? 'the trace of this program' : `${why}, so this engine runs on its trace, which`;
    const message = `${what} has ${counted(trace.length, 'entry', 'entries')}; the limit is ${integer(limit)}`;
    const diagnostic = error('unsupported', main.body.origin, message, {
      hint: data === undefined ? 'use fewer iterations or less data' : lessOf(data),
    });
    const failed = { tag: 'failed', diagnostic } as const;
    TOO_LONG.set(point, { main, failed });
    return failed;
  }
  if (!cotangentFits(main, point.cotangent, value)) return { tag: 'failed', diagnostic: shapeFailure(main) };
  const cotangents = cotangentReals(main, point);
  const { code } = yield* codeOf(main, point, recording);
  const labels = code.inputs.map(({ name, type, origin }): Parameter => ({ label: name, name, type, origin }));
  const body = bindLines(code.lines, { ...tupled(code.results), origin: main.body.origin });
  const source = ((): Type => {
    if (labels.length === 0) return UNIT;
    return labels.length === 1 ? REAL : product(labels.map(({ type }) => type));
  })();
  const straight: Main = { variants: [], definitions: [], parameters: labels, body, source, target: body.type };
  const shaped = (reals: Value): Value =>
    withRealLeaves(value, main.target, realValues(reals, body.type), main.variants);
  return {
    tag: 'ok',
    value: {
      main: straight,
      point: { arguments: pointReals(main, point), cotangent: oneOrSeveral(cotangents) },
      recording,
      restore: (result) => ({
        value: shaped(result.value),
        derivative: pointWith(main, point, result.derivative),
        meter: result.meter,
      }),
      shaped,
    },
  };
}

/** Returns the unit, the real, or the tuple of several, typed as by `tupled`. */
function oneOrSeveral(reals: readonly number[]): Value {
  return reals.length < 2 ? reals[0] : reals;
}

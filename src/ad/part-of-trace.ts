import { variable } from '../language/core/builders';
import { freshNames } from '../language/core/fresh-names';
import { RESERVED_NAMES } from '../language/core/reserved-names';
import { product, REAL, UNIT } from '../language/types/type';
import { ROWS } from '../semantics/rows';
import type { Seed } from '../semantics/sweep';
import type { Task } from '../semantics/task';
import { COPY, INPUT, NO_OPERAND, Trace } from '../semantics/trace';
import { Traced } from '../semantics/value';
import { bindLines, entryNames, leafName, straightLine, tupled } from './abadi-plotkin/anf/anf';
import type { Main, Parameter, Point } from './engine';
import type { Recording } from './recording';

/** A part of a recorded run as a function, at its place in the run. */
export interface PartOfTrace {
  readonly main: Main;
  readonly point: Point;
}

export interface Swept {
  readonly recording: Recording;
  /** The labels of the inputs. */
  readonly labels: readonly string[];
  readonly seeds: readonly Seed[];
  readonly adjoints: Float64Array;
}

/**
 * Returns the entries from `first` to `end - 1` of a trace as a function from the entries that they use to those of them
 * that are used later, or are results. The cotangent is what the sweep of the rest brings, so that the derivative is what
 * the part adds to the adjoints of what it uses. Time is linear in the trace.
 */
export function* partOfTrace(main: Main, swept: Swept, first: number, end: number): Task<PartOfTrace> {
  const { trace } = swept.recording;
  const part = new Trace(trace.spans);
  const names = freshNames(RESERVED_NAMES);
  const inner = new Map<number, number>();
  const used: number[] = [];
  const operandsOf = (entry: number): readonly number[] =>
    trace.operations[entry] === INPUT ? [] : [trace.left[entry] ?? NO_OPERAND, trace.right[entry] ?? NO_OPERAND];
  for (let entry = first; entry < end; entry++)
    for (const operand of operandsOf(entry))
      if (operand >= 0 && operand < first && !inner.has(operand)) {
        inner.set(operand, part.append(INPUT, NO_OPERAND, NO_OPERAND, trace.values[operand] ?? NaN, 0, 0));
        used.push(operand);
      }
  const moved = (operand: number): number => {
    if (operand >= 0) return inner.get(operand) ?? NO_OPERAND;
    return operand === NO_OPERAND ? operand : part.constant(trace.valueOf(operand));
  };
  for (let entry = first; entry < end; entry++) {
    const [left = NO_OPERAND, right = NO_OPERAND] = operandsOf(entry).map(moved);
    const operation = trace.operations[entry] ?? INPUT;
    inner.set(entry, part.append(operation, left, right, trace.values[entry] ?? NaN, trace.origins[entry] ?? 0, 0));
  }
  yield;
  const outside = adjointsOutside(swept, first, end);
  const outputs = [...outside.keys()].sort((a, b) => a - b);

  const parameters = used.map((entry): Parameter => {
    const label = names(leafName(swept.labels[entry] ?? `t${entry + 1}`));
    return { label, name: label, type: REAL, origin: trace.spanOf(entry) ?? main.body.origin };
  });
  const inputs = parameters.map(({ name, type, origin }) => variable(name, type, origin));
  const fresh = entryNames(main);
  const outer = new Map(Array.from(inner, ([entry, at]) => [at, entry]));
  const results = outputs.map((entry) => new Traced(trace.values[entry] ?? NaN, inner.get(entry) ?? 0));
  const code = yield* straightLine(part, inputs, results, {
    fresh: names,
    entry: (origin, at) => names(fresh.entry(origin, outer.get(at) ?? at)),
  });
  const body = bindLines(code.lines, { ...tupled(code.results), origin: main.body.origin });
  const source = used.length === 0 ? UNIT : used.length === 1 ? REAL : product(parameters.map(({ type }) => type));
  const cotangents = outputs.map((entry) => outside.get(entry) ?? 0);
  return {
    main: { variants: [], definitions: [], parameters, body, source, target: body.type },
    point: {
      arguments: used.map((entry) => trace.values[entry] ?? NaN),
      cotangent: cotangents.length < 2 ? cotangents[0] : cotangents,
    },
  };
}

/** Returns the entries of a part that are used outside it, with what those uses bring to their adjoints. */
function adjointsOutside({ recording, seeds, adjoints }: Swept, first: number, end: number): Map<number, number> {
  const { trace } = recording;
  const found = new Map<number, number>();
  const bring = (entry: number, amount: number): void => {
    if (entry >= first && entry < end) found.set(entry, (found.get(entry) ?? 0) + amount);
  };
  for (const [entry, weight] of seeds) bring(entry, weight);
  for (let user = end; user < trace.length; user++) {
    const operation = trace.operations[user] ?? INPUT;
    if (operation === INPUT) continue;
    const [left, right] = [trace.left[user] ?? NO_OPERAND, trace.right[user] ?? NO_OPERAND];
    const adjoint = adjoints[user] ?? 0;
    const partials = ROWS[operation]?.partials;
    const partial = (k: number): number =>
      operation === COPY ? 1 : (partials?.[k]?.(trace.valueOf(left), trace.valueOf(right)) ?? 0);
    if (left >= first && left < end) bring(left, adjoint === 0 ? 0 : adjoint * partial(0));
    if (right >= first && right < end) bring(right, adjoint === 0 ? 0 : adjoint * partial(1));
  }
  return found;
}

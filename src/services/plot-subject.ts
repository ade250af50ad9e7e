import type { Point } from '../ad/engine';
import type { MainExpression } from '../ad/main';
import type { VariantDeclaration } from '../language/core/tree';
import type { Type } from '../language/types/type';
import type { Range } from '../protocol/descent';
import { MOST_PLOT_LEAVES, type PlotLeaf, type PlotSubject } from '../protocol/plot';
import { compile, type Executable } from '../semantics/compile';
import { run } from '../semantics/evaluate';
import { partsAt } from '../semantics/leaves';
import type { Budget, Outcome } from '../semantics/outcome';
import { realLeaves, toJson } from '../semantics/present';
import type { Task } from '../semantics/task';
import type { Value } from '../semantics/value';
import { needed } from './needed';
import { focusLabel, locatePoint, type Program, readInputs } from './program';
import type { Settings } from './settings';

/** Returns the point of the main expression: the values of the inputs, whether or not the program is defined there. */
export function* plotPoint(
  program: Program,
  { main, point }: MainExpression,
  settings: Settings,
  budget: Budget,
): Task<Outcome<Point> | undefined> {
  if (point.from === 'term') {
    const located = yield* locatePoint(program, settings, budget);
    return located?.tag === 'ok' ? { tag: 'ok', value: located.value.point } : located;
  }
  const inputs = readInputs(program, settings);
  if (inputs.tag !== 'ok') return inputs;
  const given = yield* run(inputsAlone(program), { budget, inputs: inputs.value });
  if (given.tag !== 'ok') return given;
  const values = main.parameters.map(({ name }) => given.value.inputs.get(name));
  return { tag: 'ok', value: { arguments: values, cotangent: 1 } };
}

const INPUTS = new WeakMap<Program, Executable>();

/** Returns the inputs, and the items that their values mention. */
function inputsAlone(program: Program): Executable {
  const known = INPUTS.get(program);
  if (known !== undefined) return known;
  const executable = compile(needed(program.core, ({ tag }) => tag === 'input'));
  INPUTS.set(program, executable);
  return executable;
}

/** Returns the panel's description of the main expression, without the results, which need a run. */
export function describePlot(program: Program, focus: MainExpression, point: Point): Omit<PlotSubject, 'results'> {
  const { main, span } = focus;
  const { variants } = main;
  const settable = focus.point.from === 'inputs';
  const inputs = main.parameters.map(({ label, type }, at) => ({
    name: label,
    value: toJson(point.arguments[at], type, variants),
  }));
  const leaves = main.parameters.flatMap(({ label, name, type, origin }, at): readonly PlotLeaf[] => {
    const value = point.arguments[at];
    const places = settable && typeof inputs[at]?.value !== 'string' ? pathsOf(value, type, variants) : [];
    const range = type.tag === 'real' ? program.inputs.find((input) => input.name === name)?.range : undefined;
    return realLeaves(value, type, label, variants)
      .slice(0, MOST_PLOT_LEAVES)
      .map((leaf, i) => {
        const path = places[i];
        return { ...leaf, span: origin, place: path === undefined ? undefined : { input: at, path }, range };
      });
  });
  return {
    label: focusLabel(program, focus),
    span,
    leaves: leaves.slice(0, MOST_PLOT_LEAVES),
    total: main.parameters.reduce(
      (sum, { type, label }, at) => sum + realLeaves(point.arguments[at], type, label, variants).length,
      0,
    ),
    inputs: settable ? inputs : [],
  };
}

/** Returns the labels of the result's reals: `f`, or `f.1`, `f[0]`. */
export function resultLabels({ main }: MainExpression, value: Value): readonly string[] {
  return realLeaves(value, main.target, 'f', main.variants)
    .slice(0, MOST_PLOT_LEAVES)
    .map(({ label }) => label);
}

type Path = readonly (string | number)[];

/** Returns the path to each real leaf in the value's JSON, left to right. */
function pathsOf(value: Value, type: Type, variants: readonly VariantDeclaration[]): readonly Path[] {
  const paths: Path[] = [];
  const pending: { readonly value: Value; readonly type: Type; readonly label: string; readonly path: Path }[] = [
    { value, type, label: '', path: [] },
  ];
  for (let place = pending.pop(); place !== undefined && paths.length < MOST_PLOT_LEAVES; place = pending.pop()) {
    const { type: own, path } = place;
    if (own.tag === 'real') paths.push(path);
    else {
      const parts = partsAt(place, variants).map((part, at) => ({ ...part, path: [...path, stepOf(own, at)] }));
      for (const part of parts.reverse()) pending.push(part);
    }
  }
  return paths;
}

function stepOf(type: Type, at: number): string | number {
  if (type.tag === 'record') return type.fields[at]?.name ?? at;
  return type.tag === 'sum' || type.tag === 'named' ? 'value' : at;
}

/** Larger numbers overflow when they are added. */
const FARTHEST = 8e307;

/** Returns the input's range, or one around the program's own value, extended to contain the present value. */
export function plotRange({ range, value }: PlotLeaf, home: number): Range {
  const reach = Math.max(1, 2 * Math.abs(home));
  const [low, high] = range === undefined ? [home - reach, home + reach] : [range.low, range.high];
  const room = Math.max(Math.abs(value - low), Math.abs(value - high)) / 8;
  const from = value < low ? value - room : low;
  const to = value > high ? value + room : high;
  return from < to ? [Math.max(-FARTHEST, from), Math.min(FARTHEST, to)] : [from - 1, from + 1];
}

/** Returns the program's own value of a leaf; the present one if the program has no such leaf. */
export function* homeOf(program: Program, focus: MainExpression, leaf: PlotLeaf, budget: Budget): Task<number> {
  if (leaf.place === undefined) return leaf.value;
  const written = yield* plotPoint(program, focus, {}, budget);
  const parameter = focus.main.parameters[leaf.place.input];
  if (written?.tag !== 'ok' || parameter === undefined) return leaf.value;
  const own = written.value.arguments[leaf.place.input];
  const found = realLeaves(own, parameter.type, parameter.label, focus.main.variants);
  return found.find(({ label }) => label === leaf.label)?.value ?? leaf.value;
}

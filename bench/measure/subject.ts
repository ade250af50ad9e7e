import type { Main, Point } from '../../src/ad/engine';
import { mainOf } from '../../src/ad/main';
import { type Compiled, compileProgram } from '../../src/compile/compile';
import { encodeModule } from '../../src/compile/emit/module';
import { binaryOf } from '../../src/compile/run/binary';
import { ModuleInstance } from '../../src/compile/run/instance';
import { Unsupported } from '../../src/compile/unsupported';
import { variablePattern } from '../../src/language/core/patterns';
import type { CoreInput, CoreItem, CoreProgram } from '../../src/language/core/tree';
import { elaborate } from '../../src/language/elaborate/elaborate';
import { parse } from '../../src/language/syntax/parser';
import { evaluate } from '../../src/semantics/evaluate';
import { fromJson, type Json, realLeaves, realValues, withRealLeaves } from '../../src/semantics/present';
import { drain } from '../../src/semantics/task';
import { primalOf, type Value } from '../../src/semantics/value';
import { randomNumbers } from './random.mjs';
import { termOf } from './term';

export const BUDGET = { seconds: 600, steps: 1e15, bytes: 3.5e9 };

/** A program as a reader writes it. Its inputs have small values of their own, with which it can be checked. */
export interface Program {
  readonly text: string;
  /** The inputs that are data: constants of the program, like a table of a notebook. */
  readonly data?: readonly string[];
}

/** Values of inputs, instead of those in the program. */
export type Values = Readonly<Record<string, Json>>;

/** A compiled program at a point. */
export interface Subject {
  readonly main: Main;
  readonly point: Point;
  readonly compiled: Compiled;
}

/** Returns the core of a program, which must check. */
export function coreOf(text: string): CoreProgram {
  const parsed = parse(text, 0);
  const { program, diagnostics } = elaborate([parsed.program]);
  const problem = [...parsed.diagnostics, ...diagnostics].find(({ severity }) => severity === 'error');
  if (program === undefined || problem !== undefined) throw new Error(`${problem?.message ?? 'no program'}\n${text}`);
  return program;
}

/** Returns what the compiler makes of a program, which it must take. */
export function compiledOf(main: Main): Compiled {
  const compiled = compileProgram(main);
  if (compiled instanceof Unsupported) throw new Error(`declined: ${compiled.message}; ${compiled.hint}`);
  return compiled;
}

/** Returns a program's main expression, where the data are constants, and the values of its inputs. */
export function placed(program: Program, values: Values = {}): { main: Main; arguments: readonly Value[] } {
  const core = coreOf(program.text);
  const given = inputsOf(core, values);
  const isData = ({ name, label = name }: CoreInput): boolean => program.data?.includes(label) ?? false;
  const items = core.items.map((item): CoreItem => {
    if (item.tag !== 'input' || !isData(item)) return item;
    const { name, type, origin } = item;
    const value = termOf(given.get(name), type, core.variants);
    return { tag: 'let', pattern: variablePattern(name, type, origin), value, origin };
  });
  const found = mainOf({ variants: core.variants, items });
  if (found === undefined) throw new Error('there is nothing to differentiate');
  return { main: found.main, arguments: found.main.parameters.map(({ name }) => given.get(name)) };
}

/** Compiles a program with the given values of its inputs. */
export function subjectOf(program: Program, values: Values = {}): Subject {
  const { main, arguments: arguments_ } = placed(program, values);
  const compiled = compiledOf(main);
  const found = compiled.value(arguments_, BUDGET);
  if (found.tag !== 'values') throw new Error(`the program ended in: ${found.tag}`);
  const [value] = found.values;
  const ones = realLeaves(value, main.target, '', main.variants).map(() => 1);
  const cotangent = withRealLeaves(value, main.target, ones, main.variants);
  return { main, point: { arguments: arguments_, cotangent }, compiled };
}

function inputsOf(core: CoreProgram, values: Values): ReadonlyMap<string, Value> {
  const items = core.items.filter(({ tag }) => tag !== 'output');
  const run = drain(evaluate({ variants: core.variants, items }, { budget: BUDGET }));
  if (run.tag !== 'ok') throw new Error(run.diagnostic.message);
  const found = new Map(run.value.inputs);
  const unknown = new Set(Object.keys(values));
  for (const item of items) {
    if (item.tag !== 'input') continue;
    const { name, label = name, type } = item;
    const json = values[label];
    if (json === undefined) continue;
    unknown.delete(label);
    const reading = fromJson(json, type, core.variants);
    if (reading.tag === 'wrong') throw new Error(`${label}: ${reading.message}`);
    found.set(name, reading.value);
  }
  if (unknown.size > 0) throw new Error(`the program has no input ${[...unknown].join(', ')}`);
  return found;
}

/** Returns the reals of the program's value. */
export function valueOf({ main, point, compiled }: Subject): readonly number[] {
  const found = compiled.value(point.arguments, BUDGET);
  if (found.tag !== 'values') throw new Error(`the value ended in: ${found.tag}`);
  return realValues(found.values[0], main.target, main.variants).map(primalOf);
}

/** Returns the reals of the gradient, for a cotangent that is 1 in every real of the value. */
export function gradientOf({ main, point, compiled }: Subject): readonly number[] {
  const found = compiled.gradient(point.arguments, point.cotangent, BUDGET);
  if (found.tag !== 'values') throw new Error(`the gradient ended in: ${found.tag}`);
  return main.parameters.flatMap(({ type }, i) => realValues(found.values[i], type, main.variants).map(primalOf));
}

/** Returns functions that run the value and the gradient again and again. */
export function runsOf({ main, point, compiled }: Subject): {
  readonly value: () => void;
  readonly gradient: () => void;
} {
  const prepared = (from: Compiled) => from.prepare(point.arguments, point.cotangent, BUDGET);
  const done = (run: () => string) => () => {
    const ended = run();
    if (ended !== 'done') throw new Error(`the run ended in: ${ended}`);
  };
  // Each has a module of its own, so that neither grows the memory of the other.
  return { value: done(prepared(compiled).value), gradient: done(prepared(compiledOf(main)).gradient) };
}

/**
 * Returns how far the gradient is from the slope of the value along a random direction, relative to the sizes of the
 * summands. Central differences of two widths are extrapolated, so about 1e-9 is as near as they come.
 */
export function slopeError({ main, point, compiled }: Subject): number {
  const random = randomNumbers(99);
  const { variants, parameters } = main;
  const reals = parameters.map(({ type }, i) => realValues(point.arguments[i], type, variants).map(primalOf));
  const direction = reals.map((each) => each.map(() => random() - 0.5));
  const shifted = (t: number): number => {
    const moved = parameters.map(({ type }, i) => {
      const along = reals[i]?.map((each, j) => each + t * (direction[i]?.[j] ?? 0)) ?? [];
      return withRealLeaves(point.arguments[i], type, along, variants);
    });
    const found = compiled.value(moved, BUDGET);
    if (found.tag !== 'values') throw new Error(`the value beside the point ended in: ${found.tag}`);
    return realValues(found.values[0], main.target, variants)
      .map(primalOf)
      .reduce((total, each) => total + each, 0);
  };
  const slope = (h: number): number => (shifted(h) - shifted(-h)) / (2 * h);
  const width = 1e-5;
  const wanted = (4 * slope(width) - slope(2 * width)) / 3;
  const along = direction.flat();
  const summands = gradientOf({ main, point, compiled }).map((each, i) => each * (along[i] ?? 0));
  const size = summands.reduce((total, each) => total + Math.abs(each), 0);
  return Math.abs(summands.reduce((total, each) => total + each, 0) - wanted) / Math.max(size, 1e-300);
}

/** Returns the least memory in bytes with which the gradient runs: its peak. It is found by bisection of the budget. */
export function peakOf({ point, compiled }: Subject): number {
  const fits = (bytes: number): boolean => {
    const { tag } = compiled.gradient(point.arguments, point.cotangent, { ...BUDGET, bytes });
    if (tag !== 'memory' && tag !== 'values') throw new Error(`the gradient ended in: ${tag}`);
    return tag === 'values';
  };
  let high = 1024;
  while (!fits(high)) high *= 2;
  let low = high / 2;
  while (high - low > 1024 && high - low > high / 1000) {
    const middle = (low + high) / 2;
    if (fits(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Returns the size of a module in bytes, without its constant data. */
export function moduleSize({ emitted }: Compiled): number {
  const data = emitted.module.data.reduce((total, { bytes }) => total + bytes.length, 0);
  return encodeModule(emitted.module).length - data;
}

/** Compiles a main expression and loads the module. */
export function toModule(main: Main): ModuleInstance {
  return new ModuleInstance(binaryOf(compiledOf(main).emitted));
}

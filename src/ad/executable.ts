import { compile, type Executable } from '../semantics/compile';
import type { Value } from '../semantics/value';
import type { Main, Point } from './engine';
import { programOfMain } from './main';

const EXECUTABLES = new WeakMap<Main, Executable>();

/** The main expression as code: its parameters are the inputs. Compiled once, so that another point only runs it. */
export function executableOf(main: Main): Executable {
  const known = EXECUTABLES.get(main);
  if (known !== undefined) return known;
  const executable = compile(programOfMain(main));
  EXECUTABLES.set(main, executable);
  return executable;
}

/** A point as the inputs of `executableOf(main)`. */
export function inputsAt(main: Main, point: Point): ReadonlyMap<string, Value> {
  return new Map(main.parameters.map(({ name }, at) => [name, point.arguments[at]]));
}

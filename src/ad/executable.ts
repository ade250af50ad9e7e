import { compile, type Executable } from '../semantics/compile';
import type { Value } from '../semantics/value';
import type { Main, Point } from './engine';
import { programOfMain } from './main';

const EXECUTABLES = new WeakMap<Main, Executable>();

/** Returns the main expression as code, with its parameters as inputs. It is compiled once and runs at any point. */
export function executableOf(main: Main): Executable {
  const known = EXECUTABLES.get(main);
  if (known !== undefined) return known;
  const executable = compile(programOfMain(main));
  EXECUTABLES.set(main, executable);
  return executable;
}

/** Returns a point as the inputs of `executableOf(main)`. */
export function inputsAt(main: Main, point: Point): ReadonlyMap<string, Value> {
  return new Map(main.parameters.map(({ name }, at) => [name, point.arguments[at]]));
}

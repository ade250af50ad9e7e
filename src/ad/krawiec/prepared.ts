import type { CoreProgram } from '../../language/core/tree';
import { compile, type Executable } from '../../semantics/compile';
import type { Main } from '../engine';

interface Prepared<Wrapped> {
  readonly wrapped: Wrapped;
  readonly executable: Executable;
}

/** Returns a function that translates and compiles each program once, however often it runs. */
export function preparedBy<Wrapped extends { readonly observed: CoreProgram }>(
  wrap: (main: Main) => Wrapped,
): (main: Main) => Prepared<Wrapped> {
  const programs = new WeakMap<Main, Prepared<Wrapped>>();
  return (main) => {
    const known = programs.get(main);
    if (known !== undefined) return known;
    const wrapped = wrap(main);
    const made: Prepared<Wrapped> = { wrapped, executable: compile(wrapped.observed) };
    programs.set(main, made);
    return made;
  };
}

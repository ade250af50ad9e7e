import type { CoreProgram } from '../../language/core/tree';
import { compile, type Executable } from '../../semantics/compile';
import type { Main } from '../engine';
import { primalsOfBindings } from './rules/figure-9-monadic';

interface Prepared<Wrapped> {
  readonly wrapped: Wrapped;
  readonly executable: () => Executable;
  /** The same, but it records the primal values of bindings. */
  readonly recording: () => Executable;
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
    let executable: Executable | undefined;
    let recording: Executable | undefined;
    const made: Prepared<Wrapped> = {
      wrapped,
      executable: () => (executable ??= compile(wrapped.observed)),
      recording: () => (recording ??= compile(wrapped.observed, { primals: primalsOfBindings })),
    };
    programs.set(main, made);
    return made;
  };
}

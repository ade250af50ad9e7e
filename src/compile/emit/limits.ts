import type { Span } from '../../language/source/span';
import type { IrProgram } from '../ir/program';
import { Unsupported } from '../unsupported';
import type { WasmModule } from './module';
import { type Emitted, emitProgram } from './program';
import type { Limits } from './runtime';

/** Limits of WebAssembly in every engine of JavaScript (its JavaScript interface, section 7). */
const MOST_PARAMETERS = 1000;
const MOST_LOCALS = 50_000;

/** The instructions that fit into the 7,654,321 bytes of a function; the longest has 11 bytes. */
const MOST_INSTRUCTIONS = 690_000;

/** Returns which limit of WebAssembly a module is beyond, as the construct that the compiler does not take. */
export function beyondLimits({ functions }: WasmModule): string | undefined {
  for (const { parameters, results, locals, body } of functions) {
    if (parameters.length > MOST_PARAMETERS || results.length > MOST_PARAMETERS) {
      return `a function of it takes or returns more than ${MOST_PARAMETERS} values`;
    }
    if (locals.length > MOST_LOCALS || body.length > MOST_INSTRUCTIONS) return 'a function of it is too long';
  }
  return undefined;
}

/** Writes a program as a module, as `emitProgram` does, or returns why no host would take it. `origin` is its place. */
export function emitWithinLimits(
  program: IrProgram,
  origin: Span,
  how: { readonly limits?: Limits | undefined; readonly refuelled?: boolean; readonly pausable?: boolean } = {},
): Emitted | Unsupported {
  const emitted = emitProgram(program, how.limits, how.refuelled, how.pausable);
  const beyond = beyondLimits(emitted.module);
  return beyond === undefined ? emitted : new Unsupported(beyond, origin, 'put its values into arrays');
}

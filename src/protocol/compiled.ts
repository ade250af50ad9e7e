/** A program as the compiler makes it: intermediate representation and WebAssembly. */
import type { Diagnostic } from '../language/source/diagnostic';
import type { Folds } from './folds';
import type { ProgramRequest } from './subject';

/** The intermediate representation of the program and of its gradient, after all passes, and the module as text. */
export type CodeForm = 'program' | 'derivative' | 'wasm';

export interface CompiledRequest extends ProgramRequest {
  readonly form: CodeForm;
}

export type CompiledReply =
  | { readonly state: 'ok'; readonly payload: CompiledPayload }
  /** Without a diagnostic if the program has no output. */
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

export interface CompiledPayload {
  readonly form: CodeForm;
  /** The size of the module. */
  readonly bytes: number;
  /** The time from the core to the instantiated module. */
  readonly seconds: number;
  /** Undefined for the derivative of a program that has none: no real input, or no real in its result. */
  readonly code: CodePayload | undefined;
}

export interface CodePayload {
  /** The lines, each with its line break. */
  readonly text: string;
  /** Where each line starts in `text`, and then the length of `text`. */
  readonly starts: Int32Array<ArrayBuffer>;
  /** Three numbers for each line: cell, start, end. The cell is negative where the place is not known. */
  readonly origins: Int32Array<ArrayBuffer>;
  /** For each line, whether it computes an adjoint or a tangent. */
  readonly derivatives: Uint8Array<ArrayBuffer>;
  /** Folds by function, where the text is long. */
  readonly folds: Folds;
  readonly functions: number;
  /** Statements of the intermediate representation, or instructions. */
  readonly statements: number;
  /** The number of further lines, which are not sent. */
  readonly more: number;
}

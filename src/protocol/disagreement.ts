/** A small program on which engines disagree. */
import type { Verdict } from '../ad/agree';
import type { EngineCell } from '../notebook/document';
import type { ProgramRequest } from './subject';
import type { Diagnostic } from '../language/source/diagnostic';

export interface DisagreementRequest extends ProgramRequest {
  /** The engines that the program defines. */
  readonly engines?: readonly EngineCell[] | undefined;
}

export type DisagreementReply =
  | {
      readonly state: 'ok';
      /** A program whose inputs have the values of the point. */
      readonly text: string;
      /** A line for each engine: its result. */
      readonly answers: readonly string[];
      readonly verdict: Verdict | undefined;
    }
  /** Without a diagnostic if there is nothing to differentiate. */
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

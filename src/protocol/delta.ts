import type { Diagnostic } from '../language/source/diagnostic';
import type { DeltaPayload } from './messages';
import type { ProgramRequest } from './subject';

/** Asks for the Delta graph of a long trace with some of its folds unfolded; the product `delta` has all folded. */
export interface DeltaRequest extends ProgramRequest {
  readonly open: readonly number[];
}

export type DeltaReply =
  | { readonly state: 'ok'; readonly payload: DeltaPayload }
  /** Without a diagnostic if there is nothing to differentiate. */
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

/** The program that `reverse` runs for the Delta graph. */
import type { Diagnostic } from '../language/source/diagnostic';

export type TranslationReply =
  | {
      readonly state: 'ok';
      /** The translated program, or a comment that says why it is not printed. */
      readonly text: string;
      readonly type: string;
    }
  /** Without a diagnostic if there is nothing to differentiate. */
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

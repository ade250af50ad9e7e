/** What the page asks the run worker when engines disagree: a small program that shows it. */
import type { Diagnostic } from '../language/source/diagnostic';

export type DisagreementReply =
  | {
      readonly state: 'ok';
      /** A program of the language, its inputs' values those of the point. */
      readonly text: string;
      /** What each engine says of it, a line each. */
      readonly answers: readonly string[];
      readonly verdict: 'agree' | 'disagree' | 'no verdict' | undefined;
    }
  /** No diagnostic where there is nothing to differentiate. */
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

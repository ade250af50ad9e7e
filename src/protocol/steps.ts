/** Evaluation step by step (Abadi & Plotkin, Figures 2 to 6). */
import type { Line } from '../ad/notation/line';
import type { StepRule } from '../ad/abadi-plotkin/steps/step-rule';
import type { StepMode } from '../ad/abadi-plotkin/steps/stepper';
import type { Diagnostic } from '../language/source/diagnostic';
import type { Span } from '../language/source/span';
import type { ActivationPayload } from './descent';
import type { Folds } from './folds';
import type { ProgramRequest } from './subject';

export type { Line, Piece } from '../ad/notation/line';
export { STEP_RULES, type StepRule } from '../ad/abadi-plotkin/steps/step-rule';
export type { StepMode } from '../ad/abadi-plotkin/steps/stepper';

export interface StepsIndexRequest extends ProgramRequest {
  /** `symbolic` evaluates the main expression at the point; `ordinary` the cell and what it depends on. */
  readonly mode: StepMode;
}

export interface StepsRequest extends StepsIndexRequest {
  /** The step whose state is wanted: 0 is the first redex, and the number of steps is the end. */
  readonly at: number;
}

export type StepsReply =
  | { readonly state: 'ok'; readonly step: StepPayload }
  /** Without a diagnostic if there is nothing to evaluate symbolically. */
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

export type StepsIndexReply =
  | { readonly state: 'ok'; readonly index: StepsIndex }
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

/** All steps of a run. */
export interface StepsIndex {
  readonly count: number;
  /** The run has more steps than are counted. */
  readonly cut: boolean;
  /** Three numbers for each step: cell, start and end of its redex. */
  readonly origins: Int32Array<ArrayBuffer>;
  /** Indices into STEP_RULES. */
  readonly rules: Uint8Array<ArrayBuffer>;
  readonly folds: Folds;
}

export interface StepPayload {
  readonly index: number;
  /** Undefined at the end of the run. */
  readonly rule: StepRule | undefined;
  /** The step is one of symbolic evaluation (Figures 4 and 5), which also happens inside every derivative. */
  readonly symbolic: boolean;
  /** The redex is in a context E[R] that is more than the hole (Figures 3 and 5). */
  readonly inContext: boolean;
  readonly span: Span;
  /** The contexts, outermost first; the last has the redex. */
  readonly frames: readonly (readonly Line[])[];
  /** The number of contexts after the first that are left out. */
  readonly omitted: number;
  /** ρ: the running activation first. */
  readonly activations: readonly ActivationPayload[];
  /** φ: the functions in scope, and where they are defined. */
  readonly functions: readonly { readonly name: string; readonly type: string; readonly span: Span }[];
  /** The unfinished trace terms, outermost first. */
  readonly trace: readonly Window[];
  /** W.R_V(x:T. C), if the previous step made it. */
  readonly derived: Window | undefined;
  /** Why there is no trace term. */
  readonly notice: string | undefined;
  /** The outputs of the program so far. */
  readonly outputs: readonly string[];
  readonly failure: Diagnostic | undefined;
}

/** The last lines of a term, and the number of lines before them. */
export interface Window {
  readonly hidden: number;
  readonly lines: readonly Line[];
}

import type { AnyEngineId } from '../ad/engine';
import type { Diagnostic } from '../language/source/diagnostic';
import type { EngineCell } from '../notebook/document';
import type { GradientPayload } from './messages';
import type { ProgramRequest } from './subject';

/** Asks for the gradient also by engines that need much time; the product `gradient` leaves them out. */
export interface GradientRequest extends ProgramRequest {
  readonly asked: readonly AnyEngineId[];
  /** The engines that the program defines. */
  readonly engines?: readonly EngineCell[] | undefined;
}

/** The gradient without what it is about. */
export type Gradient = Omit<GradientPayload, 'focus'>;

export type GradientReply =
  | { readonly state: 'partial' | 'ok'; readonly gradient: Gradient }
  /** Without a diagnostic if there is nothing to differentiate. */
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

/** Answers to what a notebook asks its reader. */
import type { PromptKind } from '../notebook/prompts';
import type { Budget } from '../semantics/outcome';

export interface PromptRequest {
  /** Identifies the prompt: a newer question about it replaces this one. */
  readonly prompt: string;
  /** The program's cells that the answer sees, and the imported ones. */
  readonly cells: readonly string[];
  readonly kind: PromptKind;
  /** The answer, as an expression. */
  readonly answer: string;
  /** For a curve, where it is computed. */
  readonly xs: readonly number[];
  readonly budget: Budget;
}

export type PromptReply =
  /** A number; of a choice, which option is right, counted from 1. */
  | { readonly status: 'number'; readonly value: number; readonly isInt: boolean }
  | { readonly status: 'text'; readonly value: string }
  /** The values of a curve; null where it is undefined. */
  | { readonly status: 'curve'; readonly ys: readonly (number | null)[] }
  /** The cells have an error, which their own diagnostics report. */
  | { readonly status: 'waiting' }
  | { readonly status: 'failed'; readonly message: string; readonly hint?: string };

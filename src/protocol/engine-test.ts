import type { Diagnostic } from '../language/source/diagnostic';
import type { EngineCell } from '../notebook/document';
import type { Json } from './messages';

/** Asks for a test of an engine that the program defines. */
export interface EngineTestRequest {
  readonly cells: readonly string[];
  readonly place: EngineCell;
  readonly inputs: Readonly<Record<string, Json>>;
}

/** What a test finds, or why the value is no engine. */
export type EngineTestReply = EngineTest | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

/** What a test of a reader's engine finds. */
export type EngineTest =
  /** It agrees with the published engines on so many programs. */
  | { readonly state: 'right'; readonly right: number }
  | {
      /** It differs or fails on a program, or does not finish. */
      readonly state: 'wrong' | 'stopped';
      /** The number of programs before that it is right on. */
      readonly right: number;
      /** The smallest program found, whose inputs have the values of the point. */
      readonly text: string;
      /** A line for each engine: its result. */
      readonly answers: readonly string[];
    }
  | { readonly state: 'no gradient' };

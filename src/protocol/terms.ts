/** The terms of the first two papers: traces, their derivatives, translations. */
import type { Checks } from '../ad/checks';
import type { EngineId, RanOn } from '../ad/engine';
import type { Line } from '../ad/notation/line';
import type { Diagnostic } from '../language/source/diagnostic';
import type { Folds } from './folds';
import type { ProgramRequest } from './subject';

export type { Check, Checks } from '../ad/checks';
export type { Line, Piece } from '../ad/notation/line';

/**
 * The trace term C and W.R_V(x:T. C), by the literal rules (Figures 4 to 6) or in A-normal form; a program translated by an
 * engine that is source to source, or by a Taylor macro of more directions or a higher order than (1,1).
 */
export type TermName =
  'trace' | 'derivative' | 'trace-anf' | 'derivative-anf' | `translation-${EngineId}` | `macro-${MacroName}`;

/** (k,R), or the restricted (2,2)'. */
export type MacroName = '1-2' | '2-2' | 'restricted';

/** The greatest bound of an approximant: the literal trace of deeper calls would nest its terms too deeply. */
export const MOST_APPROXIMANT = 400;

export interface TermRequest extends ProgramRequest {
  readonly term: TermName;
  /** For literal terms: how often recursive functions may call themselves (Figure 8). */
  readonly bound: number | undefined;
  /** The lines that are wanted. */
  readonly from: number;
  readonly count: number;
  /** Whether to add the whole term as texts, or as a cell of its own. */
  readonly copies: 'none' | 'texts' | 'cell';
}

export type TermReply =
  | { readonly state: 'ok'; readonly payload: TermPayload }
  /** Without a diagnostic if there is nothing to differentiate. */
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[]; readonly recursive: boolean };

export interface TermPayload {
  readonly term: TermName;
  /** The number of all lines; `lines` are those from `from`. */
  readonly total: number;
  readonly from: number;
  readonly lines: readonly Line[];
  /** The number of nodes of the term; undefined for a translation. */
  readonly size: number | undefined;
  /** The type of C, of the point, or of the translated main expression. */
  readonly type: string;
  /** What is translated. */
  readonly ranOn: RanOn;
  /** Whether the program has recursive functions, so that it has approximants. */
  readonly recursive: boolean;
  /** Set in the first window of the lines of a long trace: how they are folded. */
  readonly folds: Folds | undefined;
  /** Whether the term as a program passes the checker, so that it can be opened in a cell. */
  readonly opens: boolean;
  readonly copies: Copies | undefined;
}

export interface Copies {
  readonly text: string;
  readonly tex: string;
  /** A program of the language. */
  readonly program: string;
  /** The program as a cell after those of the request, if it passes the checker there and has the same result as alone. */
  readonly cell: string | undefined;
}

export type ChecksReply =
  | { readonly state: 'ok'; readonly checks: ChecksPayload }
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

export interface ChecksPayload {
  readonly interpolation: Checks['interpolation'];
  /** Names the leaves. */
  readonly adequacy: Checks['adequacy'];
  readonly neighbourhood: Checks['neighbourhood'];
  readonly leaves: readonly string[];
}

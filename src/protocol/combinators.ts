/** The program in "The Differentiable Curry": its point-free term, and both versions of its run. */
import type { Combinator } from '../ad/differentiable-curry/combinator';
import type { RanOn } from '../ad/engine';
import type { Line } from '../ad/notation/line';
import type { Diagnostic } from '../language/source/diagnostic';
import type { Meter } from '../semantics/outcome';
import type { ProgramRequest } from './subject';

export interface CombinatorsRequest extends ProgramRequest {
  /** Of a long trace, the part that is wanted; undefined for the first of its parts. */
  readonly part?: number | undefined;
}

/** A part of a long trace that can be shown. */
export interface TracePart {
  readonly part: number;
  /** `step 7, t9932 to t11586` */
  readonly label: string;
}

export type CombinatorsReply =
  | { readonly state: 'ok'; readonly payload: CombinatorsPayload }
  /** Without a diagnostic if there is nothing to differentiate. */
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

export interface CombinatorsPayload {
  /** The definitions, then the main expression (Figure 1); the pieces name nodes. At most `MOST_LINES`. */
  readonly lines: readonly Line[];
  /** The number of all lines. */
  readonly total: number;
  /** The nodes that the pieces name by index. */
  readonly nodes: readonly CombinatorNode[];
  /** Three numbers for each node: cell, start, end. */
  readonly origins: Int32Array<ArrayBuffer>;
  readonly text: string;
  readonly tex: string;
  /** The type of the main expression: `(x : real) ⇝ real`. */
  readonly type: string;
  /** The A-normal trace is shown, because the program differentiates inside. */
  readonly ranOn: RanOn;
  /** Set if the trace is too long: one part is shown, as a function of what it uses. */
  readonly parts:
    { readonly shown: number; readonly entries: number; readonly choices: readonly TracePart[] } | undefined;
  /** The labels of the point's real leaves. */
  readonly leaves: readonly string[];
  /** Simply typed (section 4), then dependent (section 5). */
  readonly versions: readonly VersionPayload[];
}

export const MOST_LINES = 2000;

export interface CombinatorNode {
  readonly tag: Combinator['tag'];
  /** `(x : real) ⇝ real` */
  readonly type: string;
  /** The name of a `curry` or `rec`: `λ y`, or the functions' names. */
  readonly name?: string;
  /** The function whose body this node is: `λ y`, or its name. */
  readonly bodyOf?: string;
}

export type VersionPayload = { readonly engine: 'curry' | 'curry-dependent' } & (
  | {
      readonly status: 'ok';
      readonly value: string;
      /** One for each leaf. */
      readonly derivatives: readonly number[];
      readonly meter: Meter;
      /** The functions that the pullback ran again, most often first. */
      readonly again: readonly AgainPayload[];
      /** The runs of rep-functions, parents first; undefined if there are more than `MOST_RUNS`. */
      readonly runs: readonly RunPayload[] | undefined;
    }
  | { readonly status: 'stopped' | 'failed'; readonly diagnostic: Diagnostic }
);

export const MOST_RUNS = 1500;

export interface AgainPayload {
  /** The `curry` or `rec`, as an index into `nodes`. */
  readonly node: number;
  /** `λ y`, or the functions' names. */
  readonly name: string;
  readonly count: number;
}

/** A run of a rep-function, and of its pullback. */
export interface RunPayload {
  /** Index into the runs; -1 for the outermost. */
  readonly parent: number;
  /** `again`: the body of a function, run again for a recorded call. */
  readonly as: 'part' | 'again';
  /** The argument, for the body of a function. */
  readonly argument: string | undefined;
  /** Index into `nodes`. */
  readonly node: number;
  readonly label: string;
  readonly input: string;
  readonly value: string;
  /** The cotangent of the value, and that of the input, which the pullback returns; undefined if it did not run. */
  readonly given: string | undefined;
  readonly back: string | undefined;
}

/** What the page asks the run worker about "The Differentiable Curry": the point-free term, and both ways of running it. */
import type { Combinator } from '../ad/differentiable-curry/combinator';
import type { Line } from '../ad/notation/line';
import type { Diagnostic } from '../language/source/diagnostic';
import type { Meter } from '../semantics/outcome';

export type CombinatorsReply =
  | { readonly state: 'ok'; readonly payload: CombinatorsPayload }
  /** Without a diagnostic if there is nothing to differentiate. */
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

export interface CombinatorsPayload {
  /** The definitions, then the main expression (Figure 1); the pieces name nodes. At most `MOST_LINES`. */
  readonly lines: readonly Line[];
  /** Lines in all. */
  readonly total: number;
  /** What the pieces name, by index. */
  readonly nodes: readonly CombinatorNode[];
  /** Three numbers a node: cell, start, end. */
  readonly origins: Int32Array<ArrayBuffer>;
  readonly text: string;
  readonly tex: string;
  /** `(x : real) ⇝ real`: of the main expression. */
  readonly type: string;
  /** It is the A-normal trace that is shown, because the program differentiates inside. */
  readonly via: 'trace' | undefined;
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
  /** Of a `curry` or `rec`: `λ y`, or the functions' names. */
  readonly name?: string;
  /** The function whose body it is: `λ y`, or its name. */
  readonly bodyOf?: string;
}

export type VersionPayload = { readonly engine: 'curry' | 'curry-dependent' } & (
  | {
      readonly status: 'ok';
      readonly value: string;
      /** One a leaf. */
      readonly derivatives: readonly number[];
      readonly meter: Meter;
      /** The functions that ran again on the way back, most often first. */
      readonly again: readonly AgainPayload[];
      /** The run of each rep-function, parents first; undefined of a run of more than `MOST_RUNS`. */
      readonly runs: readonly RunPayload[] | undefined;
    }
  | { readonly status: 'stopped' | 'failed'; readonly diagnostic: Diagnostic }
);

export const MOST_RUNS = 1500;

export interface AgainPayload {
  /** Of the `curry` or `rec`: index into `nodes`. */
  readonly node: number;
  /** `λ y`, or the functions' names. */
  readonly name: string;
  readonly count: number;
}

/** A rep-function that ran: forwards, and back. */
export interface RunPayload {
  /** Index into the runs; -1 of the outermost. */
  readonly parent: number;
  /** `again`: a function's body that ran again, at a call that was recorded. */
  readonly as: 'part' | 'again';
  /** The argument, of a function's body. */
  readonly argument: string | undefined;
  /** Index into `nodes`. */
  readonly node: number;
  readonly label: string;
  readonly input: string;
  readonly value: string;
  /** The tangent of the value that came in, and that of the input that went back; undefined where none was asked for. */
  readonly given: string | undefined;
  readonly back: string | undefined;
}

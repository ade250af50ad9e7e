/**
 * The checks and runs that the page requests of its workers, as plain data that both sides import. The questions of
 * panels are declared in `questions.ts`.
 *
 * A request has a revision, which its replies repeat: the page drops all but the newest. Large results are typed arrays,
 * which are transferred.
 */
import type { Verdict } from '../ad/agree';
import type { EngineCell } from '../notebook/document';
import type { AnyEngineId, RanOn } from '../ad/engine';
import type { Diagnostic } from '../language/source/diagnostic';
import type { Span } from '../language/source/span';
import type { Budget, Counts, Meter } from '../semantics/outcome';
import type { Json } from '../semantics/present';
import type { Folds } from './folds';
import type { OutputView } from './views';
import type { ProgramText } from './editing';

export type { Json };

export type ProductName = 'value' | 'trace' | 'delta' | 'gradient';

/* ---------- language worker ---------- */

export type CheckRequest = ProgramText;

export interface CheckReply {
  readonly revision: number;
  readonly inputs: readonly InputDescription[];
  /** One for each cell of the program. */
  readonly cells: readonly CellCheck[];
}

export interface CellCheck {
  /** The cell can run: neither it nor a cell that it depends on has an error. */
  readonly runnable: boolean;
  /** The first of its diagnostics, errors before warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** The numbers of all of them. */
  readonly errors: number;
  readonly warnings: number;
  /** The earlier cells whose names it mentions. */
  readonly uses: readonly number[];
  /** The number of expressions at the cell's top level. */
  readonly outputs: number;
}

export interface InputDescription {
  readonly name: string;
  readonly type: string;
  readonly range: { readonly low: number; readonly high: number; readonly step: number | undefined } | undefined;
  readonly span: Span;
}

/* ---------- run worker ---------- */

export interface RunRequest {
  readonly revision: number;
  readonly cells: readonly string[];
  /** In the order in which they are wanted. */
  readonly jobs: readonly RunJob[];
  /** The engines that the program defines, which gradients are also computed by. */
  readonly engines?: readonly EngineCell[] | undefined;
  /** Values set by sliders and number boxes. Other inputs keep the value that the program gives them. */
  readonly inputs: Readonly<Record<string, Json>>;
  readonly budget: Budget;
}

/** What to compute for a cell. */
export interface RunJob {
  readonly cell: number;
  /** The definition to differentiate instead of the cell's last expression. */
  readonly focus?: string | undefined;
  /** In the order in which they are wanted. */
  readonly products: readonly ProductName[];
  /** The seconds that its run may take, if the reader has given it more than the budget does. */
  readonly seconds?: number | undefined;
}

interface ReplyKey {
  readonly revision: number;
  readonly cell: number;
}

export type RunReply = ReplyKey &
  (
    | { readonly state: 'ok'; readonly product: 'value'; readonly payload: ValuePayload }
    | { readonly state: 'ok'; readonly product: 'trace'; readonly payload: TracePayload }
    | { readonly state: 'ok'; readonly product: 'delta'; readonly payload: DeltaPayload }
    | { readonly state: 'ok' | 'partial'; readonly product: 'gradient'; readonly payload: GradientPayload }
    | { readonly state: 'partial'; readonly product: 'value'; readonly progress: RunProgress }
    | { readonly state: 'pending'; readonly product: ProductName }
    /** The product does not exist: there is nothing to differentiate. */
    | { readonly state: 'empty'; readonly product: ProductName }
    | {
        readonly state: 'error';
        readonly product: ProductName;
        readonly diagnostics: readonly Diagnostic[];
        /** What a run recorded before it failed; only with the product `value`. */
        readonly series?: readonly Series[];
      }
  );

/** What the panels differentiate: the last expression as a function of the inputs, or `f` at `x` if it is `grad f x`. */
export interface Focus {
  /** `x * y + sin x`, cut to one line. */
  readonly label: string;
  readonly span: Span;
  /** The real leaves of the point, left to right. */
  readonly leaves: readonly FocusLeaf[];
  readonly value: string;
  /** The cotangent of the derivatives; undefined if it is the 1 of a real. */
  readonly cotangent: string | undefined;
}

export interface FocusLeaf {
  /** `x`, or `q.2` for a component, `q.name` for a field. */
  readonly label: string;
  readonly value: number;
  /** The place of its input, or of the point. */
  readonly span: Span;
}

/** The size of the payload is bounded, whatever the program computes: what is left out is counted. */
export interface ValuePayload {
  /** The first outputs; the question `outputs` returns others. */
  readonly outputs: readonly OutputValue[];
  readonly outputCount: number;
  /** The last output. */
  readonly result: OutputValue | undefined;
  /** The first inputs that the cell depends on. */
  readonly inputs: readonly InputValue[];
  readonly inputCount: number;
  /** The first warnings. */
  readonly warnings: readonly Diagnostic[];
  readonly warningCount: number;
  readonly series: readonly Series[];
  readonly meter: Meter;
  readonly seconds: number;
  /** Undefined if there is nothing to differentiate. */
  readonly focus: Focus | undefined;
}

export interface OutputValue {
  readonly type: string;
  /** Six significant digits. A long value is cut after its beginning. */
  readonly text: string;
  /** All digits. */
  readonly full: string;
  /** How long a value is that is cut, `1,000,000 items`: `long` where that is unknown. */
  readonly cut: string | undefined;
  /** Whether it is a picture, whose marks the question `picture` asks for. */
  readonly isPicture: boolean;
  /** What it is drawn as; undefined for one that is shown as text alone, and where there are too many to draw. */
  readonly view: OutputView | undefined;
  readonly span: Span;
}

export interface InputValue extends InputDescription {
  /** Undefined if the value is too long to be edited. */
  readonly value: Json | undefined;
  /** The value in the language's notation, with all digits; the beginning of one that is too long. */
  readonly text: string;
}

/** The most series that are sent. */
export const MOST_SERIES = 1_000;

/** The records of one `watch` name. Each record has `columns.length` real leaves; a column is one leaf over all records. */
export interface Series {
  readonly name: string;
  /** The label of each column: `p.1`, `p.name`; the name itself if the value is a real. */
  readonly labels: readonly string[];
  readonly columns: readonly Float64Array<ArrayBuffer>[];
  /** The number of real leaves, of which the first have a column. */
  readonly leafCount: number;
  /** The number of records if they are pictures, which the question `picture` asks for; they have no columns. */
  readonly pictures?: number;
  readonly span: Span;
}

/** How far a long run is: what it has watched, the seconds that it has worked, and those after which it stops. */
export interface RunProgress {
  readonly series: readonly Series[];
  readonly seconds: number;
  readonly limit: number;
}

/**
 * The A-normal trace at the point: entry i binds a variable to an operation on operands.
 * Operand k of entry i is `operands[offsets[i] + k]`: an entry when >= 0, else constant `constants[-1 - operand]`.
 * An entry whose operation is `INPUT_ENTRY` is a leaf of the point; `COPY_ENTRY` renames its operand (the point of an
 * inner derivative).
 */
export interface TracePayload {
  /** The number of entries; the arrays hold the first `window` of them. */
  readonly count: number;
  readonly window: number;
  /** Index into OPERATION_NAMES, or INPUT_ENTRY, COPY_ENTRY. */
  readonly operations: Int16Array<ArrayBuffer>;
  readonly offsets: Int32Array<ArrayBuffer>;
  readonly operands: Int32Array<ArrayBuffer>;
  readonly constants: Float64Array<ArrayBuffer>;
  readonly values: Float64Array<ArrayBuffer>;
  readonly adjoints: Float64Array<ArrayBuffer>;
  /** Three numbers for each entry: cell, start, end. */
  readonly origins: Int32Array<ArrayBuffer>;
  /** The labels of the entries that are inputs, in order. */
  readonly inputLabels: readonly string[];
  /** The name of each entry, empty for inputs. Entries of a long trace have the names t1, t2, ... */
  readonly names: readonly string[] | undefined;
  /** The entries (or, when negative, constants) that are the real leaves of the result. */
  readonly results: Int32Array<ArrayBuffer>;
  /** The number of nodes of the trace term; undefined if the result is not a term. */
  readonly size: number | undefined;
  /** Of the entries in the window. */
  readonly folds: Folds;
  readonly focus: Focus;
}

export const INPUT_ENTRY = -1;
export const COPY_ENTRY = -2;

/**
 * The Delta graph of `reverse`: `Var` leaves are resolved to the binding they name. Nodes are numbered so that operands
 * come first. Node kinds are DELTA_KINDS; `input` has an index into focus.leaves in `ids`; `binding` has its DeltaId in
 * `ids` and its right-hand side as first operand. `fold` stands for many bindings, with what they need as operands: a
 * fold that needs more than two nodes is a chain of fold nodes, each an operand of the next, of which the last one has an
 * id (its place among the DeltaIds); a chain is the only content of its call.
 */
export const DELTA_KINDS = ['input', 'binding', 'zero', 'scale', 'add', 'fold'] as const;
export type DeltaKind = (typeof DELTA_KINDS)[number];

export interface DeltaPayload {
  readonly focus: Focus;
  readonly count: number;
  readonly kinds: Uint8Array<ArrayBuffer>;
  /** Two operands for each node, -1 for none. */
  readonly operands: Int32Array<ArrayBuffer>;
  /** The coefficient of a `scale` node; the primal value of an input or binding, or NaN if it is unknown. */
  readonly coefficients: Float64Array<ArrayBuffer>;
  readonly ids: Int32Array<ArrayBuffer>;
  /** Three numbers for each node: cell, start, end. */
  readonly origins: Int32Array<ArrayBuffer>;
  /** The name of each binding's value in all panels; empty for other nodes and for constants. Without it, the paper's w3. */
  readonly names: readonly string[] | undefined;
  /** The source text of each node on one line; empty where it is not the reader's. */
  readonly sources: readonly string[];
  /** The operation of each binding with the names of its operands, `t4 * slope`; empty for other nodes and constants. */
  readonly forms: readonly string[];
  /** The operation that made a binding, as an index into OPERATION_NAMES; -1 if it is unknown, and for other nodes. */
  readonly operations: Int16Array<ArrayBuffer>;
  /** The call in which each node was made, as an index into `callTree`; 0 is the program itself. */
  readonly calls: Int32Array<ArrayBuffer>;
  readonly callTree: DeltaCalls;
  /** For each leaf that the result's Delta does not reach, where its value goes instead. */
  readonly ends: readonly LeafEnds[];
  /** The node of the result's Delta. */
  readonly result: number;
  /** The amount at which eval starts: the cotangent, where the wrapper has no dot product with it; else 1. */
  readonly amount: number;
  /** The wrapper's own bindings (the dot product with the cotangent) have this DeltaId or a larger one. */
  readonly wrapperFrom: number;
  readonly ranOn: RanOn;
  /** Set if the graph is that of a long trace, folded by iteration and call. */
  readonly folded: FoldedGraph | undefined;
  readonly meter: Meter;
}

/** What a folded graph has besides: the calls of its call tree are folds of the trace. */
export interface FoldedGraph {
  /** The number of entries of the whole trace. */
  readonly entries: number;
  /** The number of folds of the whole trace. */
  readonly count: number;
  /** By call: its fold. */
  readonly folds: Int32Array<ArrayBuffer>;
  /** By call: the number of entries that it hides, 0 if it is unfolded. */
  readonly hidden: Int32Array<ArrayBuffer>;
  /** By node: the adjoint of an input or binding, NaN for other nodes and where there is none. */
  readonly adjoints: Float64Array<ArrayBuffer>;
}

/** The calls in which bindings were made, in the order in which they started; the first is the program itself. */
export interface DeltaCalls {
  /** The index of each call's caller, which is smaller than the call's own; -1 for the first. */
  readonly parents: Int32Array<ArrayBuffer>;
  /** Three numbers for each call: cell, start, end. */
  readonly origins: Int32Array<ArrayBuffer>;
  /** The names of the functions; that of the program is empty. */
  readonly names: readonly string[];
}

export interface LeafEnds {
  /** Index into focus.leaves. */
  readonly leaf: number;
  readonly ends: readonly ValueEnd[];
}

/** A place where the value of an input is used without a derivative. */
export interface ValueEnd {
  /** It decides a condition; it is converted to an int; or its name occurs in code that was not evaluated or not used. */
  readonly how: 'condition' | 'number' | 'name';
  readonly span: Span;
}

export interface GradientPayload {
  readonly focus: Focus;
  readonly engines: readonly EngineColumn[];
  /** Whether the engines that answered agree; undefined while fewer than two have answered. */
  readonly agreement: Verdict | undefined;
  readonly maxRelativeDifference: number | undefined;
}

export type EngineColumn = { readonly engine: AnyEngineId } & (
  | { readonly status: 'pending' }
  /** It runs when it is asked for, because it needs much time. */
  | { readonly status: 'not run' }
  | {
      readonly status: 'ok';
      readonly value: string;
      /** One for each leaf of the focus. */
      readonly derivatives: readonly number[];
      /** The error estimates of `numeric`, one for each leaf. */
      readonly errors: readonly number[] | undefined;
      /** The relative differences to the first engine's derivatives, as in `agree`; one for each leaf. */
      readonly differences: readonly number[];
      /** The leaves at which it does not agree. */
      readonly differs: readonly number[];
      readonly seconds: number;
      readonly meter: Counts;
      readonly ranOn: RanOn;
    }
  | {
      readonly status: 'one direction' | 'unsupported' | 'not comparable' | 'failed' | 'stopped';
      readonly reason: string;
    }
);

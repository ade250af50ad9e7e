/**
 * What crosses between the page and its workers: one file of plain data, which both ends import.
 *
 * A request names a revision of the notebook; a reply carries the same revision, and the page drops replies of any but
 * the newest. Large results cross as typed arrays, transferred.
 */
import type { EngineId } from '../ad/engine';
import type { Diagnostic } from '../language/source/diagnostic';
import type { Span } from '../language/source/span';
import type { Budget, Meter } from '../semantics/outcome';
import type { Json } from '../semantics/present';
import type {
  CellRequest,
  CellSymbol,
  Completions,
  QuickFix,
  FoldingRange,
  Hover,
  PlaceRequest,
  ProgramText,
  Renamable,
  RenameRequest,
  Renaming,
  SignatureHelp,
} from './editing';

export type { Json };

export type ProductName = 'value' | 'trace' | 'delta' | 'gradient';

/* ---------- language worker ---------- */

export type CheckRequest = ProgramText;

export interface CheckReply {
  readonly revision: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly inputs: readonly InputDescription[];
  /** One a cell of the program. */
  readonly cells: readonly CellCheck[];
}

export interface CellCheck {
  /** Neither it nor a cell that it depends on has an error: it can run. */
  readonly runnable: boolean;
  /** The cells whose names it mentions, directly or through others, and itself; in reading order. */
  readonly dependsOn: readonly number[];
  /** Expressions at its top level. */
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
  /** Values set by sliders and number boxes; inputs that are not named keep the value of the program. */
  readonly inputs: Readonly<Record<string, Json>>;
  readonly budget: Budget;
}

/** What is wanted of a cell. */
export interface RunJob {
  readonly cell: number;
  /** A definition that the panels are about instead of the cell's last expression. */
  readonly focus?: string | undefined;
  /** In the order in which they are wanted. */
  readonly products: readonly ProductName[];
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
    | { readonly state: 'pending'; readonly product: ProductName }
    /** There is no such product: nothing to differentiate. */
    | { readonly state: 'empty'; readonly product: ProductName }
    | {
        readonly state: 'error';
        readonly product: ProductName;
        readonly diagnostics: readonly Diagnostic[];
        /** Of a `value` whose run did not end: what it had recorded. */
        readonly series?: readonly Series[];
      }
  );

/** What the panels are about: the last expression as a function of the inputs, or `f` at `x` of a last `grad f x`. */
export interface Focus {
  /** `x * y + sin x`, cut to one line. */
  readonly label: string;
  readonly span: Span;
  /** One entry a real leaf of the point, left to right. */
  readonly leaves: readonly FocusLeaf[];
  readonly value: string;
  /** What the derivatives are for; undefined for a real and 1, of which nothing needs to be said. */
  readonly cotangent: string | undefined;
}

export interface FocusLeaf {
  /** `x`, or `q.2` for a component, `q.name` for a field. */
  readonly label: string;
  readonly value: number;
  /** Where its input (or the differentiated point) stands. */
  readonly span: Span;
}

export interface ValuePayload {
  readonly outputs: readonly OutputValue[];
  readonly inputs: readonly InputValue[];
  readonly warnings: readonly Diagnostic[];
  readonly series: readonly Series[];
  readonly meter: Meter;
  readonly seconds: number;
  /** Absent where there is nothing to differentiate. */
  readonly focus: Focus | undefined;
}

export interface OutputValue {
  readonly type: string;
  /** Six significant digits. */
  readonly text: string;
  /** All digits. */
  readonly full: string;
  readonly span: Span;
}

export interface InputValue extends InputDescription {
  readonly value: Json;
  /** As the language writes it, in all digits. */
  readonly text: string;
}

/** One `watch` name: `columns.length` real leaves a record, each column one leaf over the records. */
export interface Series {
  readonly name: string;
  /** Of each column: `p.1`, `p.name`; the name itself where the value is a real. */
  readonly labels: readonly string[];
  readonly columns: readonly Float64Array<ArrayBuffer>[];
  readonly span: Span;
}

/**
 * The A-normal trace at the point: entry i binds a variable to an operation on operands.
 * Operand k of entry i is `operands[offsets[i] + k]`: an entry when >= 0, else constant `constants[-1 - operand]`.
 * An entry whose operation is `INPUT_ENTRY` is a leaf of the point; `COPY_ENTRY` renames its operand (the point of an
 * inner derivative).
 */
export interface TracePayload {
  /** Entries in all; the arrays hold the first `window` of them. */
  readonly count: number;
  readonly window: number;
  /** Index into OPERATION_NAMES, or INPUT_ENTRY, COPY_ENTRY. */
  readonly operations: Int16Array<ArrayBuffer>;
  readonly offsets: Int32Array<ArrayBuffer>;
  readonly operands: Int32Array<ArrayBuffer>;
  readonly constants: Float64Array<ArrayBuffer>;
  readonly values: Float64Array<ArrayBuffer>;
  readonly adjoints: Float64Array<ArrayBuffer>;
  /** Three numbers an entry: cell, start, end. */
  readonly origins: Int32Array<ArrayBuffer>;
  /** Of the entries that are inputs, in order. */
  readonly inputLabels: readonly string[];
  /** The entries (or, when negative, constants) that are the real leaves of the result. */
  readonly results: Int32Array<ArrayBuffer>;
  /** The symbolic derivative of the trace as text, one `let` a line. */
  readonly derivative: string;
  readonly sizes: { readonly trace: number; readonly derivative: number };
  readonly focus: Focus;
}

export const INPUT_ENTRY = -1;
export const COPY_ENTRY = -2;

/**
 * The Delta graph of `reverse`: `Var` leaves are resolved to the binding they name. Nodes are numbered so that operands
 * come first. Node kinds are DELTA_KINDS; `input` has an index into focus.leaves in `ids`; `binding` has its DeltaId in
 * `ids` and its right-hand side as first operand.
 */
export const DELTA_KINDS = ['input', 'binding', 'zero', 'scale', 'add'] as const;
export type DeltaKind = (typeof DELTA_KINDS)[number];

export interface DeltaPayload {
  readonly focus: Focus;
  readonly count: number;
  readonly kinds: Uint8Array<ArrayBuffer>;
  /** Two operands a node, -1 where there is none. */
  readonly operands: Int32Array<ArrayBuffer>;
  /** Of `scale` nodes; for inputs and bindings, the primal value where known, else NaN. */
  readonly coefficients: Float64Array<ArrayBuffer>;
  readonly ids: Int32Array<ArrayBuffer>;
  /** Three numbers a node: cell, start, end. */
  readonly origins: Int32Array<ArrayBuffer>;
  /** Of bindings: the operation that made it, an index into OPERATION_NAMES; -1 where that is not known, and of others. */
  readonly operations: Int16Array<ArrayBuffer>;
  /** Of each node, the call in which it was made: an index into `callTree`, 0 for the program itself. */
  readonly calls: Int32Array<ArrayBuffer>;
  readonly callTree: DeltaCalls;
  /** One a leaf that the result's Delta does not reach: where its value goes instead. */
  readonly ends: readonly LeafEnds[];
  /** The node that the result's Delta is. */
  readonly result: number;
  /** The wrapper's own bindings (the dot product with the cotangent) have a DeltaId from this on. */
  readonly wrapperFrom: number;
  /** The engine was given the A-normal trace because the program differentiates inside. */
  readonly via: 'trace' | undefined;
  readonly meter: Meter;
}

/** The calls in which bindings were made, in the order in which they began; the first is the program itself. */
export interface DeltaCalls {
  /** Each less than the call's own index; -1 of the first. */
  readonly parents: Int32Array<ArrayBuffer>;
  /** Three numbers a call: cell, start, end of its place. */
  readonly origins: Int32Array<ArrayBuffer>;
  /** Of the functions; the program's is empty. */
  readonly names: readonly string[];
}

export interface LeafEnds {
  /** Index into focus.leaves. */
  readonly leaf: number;
  readonly ends: readonly ValueEnd[];
}

/** A place where the value of an input leaves no derivative. */
export interface ValueEnd {
  /** It decides a condition, or is made an int; or its name stands there, in what was not evaluated or not used. */
  readonly how: 'condition' | 'number' | 'name';
  readonly span: Span;
}

export interface GradientPayload {
  readonly focus: Focus;
  readonly engines: readonly EngineColumn[];
  /** Of the engines that answered; `undefined` while fewer than two have. */
  readonly agreement: 'agree' | 'disagree' | 'no verdict' | undefined;
  readonly maxRelativeDifference: number | undefined;
}

export type EngineColumn = { readonly engine: EngineId } & (
  | { readonly status: 'pending' }
  | {
      readonly status: 'ok';
      readonly value: string;
      /** One a leaf of the focus. */
      readonly derivatives: readonly number[];
      /** For `numeric`: its error estimate, one a leaf. */
      readonly errors: readonly number[] | undefined;
      /** Against the first engine's derivative, relative as in `agree`, one a leaf. */
      readonly differences: readonly number[];
      readonly seconds: number;
      readonly meter: Meter;
      readonly via: 'trace' | undefined;
    }
  | {
      readonly status: 'one direction' | 'unsupported' | 'not comparable' | 'failed' | 'stopped';
      readonly reason: string;
    }
);

/* ---------- layout worker ---------- */

export interface LayoutRequest {
  readonly revision: number;
  readonly count: number;
  /** Two a node, -1 where there is none; operands come before their users. */
  readonly operands: Int32Array;
  readonly sizes: { readonly width: number; readonly height: number };
  /** Of single nodes, where they are not all of one size. */
  readonly widths?: Float32Array;
  readonly heights?: Float32Array;
  /** One a node; not zero: stays in the first layer however late it is used. */
  readonly pinned?: Uint8Array;
}

export interface LayoutReply {
  readonly revision: number;
  /** Centre of each node. */
  readonly x: Float32Array<ArrayBuffer>;
  readonly y: Float32Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  /**
   * Where edges that span several layers pass. All edges that leave a node share one line of bends: those of node v are
   * the points (x, y) at `bends[2 * i]` for i from `bendOffsets[v]` to `bendOffsets[v + 1] - 1`, downwards; the edge to a
   * user leaves the line after the last bend above the user.
   */
  readonly bendOffsets: Int32Array<ArrayBuffer>;
  readonly bends: Float32Array<ArrayBuffer>;
}

/* ---------- what the workers expose ---------- */

export interface LanguageApi {
  check(request: CheckRequest): CheckReply;
  /** The text of a cell, formatted; as it was where it does not parse. */
  format(text: string): string;
  hover(request: PlaceRequest): Hover | undefined;
  completions(request: PlaceRequest): Completions | undefined;
  signatureHelp(request: PlaceRequest): SignatureHelp | undefined;
  /** Where the name at a place is bound; undefined for what every program has. */
  definition(request: PlaceRequest): Span | undefined;
  /** All places of the name at a place, its binder's among them. */
  references(request: PlaceRequest): readonly Span[];
  renamable(request: PlaceRequest): Renamable;
  rename(request: RenameRequest): Renaming;
  symbols(request: CellRequest): readonly CellSymbol[];
  folds(request: CellRequest): readonly FoldingRange[];
  fixes(request: CellRequest): readonly QuickFix[];
}

export interface LayoutApi {
  layout(request: LayoutRequest): LayoutReply;
}

/**
 * What the page asks the run worker about a plot, beside the products of a run: the main expression along one real of its
 * point, with its derivatives, or over two of them, with its gradient.
 */
import type { Diagnostic } from '../language/source/diagnostic';
import type { Span } from '../language/source/span';
import type { Json } from '../semantics/present';
import type { Range } from './descent';
import type { ProgramRequest } from './subject';

/** The runs of a picture share the budget. */
export interface PlotRequest extends ProgramRequest {
  /** The label of the leaf on the horizontal axis; the first leaf if it is undefined or does not exist. */
  readonly across: string | undefined;
  /** The label of a second leaf, on the vertical axis of a picture of the plane. */
  readonly up: string | undefined;
  /** The index of a real of the result. */
  readonly result: number;
  /** If undefined, the range of the input, or one around its value. */
  readonly x: Range | undefined;
  readonly y: Range | undefined;
}

export type PlotReply =
  | { readonly state: 'partial' | 'ok'; readonly subject: PlotSubject; readonly picture: CurvePicture | FieldPicture }
  /** Without a diagnostic if there is nothing to draw. */
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

/** What is drawn: the main expression as a function of its point. */
export interface PlotSubject {
  /** `x * y + sin x`, cut to one line. */
  readonly label: string;
  readonly span: Span;
  /** The real leaves of the point; at most `MOST_PLOT_LEAVES`. */
  readonly leaves: readonly PlotLeaf[];
  /** The number of all leaves. */
  readonly total: number;
  /** The inputs of the leaves; none if the point is written in the program. */
  readonly inputs: readonly PlotInput[];
  /** The labels of the result's reals, at most `MOST_PLOT_LEAVES`; one for a result that is a real. */
  readonly results: readonly string[];
}

export const MOST_PLOT_LEAVES = 200;

export interface PlotInput {
  readonly name: string;
  readonly value: Json;
}

export interface PlotLeaf {
  /** `x`, or `q.2` for a component. */
  readonly label: string;
  readonly value: number;
  readonly span: Span;
  /** Index into the subject's inputs, and the path to the leaf in that input's value; undefined if no input can be set. */
  readonly place: { readonly input: number; readonly path: readonly (string | number)[] } | undefined;
  /** Defined for an input that is a real with a range. */
  readonly range: { readonly low: number; readonly high: number; readonly step: number | undefined } | undefined;
}

export interface CurvePicture {
  readonly kind: 'curve';
  /** Index into the subject's leaves. */
  readonly across: number;
  /** Index into the subject's results. */
  readonly result: number;
  readonly x: Range;
  /** The sampled places, ascending. */
  readonly xs: Float64Array<ArrayBuffer>;
  /** One for each sample; NaN where the function is undefined. A derivative that overflows is NaN too. */
  readonly values: Float64Array<ArrayBuffer>;
  readonly firsts: Float64Array<ArrayBuffer>;
  readonly seconds: Float64Array<ArrayBuffer>;
  /** How many of f, f′, f″, in this order, are continuous between a sample and the next. */
  readonly joins: Uint8Array<ArrayBuffer>;
  readonly marks: readonly PlotMark[];
  /** Where the function is undefined. `from` and `to` are equal for a single point. */
  readonly gaps: readonly PlotGap[];
  /** The time limit was reached before the picture was fine, or the curve turns or breaks more often than there are samples. */
  readonly coarse: boolean;
  readonly point: CurvePoint;
}

/**
 * A place where the curve is not smooth. `edge`: of the domain, or of the floating-point range; `hole`: a single undefined
 * point; `pole`: the values go to infinity, perhaps as slowly as log x. The values just before, at and just after the place
 * are NaN where they are undefined.
 */
export interface PlotMark {
  readonly kind: 'kink' | 'jump' | 'edge' | 'hole' | 'pole';
  readonly x: number;
  readonly before: number;
  readonly at: number;
  readonly after: number;
}

export interface PlotGap {
  readonly from: number;
  readonly to: number;
  /** The error of the program there. */
  readonly reason: Diagnostic;
}

/** The orders of the polynomials that can be drawn. */
export const HIGHEST_ORDER = 8;

export interface CurvePoint {
  readonly x: number;
  readonly at: PointValues;
}

export type PointValues =
  | {
      readonly status: 'ok';
      /** The value, then the derivatives from the first to `HIGHEST_ORDER`, or as many as are finite. */
      readonly derivatives: Float64Array<ArrayBuffer>;
      /** The warning of the program that the point lies on a kink or a jump. */
      readonly warning: string | undefined;
    }
  | { readonly status: 'undefined'; readonly reason: Diagnostic };

/** The function of two leaves: its values on a grid, as for contours, and its gradient on a coarser grid. */
export interface FieldPicture {
  readonly kind: 'field';
  /** Indices into the subject's leaves. */
  readonly across: number;
  readonly up: number;
  readonly result: number;
  readonly x: Range;
  readonly y: Range;
  /** The number of points on each side. */
  readonly size: number;
  /** Rows from the least y; NaN where the function is undefined. */
  readonly values: Float64Array<ArrayBuffer>;
  /** Four numbers for each arrow: x, y, and both derivatives. */
  readonly arrows: Float64Array<ArrayBuffer>;
  readonly coarse: boolean;
  readonly point: FieldPoint;
}

export interface FieldPoint {
  readonly x: number;
  readonly y: number;
  /** `derivatives`: the value, and those across and up. */
  readonly at: PointValues;
}

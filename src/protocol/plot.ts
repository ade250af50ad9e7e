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
  /** The leaf of the point that is drawn across, by its label; without one, or where there is none of that name, the first. */
  readonly across: string | undefined;
  /** A second leaf: then the picture is of the plane. */
  readonly up: string | undefined;
  /** Which real of the result. */
  readonly result: number;
  /** Undefined: the range of the input, or one around its value. */
  readonly x: Range | undefined;
  readonly y: Range | undefined;
}

export type PlotReply =
  | { readonly state: 'partial' | 'ok'; readonly subject: PlotSubject; readonly picture: CurvePicture | FieldPicture }
  /** No diagnostic where there is nothing to draw. */
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

/** What is drawn: the main expression as a function of its point. */
export interface PlotSubject {
  /** `x * y + sin x`, cut to one line. */
  readonly label: string;
  readonly span: Span;
  /** The real leaves of the point; at most `MOST_LEAVES`. */
  readonly leaves: readonly PlotLeaf[];
  /** Leaves in all. */
  readonly total: number;
  /** The inputs that they belong to; none where the point stands in the program. */
  readonly inputs: readonly PlotInput[];
  /** The labels of the result's reals, at most `MOST_LEAVES`; one for a result that is a real. */
  readonly results: readonly string[];
}

export const MOST_LEAVES = 200;

export interface PlotInput {
  readonly name: string;
  readonly value: Json;
}

export interface PlotLeaf {
  /** `x`, or `q.2` for a component. */
  readonly label: string;
  readonly value: number;
  readonly span: Span;
  /** Index into the subject's inputs, and the way to the leaf in that input's value; undefined where no input can be set. */
  readonly place: { readonly input: number; readonly path: readonly (string | number)[] } | undefined;
  /** Of an input that is a real with a range. */
  readonly range: { readonly low: number; readonly high: number; readonly step: number | undefined } | undefined;
}

export interface CurvePicture {
  readonly kind: 'curve';
  /** Index into the subject's leaves. */
  readonly across: number;
  /** Index into the subject's results. */
  readonly result: number;
  readonly x: Range;
  /** Ascending: where the function was taken. */
  readonly xs: Float64Array<ArrayBuffer>;
  /** One a sample, NaN where it is undefined; a derivative is NaN, too, where it is too large to be a number. */
  readonly values: Float64Array<ArrayBuffer>;
  readonly firsts: Float64Array<ArrayBuffer>;
  readonly seconds: Float64Array<ArrayBuffer>;
  /** Between a sample and the next: how many of f, f′, f″, in this order, go on without a break. */
  readonly joins: Uint8Array<ArrayBuffer>;
  readonly marks: readonly PlotMark[];
  /** Where the function is undefined; a single point has one place twice. */
  readonly gaps: readonly PlotGap[];
  /** The budget ran out before the picture was fine, or it turns or breaks more often than there are samples. */
  readonly coarse: boolean;
  readonly point: CurvePoint;
}

/**
 * A place where the curve is not smooth. `edge`: of the domain, or of the numbers; `hole`: of a single point; `pole`: the values
 * go to infinity, also as slowly as log x. Where they are defined there are the values just before and after it, and that at
 * the place itself.
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
  /** Why: what the program says there. */
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
      /** The value and the derivatives from the first on: up to `HIGHEST_ORDER`, or as many as are finite. */
      readonly derivatives: Float64Array<ArrayBuffer>;
      /** It lies on a kink or a jump, says the program. */
      readonly warning: string | undefined;
    }
  | { readonly status: 'undefined'; readonly reason: Diagnostic };

/** The function of two leaves: values on a grid, as of contours, and its gradient on a coarser one. */
export interface FieldPicture {
  readonly kind: 'field';
  /** Indices into the subject's leaves. */
  readonly across: number;
  readonly up: number;
  readonly result: number;
  readonly x: Range;
  readonly y: Range;
  /** Points a side. */
  readonly size: number;
  /** Row by row from the least y; NaN where the function is undefined. */
  readonly values: Float64Array<ArrayBuffer>;
  /** Four numbers an arrow: x, y, and both derivatives. */
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

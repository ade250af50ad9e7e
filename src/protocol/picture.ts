/**
 * What the page asks the run worker about a picture, which is an output, the graph of an output from real to real, or what a
 * `watch` recorded: its marks, with their functions sampled.
 */
import type { Diagnostic } from '../language/source/diagnostic';
import type { Range } from './descent';
import type { ProgramRequest } from './subject';

/** A picture that a run recorded: the name of its `watch`, and the record, counted from 0. */
export interface WatchedPicture {
  readonly series: string;
  readonly record: number;
  /** Where it is drawn: each place has its own question. */
  readonly place: 'cell' | 'panel';
}

export interface PictureRequest extends ProgramRequest {
  /** A picture that was watched, or the index of an output in the cell. */
  readonly output: number | WatchedPicture;
  /** The way to the picture within the output (`PicturesView`). */
  readonly part?: readonly number[];
  /** The part of the plane that is shown; if undefined, that which the picture's data and settings call for. */
  readonly x: Range | undefined;
  readonly y: Range | undefined;
  /** The size of the drawing, in pixels: functions are sampled as finely as it needs. */
  readonly width: number;
  readonly height: number;
}

export type PictureReply =
  | {
      readonly state: 'partial' | 'ok';
      readonly picture: Picture;
      /** The record that is drawn of a picture that was watched: long runs keep some of them. */
      readonly record?: number;
    }
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

export interface Picture {
  readonly marks: readonly DrawnMark[];
  /** The inputs of type `real * real` that the picture depends on: points to drag, which are in the picture at first. */
  readonly handles: readonly PictureHandle[];
  readonly title: string | undefined;
  readonly xLabel: string | undefined;
  readonly yLabel: string | undefined;
  readonly xLog: boolean;
  readonly yLog: boolean;
  /** A unit is as long on both axes. */
  readonly square: boolean;
  /** What is shown. On a logarithmic axis both ends are positive. Bar `i` reaches from i - 0.4 to i + 0.4. */
  readonly x: Range;
  readonly y: Range;
  /** What is shown at first. */
  readonly home: { readonly x: Range; readonly y: Range };
  /** What the program asks for and cannot be drawn, one sentence each. */
  readonly notes: readonly string[];
}

export interface PictureHandle {
  /** The name of the input, as written. */
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** Which points of a picture are numbers of tables, so that they can be dragged. */
export interface PictureSourcesRequest extends ProgramRequest {
  /** Index of the output in the cell. */
  readonly output: number;
  readonly part?: readonly number[];
}

export interface PictureSourcesReply {
  /** For each mark of points, in the order of the picture, the sources of its points; none if no point has any. */
  readonly marks: readonly (readonly PointSource[])[];
}

/** The numbers that the coordinates of a point are; undefined if a coordinate is the result of a computation. */
export interface PointSource {
  readonly x: TablePlace | undefined;
  readonly y: TablePlace | undefined;
}

/** A number in a table. */
export interface TablePlace {
  /** Index of the table among the texts of the program. Those beyond the program's own cells are imported. */
  readonly cell: number;
  /** Index of the row, below the first. */
  readonly row: number;
  /** Index of the column, as written. */
  readonly column: number;
}

/** What all marks have. */
interface Styled {
  /** The name in the legend. */
  readonly name: string | undefined;
}

/** What marks of single items have: for each item, or undefined. */
interface Coloured extends Styled {
  readonly groups: readonly string[] | undefined;
  readonly shades: Float64Array<ArrayBuffer> | undefined;
}

export type DrawnMark =
  PlacesMark | ArrowsMark | HistogramMark | HeatmapMark | RuleMark | BarsMark | TextsMark | CurveMark | FieldMark;

export interface PlacesMark extends Coloured {
  readonly kind: 'points' | 'line';
  readonly xs: Float64Array<ArrayBuffer>;
  readonly ys: Float64Array<ArrayBuffer>;
}

export interface ArrowsMark extends Coloured {
  readonly kind: 'arrows';
  readonly xs: Float64Array<ArrayBuffer>;
  readonly ys: Float64Array<ArrayBuffer>;
  /** How far each arrow goes. */
  readonly dxs: Float64Array<ArrayBuffer>;
  readonly dys: Float64Array<ArrayBuffer>;
}

export interface HistogramMark extends Styled {
  readonly kind: 'histogram';
  /** The ends of the intervals, one more than there are counts. */
  readonly edges: Float64Array<ArrayBuffer>;
  readonly counts: Float64Array<ArrayBuffer>;
}

/** The square at row `r` (0 at the top) and column `c` reaches from c - 0.5 to c + 0.5, and from r - 0.5 to r + 0.5. */
export interface HeatmapMark extends Styled {
  readonly kind: 'heatmap';
  readonly rows: number;
  readonly columns: number;
  /** Row by row. NaN where a row is shorter than the longest. */
  readonly values: Float64Array<ArrayBuffer>;
}

export interface RuleMark extends Styled {
  readonly kind: 'horizontal' | 'vertical';
  readonly at: number;
}

export interface BarsMark extends Coloured {
  readonly kind: 'bars';
  readonly labels: readonly string[];
  readonly heights: Float64Array<ArrayBuffer>;
}

export interface TextsMark extends Coloured {
  readonly kind: 'texts';
  readonly xs: Float64Array<ArrayBuffer>;
  readonly ys: Float64Array<ArrayBuffer>;
  readonly texts: readonly string[];
}

export interface CurveMark extends Styled {
  readonly kind: 'curve';
  /** The sampled places, ascending, and the values there; NaN where the function is undefined. */
  readonly xs: Float64Array<ArrayBuffer>;
  readonly ys: Float64Array<ArrayBuffer>;
}

export interface FieldMark extends Styled {
  /** Colours; about `level` lines of equal value; or the one line where the value is `level`. */
  readonly kind: 'field' | 'contours' | 'boundary';
  readonly level: number | undefined;
  /** The grid covers `x` and `y`, its outer points on their ends: linear, or even in the logarithm on a logarithmic axis. */
  readonly x: Range;
  readonly y: Range;
  readonly columns: number;
  readonly rows: number;
  /** Rows from the least y; NaN where the function is undefined. */
  readonly values: Float64Array<ArrayBuffer>;
}

/**
 * A small drawing of a picture, as strokes: the name of a colour (`tokens.css`), a width, a path, and an opacity in tenths if
 * that is not 10.
 */
export type Miniature = readonly Stroke[];
type Stroke = readonly [colour: string, width: number, path: string, opacity?: number];

/**
 * What the page draws an output as, beside its text. Each view is bounded, whatever the value is: the questions `rows` and
 * `branch` return what is left out.
 */
import type { Diagnostic } from '../language/source/diagnostic';
import type { ProgramRequest } from './subject';

export type OutputView = RowsView | TreeView | NetworkView | GraphView | PicturesView;

/** A text with six significant digits, and with all. A long text is cut in both. */
export interface Written {
  readonly text: string;
  readonly full: string;
}

/** A number of a column of reals or ints; else a text. */
export type ViewCell = number | Written;

export interface ViewColumn {
  /** The name of the field; empty in a matrix and a list. */
  readonly name: string;
  readonly kind: 'real' | 'int' | 'text';
}

/** A sequence: of records (a table), of rows of numbers (a matrix), or of anything else (a list, with one column). */
export interface RowsView {
  readonly kind: 'table' | 'matrix' | 'list';
  /** The first columns. */
  readonly columns: readonly ViewColumn[];
  readonly columnCount: number;
  readonly count: number;
  /** The first rows. */
  readonly first: readonly (readonly ViewCell[])[];
  /** The last items of a list of which not all rows are among the first. */
  readonly last: readonly (readonly ViewCell[])[];
  /** The largest finite magnitude in a matrix. */
  readonly most: number;
}

/** A value of a recursive variant type, by its nodes in preorder. */
export interface TreeView {
  readonly kind: 'tree';
  readonly nodes: readonly TreeNode[];
}

export interface TreeNode {
  /** From 0. */
  readonly level: number;
  /** The constructor, with what of its payload is no part of the tree. */
  readonly label: Written;
  readonly children: number;
  /** The number of children that follow among the nodes: the first ones. */
  readonly sent: number;
}

/** The parameters of a network whose layers fit together: a layer has as many inputs as the one before has neurons. */
export interface NetworkView {
  readonly kind: 'network';
  /** The number of inputs of the first layer. */
  readonly inputs: number;
  readonly layers: readonly NetworkLayer[];
  /** The largest magnitude of a weight, of all. */
  readonly most: number;
  /** The number of real leaves of the value. */
  readonly leaves: number;
}

export interface NetworkLayer {
  readonly neurons: number;
  /** The weights of the first neurons, of their first inputs. */
  readonly weights: readonly (readonly number[])[];
  /** The biases of the same neurons. */
  readonly biases: readonly number[];
  /** Where they are among the value's real leaves: weight j of neuron i is leaf `weights + i * weightStep + j`. */
  readonly leaf: {
    readonly weights: number;
    readonly weightStep: number;
    readonly biases: number;
    readonly biasStep: number;
  };
}

/** A function from real to real, whose graph the question `picture` returns. */
export interface GraphView {
  readonly kind: 'graph';
}

/** Pictures in a tuple, a record or a sequence, which the question `picture` returns one by one. */
export interface PicturesView extends Written {
  readonly kind: 'pictures';
  /** The ways to the first pictures: the index of the item, component or field at each level. */
  readonly parts: readonly (readonly number[])[];
  readonly count: number;
}

export interface RowsRequest extends ProgramRequest {
  /** Index of the output in the cell. */
  readonly output: number;
  readonly from: number;
  readonly count: number;
}

export type RowsReply =
  | { readonly state: 'ok'; readonly rows: readonly (readonly ViewCell[])[] }
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

export interface BranchRequest extends ProgramRequest {
  readonly output: number;
  /** The way to a node: the index of the child at each level. */
  readonly path: readonly number[];
  /** The first child that is wanted. */
  readonly from: number;
}

export type BranchReply =
  /** The children with what is below them, at levels from 0. */
  | { readonly state: 'ok'; readonly nodes: readonly TreeNode[] }
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

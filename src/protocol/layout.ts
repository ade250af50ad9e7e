/* The questions to the layout worker, and its replies. */

export interface LayoutRequest {
  readonly revision: number;
  readonly count: number;
  /** Two for each node, -1 for none. Operands come before their users. */
  readonly operands: Int32Array;
  readonly sizes: { readonly width: number; readonly height: number };
  /** The sizes of single nodes, if they differ. */
  readonly widths?: Float32Array;
  readonly heights?: Float32Array;
  /** For each node: if not 0, it stays in the first layer, however late it is used. */
  readonly pinned?: Uint8Array;
}

export interface LayoutReply {
  readonly revision: number;
  /** The centre of each node. */
  readonly x: Float32Array<ArrayBuffer>;
  readonly y: Float32Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  /**
   * The bends of edges that span several layers. All edges that leave a node share one line of bends: those of node v are
   * the points (x, y) at `bends[2 * i]` for i from `bendOffsets[v]` to `bendOffsets[v + 1] - 1`, downwards; the edge to a
   * user leaves the line after the last bend above the user.
   */
  readonly bendOffsets: Int32Array<ArrayBuffer>;
  readonly bends: Float32Array<ArrayBuffer>;
}

export interface LayoutApi {
  layout(request: LayoutRequest): LayoutReply;
}

/**
 * How a long list of entries (a trace, a derivative, the steps of an evaluation) is folded: by call, by iteration, and
 * by parts where neither is known. Folds are numbered breadth first, so that the children of one are neighbours.
 */
export interface Folds {
  /** The entries of fold i are those from `first[i]` to `end[i] - 1`. Fold 0 has all of them. */
  readonly first: Int32Array<ArrayBuffer>;
  readonly end: Int32Array<ArrayBuffer>;
  /** The children of fold i are the folds from `children[i]` to `children[i + 1] - 1`: in order, and disjoint. */
  readonly children: Int32Array<ArrayBuffer>;
  /** Indices into FOLD_KINDS. */
  readonly kinds: Uint8Array<ArrayBuffer>;
  /** The function that is called, as an index into `labels`; -1 for none. */
  readonly names: Int32Array<ArrayBuffer>;
  /** For a call of a `repeat`, which one it is, from 1; for a part of a `repeat`, its first call. Else 0. */
  readonly numbers: Int32Array<ArrayBuffer>;
  /** For a `repeat` and a part of it: the number of its calls. Else 0. */
  readonly counts: Int32Array<ArrayBuffer>;
  readonly labels: readonly string[];
}

/**
 * `call`: one call of a function. `repeat`: calls of one function, one after the other: the iterations of a loop, or the
 * calls for the items of a list. `part`: some of the entries, or some of the calls, where there are very many.
 */
export const FOLD_KINDS = ['call', 'repeat', 'part'] as const;

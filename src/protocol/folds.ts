import { integer } from '../language/source/counted';
import { assertNever } from '../language/source/internal-error';

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
  /** From this entry on, calls come in the opposite order, as in a sweep backwards, and are numbered so. */
  readonly backFrom: number;
}

/**
 * `call`: one call of a function. `repeat`: calls of one function, one after the other: the iterations of a loop, or the
 * calls for the items of a list. `part`: some of the entries, or some of the calls, where there are very many.
 */
export const FOLD_KINDS = ['call', 'repeat', 'part'] as const;

/** The name of a fold: `60 × step`, `step 7`, `step 501–1,000`; empty for some of the entries. */
export function foldName({ first, kinds, names, numbers, counts, labels, backFrom }: Folds, fold: number): string {
  const label = labels[names[fold] ?? -1] ?? '';
  const number = numbers[fold] ?? 0;
  const count = counts[fold] ?? 0;
  const kind = FOLD_KINDS[kinds[fold] ?? 0] ?? 'call';
  switch (kind) {
    case 'repeat':
      return `${integer(count)} × ${label}`;
    case 'part':
      if (count === 0) return '';
      return `${label} ${integer(number)}–${integer((first[fold] ?? 0) < backFrom ? number + count - 1 : number - count + 1)}`;
    case 'call':
      return number === 0 ? label : `${label} ${integer(number)}`;
    default:
      return assertNever(kind);
  }
}

/** Returns the folds of a list that is not folded. */
export function unfolded(count: number): Folds {
  return {
    first: Int32Array.of(0),
    end: Int32Array.of(count),
    children: Int32Array.of(1, 1),
    kinds: Uint8Array.of(0),
    names: Int32Array.of(-1),
    numbers: Int32Array.of(0),
    counts: Int32Array.of(0),
    labels: [],
    backFrom: count,
  };
}

import type { Miniature } from '../../protocol/picture';

/** A notebook as the shelf stores it. */
export interface ShelfRecord {
  readonly id: string;
  readonly title: string;
  readonly markdown: string;
  /** Milliseconds since 1970. */
  readonly updated: number;
  /** `e:ID` of a built-in notebook, `l:FRAGMENT` of a link, or `own`. */
  readonly origin: string;
  /** Number of the current moment in the saved history. */
  readonly moment?: number;
  /** The notebook's first picture in small; empty if it has none, undefined if it was not drawn. */
  readonly picture?: Miniature;
}

/** A saved moment of a notebook's history. */
export interface MomentRecord {
  /** Id of the notebook. */
  readonly notebook: string;
  readonly number: number;
  readonly at: number;
  readonly markdown: string;
}

/** Edits that a closing page had not yet saved to the shelf. They go to localStorage, which is written synchronously. */
export interface ShelfDraft {
  readonly record: ShelfRecord;
  /** When the replaced record was written, for `writeShelf`; undefined if there was none. */
  readonly seen: number | undefined;
}

import { positionOf } from '../../notebook/document';
import type { Miniature, Picture } from '../../protocol/picture';
import type { AppState } from '../store/state';

/** How pictures are kept: drawn in small, and written for a notebook on the shelf. Exported pages keep none. */
interface Keeping {
  readonly draw: (picture: Picture) => Promise<Miniature>;
  readonly write: (id: string, miniature: Miniature) => Promise<void>;
}

/** The first picture of a notebook that was shown. */
interface Shown {
  readonly generation: number;
  readonly cell: number;
  miniature?: Miniature;
}

/** How pictures are kept, if they are, and the one of the open notebook. `shown-pictures.ts` sees which pictures are shown. */
export const pictured: { keeping?: Keeping; first?: Shown } = {};

/** Returns what a record says of a notebook's picture; nothing if none was drawn. */
export function pictureOf({ generation, notebook }: AppState): { readonly picture?: Miniature } {
  const { first } = pictured;
  if (first?.generation !== generation) return {};
  if (positionOf(notebook, first.cell) < 0) return { picture: [] };
  return first.miniature === undefined ? {} : { picture: first.miniature };
}

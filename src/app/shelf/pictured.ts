import { positionOf } from '../../notebook/document';
import type { Miniature, Picture } from '../../protocol/picture';
import type { AppState } from '../store/state';
import { store } from '../store/store';

/** Milliseconds without another picture after which the first one is kept: a picture that is dragged changes in each frame. */
const PAUSE = 1000;

/** How pictures are kept: drawn in small, and written for a notebook on the shelf. Exported pages keep none. */
interface Keeping {
  readonly draw: (picture: Picture) => Promise<Miniature>;
  readonly write: (id: string, miniature: Miniature) => Promise<void>;
}
let keeping: Keeping | undefined;

/** The first picture of the open notebook that was shown. */
interface Shown {
  readonly generation: number;
  readonly cell: number;
  miniature?: Miniature;
}
let first: Shown | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Starts keeping pictures for the list of notebooks. */
export function keepPictures(how: Keeping): void {
  keeping = how;
}

/** Takes the picture of a cell that is shown; the first one of the notebook stands for it. */
export function pictureShown(cell: number, picture: Picture): void {
  const { generation, notebook } = store.getState();
  const isKnown = first?.generation === generation && first.miniature?.length !== 0;
  const before = isKnown ? positionOf(notebook, first?.cell ?? -1) : -1;
  if (keeping === undefined || (before >= 0 && before < positionOf(notebook, cell))) return;
  first = { generation, cell };
  clearTimeout(timer);
  timer = setTimeout(() => void keep(first, picture), PAUSE);
}

/** Takes back the picture of a cell if the cell has none any more: it also leaves the page where the cell is far away. */
export function pictureGone(cell: number): void {
  if (first?.cell !== cell) return;
  const gone = first;
  const look = (): void => {
    if (first !== gone) return;
    const { state, payload } = store.getState().results[cell]?.value ?? {};
    const isThere =
      payload?.outputs.some(({ isPicture, view }) => isPicture || view?.kind === 'graph') === true ||
      payload?.series.some(({ pictures }) => pictures !== undefined);
    if (state !== 'ok') setTimeout(look, PAUSE);
    else if (!isThere) void keep(gone, undefined);
  };
  setTimeout(look, PAUSE);
}

/** Returns what a record says of a notebook's picture; nothing if none was drawn. */
export function pictureOf({ generation, notebook }: AppState): { readonly picture?: Miniature } {
  if (first?.generation !== generation) return {};
  if (positionOf(notebook, first.cell) < 0) return { picture: [] };
  return first.miniature === undefined ? {} : { picture: first.miniature };
}

/** Draws a picture in small, if there is one, and writes that if the notebook is saved already; others are saved with their pictures. */
async function keep(shown: Shown | undefined, picture: Picture | undefined): Promise<void> {
  try {
    const miniature = picture === undefined ? [] : await keeping?.draw(picture);
    const { generation, shelfId } = store.getState();
    if (miniature === undefined || shown?.generation !== generation) return;
    shown.miniature = miniature;
    if (shelfId !== undefined) await keeping?.write(shelfId, miniature);
  } catch {
    // The list of notebooks shows the program instead.
  }
}

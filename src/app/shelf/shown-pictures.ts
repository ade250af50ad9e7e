import { positionOf } from '../../notebook/document';
import type { Picture } from '../../protocol/picture';
import { store } from '../store/store';
import { pictured } from './pictured';

/** Milliseconds without another picture after which the first one is kept: a picture that is dragged changes in each frame. */
const PAUSE = 1000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Takes the picture of a cell that is shown; the first one of the notebook stands for it. */
export function pictureShown(cell: number, picture: Picture): void {
  const { generation, notebook } = store.getState();
  const { first, keeping } = pictured;
  const isKnown = first?.generation === generation && first.miniature?.length !== 0;
  const before = isKnown ? positionOf(notebook, first.cell) : -1;
  if (keeping === undefined || (before >= 0 && before < positionOf(notebook, cell))) return;
  const shown = (pictured.first = { generation, cell });
  clearTimeout(timer);
  timer = setTimeout(() => void keep(shown, picture), PAUSE);
}

/** Takes back the picture of a cell if the cell has none any more: it also leaves the page where the cell is far away. */
export function pictureGone(cell: number): void {
  const gone = pictured.first;
  if (gone?.cell !== cell) return;
  const look = (): void => {
    if (pictured.first !== gone) return;
    const { state, payload } = store.getState().results[cell]?.value ?? {};
    const isThere =
      payload?.outputs.some(
        ({ isPicture, view }) => isPicture || view?.kind === 'graph' || view?.kind === 'pictures',
      ) === true || payload?.series.some(({ pictures }) => pictures !== undefined);
    if (state !== 'ok') setTimeout(look, PAUSE);
    else if (!isThere) void keep(gone, undefined);
  };
  setTimeout(look, PAUSE);
}

/** Draws a picture in small, if there is one, and writes that if the notebook is saved already; others are saved with their pictures. */
async function keep(shown: typeof pictured.first, picture: Picture | undefined): Promise<void> {
  const { keeping } = pictured;
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

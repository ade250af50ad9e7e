import { positionOf } from '../../notebook/document';
import { moveCellTo } from '../store/cell-actions';
import { store } from '../store/store';

/** The height of the strips at the ends of the visible notebook in which it scrolls, in CSS pixels. */
const EDGE = 64;
/** The speed at the very end, in CSS pixels a millisecond. */
const MOST_SPEED = 1;
/** Half of the room between two cells, in CSS pixels. */
const HALF_GAP = 13;

/** A drag: the cell, and the place where it would be dropped. */
interface Place {
  /** Where the line is drawn, from the top of the window. */
  readonly y: number;
  /** The id of the cell whose place the dragged one takes. */
  readonly other: number;
}

/**
 * Drags a cell from its handle, until the pointer is released, which drops the cell, or until Escape. A line shows the
 * place; there is none where the cell would not move. The notebook scrolls while the pointer is near its ends.
 */
export function dragCell(handle: HTMLElement, id: number, pointer: number, start: number): void {
  const column = handle.closest<HTMLElement>('.notebook');
  if (column === null) return;
  const line = document.createElement('div');
  line.className = 'drop-line';
  document.body.append(line);
  const root = document.documentElement;
  root.dataset['dragging'] = '';
  handle.setPointerCapture(pointer);
  const ending = new AbortController();
  let y = start;
  let place: Place | undefined;
  let last = performance.now();
  let frame = 0;

  const follow = (now: number): void => {
    scroll(column, y, now - last);
    last = now;
    place = placeAt(column, id, y);
    line.hidden = place === undefined;
    if (place !== undefined) {
      const { left, width } = cellsIn(column)[0]?.getBoundingClientRect() ?? column.getBoundingClientRect();
      Object.assign(line.style, { left: `${left}px`, width: `${width}px`, top: `${place.y}px` });
    }
    // The column makes elements of cells anew as it scrolls.
    elementOf(column, id)?.toggleAttribute('data-dragged', true);
    frame = requestAnimationFrame(follow);
  };
  const end = (): void => {
    cancelAnimationFrame(frame);
    ending.abort();
    line.remove();
    delete root.dataset['dragging'];
    elementOf(column, id)?.removeAttribute('data-dragged');
  };
  const isOther = (event: PointerEvent): boolean => event.pointerId !== pointer;
  const options = { capture: true, signal: ending.signal };
  // On the window, because the handle can leave the page while the notebook scrolls.
  addEventListener(
    'pointermove',
    (event) => {
      if (!isOther(event)) y = event.clientY;
    },
    options,
  );
  addEventListener(
    'pointerup',
    (event) => {
      if (isOther(event)) return;
      place = placeAt(column, id, event.clientY);
      end();
      if (place !== undefined) moveCellTo(id, place.other);
    },
    options,
  );
  addEventListener(
    'pointercancel',
    (event) => {
      if (!isOther(event)) end();
    },
    options,
  );
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end();
    },
    options,
  );
  frame = requestAnimationFrame(follow);
}

/** Where a cell would be dropped: between the two cells whose middles are on both sides of the pointer. */
function placeAt(column: HTMLElement, id: number, y: number): Place | undefined {
  const cells = cellsIn(column);
  const at = cells.findIndex((cell) => y < middleOf(cell));
  const after = at === -1 ? undefined : cells[at];
  const before = at === -1 ? cells.at(-1) : cells[at - 1];
  const { notebook } = store.getState();
  const own = positionOf(notebook, id);
  // Down, it takes the place of the last cell that it passes.
  const isDown = before !== undefined && positionOf(notebook, idOf(before)) > own;
  const passed = isDown ? before : after;
  if (
    own === -1 ||
    passed === undefined ||
    idOf(passed) === id ||
    (!isDown && before !== undefined && idOf(before) === id)
  )
    return undefined;
  const line =
    after === undefined
      ? passed.getBoundingClientRect().bottom + HALF_GAP
      : after.getBoundingClientRect().top - HALF_GAP;
  return { y: line, other: idOf(passed) };
}

function scroll(column: HTMLElement, y: number, milliseconds: number): void {
  const { wide } = store.getState();
  const { top, bottom } = wide ? column.getBoundingClientRect() : { top: 0, bottom: innerHeight };
  const past = Math.min(0, y - top - EDGE) + Math.max(0, y - bottom + EDGE);
  const speed = MOST_SPEED * Math.max(-1, Math.min(1, past / EDGE));
  if (speed !== 0) (wide ? column : document.documentElement).scrollTop += speed * Math.min(50, milliseconds);
}

function cellsIn(column: HTMLElement): readonly HTMLElement[] {
  return [...column.querySelectorAll<HTMLElement>(':scope > [data-cell]')];
}

function elementOf(column: HTMLElement, id: number): HTMLElement | undefined {
  return cellsIn(column).find((cell) => idOf(cell) === id);
}

function idOf({ dataset }: HTMLElement): number {
  return Number(dataset['cell']);
}

function middleOf(cell: HTMLElement): number {
  const { top, height } = cell.getBoundingClientRect();
  return top + height / 2;
}

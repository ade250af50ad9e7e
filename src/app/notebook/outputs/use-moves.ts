import { useMemo, useState } from 'react';
import { cellWith, type Notebook, programOf, withCellText } from '../../../notebook/document';
import { rowValues, withCells } from '../../../notebook/table-cells';
import type { Picture, PictureSourcesReply, PointSource, TablePlace } from '../../../protocol/picture';
import type { PlanePoint } from '../../charts/picture/drag';
import type { ItemPlace } from '../../charts/picture/near';
import type { PlaneView } from '../../charts/plane/plane';
import { embedded } from '../../kit/embedding';
import { store } from '../../store/store';

/** What a reader can move in a picture. */
export type Movable = MovablePoint | { readonly tag: 'input'; readonly name: string };

interface MovablePoint extends ItemPlace {
  readonly tag: 'point';
  /** The number of points of its mark. */
  readonly count: number;
  readonly x: Written | undefined;
  readonly y: Written | undefined;
}

/** A number in a table of this notebook. */
interface Written {
  /** Id of the cell. */
  readonly id: number;
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

interface Move {
  readonly movable: Movable;
  readonly from: PlanePoint;
  readonly at: PlanePoint;
  /** The part of the plane that is shown during the move. */
  readonly view: PlaneView;
  readonly isOver: boolean;
}

export interface Moves extends Mover {
  /** The part of the plane that stays in view while something is moved. */
  readonly view: PlaneView | undefined;
  readonly isMoving: boolean;
  /** Something is being moved, or the picture does not show yet where it has been moved. */
  readonly isActive: boolean;
  /** Returns the picture with what is moved at its new place, which the program may not know yet. */
  readonly moved: (picture: Picture) => Picture;
}

/**
 * Moves points of a picture: writes where they are into tables or inputs. The picture shows a point at its new place at once,
 * and the program follows as fast as it runs.
 */
export function useMoves(): Moves {
  const [move, setMove] = useState<Move>();
  const [mover] = useState(() => createMover(setMove));
  return useMemo(
    () => ({
      ...mover,
      view: move?.view,
      isMoving: move?.isOver === false,
      isActive: move !== undefined,
      moved: (picture) => (move === undefined ? picture : withMoved(picture, move)),
    }),
    [mover, move],
  );
}

/** Returns the place with the coordinates kept that are not numbers of a table. */
function held({ movable, from }: Move, at: PlanePoint): PlanePoint {
  if (movable.tag === 'input') return at;
  return { x: movable.x === undefined ? from.x : at.x, y: movable.y === undefined ? from.y : at.y };
}

function withMoved(picture: Picture, { movable, at }: Move): Picture {
  if (movable.tag === 'input') {
    const handles = picture.handles.map((each) => (each.name === movable.name ? { ...each, ...at } : each));
    return { ...picture, handles };
  }
  const marks = picture.marks.map((mark, index) =>
    index === movable.mark && mark.kind === 'points' && mark.xs.length === movable.count
      ? { ...mark, xs: mark.xs.with(movable.index, at.x), ys: mark.ys.with(movable.index, at.y) }
      : mark,
  );
  return { ...picture, marks };
}

/** Milliseconds after which a newer place is written although the program has not followed the last one. */
const PATIENCE = 150;
let moves = 0;

interface Mover {
  readonly begin: (movable: Movable, from: PlanePoint, view: PlaneView) => void;
  readonly to: (at: PlanePoint) => void;
  readonly end: () => void;
  /** Ends the move where it began. */
  readonly cancel: () => void;
  /** Is told whether the last picture is that of the present program. */
  readonly settle: (settled: boolean) => void;
}

/** Writes the newest place once a frame, when the program has followed the last one. `show` is told of every move. */
function createMover(show: (move: Move | undefined) => void): Mover {
  let move: Move | undefined;
  /** The name of the move in the history. */
  let name = '';
  let isWritten = true;
  let writtenAt = 0;
  let isSettled = true;
  let frame: number | undefined;
  const change = (next: Move | undefined): void => {
    move = next;
    show(next);
  };
  const write = (textOf: (place: Written, value: number) => string): void => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
    if (move === undefined) return;
    isWritten = true;
    writtenAt = performance.now();
    isSettled = false;
    const { movable, at } = move;
    const { notebook, setInput, edit } = store.getState();
    if (movable.tag === 'input') {
      setInput(movable.name, [at.x, at.y]);
      return;
    }
    let changed = notebook;
    if (movable.x !== undefined) changed = withNumber(changed, movable.x, textOf(movable.x, at.x));
    if (movable.y !== undefined) changed = withNumber(changed, movable.y, textOf(movable.y, at.y));
    if (changed !== notebook) edit(changed, name, true);
  };
  const written = (_: Written, value: number): string => String(value);
  const follow = (): void => {
    frame = undefined;
    if (isSettled || performance.now() - writtenAt > PATIENCE) write(written);
    else frame = requestAnimationFrame(follow);
  };
  return {
    begin(movable, from, view) {
      name = `move ${++moves}`;
      isWritten = true;
      change({ movable, from, at: from, view, isOver: false });
    },
    to(at) {
      if (move === undefined || move.isOver) return;
      const next = held(move, at);
      if (next.x === move.at.x && next.y === move.at.y) return;
      change({ ...move, at: next });
      isWritten = false;
      frame ??= requestAnimationFrame(follow);
    },
    end() {
      if (move === undefined || move.isOver) return;
      if (!isWritten) write(written);
      change({ ...move, isOver: true });
    },
    cancel() {
      if (move === undefined || move.isOver) return;
      change({ ...move, at: move.from, isOver: true });
      write(({ text }) => text);
    },
    settle(settled) {
      isSettled = settled;
      if (settled && move?.isOver === true) change(undefined);
    },
  };
}

function withNumber(notebook: Notebook, { id, row, column }: Written, value: string): Notebook {
  const cell = cellWith(notebook, id);
  if (cell?.tag !== 'table') return notebook;
  const text = withCells(cell.text, [{ row, column, value }]);
  return text === cell.text ? notebook : withCellText(notebook, id, text);
}

/** Returns what moves a point of a picture; 'imported' if its numbers are in another notebook or a file. */
export function movablePoint(
  picture: Picture,
  { marks }: PictureSourcesReply,
  place: ItemPlace,
): MovablePoint | 'imported' | undefined {
  if (embedded) return undefined;
  const { mark, index } = place;
  const found = sourcesOf(picture, marks, mark)?.[index];
  const points = picture.marks[mark];
  if (found === undefined || points?.kind !== 'points') return undefined;
  const { notebook } = store.getState();
  const isOwn = (at: TablePlace | undefined): boolean => at === undefined || at.cell < programOf(notebook).length;
  if (!isOwn(found.x) || !isOwn(found.y)) return 'imported';
  const x = writtenAt(notebook, found.x, points.xs[index]);
  const isSame = JSON.stringify(found.x) === JSON.stringify(found.y);
  const y = isSame ? undefined : writtenAt(notebook, found.y, points.ys[index]);
  return x === undefined && y === undefined ? undefined : { tag: 'point', ...place, count: points.xs.length, x, y };
}

/** Returns the sources of the points of a mark, unless these are of another run, with another number of points. */
function sourcesOf(
  { marks }: Picture,
  sources: PictureSourcesReply['marks'],
  mark: number,
): readonly PointSource[] | undefined {
  const own = sources[marks.slice(0, mark).filter(({ kind }) => kind === 'points').length];
  const points = marks[mark];
  return points?.kind === 'points' && own?.length === points.xs.length ? own : undefined;
}

/** Returns a number of a table, unless the table has changed since the run and has another there. */
function writtenAt(notebook: Notebook, place: TablePlace | undefined, value: number | undefined): Written | undefined {
  const cell = place && programOf(notebook)[place.cell];
  if (place === undefined || cell?.tag !== 'table') return undefined;
  const text = rowValues(cell.text, place.row)?.[place.column];
  if (text === undefined || Number(text) !== value) return undefined;
  return { id: cell.id, row: place.row, column: place.column, text };
}

/** Returns the names of the tables of this notebook whose numbers are points of a picture. */
export function movedTables({ marks }: PictureSourcesReply): readonly string[] {
  if (embedded) return [];
  const program = programOf(store.getState().notebook);
  const cells = new Set(marks.flat().flatMap(({ x, y }) => [x, y].flatMap((place) => place?.cell ?? [])));
  return [...cells].flatMap((cell) => {
    const found = program[cell];
    return found?.tag === 'table' ? [found.name] : [];
  });
}

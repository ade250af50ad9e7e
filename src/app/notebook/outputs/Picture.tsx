import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Picture as Drawn, PictureReply, PictureSourcesReply, WatchedPicture } from '../../../protocol/picture';
import { coloursOf, type PictureColours } from '../../charts/picture/colours';
import { pointAt } from '../../charts/picture/drag';
import { pictureDrawer, type PictureDrawing } from '../../charts/picture/draw';
import { pictureScales, rangesOf, squaredView, steadyHome, viewOf } from '../../charts/picture/frame';
import { type ItemPlace, itemNear } from '../../charts/picture/near';
import { picturePainter } from '../../charts/picture/paint';
import { brief, descriptionOf, itemOf } from '../../charts/picture/reading';
import { sharedPicture } from '../../charts/picture/shared';
import type { PlaneView } from '../../charts/plane/plane';
import { planeFrame } from '../../charts/plane/frame';
export { miniatureOf } from '../../charts/picture/miniature';
import { clipped, integer } from '../../kit/format';
import { useScheme } from '../../panels/delta/colours';
import { usePlaneGestures } from '../../panels/shared/use-plane-gestures';
import { type AskedProgram, useShownProgram } from '../../panels/shared/use-program';
import { type Asking, useQuestion } from '../../panels/shared/use-question';
import { useSize } from '../../panels/shared/use-size';
import { ViewButtons } from '../../panels/shared/ViewButtons';
import { pictureGone, pictureShown } from '../../shelf/shown-pictures';
import { useCell, useLasting } from '../../store/hooks';
import { DrawingState } from './DrawingState';
import { PictureHandle } from './PictureHandle';
import { PictureLegend } from './PictureLegend';
import { PictureReader } from './PictureReader';
import { PictureTable } from './PictureTable';
import { savePicture, savePictureAsCsv, savePictureAsPng } from './picture-files';
import { useDrawingTime } from './use-drawing-time';
import { useSources } from './use-sources';
import { movablePoint, movedTables, type Moves, useMoves } from './use-moves';
import '../../kit/figures.css';
import './picture.css';

/** The newest picture, and the step that it is of; undefined for the end of a run. */
interface Kept {
  readonly drawn: Drawn;
  readonly record: number | undefined;
  /** The ranges to show at first, until the picture rests. */
  readonly home: Drawn['home'];
  readonly program: AskedProgram;
  readonly since: number;
}

const ASKING: Asking<'picture', Kept | undefined> = {
  // The view rests before it is sampled anew; a program is followed at once.
  rest: (before, wanted) => (before === undefined || before.program !== wanted.program ? 0 : 90),
  patience: 200,
  keep: (before, reply, { program }) => (isDrawn(reply) ? keptOf(before, reply.picture, program) : before),
};

/** Milliseconds after which a picture rests. */
const REST = 400;

function keptOf(before: Kept | undefined, picture: Drawn, program: AskedProgram): Kept {
  const drawn = sharedPicture(before?.drawn, picture);
  const since = performance.now();
  // A picture of another text has its own axes at once.
  const isMoving = before?.program.cells === program.cells && since - before.since < REST && !drawn.square;
  const home = isMoving ? steadyHome(before.home, drawn.home) : drawn.home;
  return { drawn, record: program.step?.record, home, program, since };
}

/** Returns the ranges to show at first: while a picture follows a slider they only grow, so that its axes are still. */
function useHome(newest: Kept | undefined): Drawn['home'] | undefined {
  const [rested, setRested] = useState<Kept>();
  useEffect(() => {
    const timer = setTimeout(() => {
      setRested(newest);
    }, REST);
    return () => {
      clearTimeout(timer);
    };
  }, [newest]);
  return newest === rested ? newest?.drawn.home : newest?.home;
}

function isDrawn(reply: PictureReply | 'stopped'): reply is Extract<PictureReply, { readonly picture: Drawn }> {
  return reply !== 'stopped' && reply.state !== 'error';
}

interface PictureProps {
  /** Index of the output in the cell, if it is one. */
  readonly index?: number;
  /** The way to it within the output, if it is a part of one. */
  readonly part?: readonly number[];
  /** The picture of a `watch`, if it is one. */
  readonly watched?: WatchedPicture;
  readonly stale: boolean;
}

const WHOLE: readonly number[] = [];

/** A picture, an output or of a `watch`: drawn, to be moved and zoomed, read by keys and saved. */
export const Picture = memo(function Picture({ index = 0, part = WHOLE, watched, stale }: PictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box, { width: 640, height: 400 });
  const [moved, setMoved] = useState<PlaneView>();
  const runnable = useShownProgram();
  const moves = useMoves();
  // While a point is dragged, the picture does not wait for the other outputs.
  const program = stale && !moves.isActive ? undefined : runnable;
  const [newest, setNewest] = useState<Kept>();
  const kept = newest?.drawn;
  // One object as long as it is the same view, because the axes are drawn anew where the view changes.
  const place = useHome(newest);
  const [xLog, yLog, square] = [kept?.xLog === true, kept?.yLog === true, kept?.square === true];
  const home = useMemo(() => place && homeOf(place, { xLog, yLog, square }, size), [place, xLog, yLog, square, size]);
  const fit = useCallback(() => {
    setMoved(undefined);
  }, []);
  // The first question names no ranges, so that the program's own are shown; a square picture shows more of the plane.
  const asked = moves.view ?? moved ?? (square ? home : undefined);
  const ranges = asked && kept && rangesOf(asked, kept);
  const frame = planeFrame(size);
  const time = useDrawingTime(program);
  const { seconds, isStopped } = time;
  const answered = useQuestion(
    'picture',
    program && !isStopped
      ? {
          program,
          seconds,
          ...{ output: watched ?? index, part, x: ranges?.x, y: ranges?.y },
          ...{ width: inSteps(frame.width), height: inSteps(frame.height) },
        }
      : undefined,
    ASKING,
  );
  if (answered.kept !== newest) setNewest(answered.kept);
  const settled = program !== undefined && !answered.pending;
  useEffect(() => {
    moves.settle(settled);
  });
  const sources = useSources(kept, moves.isActive || watched !== undefined ? undefined : program, index, part);
  const picture = useMemo(() => kept && moves.moved(kept), [kept, moves]);
  const colours = useColours(picture);
  const cell = useCell();
  useEffect(() => {
    if (kept !== undefined && cell !== undefined) pictureShown(cell, kept);
  }, [cell, kept]);
  useEffect(
    () => () => {
      if (cell !== undefined) pictureGone(cell);
    },
    [cell],
  );
  const { reply } = answered;
  const problem =
    reply !== undefined && reply !== 'stopped' && reply.state === 'error' ? reply.diagnostics[0] : undefined;
  const view = moves.view ?? moved ?? home;
  const isFailed = isStopped || problem !== undefined || reply === 'stopped';
  const dim = useLasting((stale && !moves.isActive) || isFailed);
  const numbers = [index, ...part].map((at) => at + 1).join('.');
  return (
    <figure
      className={dim ? 'picture stale' : 'picture'}
      aria-label={kept?.title === undefined ? (watched?.series ?? `Picture ${numbers}`) : brief(kept.title)}
      aria-busy={answered.pending}
    >
      {kept?.title !== undefined && <figcaption>{clipped(kept.title)}</figcaption>}
      {watched !== undefined && <StepShown watched={watched} reply={reply} />}
      <div ref={box} className="plane-box picture-box">
        {newest?.record !== undefined && <p className="figure-note picture-step">at step {integer(newest.record)}</p>}
        {picture !== undefined && view !== undefined && (
          <Drawing
            picture={picture}
            colours={colours}
            sources={sources}
            moves={moves}
            size={size}
            view={view}
            onView={setMoved}
            fit={fit}
            box={box}
          />
        )}
      </div>
      {picture !== undefined && view !== undefined && (
        <Below
          picture={picture}
          colours={colours}
          sources={sources}
          box={box}
          view={view}
          onView={setMoved}
          fit={moved && fit}
        />
      )}
      <DrawingState
        time={time}
        isPending={program !== undefined && answered.pending}
        problem={problem}
        isOver={reply === 'stopped'}
      />
    </figure>
  );
});

/** Says which step is drawn. */
function StepShown({
  watched,
  reply,
}: {
  readonly watched: WatchedPicture;
  readonly reply: PictureReply | 'stopped' | undefined;
}) {
  const drawn = reply !== undefined && isDrawn(reply) ? reply.record : undefined;
  return (
    <p className="figure-note">
      <code>{clipped(watched.series)}</code> at step {integer(drawn ?? watched.record)}
    </p>
  );
}

function homeOf(
  home: Drawn['home'],
  axes: Pick<Drawn, 'xLog' | 'yLog' | 'square'>,
  size: { readonly width: number; readonly height: number },
): PlaneView {
  const view = viewOf(home, axes);
  return axes.square ? squaredView(view, size) : view;
}

/** Sizes are asked for in steps, so that a window that is resized does not ask at each pixel. */
function inSteps(pixels: number): number {
  return Math.max(40, Math.ceil(pixels / 40) * 40);
}

interface DrawingProps extends PictureDrawing {
  readonly sources: PictureSourcesReply;
  readonly moves: Moves;
  readonly onView: (view: PlaneView) => void;
  readonly fit: () => void;
  readonly box: React.RefObject<HTMLDivElement | null>;
}

/** Rendered again only where what it draws has changed: the picture is told of every change of the program. */
const Drawing = memo(function Drawing(props: DrawingProps) {
  const { picture, colours, sources, moves, size, view, onView, fit, box } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<HTMLDivElement>(null);
  const [paint] = useState(picturePainter);
  const [draw] = useState(pictureDrawer);
  const [hovered, hover] = useState<ItemPlace>();
  // Before the browser paints, so that the canvas and the axes show one view.
  useLayoutEffect(() => {
    const next = { picture, view, size, colours };
    if (canvas.current !== null) paint(canvas.current, next);
    if (drawing.current !== null) draw(drawing.current, next);
  }, [paint, draw, picture, view, size, colours]);
  const scales = pictureScales(view, picture, size);
  const movableAt = (place: ItemPlace | undefined) => place && movablePoint(picture, sources, place);
  const gestures = usePlaneGestures({
    box,
    size,
    view,
    onView,
    onHover: (at) => {
      hover(at && itemNear(picture, scales, at));
    },
    onTap: ignore,
    gripAt: (at) => {
      const place = itemNear(picture, scales, at);
      const movable = movableAt(place);
      const item = place && itemOf(picture, place.mark, place.index);
      if (movable === undefined || movable === 'imported' || item === undefined) return undefined;
      // The point keeps its distance from the pointer.
      const [dx, dy] = [scales.x(item.x) - at.x, scales.y(item.y) - at.y];
      hover(place);
      moves.begin(movable, item, view);
      return {
        move: ({ x, y }) => {
          moves.to(pointAt({ x: x + dx, y: y + dy }, view, picture, size));
        },
        end: moves.end,
      };
    },
  });
  const isOnPoint = typeof movableAt(hovered) === 'object';
  return (
    <div className={isOnPoint ? 'picture-gestures movable' : 'picture-gestures'} {...gestures} onDoubleClick={fit}>
      <canvas ref={canvas} aria-hidden="true" />
      <div ref={drawing} aria-hidden="true" />
      <PictureReader
        picture={picture}
        view={view}
        size={size}
        hovered={hovered}
        onView={onView}
        fit={fit}
        movableAt={movableAt}
        moves={moves}
      />
      {picture.handles.map((handle) => (
        <PictureHandle key={handle.name} handle={handle} picture={picture} view={view} size={size} moves={moves} />
      ))}
    </div>
  );
});

function ignore(): void {
  // A tap sets nothing.
}

function useColours(picture: Drawn | undefined): PictureColours {
  const scheme = useScheme();
  const marks = picture?.marks;
  return useMemo(() => coloursOf(marks ?? [], scheme), [marks, scheme]);
}

interface BelowProps {
  readonly picture: Drawn;
  readonly colours: PictureColours;
  readonly sources: PictureSourcesReply;
  readonly box: React.RefObject<HTMLDivElement | null>;
  readonly view: PlaneView;
  readonly onView: (view: PlaneView) => void;
  readonly fit: (() => void) | undefined;
}

/** The legend, the buttons, what cannot be drawn, and the picture in words. */
const Below = memo(function Below({ picture, colours, sources, box, view, onView, fit }: BelowProps) {
  /** The names of the tables whose numbers are points of the picture. */
  const tables = movedTables(sources);
  const name = picture.title ?? 'picture';
  return (
    <>
      <div className="picture-legend">
        <PictureLegend colours={colours} />
        <span className="picture-tools">
          {(
            [
              [
                'SVG',
                () => {
                  savePicture(box.current, picture.title, colours);
                },
              ],
              [
                'PNG',
                () => {
                  savePictureAsPng(box.current, picture.title, colours);
                },
              ],
              [
                'CSV',
                () => {
                  savePictureAsCsv(picture, name);
                },
              ],
            ] as const
          ).map(([kind, save]) => (
            <button
              key={kind}
              type="button"
              className="text-button"
              aria-label={`Save the picture as ${kind}`}
              onClick={save}
            >
              {kind}
            </button>
          ))}
          <ViewButtons
            label="View of the picture"
            view={view}
            onView={onView}
            fit={fit}
            plane
            zoomsOnly={fit === undefined}
          />
        </span>
      </div>
      {picture.notes.map((note) => (
        <p key={note} className="figure-note">
          {note}
        </p>
      ))}
      {tables.length > 0 && (
        <p className="figure-note picture-hint">
          Drag a point to change the table {tables.map(clipped).join(' or ')}. By keys: Enter, then the arrow keys.
        </p>
      )}
      <p className="visually-hidden">{descriptionOf(picture)}</p>
      <PictureTable picture={picture} />
    </>
  );
});

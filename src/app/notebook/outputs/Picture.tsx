import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Picture as Drawn, PictureReply, WatchedPicture } from '../../../protocol/picture';
import { coloursOf, type PictureColours } from '../../charts/picture/colours';
import { drawnPicture } from '../../charts/picture/draw';
import { pictureScales, rangesOf, squaredView, viewOf } from '../../charts/picture/frame';
import { type ItemPlace, itemNear } from '../../charts/picture/near';
import { paintPicture } from '../../charts/picture/paint';
import { brief, descriptionOf } from '../../charts/picture/reading';
import type { PlaneView } from '../../charts/plane/plane';
import { planeFrame } from '../../charts/plane/frame';
import { clipped, integer } from '../../kit/format';
import { useScheme } from '../../panels/delta/colours';
import { usePlaneGestures } from '../../panels/shared/use-plane-gestures';
import { useRunnableProgram } from '../../panels/shared/use-program';
import { type Asking, useQuestion } from '../../panels/shared/use-question';
import { useSize } from '../../panels/shared/use-size';
import { ViewButtons } from '../../panels/shared/ViewButtons';
import { PictureLegend } from './PictureLegend';
import { PictureReader } from './PictureReader';
import { PictureTable } from './PictureTable';
import { savePicture, savePictureAsCsv, savePictureAsPng } from './picture-files';
import '../../kit/figures.css';
import './picture.css';

const ASKING: Asking<'picture', Drawn | undefined> = {
  // The view rests before it is sampled anew; a program is followed at once.
  rest: (before, wanted) => (before === undefined || before.program !== wanted.program ? 0 : 90),
  patience: 200,
  keep: (before, reply) => (isDrawn(reply) ? reply.picture : before),
};

function isDrawn(reply: PictureReply | 'stopped'): reply is Extract<PictureReply, { readonly picture: Drawn }> {
  return reply !== 'stopped' && reply.state !== 'error';
}

interface PictureProps {
  /** Index of the output in the cell, if it is one. */
  readonly index?: number;
  /** The picture of a `watch`, if it is one. */
  readonly watched?: WatchedPicture;
  readonly stale: boolean;
}

/** A picture, an output or of a `watch`: drawn, to be moved and zoomed, read by keys and saved. */
export function Picture({ index = 0, watched, stale }: PictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box, { width: 640, height: 400 });
  const [moved, setMoved] = useState<PlaneView>();
  const runnable = useRunnableProgram();
  const program = stale ? undefined : runnable;
  const [kept, setKept] = useState<Drawn>();
  // One object as long as the picture is the same, which is drawn anew where the view changes.
  const home = useMemo(() => kept && homeOf(kept, size), [kept, size]);
  // The first question names no ranges, so that the program's own are shown; a square picture shows more of the plane.
  const asked = moved ?? (kept?.square === true ? home : undefined);
  const ranges = asked && kept && rangesOf(asked, kept);
  const frame = planeFrame(size);
  const answered = useQuestion(
    'picture',
    program && {
      program,
      ...{ output: watched ?? index, x: ranges?.x, y: ranges?.y },
      ...{ width: inSteps(frame.width), height: inSteps(frame.height) },
    },
    ASKING,
  );
  if (answered.kept !== kept) setKept(answered.kept);
  const { reply } = answered;
  const problem =
    reply !== undefined && reply !== 'stopped' && reply.state === 'error' ? reply.diagnostics[0] : undefined;
  const view = moved ?? home;
  return (
    <figure
      className={stale ? 'picture stale' : 'picture'}
      aria-label={kept?.title === undefined ? (watched?.series ?? `Picture ${index + 1}`) : brief(kept.title)}
      aria-busy={answered.pending}
    >
      {kept?.title !== undefined && <figcaption>{clipped(kept.title)}</figcaption>}
      {watched !== undefined && <StepShown watched={watched} reply={reply} />}
      <div ref={box} className="plane-box picture-box">
        {kept !== undefined && view !== undefined && (
          <Drawing
            picture={kept}
            size={size}
            view={view}
            onView={setMoved}
            fit={() => {
              setMoved(undefined);
            }}
            box={box}
          />
        )}
      </div>
      {kept !== undefined && view !== undefined && (
        <Below
          picture={kept}
          box={box}
          view={view}
          onView={setMoved}
          fit={
            moved &&
            (() => {
              setMoved(undefined);
            })
          }
        />
      )}
      {problem !== undefined && kept === undefined && (
        <p className="figure-note">This picture cannot be drawn: {problem.message}.</p>
      )}
      {reply === 'stopped' && <p className="figure-note">Drawing was stopped: it took too long.</p>}
    </figure>
  );
}

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

function homeOf(picture: Drawn, size: { readonly width: number; readonly height: number }): PlaneView {
  const view = viewOf(picture.home, picture);
  return picture.square ? squaredView(view, size) : view;
}

/** Sizes are asked for in steps, so that a window that is resized does not ask at each pixel. */
function inSteps(pixels: number): number {
  return Math.max(40, Math.ceil(pixels / 40) * 40);
}

interface DrawingProps {
  readonly picture: Drawn;
  readonly size: { readonly width: number; readonly height: number };
  readonly view: PlaneView;
  readonly onView: (view: PlaneView) => void;
  readonly fit: () => void;
  readonly box: React.RefObject<HTMLDivElement | null>;
}

function Drawing({ picture, size, view, onView, fit, box }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<HTMLDivElement>(null);
  const colours = useColours(picture);
  const [hovered, hover] = useState<ItemPlace>();
  // Before the browser paints, so that the canvas and the axes show one view.
  useLayoutEffect(() => {
    if (canvas.current !== null) paintPicture(canvas.current, picture, view, size, colours);
    drawing.current?.replaceChildren(drawnPicture(picture, view, size, colours));
  }, [picture, view, size, colours]);
  const gestures = usePlaneGestures({
    box,
    size,
    view,
    onView,
    onHover: (at) => {
      hover(at && itemNear(picture, pictureScales(view, picture, size), at));
    },
    onTap: ignore,
  });
  return (
    <div className="picture-gestures" {...gestures} onDoubleClick={fit}>
      <canvas ref={canvas} aria-hidden="true" />
      <div ref={drawing} aria-hidden="true" />
      <PictureReader picture={picture} view={view} size={size} hovered={hovered} onView={onView} fit={fit} />
    </div>
  );
}

function ignore(): void {
  // A tap sets nothing.
}

function useColours(picture: Drawn): PictureColours {
  const scheme = useScheme();
  const { marks } = picture;
  return useMemo(() => coloursOf(marks, scheme), [marks, scheme]);
}

interface BelowProps {
  readonly picture: Drawn;
  readonly box: React.RefObject<HTMLDivElement | null>;
  readonly view: PlaneView;
  readonly onView: (view: PlaneView) => void;
  readonly fit: (() => void) | undefined;
}

/** The legend, the buttons, what cannot be drawn, and the picture in words. */
function Below({ picture, box, view, onView, fit }: BelowProps) {
  const colours = useColours(picture);
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
                  savePicture(box.current, picture.title, colours.legend);
                },
              ],
              [
                'PNG',
                () => {
                  savePictureAsPng(box.current, picture.title, colours.legend);
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
      <p className="visually-hidden">{descriptionOf(picture)}</p>
      <PictureTable picture={picture} />
    </>
  );
}

import { useCallback, useMemo, useRef, useState } from 'react';
import type { PlaneView } from '../../charts/plane/plane';
import type { CurveName } from '../../charts/plane/plot';
import { useAppStore, useProduct } from '../../store/hooks';
import { type FrameView, PanelFrame } from '../shared/PanelFrame';
import { AboutPlot } from './AboutPlot';
import { CurveFigure } from './CurveFigure';
import { savePlot, savePlotAsPng, saveSamples } from './exports';
import { FieldFigure } from './FieldFigure';
import { type LeafPlacement, placedInputs } from './place';
import { PlotChoices } from './PlotChoices';
import { type Drawn, type PlotAnswers, usePlot } from './use-plot';
import { type AskedProgram, useRunnableProgram } from '../shared/use-program';
import { ViewButtons } from '../shared/ViewButtons';
import '../../kit/figures.css';
import './plot.css';
import { stopped } from '../shared/stopped';

const EMPTY =
  'Nothing to plot yet: declare a real input, such as input x : real = 1 in -4 .. 4, and end with an expression that uses it.';

interface Wanted {
  readonly across?: string;
  readonly up?: string | undefined;
  readonly result: number;
}

/** The panel of the main expression as a curve along one real input, or as contours over two. */
export function PlotPanel() {
  const value = useProduct('value');
  const runnable = useRunnableProgram();
  const program = value.state === 'held' ? undefined : runnable;
  const [{ across, up, result }, setWanted] = useState<Wanted>({ result: 0 });
  /** Undefined while the picture has its initial view. */
  const [moved, setMoved] = useState<PlaneView>();
  /** The view while the point is dragged; it stays fixed. */
  const [locked, setLocked] = useState<PlaneView>();
  const [shown, setShown] = useState<ReadonlySet<CurveName>>(FIRST_SHOWN);
  const [order, setOrder] = useState(2);
  const asked = moved ?? locked;
  const question = useMemo(
    () => ({ across, up, result, x: asked?.x, y: up === undefined ? undefined : asked?.y }),
    [across, up, result, asked],
  );
  const answers = usePlot(program, question);
  const { drawn, stale, pending } = answers;
  const overrides = useAppStore((state) => state.overrides);
  const setInput = useAppStore((state) => state.setInput);
  const body = useRef<HTMLDivElement>(null);

  const ranges = rangesOf(drawn);
  const view = useMemo(
    () => moved ?? (ranges.x === undefined ? undefined : { x: ranges.x, y: ranges.y }),
    [moved, ranges.x, ranges.y],
  );
  const fit = useCallback(() => {
    setMoved(undefined);
  }, []);
  const choose = (wanted: Wanted): void => {
    setWanted(wanted);
    setMoved(undefined);
  };
  const place = (placements: readonly LeafPlacement[]): void => {
    if (drawn === undefined) return;
    for (const [name, json] of placedInputs(drawn.subject, overrides, placements)) setInput(name, json);
  };
  const common = drawn !== undefined &&
    view !== undefined && {
      subject: drawn.subject,
      view,
      onView: setMoved,
      fit: moved === undefined ? undefined : fit,
      overrides,
      onPlace: place,
      onHold: (held: boolean) => {
        setLocked(held && moved === undefined ? view : undefined);
      },
      stale,
      pending,
    };
  return (
    <PanelFrame
      view={frameView(answers, program, value)}
      empty={EMPTY}
      about={<AboutPlot />}
      exports={
        drawn === undefined
          ? []
          : [
              {
                label: 'Save plot as SVG',
                run: () => {
                  savePlot(body.current);
                },
              },
              {
                label: 'Save plot as PNG',
                run: () => {
                  savePlotAsPng(body.current);
                },
              },
              {
                label: 'Save values as CSV',
                run: () => {
                  saveSamples(drawn.subject, drawn.picture);
                },
              },
            ]
      }
    >
      {drawn !== undefined && common !== false && (
        <div ref={body} className="plot" data-pending={pending}>
          <div className="choices">
            <PlotChoices
              subject={drawn.subject}
              across={drawn.picture.across}
              up={drawn.picture.kind === 'field' ? drawn.picture.up : undefined}
              result={drawn.picture.result}
              onAcross={(label) => {
                choose({ across: label, result });
              }}
              onUp={(label) => {
                choose({ across: drawn.subject.leaves[drawn.picture.across]?.label ?? '', up: label, result });
              }}
              onResult={(next) => {
                choose({ ...(across === undefined ? {} : { across }), up, result: next });
              }}
            />
            <ViewButtons
              label="Plot view"
              view={common.view}
              onView={setMoved}
              fit={common.fit}
              plane={drawn.picture.kind === 'field'}
            />
          </div>
          {drawn.picture.kind === 'curve' ? (
            <CurveFigure
              {...common}
              picture={drawn.picture}
              shown={shown}
              onShown={(name) => {
                setShown((before) => toggled(before, name));
              }}
              order={order}
              onOrder={(next) => {
                setOrder(next);
                setShown((before) => new Set([...before, 'polynomial']));
              }}
            />
          ) : (
            <FieldFigure {...common} picture={drawn.picture} />
          )}
        </div>
      )}
    </PanelFrame>
  );
}

const FIRST_SHOWN: ReadonlySet<CurveName> = new Set<CurveName>(['value', 'first', 'tangent']);

function toggled(before: ReadonlySet<CurveName>, name: CurveName): ReadonlySet<CurveName> {
  const after = new Set(before);
  if (!after.delete(name)) after.add(name);
  return after;
}

/** Any range, for a curve: its values determine the vertical range. */
const NO_VALUES = [0, 1] as const;

function rangesOf(drawn: Drawn | undefined) {
  const picture = drawn?.picture;
  return { x: picture?.x, y: picture?.kind === 'field' ? picture.y : NO_VALUES };
}

/** The state of the panel. A program that cannot run shows the problems of its value. */
function frameView(
  { reply, drawn: payload, stale, pending }: PlotAnswers,
  program: AskedProgram | undefined,
  value: FrameView,
): FrameView {
  if (program === undefined) {
    const { state, diagnostics } = value;
    return { state: state === 'ok' ? 'pending' : state, payload, diagnostics, stale: true };
  }
  if (reply === 'stopped') return { state: stale ? 'pending' : 'error', payload, diagnostics: [STOPPED], stale };
  if (reply?.state === 'error') {
    const { diagnostics } = reply;
    // A program with nothing to plot stays empty until an answer has a picture.
    if (diagnostics.length === 0) return { state: 'empty', payload, diagnostics, stale };
    return { state: stale ? 'pending' : 'error', payload, diagnostics, stale: true };
  }
  return { state: pending ? 'pending' : 'ok', payload, diagnostics: [], stale };
}

const STOPPED = stopped('Drawing the plot', 'change the program or an input to try again');

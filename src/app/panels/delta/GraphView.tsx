import type { ZoomTransform } from 'd3-zoom';
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useId, useMemo, useRef } from 'react';
import { useDrawnWhole } from '../../store/hooks';
import { alongFlow, nodeUnder } from '../../charts/delta/canvas';
import { type DeltaDrawing, drawDelta } from '../../charts/delta/svg';
import { firstView, followed, wholeView } from '../../charts/delta/view';
import { currentStep, type DrawingState } from '../../charts/delta/state';
import { CLAUSES } from '../../charts/delta/sweep';
import type { PartExtent } from '../../charts/view';
import { useView } from '../shared/use-view';
import { ZoomButtons, zoomedByKey } from '../shared/ZoomButtons';
import { CanvasPainter } from './canvas-painter';
import { useScheme } from './colours';
import { neighbour } from './neighbours';
import type { Placed } from './use-placement';

/** Above this many nodes a canvas draws the graph: browsers lay out all SVG texts again whenever the page changes. */
export const SVG_LIMIT = 240;

interface GraphViewProps {
  readonly placed: Placed;
  readonly state: DrawingState;
  readonly label: string;
  /** Whether the first view shows the whole graph, however small. */
  readonly whole?: boolean;
  /** A new object each time the reader searches for the selected node, so that the view follows again. */
  readonly sought?: object | undefined;
  /** Called with a drawn node, or with none. */
  readonly onHover: (index: number | undefined) => void;
  readonly onSelect: (index: number) => void;
  readonly onChoose: (index: number) => void;
  readonly onSearch?: () => void;
  /** Backspace at a drawn node: collapses the call around it. */
  readonly onClose?: (index: number) => void;
  /** Called with a function that returns the visible part while the graph is shown, and with undefined afterwards. */
  readonly lend?: (seen: (() => SeenPart | undefined) | undefined) => void;
  /** Whether the wrapper's bindings are drawn, and the toggle for that; undefined where they always are. */
  readonly bookkeeping?: { readonly on: boolean; readonly toggle: () => void } | undefined;
  /** The state of the full view, and its toggle. */
  readonly enlarge?: { readonly on: boolean; readonly toggle: () => void };
}

/** The visible part of the drawing, at `k` pixels per unit. */
export interface SeenPart {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly k: number;
}

/** The graph with pan, zoom and a keyboard cursor. d3 or a canvas draws it, not React. */
export function GraphView(props: GraphViewProps) {
  const { placed, state } = props;
  const { graph, placement } = placed;
  const box = useRef<HTMLDivElement>(null);
  const layer = useRef<SVGGElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<DeltaDrawing>(undefined);
  const painter = useRef<CanvasPainter>(undefined);
  const scheme = useScheme();
  const keys = useId();
  const inSvg = graph.count <= SVG_LIMIT;
  const flow = useMemo(() => alongFlow(graph, placement), [graph, placement]);

  const printing = useDrawnWhole();
  const result = graph.drawn[state.payload.result] ?? 0;
  const viewed = useMemo(
    () => ({
      width: placement.width,
      height: placement.height,
      whole: wholeView.bind(undefined, placement),
      first: firstView.bind(undefined, placement, result),
    }),
    [placement, result],
  );
  const move = useCallback((transform: ZoomTransform, gesture: boolean): void => {
    painter.current?.move(transform, gesture);
  }, []);
  const view = useView(box, layer, viewed, { whole: props.whole === true, wheel: true, onChange: move });

  // Only a new structure or layout redraws the graph; the effect below updates numbers and marks.
  useEffect(() => {
    if (inSvg && layer.current !== null) drawing.current = drawDelta(layer.current, { graph, placement });
  }, [graph, placement, inSvg]);
  useEffect(() => {
    if (inSvg) drawing.current?.update(state);
    else if (canvas.current !== null) {
      painter.current ??= new CanvasPainter(canvas.current, view.seen());
      painter.current.show({ graph, placement, flow, state, scheme });
    }
  }, [state, inSvg, graph, placement, flow, scheme, view]);
  useEffect(() => {
    return () => {
      painter.current?.dispose();
      painter.current = undefined;
    };
  }, [inSvg]);

  const step = currentStep(state);
  const { nodes, slots, clauses } = state.sweep;
  useEffect(() => {
    if (step < 0) return;
    const node = nodes[step] ?? -1;
    const slot = slots[step] ?? -1;
    // The view follows the operand slot of `Var x`, however far away x is.
    const fired = CLAUSES[clauses[step] ?? 0] === 'var' && slot >= 0 ? [node, slot >> 1] : [node];
    const extents = fired.flatMap((each) => extentOf({ graph, placement }, graph.drawn[each] ?? -1));
    view.show((seen, room) => followed(placement, seen, room, extents, 0));
  }, [step, nodes, slots, clauses, graph, placement, view]);
  const { selected } = state;
  const { sought } = props;
  useEffect(() => {
    const extents = extentOf({ graph, placement }, selected);
    view.show((seen, room) => followed(placement, seen, room, extents, READABLE));
  }, [selected, sought, graph, placement, view]);

  const { lend } = props;
  useEffect(() => {
    lend?.(() => {
      const element = box.current;
      if (element === null) return undefined;
      const { k } = view.seen();
      const [x, y] = view.seen().invert([0, 0]);
      return { x, y, width: element.clientWidth / k, height: element.clientHeight / k, k };
    });
    return () => {
      lend?.(undefined);
    };
  }, [lend, view]);

  const under = (event: PointerEvent | React.MouseEvent): number => {
    if (inSvg && event.target instanceof Element) {
      const at = event.target.closest('[data-index]')?.getAttribute('data-index');
      return at === null || at === undefined ? -1 : Number(at);
    }
    const frame = box.current?.getBoundingClientRect();
    if (frame === undefined) return -1;
    const [x, y] = view.seen().invert([event.clientX - frame.left, event.clientY - frame.top]);
    const index = nodeUnder(graph, placement, flow, x, y);
    return graph.joins[index] === 1 ? -1 : index;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = neighbour(event.key, graph, placement, state.selected, state.payload.result);
    if (next !== undefined) props.onSelect(next);
    else if (event.key === 'Enter' && state.selected >= 0) props.onChoose(state.selected);
    else if (event.key === '/' && props.onSearch !== undefined) props.onSearch();
    else if (event.key === 'Backspace' && state.selected >= 0) props.onClose?.(state.selected);
    else if (event.key === 'Escape') props.onSelect(-1);
    else if (!zoomedByKey(event.key, view)) return;
    event.preventDefault();
  };

  return (
    <div className="delta-box-outer">
      <div
        ref={box}
        className="delta-box view-box"
        tabIndex={0}
        role="application"
        aria-label={props.label}
        aria-describedby={keys}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => {
          const index = under(event);
          props.onHover(index < 0 ? undefined : index);
        }}
        onPointerLeave={() => {
          props.onHover(undefined);
        }}
        onClick={(event) => {
          const index = under(event);
          props.onSelect(index);
          if (index >= 0) props.onChoose(index);
        }}
      >
        {inSvg ? (
          <svg
            className="delta-svg view-layer"
            aria-hidden="true"
            viewBox={printing ? viewBoxOf(placement) : undefined}
            style={printing ? { maxWidth: MOST_PRINTED * placement.width, marginInline: 'auto' } : undefined}
          >
            <g ref={layer} className="delta-drawing" />
          </svg>
        ) : (
          <canvas ref={canvas} className="delta-canvas view-layer" aria-hidden="true" />
        )}
      </div>
      <ZoomButtons view={view}>
        {props.bookkeeping !== undefined && (
          <button
            type="button"
            className="button small outlined"
            aria-pressed={props.bookkeeping.on}
            title="Show the product with the cotangent, which the wrapper adds"
            onClick={props.bookkeeping.toggle}
          >
            Bookkeeping
          </button>
        )}
        {props.enlarge !== undefined && (
          <button
            type="button"
            className="button small outlined"
            aria-pressed={props.enlarge.on}
            title={props.enlarge.on ? 'Exit full view (Escape)' : 'Full view (Alt G)'}
            onClick={props.enlarge.toggle}
          >
            {props.enlarge.on ? 'Exit full view' : 'Full view'}
          </button>
        )}
      </ZoomButtons>
      <p id={keys} className="visually-hidden">
        Arrow keys move between nodes. Enter shows the source of a node or expands a collapsed call, Backspace collapses
        the call around it. Plus and minus zoom, 0 fits, slash searches, Alt G toggles the full view. The Outline tab
        shows the same graph as text.
      </p>
    </div>
  );
}

/** The least scale at which a selected node is shown. */
const READABLE = 0.8;

/** Returns the extent of a drawn node; an empty list for a node that is not drawn. */
function extentOf({ graph, placement }: Pick<Placed, 'graph' | 'placement'>, index: number): readonly PartExtent[] {
  const [x, y, width, height] = [placement.x[index], placement.y[index], graph.widths[index], graph.heights[index]];
  return x === undefined || y === undefined ? [] : [{ x, y, width: width ?? 0, height: height ?? 0 }];
}

const MARGIN = 8;
/** The largest scale in print: a few nodes need not fill the sheet. */
const MOST_PRINTED = 1.25;

function viewBoxOf({ width, height }: Placed['placement']): string {
  return [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].join(' ');
}

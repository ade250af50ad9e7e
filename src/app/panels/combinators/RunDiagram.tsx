import { zoomIdentity, type ZoomTransform } from 'd3-zoom';
import {
  type KeyboardEvent,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type CombinatorDrawing, type DrawnBox, drawingOf, nextBox } from '../../charts/combinator-layout';
import { type FoldKey, hidingFolds, type RunTree } from '../../charts/combinator-runs';
import { drawCombinators } from '../../charts/combinator-svg';
import { useAppStore } from '../../store/hooks';
import { usePan } from './use-pan';

interface RunDiagramProps {
  readonly tree: RunTree;
  readonly open: ReadonlySet<FoldKey>;
  readonly lit: ReadonlySet<number>;
  readonly label: string;
  readonly onToggle: (key: FoldKey) => void;
  readonly onPoint: (run: number | undefined) => void;
  /** Enter at what cannot be folded. */
  readonly onChoose: (run: number) => void;
}

/** Boxes and wires with pan, zoom and a keyboard cursor. They are drawn by d3, not by React. */
export function RunDiagram({ tree, open, lit, label, onToggle, onPoint, onChoose }: RunDiagramProps) {
  const box = useRef<HTMLDivElement>(null);
  const layer = useRef<SVGGElement>(null);
  const mark = useRef<ReturnType<typeof drawCombinators>>(undefined);
  const hovered = useRef<string>(undefined);
  const anchor = useRef<DrawnBox>(undefined);
  const [selected, setSelected] = useState<Pick<DrawnBox, 'run' | 'key'>>();
  const keys = useId();
  const drawing = useMemo(() => drawingOf(tree, open), [tree, open]);
  const printing = useAppStore((state) => state.printing);
  const seen = useRef(zoomIdentity);
  const move = useCallback(
    (transform: ZoomTransform): void => {
      if (!printing) seen.current = transform;
      layer.current?.setAttribute('transform', (printing ? zoomIdentity : transform).toString());
    },
    [printing],
  );
  // Paper shows the whole run, which its SVG scales to the width of the page.
  useLayoutEffect(() => {
    move(seen.current);
  }, [move]);
  const view = usePan(box, drawing, move);

  useEffect(() => {
    if (layer.current !== null) mark.current = drawCombinators(layer.current, drawing);
    // What was opened stays where it is.
    const before = anchor.current;
    const after = before && boxAt(drawing, before);
    if (before !== undefined && after !== undefined) view.moveBy(before.x - after.x, before.middle - after.middle);
    anchor.current = undefined;
  }, [drawing, view]);
  useEffect(() => {
    mark.current?.({ lit, hiding: hidingFolds(tree, open, lit), selected: selected?.run ?? -1 });
  }, [tree, open, drawing, lit, selected]);

  const toggle = (key: FoldKey): void => {
    view.moveBy(0, 0);
    anchor.current = drawing.boxes.find((each) => each.key === key);
    onToggle(key);
  };
  const select = (next: DrawnBox | undefined): void => {
    setSelected(next && { run: next.run, key: next.key });
    onPoint(next?.run);
    if (next !== undefined) view.show(next.x + Math.min(next.width / 2, 60), next.middle);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const current = selected && boxAt(drawing, selected);
    const next = nextBox(event.key, drawing, current);
    if (next !== undefined) select(next);
    else if ((event.key === 'Enter' || event.key === ' ') && current !== undefined) {
      if (current.key !== undefined) toggle(current.key);
      else onChoose(current.run);
    } else if (event.key === '+' || event.key === '=') view.zoomBy(1.25);
    else if (event.key === '-') view.zoomBy(0.8);
    else if (event.key === '0') view.fit();
    else if (event.key === 'Escape' && current !== undefined) select(undefined);
    else return;
    event.preventDefault();
  };
  return (
    <div className="comb-diagram-outer">
      <div
        ref={box}
        className="comb-diagram"
        tabIndex={0}
        role="application"
        aria-label={label}
        aria-describedby={keys}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setSelected(undefined);
          onPoint(undefined);
        }}
        onPointerMove={(event) => {
          const run = attributeUnder(event, 'data-run');
          if (run === hovered.current) return;
          hovered.current = run;
          onPoint(run === undefined ? undefined : Number(run));
        }}
        onPointerLeave={() => {
          hovered.current = undefined;
          onPoint(undefined);
        }}
        onClick={(event) => {
          const key = attributeUnder(event, 'data-key');
          const found = drawing.boxes.find((each) => each.key !== undefined && each.key === key);
          if (found?.key !== undefined) toggle(found.key);
        }}
      >
        <svg
          className="comb-svg"
          aria-hidden="true"
          viewBox={printing ? `0 0 ${drawing.width} ${drawing.height}` : undefined}
        >
          <g ref={layer} className="comb-drawing" />
        </svg>
      </div>
      <p id={keys} className="visually-hidden">
        Arrow keys go from box to box, Enter opens or folds one, plus and minus zoom, 0 shows all. Text shows the same
        as a tree.
      </p>
      <div className="comb-zoom">
        <ZoomButton
          label="Zoom out"
          symbol="−"
          run={() => {
            view.zoomBy(0.8);
          }}
        />
        <ZoomButton
          label="Zoom in"
          symbol="+"
          run={() => {
            view.zoomBy(1.25);
          }}
        />
        <ZoomButton label="Show all of the run" symbol="fit" run={view.fit} />
      </div>
    </div>
  );
}

interface ZoomButtonProps {
  readonly label: string;
  readonly symbol: string;
  readonly run: () => void;
}

function ZoomButton({ label, symbol, run }: ZoomButtonProps) {
  return (
    <button type="button" className="button small outlined" aria-label={label} title={label} onClick={run}>
      {symbol}
    </button>
  );
}

function boxAt({ boxes }: CombinatorDrawing, { run, key }: Pick<DrawnBox, 'run' | 'key'>): DrawnBox | undefined {
  return boxes.find((each) => each.run === run && each.key === key);
}

function attributeUnder({ target }: SyntheticEvent, name: 'data-run' | 'data-key'): string | undefined {
  return target instanceof Element ? (target.closest(`[${name}]`)?.getAttribute(name) ?? undefined) : undefined;
}

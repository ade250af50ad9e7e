import {
  type KeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type CombinatorDrawing, type DrawnBox, drawingOf, nextBox } from '../../charts/combinators/layout';
import { type FoldKey, hidingFolds, type RunTree } from '../../charts/combinators/runs';
import { drawCombinators } from '../../charts/combinators/svg';
import { firstOfRun, headOf, litPlaces, towards, wholeRun } from '../../charts/combinators/view';
import { useDrawnWhole } from '../../store/hooks';
import { useView } from '../shared/use-view';
import { ZoomButtons, zoomedByKey } from '../shared/ZoomButtons';

interface RunDiagramProps {
  readonly tree: RunTree;
  readonly open: ReadonlySet<FoldKey>;
  readonly lit: ReadonlySet<number>;
  /** A new object whenever the reader looks for the highlighted boxes. */
  readonly sought: object | undefined;
  readonly label: string;
  readonly onToggle: (key: FoldKey) => void;
  readonly onPoint: (run: number | undefined) => void;
  /** Called on Enter at a box that cannot be folded. */
  readonly onChoose: (run: number) => void;
}

/** Boxes and wires with pan, zoom and a keyboard cursor. They are drawn by d3, not by React. */
export function RunDiagram({ tree, open, lit, sought, label, onToggle, onPoint, onChoose }: RunDiagramProps) {
  const box = useRef<HTMLDivElement>(null);
  const layer = useRef<SVGGElement>(null);
  const mark = useRef<ReturnType<typeof drawCombinators>>(undefined);
  const hovered = useRef<string>(undefined);
  const anchor = useRef<DrawnBox>(undefined);
  const found = useRef<object>(undefined);
  const [selected, setSelected] = useState<Pick<DrawnBox, 'run' | 'key'>>();
  const keys = useId();
  const printing = useDrawnWhole();
  const drawing = useMemo(() => drawingOf(tree, open), [tree, open]);
  const hiding = useMemo(() => hidingFolds(tree, open, lit), [tree, open, lit]);
  const viewed = useMemo(
    () => ({
      width: drawing.width,
      height: drawing.height,
      whole: wholeRun.bind(undefined, drawing),
      first: firstOfRun.bind(undefined, drawing),
    }),
    [drawing],
  );
  const view = useView(box, layer, viewed, {});

  // A box stays in place when it is opened or folded. This runs before other effects read the view.
  useLayoutEffect(() => {
    const before = anchor.current;
    const after = before && boxAt(drawing, before);
    if (before !== undefined && after !== undefined) view.moveBy(before.x - after.x, before.middle - after.middle);
    anchor.current = undefined;
  }, [drawing, view]);
  useEffect(() => {
    if (layer.current !== null) mark.current = drawCombinators(layer.current, drawing);
  }, [drawing]);
  useEffect(() => {
    mark.current?.({ lit, hiding, selected: selected?.run ?? -1 });
  }, [drawing, lit, hiding, selected]);
  useEffect(() => {
    if (sought === found.current) return;
    found.current = sought;
    if (sought !== undefined) view.show(towards.bind(undefined, litPlaces(drawing, lit, hiding)));
  }, [sought, drawing, lit, hiding, view]);

  const toggle = (key: FoldKey): void => {
    view.moveBy(0, 0);
    anchor.current = drawing.boxes.find((each) => each.key === key);
    onToggle(key);
  };
  const select = (next: DrawnBox | undefined): void => {
    setSelected(next && { run: next.run, key: next.key });
    onPoint(next?.run);
    if (next !== undefined) view.show(towards.bind(undefined, [headOf(next)]));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const current = selected && boxAt(drawing, selected);
    const next = nextBox(event.key, drawing, current);
    if (next !== undefined) select(next);
    else if ((event.key === 'Enter' || event.key === ' ') && current !== undefined) {
      if (current.key !== undefined) toggle(current.key);
      else onChoose(current.run);
    } else if (event.key === 'Escape' && current !== undefined) select(undefined);
    else if (!zoomedByKey(event.key, view)) return;
    event.preventDefault();
  };
  return (
    <div className="comb-diagram-outer">
      <div
        ref={box}
        className="comb-diagram view-box"
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
          className="view-layer"
          aria-hidden="true"
          viewBox={printing ? `0 0 ${drawing.width} ${drawing.height}` : undefined}
        >
          <g ref={layer} className="comb-drawing" />
        </svg>
      </div>
      <p id={keys} className="visually-hidden">
        Arrow keys move between boxes, Enter expands or folds one, plus and minus zoom, 0 fits the diagram. Text shows
        the run as a tree.
      </p>
      <ZoomButtons view={view} />
    </div>
  );
}

function boxAt({ boxes }: CombinatorDrawing, { run, key }: Pick<DrawnBox, 'run' | 'key'>): DrawnBox | undefined {
  return boxes.find((each) => each.run === run && each.key === key);
}

function attributeUnder({ target }: SyntheticEvent, name: 'data-run' | 'data-key'): string | undefined {
  return target instanceof Element ? (target.closest(`[${name}]`)?.getAttribute(name) ?? undefined) : undefined;
}

import { movedView, type PlaneView, zoomedView } from '../../charts/plane';

const ZOOM = 1.5;
const STEP = 0.2;

interface ViewButtonsProps {
  readonly view: PlaneView;
  readonly onView: (view: PlaneView) => void;
  /** Undefined while the view is the first one. */
  readonly fit: (() => void) | undefined;
  /** Up and down as well. */
  readonly plane: boolean;
}

const WAYS = [
  { label: 'Move left', text: '←', by: [-STEP, 0], plane: false },
  { label: 'Move right', text: '→', by: [STEP, 0], plane: false },
  { label: 'Move down', text: '↓', by: [0, -STEP], plane: true },
  { label: 'Move up', text: '↑', by: [0, STEP], plane: true },
] as const;

/** Zoom and pan for those who do not drag. */
export function ViewButtons({ view, onView, fit, plane }: ViewButtonsProps) {
  const button = (label: string, text: string, run: () => void) => (
    <button key={label} type="button" className="button small outlined" aria-label={label} title={label} onClick={run}>
      {text}
    </button>
  );
  return (
    <span className="plot-view" role="group" aria-label="View of the plot">
      {WAYS.filter((way) => plane || !way.plane).map(({ label, text, by: [x, y] }) =>
        button(label, text, () => {
          onView(movedView(view, x, y));
        }),
      )}
      {button('Nearer', '+', () => {
        onView(zoomedView(view, ZOOM));
      })}
      {button('Farther', '−', () => {
        onView(zoomedView(view, 1 / ZOOM));
      })}
      <button type="button" className="button small outlined" disabled={fit === undefined} onClick={fit}>
        Fit
      </button>
    </span>
  );
}

/** What a key asks of the view; undefined where it is no such key. `fit` for the first view. */
export function keyedView(key: string, view: PlaneView): PlaneView | 'fit' | undefined {
  switch (key) {
    case '+':
    case '=':
      return zoomedView(view, ZOOM);
    case '-':
      return zoomedView(view, 1 / ZOOM);
    case '[':
      return movedView(view, -STEP, 0);
    case ']':
      return movedView(view, STEP, 0);
    case '0':
      return 'fit';
    default:
      return undefined;
  }
}

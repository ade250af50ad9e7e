import { movedView, type PlaneView, zoomedView } from '../../charts/plane/plane';

const ZOOM = 1.5;
const STEP = 0.2;

interface ViewButtonsProps {
  readonly label: string;
  readonly view: PlaneView;
  readonly onView: (view: PlaneView) => void;
  /** Undefined while the view is the first one. */
  readonly fit: (() => void) | undefined;
  /** Up and down as well. */
  readonly plane: boolean;
}

const WAYS = [
  { way: 'Move left', text: '←', by: [-STEP, 0], plane: false },
  { way: 'Move right', text: '→', by: [STEP, 0], plane: false },
  { way: 'Move down', text: '↓', by: [0, -STEP], plane: true },
  { way: 'Move up', text: '↑', by: [0, STEP], plane: true },
] as const;

/** Zoom and pan for those who do not drag. */
export function ViewButtons({ label, view, onView, fit, plane }: ViewButtonsProps) {
  const button = (name: string, text: string, run: () => void) => (
    <button key={name} type="button" className="button small outlined" aria-label={name} title={name} onClick={run}>
      {text}
    </button>
  );
  return (
    <span className="view-buttons" role="group" aria-label={label}>
      {WAYS.filter((each) => plane || !each.plane).map(({ way, text, by: [x, y] }) =>
        button(way, text, () => {
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

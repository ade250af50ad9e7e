import { movedView, type PlaneView, zoomedView } from '../../charts/plane/plane';

const ZOOM = 1.5;
const STEP = 0.2;

interface ViewButtonsProps {
  readonly label: string;
  readonly view: PlaneView;
  readonly onView: (view: PlaneView) => void;
  /** Undefined while the view is the initial one. */
  readonly fit: (() => void) | undefined;
  /** Whether the view also moves up and down. */
  readonly plane: boolean;
  /** There are no buttons that move the view, because everything is in it. */
  readonly zoomsOnly?: boolean;
}

const MOVES = [
  { label: 'Move left', text: '←', by: [-STEP, 0], plane: false },
  { label: 'Move right', text: '→', by: [STEP, 0], plane: false },
  { label: 'Move down', text: '↓', by: [0, -STEP], plane: true },
  { label: 'Move up', text: '↑', by: [0, STEP], plane: true },
] as const;

/** Buttons that zoom and pan, for readers who do not drag. */
export function ViewButtons({ label, view, onView, fit, plane, zoomsOnly = false }: ViewButtonsProps) {
  const button = (name: string, text: string, run: () => void) => (
    <button key={name} type="button" className="button small outlined" aria-label={name} title={name} onClick={run}>
      {text}
    </button>
  );
  return (
    <span className="view-buttons" role="group" aria-label={label}>
      {MOVES.filter((each) => !zoomsOnly && (plane || !each.plane)).map(({ label: move, text, by: [x, y] }) =>
        button(move, text, () => {
          onView(movedView(view, x, y));
        }),
      )}
      {button('Zoom in', '+', () => {
        onView(zoomedView(view, ZOOM));
      })}
      {button('Zoom out', '−', () => {
        onView(zoomedView(view, 1 / ZOOM));
      })}
      <button type="button" className="button small outlined" disabled={fit === undefined} onClick={fit}>
        Fit
      </button>
    </span>
  );
}

/** The view that a key leads to, `fit` for the initial view, undefined for other keys. */
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

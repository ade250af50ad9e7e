import type { Json } from '../../../protocol/messages';
import type { PlotLeaf, PlotSubject } from '../../../protocol/plot';
import type { PlaneView } from '../../charts/plane/plane';
import { showNumber } from '../../kit/format';
import type { Placement } from './place';

/** What a curve and a field are given alike. */
export interface FigureProps<P> {
  readonly subject: PlotSubject;
  readonly picture: P;
  /** The part that is shown, which the picture may not cover yet. */
  readonly view: PlaneView;
  readonly onView: (view: PlaneView) => void;
  /** Undefined while the view is the first one. */
  readonly fit: (() => void) | undefined;
  readonly overrides: Readonly<Record<string, Json>>;
  readonly onPlace: (placements: readonly Placement[]) => void;
  /** The point is held: the view stays. */
  readonly onHold: (held: boolean) => void;
  readonly stale: boolean;
  readonly pending: boolean;
}

/** `x 2` */
export function placeText(leaf: PlotLeaf, value: number): string {
  return `${leaf.label} ${showNumber(value)}`;
}

/** How far a key moves the point. */
export function keyedSteps(
  event: Pick<React.KeyboardEvent, 'key' | 'shiftKey'>,
): readonly [number, number] | undefined {
  const many = event.shiftKey ? 10 : 1;
  switch (event.key) {
    case 'ArrowLeft':
      return [-many, 0];
    case 'ArrowRight':
      return [many, 0];
    case 'ArrowDown':
      return [0, -many];
    case 'ArrowUp':
      return [0, many];
    case 'PageDown':
      return [0, -10];
    case 'PageUp':
      return [0, 10];
    default:
      return undefined;
  }
}

import type { Json } from '../../../protocol/messages';
import type { PlotLeaf, PlotSubject } from '../../../protocol/plot';
import type { PlaneView } from '../../charts/plane/plane';
import { showNumber } from '../../kit/format';
import type { LeafPlacement } from './place';

/** The props that a curve and a field share. */
export interface FigureProps<P> {
  readonly subject: PlotSubject;
  readonly picture: P;
  /** The visible region, which the picture may not cover yet. */
  readonly view: PlaneView;
  readonly onView: (view: PlaneView) => void;
  /** Undefined while the view is the initial one. */
  readonly fit: (() => void) | undefined;
  readonly overrides: Readonly<Record<string, Json>>;
  readonly onPlace: (placements: readonly LeafPlacement[]) => void;
  /** Called when a drag of the point begins and when it ends; the view stays fixed meanwhile. */
  readonly onHold: (held: boolean) => void;
  readonly stale: boolean;
  readonly pending: boolean;
}

/** `x 2` */
export function placeText(leaf: PlotLeaf, value: number): string {
  return `${leaf.label} ${showNumber(value)}`;
}

/** How many steps a key moves the point, across and up; undefined for other keys. */
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

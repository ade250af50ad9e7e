import type { Span } from '../../../language/source/span';
import { useAppStore, usePointing } from '../../store/hooks';
import type { PointingSource } from '../../store/pointing';
import './source-place.css';

interface SourcePlaceProps {
  readonly span: Span;
  readonly from: PointingSource;
  readonly children: string;
}

/** A name that points at its place in the source, and goes there. */
export function SourcePlace({ span, from, children }: SourcePlaceProps) {
  const { point } = usePointing();
  const reveal = useAppStore((state) => state.reveal);
  const enter = (): void => {
    point(span, from);
  };
  const leave = (): void => {
    point(undefined, from);
  };
  return (
    <button
      type="button"
      className="source-place"
      onPointerEnter={enter}
      onPointerLeave={leave}
      onFocus={enter}
      onBlur={leave}
      onClick={() => {
        reveal(span);
      }}
    >
      {children}
    </button>
  );
}

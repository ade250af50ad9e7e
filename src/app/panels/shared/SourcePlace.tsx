import type { Span } from '../../../language/source/span';
import { useAppStore, usePointing } from '../../store/hooks';
import './source-place.css';

interface SourcePlaceProps {
  readonly span: Span;
  readonly children: string;
}

/** A name that highlights its place in the source on hover, and goes there on a click. */
export function SourcePlace({ span, children }: SourcePlaceProps) {
  const { pointTo } = usePointing();
  const reveal = useAppStore((state) => state.reveal);
  const enter = (): void => {
    pointTo(span);
  };
  const leave = (): void => {
    pointTo(undefined);
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

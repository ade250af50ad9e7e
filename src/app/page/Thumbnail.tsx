import { StaticCode } from '../notebook/StaticCode';
import type { Thumbnail as Shown } from './thumbnails';

/** The box of miniatures, which the drawing's axes have left free. */
const BOX = '64 8 96 64';

/** A notebook in small: its picture, or its program in letters that fill the box. */
export function Thumbnail({ shown = '' }: { readonly shown: Shown | undefined }) {
  if (typeof shown !== 'string')
    return (
      <svg className="thumbnail" viewBox={BOX} aria-hidden="true">
        {shown.map(([colour, width, path, opacity = 10], at) => (
          <path
            key={at}
            d={path}
            style={{ stroke: `var(--${colour})` }}
            strokeWidth={width}
            strokeOpacity={opacity / 10}
            className={path.includes('h0') ? 'dots' : opacity < 10 ? 'cells' : undefined}
          />
        ))}
      </svg>
    );
  const lines = shown.split('\n');
  const widest = Math.max(...lines.map(({ length }) => length));
  const size = Math.max(lines.length < 6 ? 7 : 5.5, Math.min(10, 44 / lines.length, 145 / widest));
  return (
    <div className="thumbnail" style={{ fontSize: size }} aria-hidden="true">
      <StaticCode text={shown} />
    </div>
  );
}

import { bandShade } from '../../charts/plane/bands';
import { showNumber } from '../../kit/format';

/** The shades between contours, with the levels at which they change. */
export function ContourLegend({ levels, name }: { readonly levels: readonly number[]; readonly name: string }) {
  if (levels.length < 2) return null;
  const shown = new Set([0, Math.floor(levels.length / 2), levels.length - 1]);
  return (
    <div className="contour-legend" role="group" aria-label={`Colours of ${name}`}>
      <code>{name}</code>
      {levels.map((level, band) => (
        <span key={level} className="contour-shade">
          <span style={{ opacity: bandShade(band, levels.length) }} />
          {shown.has(band) && <span className="contour-level">{showNumber(level, 3)}</span>}
        </span>
      ))}
      <span className="contour-shade">
        <span style={{ opacity: bandShade(levels.length, levels.length) }} />
      </span>
    </div>
  );
}

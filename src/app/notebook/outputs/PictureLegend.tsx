import { symbol } from 'd3-shape';
import type { LegendName, PictureColours } from '../../charts/picture/colours';
import { brief, endsOf } from '../../charts/picture/reading';
import { dashOf, symbolOf } from '../../charts/picture/shapes';
import { counted } from '../../kit/format';

/** A legend has room for so many names. */
const MOST_NAMES = 24;
const STOPS = [0, 0.25, 0.5, 0.75, 1] as const;

/** The names of a picture with their colours, symbols and dashes, and its scales of colours. */
export function PictureLegend({ colours: { legend, scales } }: { readonly colours: PictureColours }) {
  return (
    <>
      {legend.slice(0, MOST_NAMES).map((each, index) => (
        <span key={each.name} className="picture-name">
          <Sample {...each} index={index} />
          {brief(each.name)}
        </span>
      ))}
      {legend.length > MOST_NAMES && <span>{counted(legend.length - MOST_NAMES, 'more name')}</span>}
      {scales.map((scale, i) => (
        <span key={i} className="picture-name">
          {endsOf(scale)[0]}
          <span
            className="picture-scale"
            aria-hidden="true"
            style={{
              background: `linear-gradient(to right, ${STOPS.map((share) =>
                scale.colour(scale.low * (1 - share) + scale.high * share),
              ).join(', ')})`,
            }}
          />
          {endsOf(scale)[1]}
        </span>
      ))}
    </>
  );
}

function Sample({ shape, colour, index }: LegendName & { readonly index: number }) {
  return (
    <svg className="picture-sample" viewBox="0 0 24 14" aria-hidden="true">
      {shape === 'symbol' && <path transform="translate(12 7)" fill={colour} d={symbol(symbolOf(index), 64)() ?? ''} />}
      {shape === 'area' && <rect x="6" y="1" width="12" height="12" fill={colour} />}
      {shape === 'line' && (
        <path d="M0 7h24" fill="none" stroke={colour} strokeWidth="2" strokeDasharray={dashOf(index)} />
      )}
    </svg>
  );
}

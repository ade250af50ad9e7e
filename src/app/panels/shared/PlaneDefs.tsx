import type { ChartSize } from '../../charts/series/series-chart';

interface PlaneDefsProps {
  readonly id: string;
  readonly frame: ChartSize & { readonly x: number; readonly y: number };
}

/** What a plane refers to: its frame as a clip, `ID-frame`, and the hatching of what is undefined, `ID-hatch`. */
export function PlaneDefs({ id, frame }: PlaneDefsProps) {
  return (
    <defs>
      <clipPath id={`${id}-frame`}>
        <rect {...frame} />
      </clipPath>
      <pattern id={`${id}-hatch`} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="plane-hatch" d="M0 0V7" />
      </pattern>
    </defs>
  );
}

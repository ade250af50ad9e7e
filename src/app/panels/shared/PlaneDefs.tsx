import type { ChartSize } from '../../charts/series/series-chart';

interface PlaneDefsProps {
  readonly id: string;
  readonly frame: ChartSize & { readonly x: number; readonly y: number };
}

/** SVG definitions of a plane: the clip path `ID-frame`, and the hatching `ID-hatch` of undefined regions. */
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

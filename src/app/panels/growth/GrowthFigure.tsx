import { useEffect, useMemo, useRef } from 'react';
import type { Growth, GrowthInput } from '../../../protocol/growth';
import type { Meter } from '../../../semantics/outcome';
import { linesOf, showSlope } from '../../charts/series/growth';
import { drawGrowth } from '../../charts/series/growth-chart';
import { useSize } from '../shared/use-size';
import { ENGINE_LOOKS } from '../gradient/engines';
import { SourcePlace } from '../shared/SourcePlace';
import { METER_TEXTS } from '../shared/meters';

interface GrowthFigureProps {
  readonly growth: Growth;
  readonly meter: keyof Meter;
  /** The input that grew; undefined if the program has changed since. */
  readonly input: GrowthInput | undefined;
}

/** The chart of the measured points and the lines fitted to them. */
export function GrowthFigure({ growth, meter, input }: GrowthFigureProps) {
  const box = useRef<HTMLDivElement>(null);
  const layer = useRef<SVGGElement>(null);
  const size = useSize(box, { width: 600, height: 320 });
  const lines = useMemo(
    () =>
      linesOf(growth, meter).map((line) => {
        const { shape, colour } = ENGINE_LOOKS[line.engine];
        return { ...line, shape, colour };
      }),
    [growth, meter],
  );
  const { name, what } = METER_TEXTS[meter];
  const across = input?.size === 'length' ? `length of ${growth.input}` : growth.input;
  const chart = useMemo(
    () => ({ lines, sizes: growth.sizes, labels: { x: across, y: name } }),
    [lines, growth.sizes, across, name],
  );
  useEffect(() => {
    if (layer.current !== null) drawGrowth(layer.current, chart, size);
  }, [chart, size]);
  const slopes = lines.flatMap(({ engine, fit }) =>
    fit === undefined ? [] : [`${ENGINE_LOOKS[engine].name} ${showSlope(fit.slope)}`],
  );
  return (
    <figure className="growth-figure">
      {lines.length === 0 && <p className="figure-note">No engine counts {name} at these sizes.</p>}
      <div ref={box} className="growth-box" hidden={lines.length === 0}>
        <svg
          className="figure-svg"
          role="img"
          aria-label={`${name} against ${across}, both logarithmic. Slopes: ${slopes.join(', ') || 'none yet'}.`}
        >
          <g ref={layer} className="growth-content" />
        </svg>
      </div>
      <figcaption className="figure-note">
        {name[0]?.toUpperCase()}
        {name.slice(1)} against {input?.size === 'length' && 'the length of '}
        {input === undefined ? (
          <code>{growth.input}</code>
        ) : (
          <SourcePlace span={input.span}>{input.name}</SourcePlace>
        )}: {what}.
      </figcaption>
    </figure>
  );
}

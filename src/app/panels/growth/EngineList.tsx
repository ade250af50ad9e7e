import { type EngineGrowth, endOf, type Growth, type GrowthEnd, ranOnOf } from '../../../protocol/growth';
import { ranOnText } from '../../../protocol/ran-on';
import type { Meter } from '../../../semantics/outcome';
import { showSlope } from '../../charts/series/growth';
import { ENGINE_LOOKS, EngineMark } from '../gradient/engines';
import { integer } from '../../kit/format';

/** The legend: each engine with its slope, and why it stopped early. */
export function EngineList({ growth, meter }: { readonly growth: Growth; readonly meter: keyof Meter }) {
  return (
    <ul className="growth-engines" aria-label="Engines">
      {growth.engines.map((column) => (
        <li key={column.engine}>
          <span className="growth-engine">
            <EngineMark engine={column.engine} /> <b>{ENGINE_LOOKS[column.engine].name}</b>
          </span>
          <span>
            {slopeText(column, meter)}
            <Remark growth={growth} column={column} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function slopeText({ measurements, fits }: EngineGrowth, meter: keyof Meter): string {
  const fit = fits[meter];
  if (fit !== undefined) return `slope ${showSlope(fit.slope)}`;
  const known = measurements.filter((measurement) => measurement.status === 'ok');
  if (known.length === 0) return measurements.some(({ status }) => status === 'pending') ? '…' : 'no slope';
  const counts = known.flatMap((measurement) => measurement.meter[meter] ?? []);
  if (counts.length === 0) return 'not counted';
  return counts.some((count) => count > 0) ? 'one size only, no slope' : 'not measured';
}

function Remark({ growth, column }: { readonly growth: Growth; readonly column: EngineGrowth }) {
  const end = endOf(growth, column);
  const ranOn = ranOnText(ranOnOf(column));
  return (
    <span className="figure-note">
      {ranOn !== undefined && `; ${ranOn}`}
      {end !== undefined && (
        <>
          ; {STATUS[end.status]}
          {end.size !== undefined && ` at ${integer(end.size)}`}: {end.diagnostic.message}
        </>
      )}
    </span>
  );
}

const STATUS = {
  unsupported: 'unsupported',
  'one direction': 'one direction only',
  failed: 'failed',
  stopped: 'stopped',
} as const satisfies Readonly<Record<GrowthEnd['status'], string>>;

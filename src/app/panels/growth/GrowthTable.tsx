import { useState } from 'react';
import type { Growth, Measurement } from '../../../protocol/growth';
import type { Meter } from '../../../semantics/outcome';
import { showSlope } from '../../charts/growth';
import { ENGINE_LOOKS } from '../gradient/engines';
import { METER_TEXTS } from '../shared/meters';

/** The meter at every size as a table: what the chart shows, for those who read it. */
export function GrowthTable({ growth, meter }: { readonly growth: Growth; readonly meter: keyof Meter }) {
  const [open, setOpen] = useState(false);
  const { input, sizes, engines } = growth;
  const { name } = METER_TEXTS[meter];
  return (
    <details
      className="growth-text"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{name} as a table</summary>
      {open && (
        <div className="growth-scroll" tabIndex={0} role="region" aria-label={`The ${name} of each engine`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{input}</th>
                {engines.map(({ engine }) => (
                  <th key={engine} scope="col">
                    {ENGINE_LOOKS[engine].name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sizes.map((size, at) => (
                <tr key={size}>
                  <th scope="row">{size.toLocaleString('en')}</th>
                  {engines.map(({ engine, measurements }) => (
                    <td key={engine}>{cellText(measurements[at], meter)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">slope</th>
                {engines.map(({ engine, fits }) => (
                  <td key={engine}>{slopeText(fits[meter]?.slope)}</td>
                ))}
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </details>
  );
}

function slopeText(slope: number | undefined): string {
  return slope === undefined ? '–' : showSlope(slope);
}

function cellText(measurement: Measurement | undefined, meter: keyof Meter): string {
  if (measurement === undefined || measurement.status === 'pending') return '…';
  return measurement.status === 'ok' ? measurement.meter[meter].toLocaleString('en') : measurement.status;
}

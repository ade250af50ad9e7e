import type { Growth, Measurement } from '../../../protocol/growth';
import type { Meter } from '../../../semantics/outcome';
import { showSlope } from '../../charts/series/growth';
import { ENGINE_LOOKS } from '../gradient/engines';
import { METER_TEXTS } from '../shared/meters';
import { FigureTable } from '../../kit/FigureTable';
import { integer } from '../../kit/format';

/** The data of the chart as a table: the meter at every size. */
export function GrowthTable({ growth, meter }: { readonly growth: Growth; readonly meter: keyof Meter }) {
  const { input, sizes, engines } = growth;
  const { name } = METER_TEXTS[meter];
  return (
    <FigureTable summary={`${name} as a table`} label={`${name} by engine`}>
      {() => (
        <>
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
                <th scope="row">{integer(size)}</th>
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
        </>
      )}
    </FigureTable>
  );
}

function slopeText(slope: number | undefined): string {
  return slope === undefined ? '–' : showSlope(slope);
}

function cellText(measurement: Measurement | undefined, meter: keyof Meter): string {
  if (measurement === undefined || measurement.status === 'pending') return '…';
  if (measurement.status !== 'ok') return measurement.status;
  const count = measurement.meter[meter];
  return count === undefined ? '–' : integer(count);
}

import { type EngineGrowth, endOf, type Growth, type Measurement, ranOnOf } from '../protocol/growth';
import { ranOnText } from '../protocol/ran-on';
import { REPORTED_METERS, uncountedBy } from '../services/growth-report';

/** Returns a table with a row for each size and engine, then the fitted slopes, then why an engine stopped early. */
export function growthText(body: Growth): string {
  const { input, sizes, engines } = body;
  const rows = [
    [input, 'engine', ...REPORTED_METERS],
    ...sizes.flatMap((size, at) => engines.map((engine) => [String(size), engine.engine, ...metersOf(engine, at)])),
    ...engines.map((engine) => ['slope', engine.engine, ...slopesOf(engine)]),
  ];
  return [...aligned(rows), ...engines.flatMap((engine) => remarksOn(body, engine))].join('\n');
}

function metersOf({ measurements }: EngineGrowth, at: number): readonly string[] {
  const measurement = measurements[at];
  if (measurement?.status === 'ok') return REPORTED_METERS.map((meter) => countText(measurement.meter[meter]));
  return [measurement === undefined ? '' : STATUS[measurement.status]];
}

function countText(count: number | undefined): string {
  if (count === undefined) return '-';
  return count < 1e15 ? String(count) : count.toExponential(2).replace('e+', 'e');
}

const STATUS = {
  pending: 'not run',
  unsupported: 'unsupported',
  'one direction': 'one direction',
  failed: 'failed',
  stopped: 'stopped',
  'not tried': 'not tried',
} as const satisfies Readonly<Record<Exclude<Measurement['status'], 'ok'>, string>>;

function slopesOf({ fits }: EngineGrowth): readonly string[] {
  return REPORTED_METERS.map((meter) => fits[meter]?.slope.toFixed(3) ?? '-');
}

function remarksOn(body: Growth, engine: EngineGrowth): readonly string[] {
  const end = endOf(body, engine);
  const uncounted = uncountedBy(engine);
  const ranOn = ranOnText(ranOnOf(engine));
  return [
    ...(uncounted.length > 0 ? [`${engine.engine}: ${uncounted.join(', ')} are not counted`] : []),
    ...(ranOn === undefined ? [] : [`${engine.engine}: ${ranOn}`]),
    ...(end === undefined
      ? []
      : [`${engine.engine}${end.size === undefined ? '' : ` at ${end.size}`}: ${end.diagnostic.message}`]),
  ];
}

/** Right-aligns sizes and numbers and left-aligns names. A row that ends early has words in its last column. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const whole = rows.filter(({ length }) => length > 3);
  const widths = (whole[0] ?? []).map((_, column) => Math.max(...whole.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) => {
        const width = widths[column] ?? 0;
        return column === 1 || (column === 2 && row.length === 3) ? text.padEnd(width) : text.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

import type { ColumnSummary as Summary } from '../../notebook/table-summary';
import type { WindowColumn } from '../../notebook/table-window';
import { counted, integer, showNumber } from '../kit/format';

const [WIDTH, HEIGHT] = [60, 16];

/** What the values of a column are, as a small picture and a few words. */
export function ColumnSummary({ summary }: { readonly summary: Summary | undefined }) {
  if (summary === undefined) return null;
  const counts =
    summary.tag === 'numbers' ? summary.counts : summary.tag === 'bools' ? [summary.no, summary.yes] : undefined;
  const most = Math.max(1, ...(counts ?? []));
  return (
    <>
      {counts !== undefined && (
        <svg className="table-histogram" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
          {counts.map((count, part) => {
            // What is there is seen, however little.
            const height = count === 0 ? 0 : Math.max(1, (HEIGHT * count) / most);
            const width = WIDTH / counts.length;
            return (
              <rect key={part} x={part * width} y={HEIGHT - height} width={Math.max(1, width - 1)} height={height} />
            );
          })}
        </svg>
      )}
      <span className="table-range">{rangeText(summary)}</span>
    </>
  );
}

function rangeText(summary: Summary): string {
  switch (summary.tag) {
    case 'numbers':
      return summary.low === summary.high
        ? showNumber(summary.low)
        : `${showNumber(summary.low)} to ${showNumber(summary.high)}`;
    case 'bools':
      return `${integer(summary.yes)} true`;
    case 'texts':
      return counted(summary.distinct, 'value');
  }
}

/** Says what the columns of a table are, in words. */
export function summaryText(columns: readonly WindowColumn[]): string {
  return columns
    .map(({ name, type, summary }) => {
      if (summary === undefined) return `${name}: ${type ?? 'no type'}`;
      const parts = summary.tag === 'numbers' && summary.counts.length > 1 ? `, ${partsText(summary.counts)}` : '';
      const others = summary.tag === 'bools' ? `, ${integer(summary.no)} false` : '';
      return `${name}: ${type ?? 'no type'}, ${rangeText(summary)}${others}${parts}`;
    })
    .join('; ');
}

function partsText(counts: readonly number[]): string {
  return `counts in ${counts.length} equal parts ${counts.map(integer).join(', ')}`;
}

/** Prints rows in columns: the first on the left, the others on the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? '').length)));
  for (const row of [head, widths.map((width) => '-'.repeat(width)), ...rows]) {
    console.log(
      `  ${widths.map((width, i) => (i === 0 ? (row[i] ?? '').padEnd(width) : (row[i] ?? '').padStart(width))).join('  ')}`.trimEnd(),
    );
  }
}

/** Three significant digits, without an exponent. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (value === 0) return '0';
  const places = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(places, 6));
}

/** A factor; one that misses its goal is marked. */
export function times(value: number, goal = Infinity): string {
  return Number.isFinite(value) ? `${value > goal ? '! ' : ''}${value.toFixed(2)}` : '-';
}

export function exponent(value: number): string {
  return Number.isFinite(value) ? value.toExponential(0) : '-';
}

export function bytes(value: number): string {
  if (value >= 1e6) return `${digits(value / 1e6)} MB`;
  return value >= 1e3 ? `${digits(value / 1e3)} kB` : `${value} B`;
}

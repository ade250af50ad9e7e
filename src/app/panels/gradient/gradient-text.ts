import type { EngineColumn, GradientPayload } from '../../../protocol/messages';
import { exactNumber, superscript } from '../../kit/format';

/** The table as tab-separated text: one line per leaf, one column per engine, all digits. */
export function gradientAsText(payload: GradientPayload): string {
  const head = ['input', 'value', ...payload.engines.map((column) => column.engine)];
  const rows = payload.focus.leaves.map((leaf, i) => [
    leaf.label,
    exactNumber(leaf.value),
    ...payload.engines.map((column) => cellText(column, i)),
  ]);
  return `${[head, ...rows].map((row) => row.join('\t')).join('\n')}\n`;
}

function cellText(column: EngineColumn, leaf: number): string {
  return column.status === 'ok' ? exactNumber(column.derivatives[leaf] ?? NaN) : column.status;
}

/** A relative difference with one digit: `0`, `3·10⁻¹⁶`. */
export function showDifference(difference: number): string {
  if (difference === 0) return '0';
  if (!Number.isFinite(difference)) return 'undefined';
  const [digits = '0', power = '0'] = difference.toExponential(0).split('e');
  const exponent = Number(power);
  if (exponent >= -2) return String(Number(difference.toPrecision(1)));
  return `${digits}·10${superscript(exponent)}`;
}

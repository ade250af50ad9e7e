import { engineLabel } from '../../../ad/engine';
import type { EngineColumn, GradientPayload } from '../../../protocol/messages';
import { counted, exactNumber, superscript } from '../../kit/format';

/** The table as tab-separated text: one line per leaf, one column per engine, all digits. */
export function gradientAsText(payload: GradientPayload): string {
  const head = ['input', 'value', ...payload.engines.map(({ engine }) => engineLabel(engine))];
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

/** Why there is no verdict: without two answers there is nothing to compare; otherwise a number overflowed. */
export function whyNotCompared(engines: readonly Pick<EngineColumn, 'status'>[]): string {
  const answered = engines.filter(({ status }) => status === 'ok').length;
  if (answered > 1 || engines.some(({ status }) => status === 'failed')) return 'a number overflowed';
  return answered === 1 ? 'only one engine has answered' : 'no engine has answered';
}

/** What the engines say about one input: `✓ 11 agree`, `✗ curry differs`, `1 engine`. */
export function summaryAt(
  engines: readonly EngineColumn[],
  leaf: number,
): { readonly text: string; readonly differ: boolean } {
  const answered = engines.flatMap((column) => (column.status === 'ok' ? [column] : []));
  const apart = answered.filter(({ differs }) => differs.includes(leaf));
  if (apart.length === 1 && apart[0] !== undefined)
    return { text: `✗ ${engineLabel(apart[0].engine)} differs`, differ: true };
  if (apart.length > 1) return { text: `✗ ${apart.length} differ`, differ: true };
  if (answered.length < 2) return { text: counted(answered.length, 'engine'), differ: false };
  return { text: `✓ ${answered.length} agree`, differ: false };
}

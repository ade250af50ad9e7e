import type { WindowCell, WindowColumn } from '../../notebook/table-window';

export function isNumeric({ type }: WindowColumn): boolean {
  return type === 'real' || type === 'int';
}

/** Returns the class of a cell of a table. */
export function classOf(column: WindowColumn | undefined, { isWrong }: WindowCell): string | undefined {
  const names = [column !== undefined && isNumeric(column) ? 'numeric' : '', isWrong ? 'wrong' : ''];
  const all = names.filter((name) => name !== '');
  return all.length === 0 ? undefined : all.join(' ');
}

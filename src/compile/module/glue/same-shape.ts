/** Whether two values of one type have the same lengths and the same constructors. */
export function sameShape(first: unknown, second: unknown): boolean {
  const pending: (readonly [unknown, unknown])[] = [[first, second]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [a, b] = next;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) continue;
    if (ArrayBuffer.isView(a) || ArrayBuffer.isView(b)) {
      if (a instanceof Float64Array && b instanceof Float64Array && a.length !== b.length) return false;
      continue;
    }
    const [left, right] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
    if (Array.isArray(a) && a.length !== (b as readonly unknown[]).length) return false;
    if (left['tag'] !== right['tag'] && typeof left['tag'] === 'string' && typeof right['tag'] === 'string')
      return false;
    for (const key of Object.keys(left)) pending.push([left[key], right[key]]);
  }
  return true;
}

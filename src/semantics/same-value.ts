import { Cell, Items, type Value, Variant } from './value';

/**
 * Whether two first-order values of one type are the same, without derivatives: each number is the same double. It takes lists of any length,
 * and no text or copy of them.
 */
export function isSameValue(first: Value, second: Value): boolean {
  const pending: Value[] = [first, second];
  while (pending.length > 0) {
    const [b, a] = [pending.pop(), pending.pop()];
    if (Object.is(a, b)) continue;
    const [as, bs] = [partsIn(a), partsIn(b)];
    if (as?.length === undefined || as.length !== bs?.length) return false;
    for (let at = 0; at < as.length; at++) {
      const [one, other] = [as[at], bs[at]];
      if (Object.is(one, other)) continue;
      if (typeof one !== 'object' || typeof other !== 'object') return false;
      pending.push(one, other);
    }
  }
  return true;
}

/** Returns what a value is made of; undefined if it has no parts. */
function partsIn(value: Value): ArrayLike<Value> | undefined {
  if (value instanceof Items) return value.items;
  if (value instanceof Cell) return [value.head, value.tail];
  if (value instanceof Variant) return [value.name, value.payload];
  return Array.isArray(value) ? value : undefined;
}

import { Cell, Items, type Value } from '../../semantics/value';

/*
 * Long lists and arrays, without an array of all their items: an output is looked at again at every move of a slider.
 */

export function lengthOf(sequence: Value): number {
  if (sequence instanceof Items) return sequence.items.length;
  let length = 0;
  for (let cell: Value = sequence; cell instanceof Cell; cell = cell.tail) length++;
  return length;
}

/** Returns the items from `from` on, before `to`. */
export function itemsBetween(sequence: Value, from: number, to: number): readonly Value[] {
  const found: Value[] = [];
  if (sequence instanceof Items) {
    const end = Math.min(to, sequence.items.length);
    for (let at = Math.max(0, from); at < end; at++) found.push(sequence.items[at]);
    return found;
  }
  let at = 0;
  for (let cell: Value = sequence; cell instanceof Cell && at < to; cell = cell.tail) {
    if (at >= from) found.push(cell.head);
    at++;
  }
  return found;
}

/** Whether all items are as wanted; stops at the first that is not. */
export function everyItem(sequence: Value, isWanted: (item: Value) => boolean): boolean {
  if (sequence instanceof Items) {
    for (let at = 0; at < sequence.items.length; at++) if (!isWanted(sequence.items[at])) return false;
    return true;
  }
  for (let cell: Value = sequence; cell instanceof Cell; cell = cell.tail) if (!isWanted(cell.head)) return false;
  return true;
}

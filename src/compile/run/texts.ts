import { WORD } from '../emit/layout';
import type { Heap } from './heap';

/** Returns the string whose address is at a place. */
export function getText(view: DataView, at: number): string {
  const from = view.getUint32(at, true);
  const end = from + WORD + 2 * view.getUint32(from, true);
  let text = '';
  for (let unit = from + WORD; unit < end; unit += 2) text += String.fromCharCode(view.getUint16(unit, true));
  return text;
}

/** Writes a string to fresh memory, and its address to a place. */
export function setText(heap: Heap, at: number, text: string): void {
  const { length } = text;
  const made = heap.allocate(WORD + Math.ceil((2 * length) / WORD) * WORD);
  const { view } = heap;
  view.setUint32(made, length, true);
  for (let i = 0, to = made + WORD; i < length; i++, to += 2) view.setUint16(to, text.charCodeAt(i), true);
  view.setUint32(at, made, true);
}

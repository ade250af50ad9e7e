import { WANTED_SEQUENCE } from '../../../../semantics/misfit';
import { WORD } from '../../../emit/layout';
import { type Codec, places } from '../codec';

/** Lists: an item is followed by the address of the rest. */
export const list: Codec<'list'> = {
  write: ({ item }, value, at, { heap, size, wrong, put }) => {
    if (!Array.isArray(value)) return wrong(WANTED_SEQUENCE);
    const rest = size[item] ?? 0;
    const { length } = value;
    let cell = heap.allocate((rest + WORD) * length);
    let slot = at;
    for (let i = 0; i < length; i++) {
      heap.view.setUint32(slot, cell, true);
      put(item, value[i], cell, i);
      slot = cell + rest;
      cell = slot + WORD;
    }
    heap.view.setUint32(slot, 0, true);
  },
  read: ({ item }, at, { view, size, data, put }) => {
    const first = view.getUint32(at, true);
    const rest = size[item] ?? 0;
    data(first, () => {
      const cells: number[] = [];
      for (let cell = first; cell !== 0; cell = view.getUint32(cell + rest, true)) cells.push(cell);
      const made = places(cells.length);
      cells.forEach((cell, i) => {
        put(item, cell, made, i);
      });
      return made;
    });
  },
};

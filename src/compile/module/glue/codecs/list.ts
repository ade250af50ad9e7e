import { WANTED_SEQUENCE } from '../../../../semantics/misfit';
import { WORD } from '../../../emit/layout';
import type { CodecOf } from '../transfer';
import type { PartReader, PartWriter } from '../with-parts';

/** Lists: an item is followed by the address of the rest. */
export const list: CodecOf<'list'> = ({ item }, size, type) => {
  const rest = size[item] ?? 0;
  return {
    write: (value, at, writer: PartWriter) => {
      if (!Array.isArray(value)) return writer.wrong(WANTED_SEQUENCE, value);
      const { heap } = writer;
      const items: readonly unknown[] = value;
      const { length } = items;
      let cell = heap.allocate((rest + WORD) * length);
      let slot = at;
      for (let i = 0; i < length; i++) {
        heap.view.setUint32(slot, cell, true);
        writer.put(item, items[i], cell, i);
        slot = cell + rest;
        cell = slot + WORD;
      }
      heap.view.setUint32(slot, 0, true);
    },
    read: (at, reader: PartReader) => {
      const { view } = reader.heap;
      const first = view.getUint32(at, true);
      return reader.shared(
        type,
        first,
        () => {
          let length = 0;
          for (let cell = first; cell !== 0; cell = view.getUint32(cell + rest, true)) length++;
          return new Array<unknown>(length);
        },
        (made) => {
          for (let cell = first, i = 0; cell !== 0; cell = view.getUint32(cell + rest, true), i++)
            made[i] = reader.part(item, cell, made, i);
        },
      );
    },
  };
};

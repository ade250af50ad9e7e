import { WANTED_SEQUENCE } from '../../../../semantics/misfit';
import { WORD } from '../../../emit/layout';
import type { CodecOf } from '../transfer';
import type { PartReader, PartWriter } from '../with-parts';

/** Arrays of other items than reals. */
export const array: CodecOf<'array'> = ({ item }, size, type) => {
  const stride = size[item] ?? 0;
  return {
    write: (value, at, writer: PartWriter) => {
      if (!Array.isArray(value)) return writer.wrong(WANTED_SEQUENCE, value);
      const { heap } = writer;
      const items: readonly unknown[] = value;
      const { length } = items;
      const made = heap.allocateArray(length, stride);
      heap.view.setUint32(at, made, true);
      for (let i = 0, to = made + WORD; i < length; i++, to += stride) writer.put(item, items[i], to, i);
    },
    read: (at, reader: PartReader) => {
      const from = reader.heap.view.getUint32(at, true);
      const length = reader.heap.view.getUint32(from, true);
      return reader.shared(
        type,
        from,
        () => new Array<unknown>(length),
        (made) => {
          for (let i = 0, next = from + WORD; i < length; i++, next += stride)
            made[i] = reader.part(item, next, made, i);
        },
      );
    },
  };
};

import { WANTED_UNIT, wantedValues } from '../../../../semantics/misfit';
import type { CodecOf } from '../transfer';
import type { PartReader, PartWriter } from '../with-parts';

export const product: CodecOf<'product'> = ({ parts }, size) => {
  const { length } = parts;
  let offset = 0;
  const fields = parts.map((type, i) => {
    const at = offset;
    offset += size[type] ?? 0;
    return { type, i, at, step: `.${i + 1}` };
  });
  return {
    write: (value, at, writer: PartWriter) => {
      if (!Array.isArray(value) || value.length !== length)
        return writer.wrong(length === 0 ? WANTED_UNIT : wantedValues(length), value);
      for (const field of fields) writer.put(field.type, value[field.i], at + field.at, field.step);
    },
    read: (at, reader: PartReader) => {
      const made = new Array<unknown>(length);
      for (const field of fields) made[field.i] = reader.part(field.type, at + field.at, made, field.i);
      return made;
    },
  };
};

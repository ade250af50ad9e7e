import { missingField, unknownField, WANTED_RECORD } from '../../../../semantics/misfit';
import { isObject } from '../is-object';
import type { CodecOf } from '../transfer';
import type { PartReader, PartWriter } from '../with-parts';

export const record: CodecOf<'record'> = ({ fields }, size) => {
  let offset = 0;
  const parts = fields.map(([name, type]) => {
    const at = offset;
    offset += size[type] ?? 0;
    return { name, type, at, step: `.${name}` };
  });
  const names = new Set(fields.map(([name]) => name));
  /** Has the fields as its own, whatever their names are, and so has a copy of it. */
  const empty: Record<string, unknown> = Object.fromEntries(fields.map(([name]) => [name, undefined]));
  return {
    write: (value, at, writer: PartWriter) => {
      if (!isObject(value)) return writer.wrong(WANTED_RECORD, value);
      for (const key of Object.keys(value))
        if (!names.has(key)) writer.fail((path) => unknownField(key, path), undefined, `.${key}`);
      for (const part of parts) {
        const field = Object.hasOwn(value, part.name) ? value[part.name] : undefined;
        if (field === undefined) writer.fail((path) => missingField(part.name, path));
        writer.put(part.type, field, at + part.at, part.step);
      }
    },
    read: (at, reader: PartReader) => {
      const made = { ...empty };
      for (const part of parts) made[part.name] = reader.part(part.type, at + part.at, made, part.name);
      return made;
    },
  };
};

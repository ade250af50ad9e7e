import { extraValue, missingValue, wantedVariant } from '../../../../semantics/misfit';
import { FIRST_ADDRESS, WORD } from '../../../emit/layout';
import { isObject } from '../is-object';
import type { CodecOf } from '../transfer';
import type { PartReader, PartWriter } from '../with-parts';

export const variant: CodecOf<'variant'> = ({ constructors, header }, size, type) => {
  const start = header ? WORD : 0;
  const all = constructors.map(([tag, payload], index) => {
    const bytes = payload === undefined ? 0 : (size[payload] ?? 0);
    return { tag, index, payload, bytes };
  });
  const byTag = new Map<unknown, (typeof all)[number]>(all.map((each) => [each.tag, each]));
  const only = all.find(({ bytes }) => bytes > 0);
  return {
    write: (value, at, writer: PartWriter) => {
      const { heap } = writer;
      const tag = isObject(value) && Object.hasOwn(value, 'tag') ? value['tag'] : undefined;
      const found = byTag.get(tag);
      if (!isObject(value) || found === undefined)
        return writer.wrong(wantedVariant(all.map((each) => each.tag)), value);
      const { payload, index, bytes } = found;
      const inner = Object.hasOwn(value, 'value') ? value['value'] : undefined;
      if (payload === undefined && inner !== undefined) writer.fail((path) => extraValue(found.tag, path));
      const made = bytes === 0 ? index : heap.allocate(start + bytes);
      heap.view.setUint32(at, made, true);
      if (payload === undefined) return;
      if (inner === undefined) writer.fail((path) => missingValue(found.tag, path));
      if (bytes > 0 && header) heap.view.setUint32(made, index, true);
      writer.put(payload, inner, made + start);
    },
    read: (at, reader: PartReader) => {
      const { view } = reader.heap;
      const from = view.getUint32(at, true);
      const found = from < FIRST_ADDRESS ? all[from] : header ? all[view.getUint32(from, true)] : only;
      const { tag, payload } = found ?? { tag: '', payload: undefined };
      if (payload === undefined) return { tag };
      return reader.shared(
        type,
        from,
        (): { readonly tag: string; value: unknown } => ({ tag, value: undefined }),
        (made) => {
          made.value = reader.part(payload, from + start, made, 'value');
        },
      );
    },
  };
};

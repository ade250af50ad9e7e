import { missingValue, wantedVariant } from '../../../../semantics/misfit';
import { FIRST_ADDRESS, WORD } from '../../../emit/layout';
import { type Codec, isObject } from '../codec';

export const variant: Codec<'variant'> = {
  write: ({ constructors, header }, value, at, { heap, size, path, wrong, fail, put }) => {
    const tag = isObject(value) && Object.hasOwn(value, 'tag') ? value['tag'] : undefined;
    const index = constructors.findIndex(([name]) => name === tag);
    const found = constructors[index];
    if (!isObject(value) || found === undefined) return wrong(wantedVariant(constructors.map(([name]) => name)));
    const [name, payload] = found;
    const bytes = payload === undefined ? 0 : (size[payload] ?? 0);
    const start = header ? WORD : 0;
    const made = bytes === 0 ? index : heap.allocate(start + bytes);
    heap.view.setUint32(at, made, true);
    if (payload === undefined) return;
    const inner = Object.hasOwn(value, 'value') ? value['value'] : undefined;
    if (inner === undefined) fail(missingValue(name, path));
    if (bytes > 0 && header) heap.view.setUint32(made, index, true);
    put(payload, inner, made + start);
  },
  read: ({ constructors, header }, at, { view, size, data, put }) => {
    const from = view.getUint32(at, true);
    data(from, () => {
      const only = constructors.findIndex(([, payload]) => payload !== undefined && (size[payload] ?? 0) > 0);
      const index = from < FIRST_ADDRESS ? from : header ? view.getUint32(from, true) : only;
      const [tag, payload] = constructors[index] ?? [''];
      if (payload === undefined) return { tag };
      const made = { tag, value: undefined };
      put(payload, from + (header ? WORD : 0), made, 'value');
      return made;
    });
  },
};

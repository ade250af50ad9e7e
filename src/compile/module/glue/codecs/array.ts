import { WANTED_SEQUENCE } from '../../../../semantics/misfit';
import { WORD } from '../../../emit/layout';
import { type Codec, places } from '../codec';

/** Arrays of other items than reals. */
export const array: Codec<'array'> = {
  write: ({ item }, value, at, { heap, size, wrong, put }) => {
    if (!Array.isArray(value)) return wrong(WANTED_SEQUENCE);
    const stride = size[item] ?? 0;
    const { length } = value;
    const made = heap.allocateArray(length, stride);
    heap.view.setUint32(at, made, true);
    for (let i = 0; i < length; i++) put(item, value[i], made + WORD + stride * i, i);
  },
  read: ({ item }, at, { view, size, data, put }) => {
    const from = view.getUint32(at, true);
    const stride = size[item] ?? 0;
    data(from, () => {
      const made = places(view.getUint32(from, true));
      for (let i = 0; i < made.length; i++) put(item, from + WORD + stride * i, made, i);
      return made;
    });
  },
};

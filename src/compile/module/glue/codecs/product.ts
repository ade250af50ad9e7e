import { WANTED_UNIT, wantedValues } from '../../../../semantics/misfit';
import { type Codec, places } from '../codec';

export const product: Codec<'product'> = {
  write: ({ parts }, value, at, { size, wrong, put }) => {
    if (!Array.isArray(value) || value.length !== parts.length) {
      return wrong(parts.length === 0 ? WANTED_UNIT : wantedValues(parts.length));
    }
    let to = at;
    parts.forEach((part, i) => {
      put(part, value[i], to, `.${i + 1}`);
      to += size[part] ?? 0;
    });
  },
  read: ({ parts }, at, { size, give, put }) => {
    const made = places(parts.length);
    let from = at;
    parts.forEach((part, i) => {
      put(part, from, made, i);
      from += size[part] ?? 0;
    });
    give(made);
  },
};

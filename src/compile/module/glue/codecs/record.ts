import { missingField, unknownField, WANTED_RECORD } from '../../../../semantics/misfit';
import { type Codec, isObject } from '../codec';

export const record: Codec<'record'> = {
  write: ({ fields }, value, at, { size, path, wrong, fail, put }) => {
    if (!isObject(value)) return wrong(WANTED_RECORD);
    for (const key of Object.keys(value)) {
      if (!fields.some(([name]) => name === key)) fail(unknownField(key, path), `.${key}`);
    }
    let to = at;
    for (const [name, type] of fields) {
      const field = Object.hasOwn(value, name) ? value[name] : undefined;
      if (field === undefined) fail(missingField(name, path));
      put(type, field, to, `.${name}`);
      to += size[type] ?? 0;
    }
  },
  read: ({ fields }, at, { size, give, put }) => {
    const made: object = Object.fromEntries(fields.map(([name]) => [name, undefined]));
    let from = at;
    for (const [name, type] of fields) {
      put(type, from, made, name);
      from += size[type] ?? 0;
    }
    give(made);
  },
};

import type { Type } from '../types/type';
import type { Term } from './tree';

/** The number of items of an array; of an array of arrays also that of its items, which all have as many. */
export type Lengths = readonly number[];

/**
 * Returns the lengths of the arrays in the value of an input, one for each part of its type that is no product or record;
 * undefined for what is no array, and for an array that is not written down item by item.
 */
export function usualLengths(type: Type, value: Term | undefined): readonly (Lengths | undefined)[] {
  switch (type.tag) {
    case 'unit':
      return [];
    case 'product':
      return type.items.flatMap((item, i) => usualLengths(item, value?.tag === 'tuple' ? value.items[i] : undefined));
    case 'record':
      return type.fields.flatMap(({ name, type: field }) =>
        usualLengths(
          field,
          value?.tag === 'record' ? value.fields.find((each) => each.name === name)?.value : undefined,
        ),
      );
    case 'sequence':
      return [type.container === 'array' && value !== undefined ? lengthsOf(value) : undefined];
    default:
      return [undefined];
  }
}

function lengthsOf(value: Term): Lengths | undefined {
  if (value.tag !== 'sequence') return undefined;
  const { length } = value.items;
  const [first, ...others] = value.items;
  if (first?.type.tag !== 'sequence' || first.type.container !== 'array') return [length];
  const inner = lengthsOf(first);
  const isRegular = others.every((other) => String(lengthsOf(other)) === String(inner));
  return inner !== undefined && isRegular ? [length, ...inner] : undefined;
}

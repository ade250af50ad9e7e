import type { Json } from '../../../protocol/messages';

/** A small tuple, list or record of numbers; each number gets its own field. */
export interface Leaves {
  /** A field of a record has a label; a component of a tuple or an item of a list has none. */
  readonly items: readonly { readonly label: string | undefined; readonly value: number }[];
  /** The whole value with one number replaced. */
  readonly with: (at: number, value: number) => Json;
}

const MOST = 8;

/** The numbers of a value; undefined if it is edited as text, as variants and sums are. */
export function leavesOf(value: Json, type: string): Leaves | undefined {
  if (typeof value !== 'object' || value === null || /\p{Lu}|\+/u.test(type)) return undefined;
  const entries = Object.entries(value);
  if (entries.length === 0 || entries.length > MOST || !entries.every(isNumber)) return undefined;
  if (Array.isArray(value))
    return {
      items: entries.map(([, number]) => ({ label: undefined, value: number })),
      with: (at, number) => value.with(at, number) as readonly Json[], // `isArray` loses the items' type
    };
  return {
    items: entries.map(([label, number]) => ({ label, value: number })),
    with: (at, number) =>
      Object.fromEntries(entries.map(([label, old], other) => [label, other === at ? number : old])),
  };
}

function isNumber(entry: [string, Json]): entry is [string, number] {
  return typeof entry[1] === 'number';
}

import type { Json } from '../../../protocol/messages';

/** A small tuple, list or record of numbers: each has a box of its own. */
export interface Leaves {
  /** With the label that stands before its box, which a component or an item does without. */
  readonly items: readonly { readonly label: string | undefined; readonly value: number }[];
  /** The whole with one number replaced. */
  readonly with: (at: number, value: number) => Json;
}

const MOST = 8;

/** Undefined where a value is written as text instead, as every variant is and every sum. */
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

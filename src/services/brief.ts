import { isFrame } from '../language/core/frames';
import type { VariantDeclaration } from '../language/core/tree';
import type { Type } from '../language/types/type';
import { partsOf, payloadType } from '../semantics/leaves';
import { showStart } from '../semantics/present';
import { itemsOf } from '../semantics/reals';
import { type Value, Variant } from '../semantics/value';

/** Most items of a list or array, or parts of a tuple, that are shown. */
const MOST_ITEMS = 6;
const MOST_CHARACTERS = 160;
const DEEPEST = 4;

/** The most characters of a value that is shown in a line of its own, from its beginning. */
export const MOST_IN_LINE = 1_000;

/** What is said of a picture in the place of its value. */
export const A_PICTURE = 'a picture';

/** Returns a value in the language's notation, with long parts cut: `[1, 2, 3, 4, 5, 6, … 94 more]`. */
export function brief(value: Value, type: Type, variants: readonly VariantDeclaration[]): string {
  if (isFrame(type)) return A_PICTURE;
  const text = show(value, type, variants, 0);
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;
}

function show(value: Value, type: Type, variants: readonly VariantDeclaration[], depth: number): string {
  const inner = (part: Value, partType: Type): string =>
    depth >= DEEPEST ? '…' : show(part, partType, variants, depth + 1);
  switch (type.tag) {
    case 'product': {
      const parts = partsOf(value);
      return `(${cut(type.items, (item, at) => inner(parts[at], item))})`;
    }
    case 'record': {
      const parts = partsOf(value);
      return `{ ${cut(type.fields, (field, at) => `${field.name} = ${inner(parts[at], field.type)}`)} }`;
    }
    case 'sequence':
      return `[${cut(itemsOf(value), (item) => inner(item, type.item))}]`;
    case 'sum':
    case 'named': {
      if (!(value instanceof Variant)) return showStart(value, type, 6, variants, MOST_CHARACTERS);
      const payload = payloadType(type, value.name, variants);
      return payload === undefined ? value.name : `${value.name} (${inner(value.payload, payload)})`;
    }
    case 'string':
      return JSON.stringify(String(value).slice(0, MOST_CHARACTERS));
    default:
      return showStart(value, type, 6, variants, MOST_CHARACTERS);
  }
}

function cut<T>(items: ArrayLike<T>, each: (item: T, at: number) => string): string {
  const shown: string[] = [];
  for (let at = 0; at < Math.min(items.length, MOST_ITEMS); at++) shown.push(each(items[at] as T, at));
  return [...shown, ...(items.length > MOST_ITEMS ? [`… ${items.length - MOST_ITEMS} more`] : [])].join(', ');
}

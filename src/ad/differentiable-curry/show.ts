import { constructorsOf } from '../../language/core/constructors';
import type { VariantDeclaration } from '../../language/core/tree';
import type { Type } from '../../language/types/type';
import { newMeter } from '../../semantics/outcome';
import { cutText, showReal, showStart } from '../../semantics/present';
import type { Value } from '../../semantics/value';
import { entriesOf, type Space } from './combinator';
import { tupleOf } from './machine/environment';
import { consOf, isTuple, whole, type Tangent } from './machine/tangent';
import { tupleParts } from './machine/tuple-tangent';

/** Longer texts are cut. */
const LONGEST = 160;

/** Most parts of a tangent that are written: it may be as deep as the run was long. */
const MOST_PARTS = 12;
const DEEPEST = 6;

/** Returns a value, or the values of a context's entries, as text: `(x = 2, f = <function>)`. */
export function showIn(space: Space, value: Value, variants: readonly VariantDeclaration[]): string {
  if (space.tag !== 'context') return showStart(value, space, 6, variants, LONGEST);
  const parts = tupleOf(value);
  return cutText(
    `(${entriesOf(space)
      .map(({ name, type }, i) => `${name} = ${showStart(parts[i], type, 6, variants, LONGEST)}`)
      .join(', ')})`,
    LONGEST,
  );
}

/**
 * Returns a tangent of a type, or of a context, as text: `0` for the zero of any type, and `–` where there are no reals,
 * as in an int. A function's tangent is its calls `[(3, 1), (4, 0)]`, or the tangent of the values it captured, `{x: 12}`.
 */
export function showTangent(tangent: Tangent, space: Space, variants: readonly VariantDeclaration[]): string {
  return cutText(shown(tangent, space, variants, 0), LONGEST);
}

function shown(tangent: Tangent, space: Space, variants: readonly VariantDeclaration[], depth: number): string {
  if (isDiscrete(space)) return '–';
  // Reading a tangent here is not metered.
  const seen = whole(tangent, newMeter());
  if (seen === undefined) return '0';
  if (typeof seen === 'number') return showReal(seen, 6);
  if (depth > DEEPEST) return '…';
  const inner = (part: Tangent, of: Space): string => shown(part, of, variants, depth + 1);
  if (isTuple(seen)) return shownTuple(tupleParts(seen, newMeter()), space, inner);
  switch (seen.tag) {
    case 'payloads': {
      const found = [...seen.payloads].map(([name, payload]) => {
        const type = isType(space) ? payloadType(space, name, variants) : undefined;
        return `${name}: ${type === undefined ? '…' : inner(payload, type)}`;
      });
      return `{${found.join(', ')}}`;
    }
    case 'cons': {
      const item = itemType(space);
      const items: string[] = [];
      let rest: Tangent = seen;
      while (items.length < MOST_PARTS) {
        const cell = consOf(rest, newMeter());
        if (cell === undefined) break;
        items.push(item === undefined ? '…' : inner(cell.head, item));
        rest = cell.tail;
      }
      return `[${[...items, ...(rest === undefined ? [] : ['…'])].join(', ')}]`;
    }
    case 'items': {
      const item = itemType(space);
      const found = [...seen.items].sort(([a], [b]) => a - b).slice(0, MOST_PARTS);
      const items = found.map(([i, part]) => `${i}: ${item === undefined ? '…' : inner(part, item)}`);
      return `[${[...items, ...(seen.items.size > MOST_PARTS ? ['…'] : [])].join(', ')}]`;
    }
    case 'calls': {
      if (space.tag !== 'function') return '…';
      const calls = seen.calls
        .slice(0, MOST_PARTS)
        .map(
          ({ argument, given }) =>
            `(${showStart(argument, space.parameter, 6, variants, LONGEST)}, ${inner(given, space.result)})`,
        );
      return `[${[...calls, ...(seen.calls.length > MOST_PARTS ? ['…'] : [])].join(', ')}]`;
    }
    case 'captured': {
      if (seen.context.tag !== 'context') return '…';
      const entries = entriesOf(seen.context);
      const found = tupleParts(seen.parts, newMeter()).flatMap((part, i) => {
        const entry = entries[i];
        return part === undefined || entry === undefined ? [] : [`${entry.name}: ${inner(part, entry.type)}`];
      });
      return `{${found.join(', ')}}`;
    }
  }
}

function shownTuple(parts: readonly Tangent[], space: Space, inner: (part: Tangent, of: Space) => string): string {
  if (space.tag === 'context') {
    const entries = entriesOf(space);
    return `(${entries.map(({ name, type }, i) => `${name}: ${inner(parts[i], type)}`).join(', ')})`;
  }
  if (space.tag === 'record') {
    return `{${space.fields.map(({ name, type }, i) => `${name}: ${inner(parts[i], type)}`).join(', ')}}`;
  }
  return space.tag === 'product' ? `(${space.items.map((type, i) => inner(parts[i], type)).join(', ')})` : '…';
}

function isDiscrete({ tag }: Space): boolean {
  return tag === 'int' || tag === 'bool' || tag === 'string' || tag === 'unit';
}

function isType(space: Space): space is Type {
  return space.tag !== 'context';
}

function payloadType(type: Type, name: string, variants: readonly VariantDeclaration[]): Type | undefined {
  return constructorsOf(type, variants)?.find((constructor) => constructor.name === name)?.payload;
}

function itemType(space: Space): Type | undefined {
  return space.tag === 'sequence' ? space.item : undefined;
}

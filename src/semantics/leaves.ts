import { constructorsOf } from '../language/core/constructors';
import { assertNever, internalError } from '../language/source/internal-error';
import type { VariantDeclaration } from '../language/core/tree';
import type { Type } from '../language/types/type';
import { Cell, Items, primalOf, Variant } from './value';
import type { Value } from './value';

/** A real inside a value, with the way to it: `x`, `q.2` for a component, `q.name` for a field, `xs[0]` for an item. */
export interface RealLeaf {
  readonly label: string;
  readonly value: number;
}

/** The real leaves of a first-order value, left to right. Functions have none. */
export function realLeaves(
  value: Value,
  type: Type,
  label: string,
  variants: readonly VariantDeclaration[] = [],
): readonly RealLeaf[] {
  const leaves: RealLeaf[] = [];
  rebuild(value, type, label, variants, (real, place) => {
    leaves.push({ label: place, value: primalOf(real) });
    return real;
  });
  return leaves;
}

/** The real leaves as the machine holds them: numbers, or `Traced`. */
export function realValues(value: Value, type: Type, variants: readonly VariantDeclaration[] = []): readonly Value[] {
  const leaves: Value[] = [];
  rebuild(value, type, '', variants, (real) => {
    leaves.push(real);
    return real;
  });
  return leaves;
}

/** The value with its real leaves, left to right, replaced by `reals`: numbers, or what stands for reals there. */
export function withRealLeaves(
  value: Value,
  type: Type,
  reals: ArrayLike<Value>,
  variants: readonly VariantDeclaration[] = [],
): Value {
  let next = 0;
  const result = rebuild(value, type, '', variants, () => {
    if (next >= reals.length) internalError('fewer reals than the value has leaves');
    return reals[next++];
  });
  if (next !== reals.length) internalError('more reals than the value has leaves');
  return result;
}

/** The value with every `Traced` replaced by its number. */
export function primal(value: Value, type: Type, variants: readonly VariantDeclaration[] = []): Value {
  return rebuild(value, type, '', variants, (real) => primalOf(real));
}

/** The payload of a constructor at a type: `undefined` where it carries none. */
export function payloadType(
  type: Type,
  constructorName: string,
  variants: readonly VariantDeclaration[],
): Type | undefined {
  return constructorsOf(type, variants)?.find(({ name }) => name === constructorName)?.payload;
}

/** The items of a list or an array. */
export function itemsOf(sequence: Value): readonly Value[] {
  if (sequence instanceof Items) return sequence.items;
  const items: Value[] = [];
  for (let cell = sequence as Cell | null; cell !== null; cell = cell.tail) items.push(cell.head);
  return items;
}

export function sequenceOf(items: readonly Value[], like: 'list' | 'array'): Value {
  if (like === 'array') return new Items(items);
  let list: Cell | null = null;
  for (let at = items.length - 1; at >= 0; at--) list = new Cell(items[at], list);
  return list;
}

/** The value of a product or record, item by item. */
export function partsOf(value: Value): readonly Value[] {
  return value as readonly Value[];
}

function rebuild(
  value: Value,
  type: Type,
  label: string,
  variants: readonly VariantDeclaration[],
  leaf: (real: Value, label: string) => Value,
): Value {
  switch (type.tag) {
    case 'real':
      return leaf(value, label);
    case 'product': {
      const parts = partsOf(value);
      return type.items.map((item, at) => rebuild(parts[at], item, `${label}.${at + 1}`, variants, leaf));
    }
    case 'record': {
      const parts = partsOf(value);
      return type.fields.map((field, at) => rebuild(parts[at], field.type, `${label}.${field.name}`, variants, leaf));
    }
    case 'sum':
    case 'named': {
      if (!(value instanceof Variant)) return value;
      const payload = payloadType(type, value.name, variants);
      if (payload === undefined) return value;
      return new Variant(value.name, rebuild(value.payload, payload, label, variants, leaf));
    }
    case 'sequence': {
      const items = itemsOf(value).map((item, at) => rebuild(item, type.item, `${label}[${at}]`, variants, leaf));
      return sequenceOf(items, type.container === 'array' ? 'array' : 'list');
    }
    case 'int':
    case 'bool':
    case 'string':
    case 'unit':
    case 'function':
    case 'monad':
    case 'deltaMap':
    case 'variable':
      return value;
    default:
      return assertNever(type);
  }
}

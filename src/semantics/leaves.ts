import { constructorsOf } from '../language/core/constructors';
import { assertNever, internalError } from '../language/source/internal-error';
import type { VariantDeclaration } from '../language/core/tree';
import type { Type } from '../language/types/type';
import { itemsOf, Reals } from './reals';
import { Cell, Items, primalOf, Variant } from './value';
import type { Value } from './value';

/**
 * A real inside a value, with its path: `x`, `q.2` for a component, `q.name` for a field, `xs[0]` for an item, `t.Just`
 * for the payload of a constructor. A long path is cut, as in `t.Node.1.Node.1…17` for the 17th leaf; labels are
 * unique.
 */
export interface RealLeaf {
  readonly label: string;
  readonly value: number;
}

/** Returns the real leaves of a first-order value, left to right. Functions have none. */
export function realLeaves(
  value: Value,
  type: Type,
  label: string,
  variants: readonly VariantDeclaration[] = [],
): readonly RealLeaf[] {
  const leaves: RealLeaf[] = [];
  // A stack, because lists and recursive variants can have any depth; the last entry is processed first.
  const pending: Place[] = [{ value, type, label }];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    if (place.type.tag === 'real') {
      const number = place.label.endsWith(CUT) ? leaves.length + 1 : '';
      leaves.push({ label: `${place.label}${number}`, value: primalOf(place.value) });
    } else for (const part of partsAt(place, variants).reverse()) pending.push(part);
  }
  return leaves;
}

/** Returns the real leaves as the machine holds them: numbers, or `Traced`. */
export function realValues(value: Value, type: Type, variants: readonly VariantDeclaration[] = []): readonly Value[] {
  const leaves: Value[] = [];
  new Reals(variants).map(type, value, (real) => {
    leaves.push(real);
    return real;
  });
  return leaves;
}

/** Returns the value with its real leaves, left to right, replaced by `reals`: numbers or their stand-ins. */
export function withRealLeaves(
  value: Value,
  type: Type,
  reals: ArrayLike<Value>,
  variants: readonly VariantDeclaration[] = [],
): Value {
  let next = 0;
  const result = new Reals(variants).map(type, value, () => {
    if (next >= reals.length) internalError('fewer reals than the value has leaves');
    return reals[next++];
  });
  if (next !== reals.length) internalError('more reals than the value has leaves');
  return result;
}

/** Returns the value with every `Traced` replaced by its number. */
export function primal(value: Value, type: Type, variants: readonly VariantDeclaration[] = []): Value {
  return new Reals(variants).map(type, value, primalOf);
}

/** Returns the payload type of a constructor at a type; undefined if it has no payload. */
export function payloadType(
  type: Type,
  constructorName: string,
  variants: readonly VariantDeclaration[],
): Type | undefined {
  return constructorsOf(type, variants)?.find(({ name }) => name === constructorName)?.payload;
}

export function sequenceOf(items: ArrayLike<Value>, like: 'list' | 'array'): Value {
  if (like === 'array') return new Items(items);
  let list: Cell | null = null;
  for (let at = items.length - 1; at >= 0; at--) list = new Cell(items[at], list);
  return list;
}

/** Returns the items of a product or record. */
export function partsOf(value: Value): readonly Value[] {
  return value as readonly Value[];
}

interface Place {
  readonly value: Value;
  readonly type: Type;
  readonly label: string;
}

const LONGEST_LABEL = 100;
const CUT = '…';

function onwards(label: string, step: string): string {
  if (label.endsWith(CUT)) return label;
  return label.length > LONGEST_LABEL ? `${label}${CUT}` : `${label}${step}`;
}

/** Returns the parts of a value that may contain reals, left to right. */
export function partsAt({ value, type, label }: Place, variants: readonly VariantDeclaration[]): Place[] {
  switch (type.tag) {
    case 'product': {
      const parts = partsOf(value);
      return type.items.map((item, at) => ({ value: parts[at], type: item, label: onwards(label, `.${at + 1}`) }));
    }
    case 'record': {
      const parts = partsOf(value);
      return type.fields.map((field, at) => ({
        value: parts[at],
        type: field.type,
        label: onwards(label, `.${field.name}`),
      }));
    }
    case 'sum':
    case 'named': {
      if (!(value instanceof Variant)) return [];
      const payload = payloadType(type, value.name, variants);
      return payload === undefined
        ? []
        : [{ value: value.payload, type: payload, label: onwards(label, `.${value.name}`) }];
    }
    case 'sequence':
      return Array.from(itemsOf(value), (item, at) => ({
        value: item,
        type: type.item,
        label: onwards(label, `[${at}]`),
      }));
    case 'real':
    case 'int':
    case 'bool':
    case 'string':
    case 'unit':
    case 'function':
    case 'monad':
    case 'deltaMap':
    case 'variable':
      return [];
    default:
      return assertNever(type);
  }
}

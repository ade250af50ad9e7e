import { internalError } from '../../language/source/internal-error';
import type { VariantDeclaration } from '../../language/core/tree';
import { constructorsOf } from '../../language/core/constructors';
import type { Type } from '../../language/types/type';
import { itemsOf } from '../../semantics/reals';
import { primalOf, type Value, Variant } from '../../semantics/value';

/** Returns a value of the machine as a model takes it. It must not be nested deeply. */
export function outside(value: Value, type: Type, variants: readonly VariantDeclaration[]): unknown {
  const part = (of: Value, partType: Type): unknown => outside(of, partType, variants);
  switch (type.tag) {
    case 'real':
      return primalOf(value);
    case 'int':
    case 'bool':
    case 'string':
      return value;
    case 'unit':
      return [];
    case 'product': {
      const parts = value as readonly Value[];
      return type.items.map((item, i) => part(parts[i], item));
    }
    case 'record': {
      const parts = value as readonly Value[];
      return Object.fromEntries(type.fields.map((field, i) => [field.name, part(parts[i], field.type)]));
    }
    case 'sequence': {
      const items = Array.from(itemsOf(value), (item) => part(item, type.item));
      return type.container === 'array' && type.item.tag === 'real' ? Float64Array.from(items as number[]) : items;
    }
    case 'sum':
    case 'named': {
      if (!(value instanceof Variant)) return internalError('a variant');
      const found = constructorsOf(type, variants)?.find(({ name }) => name === value.name);
      const payload = found?.payload;
      return payload === undefined ? { tag: value.name } : { tag: value.name, value: part(value.payload, payload) };
    }
    default:
      return internalError(`a value of type ${type.tag} outside`);
  }
}

/** Returns an expression of JavaScript for such a value. */
export function written(value: unknown): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof Float64Array) return `Float64Array.of(${Array.from(value, written).join()})`;
  if (Array.isArray(value)) return `[${value.map(written).join()}]`;
  const fields = Object.entries(value).map(([name, field]) => `${writtenKey(name)}:${written(field)}`);
  return `{${fields.join()}}`;
}

/** A name in an object; `__proto__` without brackets would be its prototype. */
function writtenKey(name: string): string {
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? name : JSON.stringify(name);
}

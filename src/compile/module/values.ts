import { internalError } from '../../language/source/internal-error';
import type { VariantDeclaration } from '../../language/core/tree';
import { constructorsOf } from '../../language/core/constructors';
import type { Type } from '../../language/types/type';
import { itemsOf } from '../../semantics/reals';
import { primalOf, type Value, Variant } from '../../semantics/value';
import { base64 } from './base64';

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
      const items = itemsOf(value);
      if (type.container === 'array' && type.item.tag === 'real')
        return items instanceof Float64Array ? items.slice() : Float64Array.from(items, primalOf);
      return Array.from(items, (item) => part(item, type.item));
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

/** The numbers of an array that readers of a module can read; hosts take some 65,000 arguments in a call. */
const MOST_WRITTEN = 1000;

/** Returns an expression of JavaScript for such a value, with the code of modules as `glue`. */
export function written(value: unknown): string {
  if (typeof value === 'number')
    return Object.is(value, -0) ? '-0' : String(value).replace(/0{4,}$/u, ({ length }) => `e${length}`);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof Float64Array) {
    if (value.length <= MOST_WRITTEN) return `Float64Array.of(${Array.from(value, written).join()})`;
    return `new Float64Array(glue.decoded("${base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))}").buffer)`;
  }
  if (Array.isArray(value)) return `[${value.map(written).join()}]`;
  const fields = Object.entries(value).map(([name, field]) => `${writtenKey(name)}:${written(field)}`);
  return `{${fields.join()}}`;
}

/** A name in an object; `__proto__` without brackets would be its prototype. */
function writtenKey(name: string): string {
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? name : JSON.stringify(name);
}

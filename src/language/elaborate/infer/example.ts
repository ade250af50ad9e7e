import { assertNever } from '../../source/internal-error';
import { resolve } from '../../types/resolve';
import type { Type } from '../../types/type';
import type { VariantType } from '../types/variant-type';
import { substituteTypes } from '../types/generalise';

/**
 * A limit on the parts of an example: larger ones are of no use, and variants of variants can double in size at every
 * step.
 */
const MOST_PARTS = 100;

/**
 * Returns the simplest value of a type, as the reader would write it: 0, "", [], the first constructor that needs no
 * value of its own type. Undefined if there is none: for a type variable, or a variant without a smallest value.
 */
export function exampleOf(variants: ReadonlyMap<string, VariantType>, type: Type): string | undefined {
  let parts = MOST_PARTS;
  return write(type, false, []);

  /** Writes an example. `inside` means as an argument; `within` lists the variants that the value will be part of. */
  function write(open: Type, inside: boolean, within: readonly string[]): string | undefined {
    parts -= 1;
    if (parts < 0) return undefined;
    const whole = resolve(open);
    const part = (each: Type): string | undefined => write(each, false, within);
    const applied = (name: string, payload: string | undefined): string | undefined => {
      if (payload === undefined) return undefined;
      return inside ? `(${name} ${payload})` : `${name} ${payload}`;
    };
    switch (whole.tag) {
      case 'real':
      case 'int':
        return '0';
      case 'bool':
        return 'false';
      case 'string':
        return '""';
      case 'unit':
        return '()';
      case 'sequence':
        return '[]';
      case 'deltaMap':
        return 'Delta.emptyMap';
      case 'product':
        return all(whole.items.map(part), (items) => `(${items.join(', ')})`);
      case 'record':
        return all(
          whole.fields.map((field) => part(field.type)),
          (values) => `{ ${values.map((value, at) => `${whole.fields[at]?.name ?? ''} = ${value}`).join(', ')} }`,
        );
      case 'sum':
        return applied('inl', write(whole.left, true, within)) ?? applied('inr', write(whole.right, true, within));
      case 'function': {
        const result = part(whole.result);
        const text = result && `fun _ -> ${result}`;
        return inside ? text && `(${text})` : text;
      }
      case 'monad':
        return applied('Delta.pure', write(whole.result, true, within));
      case 'variable':
        return whole.variable.kind === 'num' ? '0' : undefined;
      case 'named':
        return whole.name === 'Delta.Delta' ? 'Delta.Zero' : constructed(whole, within, applied);
      default:
        return assertNever(whole);
    }
  }

  function constructed(
    { name, arguments: given }: Extract<Type, { tag: 'named' }>,
    within: readonly string[],
    applied: (name: string, payload: string | undefined) => string | undefined,
  ): string | undefined {
    const variant = variants.get(name);
    if (variant === undefined || within.includes(name)) return undefined;
    const solutions = new Map(variant.parameters.map((parameter, at) => [parameter, given[at] ?? variant.type]));
    for (const { name: constructorName, payload } of variant.constructors) {
      if (payload === undefined) return constructorName;
      const value = write(substituteTypes(solutions, payload), true, [...within, name]);
      const text = applied(constructorName, value);
      if (text !== undefined) return text;
    }
    return undefined;
  }
}

function all(parts: readonly (string | undefined)[], join: (texts: readonly string[]) => string): string | undefined {
  const texts = parts.filter((part) => part !== undefined);
  return texts.length === parts.length ? join(texts) : undefined;
}

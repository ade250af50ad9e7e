import { bool, construct, int, real, record, sequence, string, tuple, unit } from '../../src/language/core/builders';
import { constructorsOf } from '../../src/language/core/constructors';
import type { Term, VariantDeclaration } from '../../src/language/core/tree';
import type { Type } from '../../src/language/types/type';
import { partsOf } from '../../src/semantics/leaves';
import { itemsOf } from '../../src/semantics/reals';
import { type Value, Variant } from '../../src/semantics/value';

/** Returns the term of a first-order value. */
export function termOf(value: Value, type: Type, variants: readonly VariantDeclaration[]): Term {
  switch (type.tag) {
    case 'real':
      return real(value as number);
    case 'int':
      return int(value as number);
    case 'bool':
      return bool(value as boolean);
    case 'string':
      return string(value as string);
    case 'unit':
      return unit();
    case 'product':
      return tuple(type.items.map((item, i) => termOf(partsOf(value)[i], item, variants)));
    case 'record': {
      const parts = partsOf(value);
      return record(type.fields.map(({ name, type: of }, i) => ({ name, value: termOf(parts[i], of, variants) })));
    }
    case 'sequence': {
      const items = Array.from(itemsOf(value), (item) => termOf(item, type.item, variants));
      return sequence(type.container === 'array' ? 'array' : 'list', type.item, items);
    }
    case 'sum':
    case 'named': {
      if (!(value instanceof Variant)) throw new Error('a value of a variant');
      const payload = constructorsOf(type, variants)?.find(({ name }) => name === value.name)?.payload;
      return construct(value.name, payload && termOf(value.payload, payload, variants), type);
    }
    default:
      throw new Error(`a constant of type ${type.tag}`);
  }
}

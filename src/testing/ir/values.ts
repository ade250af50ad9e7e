import { constructorsOf } from '../../language/core/constructors';
import type { Type } from '../../language/types/type';
import { copiedItems } from '../../semantics/reals';
import { Cell, Items, Variant, type Value } from '../../semantics/value';
import type { Kinds } from '../../compile/flatten/kinds';
import { partTypes } from '../../compile/flatten/parts';
import { boolOf, broken, cellsOf, intOf, type IrValue, present, realOf } from './data';

/** Returns the parts of a value of the machine in the intermediate representation. */
export function toIr(type: Type, value: Value, kinds: Kinds): readonly IrValue[] {
  switch (type.tag) {
    case 'real':
      return [value as number];
    case 'int':
      return [BigInt(value as number)];
    case 'bool':
      return [value === true];
    case 'string':
      return [{ tag: 'string', text: value as string, freed: false }];
    case 'unit':
      return [];
    case 'product':
    case 'record':
      return partTypes(type).flatMap((part, i) => toIr(part, (value as readonly Value[])[i], kinds));
    case 'sequence': {
      const { item, container } = type;
      const items = copiedItems(value).map((each) => toIr(item, each, kinds));
      if (container === 'array') {
        const layout = kinds.array(item);
        return [{ tag: 'array', layout, count: items.length, parts: items.flat(), freed: false }];
      }
      const layout = kinds.variant(type);
      return [
        items.reduceRight<IrValue>(
          (rest, parts) => ({ tag: 'variant', layout, constructor_: 1, fields: [...parts, rest], freed: false }),
          { tag: 'variant', layout, constructor_: 0, fields: [], freed: false },
        ),
      ];
    }
    case 'sum':
    case 'named': {
      const { name, payload } = value as Variant;
      const layout = kinds.variant(type);
      const constructor_ = layout.constructors.findIndex((each) => each.name === name);
      const own = constructorsOf(type, kinds.variants)?.[constructor_]?.payload;
      const fields = own === undefined ? [] : [...toIr(own, payload, kinds)];
      return [{ tag: 'variant', layout, constructor_, fields, freed: false }];
    }
    default:
      return broken(`a value of type ${type.tag}`);
  }
}

/** Takes the parts of a value of a type from an iterator, and returns the machine's value. */
export function fromIr(type: Type, parts: Iterator<IrValue>, kinds: Kinds): Value {
  const next = (): IrValue => {
    const part = parts.next();
    return part.done === true ? broken('too few parts') : part.value;
  };
  switch (type.tag) {
    case 'real':
      return realOf(next());
    case 'int':
      return Number(intOf(next()));
    case 'bool':
      return boolOf(next());
    case 'string': {
      const datum = present(next());
      return datum.tag === 'string' ? datum.text : broken('no string');
    }
    case 'unit':
      return undefined;
    case 'product':
    case 'record':
      return partTypes(type).map((part) => fromIr(part, parts, kinds));
    case 'sequence': {
      const { item, container } = type;
      const datum = present(next());
      if (container === 'array') {
        if (datum.tag !== 'array') return broken('no array');
        const all = datum.parts.map((part) => part ?? broken('a part was not written')).values();
        return new Items(Array.from({ length: datum.count }, () => fromIr(item, all, kinds)));
      }
      return cellsOf(datum)
        .map(({ fields }) => fromIr(item, fields.values(), kinds))
        .reduceRight<Cell | null>((tail, head) => new Cell(head, tail), null);
    }
    case 'sum':
    case 'named': {
      const datum = present(next());
      if (datum.tag !== 'variant') return broken('no variant');
      const payload = constructorsOf(type, kinds.variants)?.[datum.constructor_]?.payload;
      const name = datum.layout.constructors[datum.constructor_]?.name ?? broken('no such constructor');
      return new Variant(name, payload === undefined ? undefined : fromIr(payload, datum.fields.values(), kinds));
    }
    default:
      return broken(`a value of type ${type.tag}`);
  }
}

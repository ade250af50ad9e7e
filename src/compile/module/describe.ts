import { constructorsOf } from '../../language/core/constructors';
import { internalError } from '../../language/source/internal-error';
import { showType } from '../../language/types/print';
import type { Type } from '../../language/types/type';
import { hasHeader, WORD } from '../emit/layout';
import type { Kinds } from '../flatten/kinds';
import type { Shape } from './glue/shapes';

/** The table of the types that a model reads and writes. */
export class Shapes {
  readonly all: Shape[] = [];
  /** The bytes that a part of each type takes. */
  readonly sizes: number[] = [];
  private readonly kinds: Kinds;
  private readonly numbers = new Map<string, number>();

  constructor(kinds: Kinds) {
    this.kinds = kinds;
  }

  /** Returns the number of a first-order type. */
  number(type: Type): number {
    const key = showType(type);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.all.length;
    this.numbers.set(key, number);
    this.all.push({ kind: 'real' }); // keeps its place: a type can contain itself
    this.sizes.push(WORD * this.kinds.of(type).length);
    this.all[number] = this.shape(type);
    return number;
  }

  private shape(type: Type): Shape {
    switch (type.tag) {
      case 'real':
      case 'int':
      case 'bool':
      case 'string':
        return { kind: type.tag };
      case 'unit':
        return { kind: 'product', parts: [] };
      case 'product':
        return { kind: 'product', parts: type.items.map((item) => this.number(item)) };
      case 'record':
        return { kind: 'record', fields: type.fields.map(({ name, type: field }) => [name, this.number(field)]) };
      case 'sequence':
        if (type.container === 'array' && type.item.tag === 'real') return { kind: 'reals' };
        return { kind: type.container === 'array' ? 'array' : 'list', item: this.number(type.item) };
      case 'sum':
      case 'named': {
        const constructors = constructorsOf(type, this.kinds.variants) ?? internalError('a variant has constructors');
        return {
          kind: 'variant',
          constructors: constructors.map(({ name, payload }) =>
            payload === undefined ? [name] : [name, this.number(payload)],
          ),
          header: hasHeader(this.kinds.variant(type)),
        };
      }
      default:
        return internalError(`a value of type ${showType(type)} outside`);
    }
  }
}

import { internalError } from '../../language/source/internal-error';
import type { Type } from '../../language/types/type';
import { itemsOf, realItems } from '../../semantics/reals';
import { Cell, Items, Variant, type Value } from '../../semantics/value';
import { FIRST_ADDRESS, hasHeader, WORD } from '../emit/layout';
import type { Kinds } from '../flatten/kinds';
import { partTypes } from '../flatten/parts';
import type { VariantLayout } from '../ir/tree';
import { constructorsOf } from '../../language/core/constructors';

/** The memory of a module, as values are written there and read. */
export interface Heap {
  readonly view: DataView;
  readonly reals: Float64Array;
  /** Returns the address of fresh bytes; `view` and `reals` may be others afterwards. */
  allocate(bytes: number): number;
  /** Returns the address of a fresh array of so many items of so many bytes. Throws a RangeError if it is too long. */
  allocateArray(count: number, size: number): number;
}

/** Writes the machine's values into a module's memory and reads them. Neither recurses into data, which can be deep. */
export class Values {
  private readonly kinds: Kinds;

  constructor(kinds: Kinds) {
    this.kinds = kinds;
  }

  /** Writes a value at an address, as many words as the type has kinds; data goes to fresh memory. Ints are i64. */
  write(heap: Heap, type: Type, value: Value, address: number): void {
    const written = new Map<Value, number>();
    const pending: { readonly type: Type; readonly value: Value; readonly at: number }[] = [
      { type, value, at: address },
    ];
    const words = (of: Type): number => this.kinds.of(of).length;
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { at } = next;
      switch (next.type.tag) {
        case 'real':
          heap.view.setFloat64(at, next.value as number, true);
          break;
        case 'int':
          heap.view.setBigInt64(at, BigInt(next.value as number), true);
          break;
        case 'bool':
          heap.view.setUint32(at, next.value === true ? 1 : 0, true);
          break;
        case 'string': {
          const text = next.value as string;
          const made = heap.allocate(WORD + Math.ceil((2 * text.length) / WORD) * WORD);
          heap.view.setUint32(made, text.length, true);
          for (let i = 0; i < text.length; i++) heap.view.setUint16(made + WORD + 2 * i, text.charCodeAt(i), true);
          heap.view.setUint32(at, made, true);
          break;
        }
        case 'unit':
          break;
        case 'product':
        case 'record': {
          const types = partTypes(next.type);
          let offset = at;
          types.forEach((part, i) => {
            pending.push({ type: part, value: (next.value as readonly Value[])[i], at: offset });
            offset += WORD * words(part);
          });
          break;
        }
        case 'sequence': {
          const { item, container } = next.type;
          const items = itemsOf(next.value);
          const known = next.value === null ? 0 : written.get(next.value);
          if (known !== undefined) {
            heap.view.setUint32(at, known, true);
            break;
          }
          const size = WORD * words(item);
          if (container === 'array') {
            const made = heap.allocateArray(items.length, size);
            written.set(next.value, made);
            heap.view.setUint32(at, made, true);
            if (item.tag === 'real') heap.reals.set(items as ArrayLike<number>, (made + WORD) / WORD);
            else
              for (let i = 0; i < items.length; i++)
                pending.push({ type: item, value: items[i], at: made + WORD + size * i });
          } else {
            let slot = at;
            let cell = next.value as Cell | null;
            while (cell !== null && !written.has(cell)) {
              const made = heap.allocate(size + WORD);
              written.set(cell, made);
              heap.view.setUint32(slot, made, true);
              pending.push({ type: item, value: cell.head, at: made });
              slot = made + size;
              cell = cell.tail;
            }
            heap.view.setUint32(slot, cell === null ? 0 : (written.get(cell) ?? 0), true);
          }
          break;
        }
        case 'sum':
        case 'named': {
          const variant = next.value as Variant;
          const layout = this.kinds.variant(next.type);
          const index = layout.constructors.findIndex(({ name }) => name === variant.name);
          const fields = layout.constructors[index]?.fields ?? internalError('a constructor');
          const known = fields.length === 0 ? index : written.get(variant);
          if (known !== undefined) {
            heap.view.setUint32(at, known, true);
            break;
          }
          const start = hasHeader(layout) ? WORD : 0;
          const made = heap.allocate(start + WORD * fields.length);
          written.set(variant, made);
          if (start > 0) heap.view.setUint32(made, index, true);
          heap.view.setUint32(at, made, true);
          const payload = this.payloadOf(next.type, index);
          if (payload !== undefined) pending.push({ type: payload, value: variant.payload, at: made + start });
          break;
        }
        default:
          internalError(`a value of type ${next.type.tag} in memory`);
      }
    }
  }

  /** Reads a value at an address. Data that was shared is shared. */
  read(heap: Heap, type: Type, address: number): Value {
    const { view } = heap;
    const read = new Map<string, Value>();
    let result: Value;
    /** What is still to be read, and where its value goes. */
    const pending: { readonly type: Type; readonly at: number; readonly give: (value: Value) => void }[] = [
      { type, at: address, give: (value) => (result = value) },
    ];
    const words = (of: Type): number => this.kinds.of(of).length;
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { at, give } = next;
      switch (next.type.tag) {
        case 'real':
          give(view.getFloat64(at, true));
          break;
        case 'int':
          give(Number(view.getBigInt64(at, true)));
          break;
        case 'bool':
          give(view.getUint32(at, true) !== 0);
          break;
        case 'string':
          give(readText(view, view.getUint32(at, true)));
          break;
        case 'unit':
          give(undefined);
          break;
        case 'product':
        case 'record': {
          const types = partTypes(next.type);
          const parts: Value[] = types.map(() => undefined);
          let offset = at;
          types.forEach((part, i) => {
            pending.push({ type: part, at: offset, give: (value) => (parts[i] = value) });
            offset += WORD * words(part);
          });
          give(parts);
          break;
        }
        case 'sequence': {
          const { item, container } = next.type;
          const size = WORD * words(item);
          let from = view.getUint32(at, true);
          if (container === 'array') {
            const count = view.getUint32(from, true);
            if (item.tag === 'real') {
              const start = (from + WORD) / WORD;
              give(new Items(realItems(heap.reals.subarray(start, start + count))));
              break;
            }
            const items: Value[] = new Array<Value>(count).fill(undefined);
            for (let i = 0; i < count; i++) {
              pending.push({ type: item, at: from + WORD + size * i, give: (value) => (items[i] = value) });
            }
            give(new Items(items));
          } else {
            let put: (list: Cell | null) => void = give;
            for (; from !== 0; from = view.getUint32(from + size, true)) {
              const cell = new Cell(undefined, null);
              const open = cell as { head: Value; tail: Cell | null };
              pending.push({ type: item, at: from, give: (value) => (open.head = value) });
              put(cell);
              put = (list) => (open.tail = list);
            }
            put(null);
          }
          break;
        }
        case 'sum':
        case 'named': {
          const layout = this.kinds.variant(next.type);
          const from = view.getUint32(at, true);
          const key = `${layout.id} ${from}`;
          const known = read.get(key);
          if (known !== undefined) {
            give(known);
            break;
          }
          const index = tagOf(view, layout, from);
          const { name } = layout.constructors[index] ?? internalError('a constructor');
          const made = new Variant(name, undefined) as { name: string; payload: Value };
          read.set(key, made);
          const payload = this.payloadOf(next.type, index);
          if (payload !== undefined) {
            const start = from + (hasHeader(layout) ? WORD : 0);
            pending.push({ type: payload, at: start, give: (value) => (made.payload = value) });
          }
          give(made);
          break;
        }
        default:
          internalError(`a value of type ${next.type.tag} in memory`);
      }
    }
    return result;
  }

  /** Writes a value to slots, and returns their number. */
  writeSlots(heap: Heap, type: Type, value: Value, address: number): number {
    this.write(heap, type, value, address);
    return this.kinds.of(type).length;
  }

  readSlots(heap: Heap, type: Type, address: number): { readonly value: Value; readonly words: number } {
    return { value: this.read(heap, type, address), words: this.kinds.of(type).length };
  }

  private payloadOf(type: Type, index: number): Type | undefined {
    return constructorsOf(type, this.kinds.variants)?.[index]?.payload;
  }
}

function tagOf(view: DataView, layout: VariantLayout, value: number): number {
  if (value < FIRST_ADDRESS) return value;
  if (hasHeader(layout)) return view.getUint32(value, true);
  return layout.constructors.findIndex(({ fields }) => fields.length > 0);
}

function readText(view: DataView, address: number): string {
  const units: string[] = [];
  const count = view.getUint32(address, true);
  for (let i = 0; i < count; i++) units.push(String.fromCharCode(view.getUint16(address + WORD + 2 * i, true)));
  return units.join('');
}

import { constructorsOf } from '../../language/core/constructors';
import { internalError } from '../../language/source/internal-error';
import { showType } from '../../language/types/print';
import type { Type } from '../../language/types/type';
import { realItems } from '../../semantics/reals';
import { Cell, Items, Variant, type Value } from '../../semantics/value';
import { FIRST_ADDRESS, hasHeader, WORD } from '../emit/layout';
import type { Kinds } from '../flatten/kinds';
import { partTypes } from '../flatten/parts';
import type { Heap } from './heap';
import { getInt, setInt } from './ints';
import { getText, setText } from './texts';

/** Writes and reads the machine's values of a type. Parts of a value are left to the writer and the reader. */
interface Codec {
  /** The bytes of a part. */
  readonly size: number;
  write(value: Value, at: number, writer: Writer): void;
  read(at: number, reader: Reader): Value;
}

/** The depth of calls at which a part waits until the parts around it are done: data can be of any depth. */
const DEEPEST = 100;

class Writer {
  readonly heap: Heap;
  /** The addresses of what has been written: what is shared is written once. */
  readonly written = new Map<Value, number>();
  private readonly waiting: (() => void)[] = [];
  private depth = 0;

  constructor(heap: Heap) {
    this.heap = heap;
  }

  part(codec: Codec, value: Value, at: number): void {
    if (this.depth < DEEPEST) {
      this.depth++;
      codec.write(value, at, this);
      this.depth--;
    } else {
      this.waiting.push(() => {
        this.part(codec, value, at);
      });
    }
  }

  finish(): void {
    for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop()) next();
  }
}

class Reader {
  readonly heap: Heap;
  private readonly read = new Map<Codec, Map<number, Value>>();
  private readonly waiting: (() => void)[] = [];
  private depth = 0;

  constructor(heap: Heap) {
    this.heap = heap;
  }

  /** Returns a part of a value, which belongs into an object under a key: it is put there later if it is deep. */
  part(codec: Codec, at: number, into: object, key: string | number): Value {
    if (this.depth < DEEPEST) {
      this.depth++;
      const value = codec.read(at, this);
      this.depth--;
      return value;
    }
    this.waiting.push(() => {
      (into as Record<string | number, Value>)[key] = this.part(codec, at, into, key);
    });
    return undefined;
  }

  /** Returns what of a type has been read, by address. */
  known(codec: Codec): Map<number, Value> {
    const found = this.read.get(codec) ?? new Map<number, Value>();
    this.read.set(codec, found);
    return found;
  }

  finish(): void {
    for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop()) next();
  }
}

const REAL: Codec = {
  size: WORD,
  write: (value, at, { heap }) => {
    heap.view.setFloat64(at, value as number, true);
  },
  read: (at, { heap }) => heap.view.getFloat64(at, true),
};

const INT: Codec = {
  size: WORD,
  write: (value, at, { heap }) => {
    setInt(heap.view, at, value as number);
  },
  read: (at, { heap }) => getInt(heap.view, at),
};

const BOOL: Codec = {
  size: WORD,
  write: (value, at, { heap }) => {
    heap.view.setUint32(at, value === true ? 1 : 0, true);
  },
  read: (at, { heap }) => heap.view.getUint32(at, true) !== 0,
};

const STRING: Codec = {
  size: WORD,
  write: (value, at, { heap }) => {
    setText(heap, at, value as string);
  },
  read: (at, { heap }) => getText(heap.view, at),
};

const UNIT: Codec = { size: 0, write: () => undefined, read: () => undefined };

/** The items of an array of reals up to which it is written again where it is shared. */
const SHORT = 16;

/** Arrays of reals. */
const REALS: Codec = {
  size: WORD,
  write: (value, at, { heap, written }) => {
    const { items } = value as Items;
    const isShort = items.length <= SHORT;
    const known = isShort ? undefined : written.get(value);
    const made = known ?? heap.allocateArray(items.length, WORD);
    heap.view.setUint32(at, made, true);
    if (known !== undefined) return;
    if (!isShort) written.set(value, made);
    heap.reals.set(items as ArrayLike<number>, (made + WORD) / WORD);
  },
  read: (at, { heap }) => {
    const from = heap.view.getUint32(at, true);
    const start = (from + WORD) / WORD;
    return new Items(realItems(heap.reals, start, heap.view.getUint32(from, true)));
  },
};

function parts(codecs: readonly Codec[]): Codec {
  let size = 0;
  const fields = codecs.map((codec, i) => {
    const at = size;
    size += codec.size;
    return { codec, i, at };
  });
  return {
    size,
    write: (value, at, writer) => {
      for (const field of fields) writer.part(field.codec, (value as readonly Value[])[field.i], at + field.at);
    },
    read: (at, reader) => {
      const made: Value[] = new Array<Value>(fields.length);
      for (const field of fields) made[field.i] = reader.part(field.codec, at + field.at, made, field.i);
      return made;
    },
  };
}

function array(item: Codec): Codec {
  const { size } = item;
  return {
    size: WORD,
    write: (value, at, writer) => {
      const { heap, written } = writer;
      const { items } = value as Items;
      const known = written.get(value);
      const made = known ?? heap.allocateArray(items.length, size);
      heap.view.setUint32(at, made, true);
      if (known !== undefined) return;
      written.set(value, made);
      for (let i = 0, to = made + WORD; i < items.length; i++, to += size) writer.part(item, items[i], to);
    },
    read: (at, reader) => {
      const { view } = reader.heap;
      const from = view.getUint32(at, true);
      const count = view.getUint32(from, true);
      const items: Value[] = new Array<Value>(count);
      for (let i = 0, next = from + WORD; i < count; i++, next += size) items[i] = reader.part(item, next, items, i);
      return new Items(items);
    },
  };
}

function list(item: Codec): Codec {
  const { size } = item;
  return {
    size: WORD,
    write: (value, at, writer) => {
      const { heap, written } = writer;
      let slot = at;
      let cell = value as Cell | null;
      for (; cell !== null && !written.has(cell); cell = cell.tail) {
        const made = heap.allocate(size + WORD);
        written.set(cell, made);
        heap.view.setUint32(slot, made, true);
        writer.part(item, cell.head, made);
        slot = made + size;
      }
      heap.view.setUint32(slot, cell === null ? 0 : (written.get(cell) ?? 0), true);
    },
    read: (at, reader) => {
      const { view } = reader.heap;
      let first: Cell | null = null;
      let last: { tail: Cell | null } | undefined;
      for (let from = view.getUint32(at, true); from !== 0; from = view.getUint32(from + size, true)) {
        const cell = new Cell(undefined, null);
        const open = cell as { head: Value; tail: Cell | null };
        open.head = reader.part(item, from, cell, 'head');
        if (last === undefined) first = cell;
        else last.tail = cell;
        last = open;
      }
      return first;
    },
  };
}

/** Writes the machine's values into a module's memory and reads them. */
export class Values {
  private readonly kinds: Kinds;
  private readonly codecs = new Map<string, Codec>();

  constructor(kinds: Kinds) {
    this.kinds = kinds;
  }

  /** Writes a value to slots, as many words as the type has kinds, and returns their number; data goes to fresh memory. */
  writeSlots(heap: Heap, type: Type, value: Value, address: number): number {
    const codec = this.codec(type);
    const writer = new Writer(heap);
    writer.part(codec, value, address);
    writer.finish();
    return codec.size / WORD;
  }

  /** Reads a value from slots. Data that was shared is shared. */
  readSlots(heap: Heap, type: Type, address: number): { readonly value: Value; readonly words: number } {
    const codec = this.codec(type);
    const reader = new Reader(heap);
    const value = reader.part(codec, address, [], 0);
    reader.finish();
    return { value, words: codec.size / WORD };
  }

  private codec(type: Type): Codec {
    const key = showType(type);
    const codec = this.codecs.get(key) ?? this.made(type);
    this.codecs.set(key, codec);
    return codec;
  }

  private made(type: Type): Codec {
    switch (type.tag) {
      case 'real':
        return REAL;
      case 'int':
        return INT;
      case 'bool':
        return BOOL;
      case 'string':
        return STRING;
      case 'unit':
        return UNIT;
      case 'product':
      case 'record':
        return parts(partTypes(type).map((part) => this.codec(part)));
      case 'sequence':
        if (type.container === 'list') return list(this.codec(type.item));
        return type.item.tag === 'real' ? REALS : array(this.codec(type.item));
      case 'sum':
      case 'named':
        return this.variant(type);
      default:
        return internalError(`a value of type ${type.tag} in memory`);
    }
  }

  /** Variants can contain themselves, so the codecs of their payloads are made when they are used. */
  private variant(type: Extract<Type, { tag: 'sum' | 'named' }>): Codec {
    const layout = this.kinds.variant(type);
    const hasIndex = hasHeader(layout);
    const start = hasIndex ? WORD : 0;
    const payloads = constructorsOf(type, this.kinds.variants) ?? internalError('a variant has constructors');
    const made: (Codec | undefined)[] = [];
    const all = layout.constructors.map(({ name, fields }, index) => {
      const payload = payloads[index]?.payload;
      return {
        name,
        index,
        size: WORD * fields.length,
        payload: payload && ((): Codec => (made[index] ??= this.codec(payload))),
      };
    });
    const byName = new Map(all.map((each) => [each.name, each]));
    const only = all.find(({ size }) => size > 0);
    const codec: Codec = {
      size: WORD,
      write: (value, at, writer) => {
        const { heap, written } = writer;
        const variant = value as Variant;
        const { index, size, payload } = byName.get(variant.name) ?? internalError('a constructor');
        const known = size === 0 ? index : written.get(variant);
        const address = known ?? heap.allocate(start + size);
        heap.view.setUint32(at, address, true);
        if (known !== undefined) return;
        written.set(variant, address);
        if (hasIndex) heap.view.setUint32(address, index, true);
        if (payload !== undefined) writer.part(payload(), variant.payload, address + start);
      },
      read: (at, reader) => {
        const { view } = reader.heap;
        const from = view.getUint32(at, true);
        const known = reader.known(codec);
        const found = known.get(from);
        if (found !== undefined) return found;
        const constructor_ = from < FIRST_ADDRESS ? all[from] : hasIndex ? all[view.getUint32(from, true)] : only;
        const { name, payload } = constructor_ ?? internalError('a constructor');
        const variant = new Variant(name, undefined) as { payload: Value };
        known.set(from, variant);
        if (payload !== undefined) variant.payload = reader.part(payload(), from + start, variant, 'payload');
        return variant;
      },
    };
    return codec;
  }
}

import { internalError } from '../../language/source/internal-error';
import type { Kind } from '../ir/kind';
import type { Constant, Data } from '../ir/tree';
import { FIRST_ADDRESS, hasHeader, typeOf, variantOf, WORD } from './layout';

/** The constant data of a program, from the first address on. */
export class ConstantData {
  private bytes = new DataView(new ArrayBuffer(1024));
  private length = 0;
  private readonly addresses = new Map<Data, number>();
  /** The addresses of reals and tables. */
  private readonly known = new Map<number | '-0' | readonly number[], number>();

  /** The address after the data. */
  get end(): number {
    return FIRST_ADDRESS + this.length;
  }

  all(): Uint8Array {
    return new Uint8Array(this.bytes.buffer, 0, this.length);
  }

  /** Returns the address of a real. */
  real(value: number): number {
    // A map takes -0 for 0.
    return this.placed(Object.is(value, -0) ? '-0' : value, [value]);
  }

  /** Returns the address of the numbers of a table, side by side. */
  table(numbers: readonly number[]): number {
    return this.placed(numbers, numbers);
  }

  private placed(key: number | '-0' | readonly number[], numbers: readonly number[]): number {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const at = this.take(WORD * numbers.length);
    numbers.forEach((value, i) => {
      this.bytes.setFloat64(at + WORD * i, value, true);
    });
    this.known.set(key, FIRST_ADDRESS + at);
    return FIRST_ADDRESS + at;
  }

  /** Returns a constant as an immediate: a number, or the address of its data. */
  immediate(constant: Constant): number {
    const { value } = constant;
    if (typeof value !== 'object') return Number(value);
    if (!this.addresses.has(value)) this.place(constant);
    return this.addresses.get(value) ?? internalError('data without an address');
  }

  /** Places data, which can be deep: all of it has its address before any of it is written. */
  private place(root: Constant): void {
    const fresh: { readonly data: Data; readonly kind: Kind }[] = [];
    const pending = [root];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { value: data, kind } = next;
      if (typeof data !== 'object' || this.addresses.has(data)) continue;
      this.addresses.set(data, isIndex(data, kind) ? data.constructor_ : FIRST_ADDRESS + this.take(sizeOf(data, kind)));
      fresh.push({ data, kind });
      for (const part of data.parts.toReversed()) if (typeof part.value === 'object') pending.push(part);
    }
    for (const { data, kind } of fresh) if (!isIndex(data, kind)) this.fill(data, kind);
  }

  private fill(data: Data, kind: Kind): void {
    const at = this.immediate({ tag: 'constant', kind, value: data }) - FIRST_ADDRESS;
    const { text, parts, constructor_, count = 0 } = data;
    if (text !== undefined) {
      this.bytes.setUint32(at, text.length, true);
      for (let i = 0; i < text.length; i++) this.bytes.setUint16(at + WORD + 2 * i, text.charCodeAt(i), true);
      return;
    }
    const start = headOf(kind);
    if (start > 0) this.bytes.setUint32(at, isArray(kind) ? count : constructor_, true);
    parts.forEach((part, i) => {
      this.write(at + start + WORD * i, part.kind, this.immediate(part));
    });
  }

  private write(at: number, kind: Kind, value: number): void {
    const type = typeOf(kind);
    if (type === 'f64') this.bytes.setFloat64(at, value, true);
    else if (type === 'i32') this.bytes.setUint32(at, value, true);
    else this.bytes.setBigInt64(at, BigInt(value), true);
  }

  /** Returns the address of bytes that a run writes. */
  reserve(size: number): number {
    return FIRST_ADDRESS + this.take(size);
  }

  /** Returns the offset of fresh bytes. */
  private take(size: number): number {
    const at = this.length;
    this.length += size;
    if (this.length > this.bytes.byteLength) {
      const larger = new Uint8Array(2 * this.length);
      larger.set(new Uint8Array(this.bytes.buffer));
      this.bytes = new DataView(larger.buffer);
    }
    return at;
  }
}

function isArray(kind: Kind): boolean {
  return typeof kind === 'object' && kind.tag === 'array';
}

/** Whether data is a constructor without fields, which takes no memory. */
function isIndex({ text, parts }: Data, kind: Kind): boolean {
  return text === undefined && !isArray(kind) && parts.length === 0;
}

function sizeOf({ text, parts }: Data, kind: Kind): number {
  return text === undefined ? headOf(kind) + WORD * parts.length : WORD + Math.ceil((2 * text.length) / WORD) * WORD;
}

/** Returns the size of the length of an array, or of the index of a constructor. */
function headOf(kind: Kind): number {
  return isArray(kind) || hasHeader(variantOf(kind)) ? WORD : 0;
}

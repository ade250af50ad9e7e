import { internalError } from '../../language/source/internal-error';
import type { Constant, Data, Kind } from '../ir/tree';
import { FIRST_ADDRESS, hasHeader, typeOf, variantOf, WORD } from './layout';

/** The constant data of a program, from the first address on. */
export class ConstantData {
  private bytes = new DataView(new ArrayBuffer(1024));
  private length = 0;
  private readonly addresses = new Map<Data, number>();

  /** The address after the data. */
  get end(): number {
    return FIRST_ADDRESS + this.length;
  }

  all(): Uint8Array {
    return new Uint8Array(this.bytes.buffer, 0, this.length);
  }

  /** Returns a constant as an immediate: a number, or the address of its data. */
  immediate({ value, kind }: Constant): number {
    return typeof value === 'object' ? this.address(value, kind) : Number(value);
  }

  private address(data: Data, kind: Kind): number {
    const known = this.addresses.get(data);
    if (known !== undefined) return known;
    const address = this.place(data, kind);
    this.addresses.set(data, address);
    return address;
  }

  private place(data: Data, kind: Kind): number {
    if (data.text !== undefined) return this.text(data.text);
    if (typeof kind === 'object' && kind.tag === 'array') {
      const at = this.take(WORD + WORD * data.parts.length);
      this.bytes.setUint32(at, data.count ?? 0, true);
      this.fill(at + WORD, data.parts);
      return FIRST_ADDRESS + at;
    }
    if (data.parts.length === 0) return data.constructor_;
    // The last field of a list is the rest of the list, which can be long: it is not placed by recursion.
    const cells: { readonly at: number; readonly data: Data }[] = [];
    let [current, currentKind]: [Data, Kind] = [data, kind];
    let end: number | undefined;
    while (end === undefined) {
      if (current.parts.length === 0) {
        end = current.constructor_;
        break;
      }
      const layout = variantOf(currentKind);
      cells.push({ at: this.take((hasHeader(layout) ? WORD : 0) + WORD * current.parts.length), data: current });
      const last: Constant = current.parts.at(-1) ?? internalError('a field');
      const isNested = typeof last.value === 'object' && typeof last.kind === 'object' && last.kind.tag === 'variant';
      if (!isNested || typeof last.value !== 'object') end = this.immediate(last);
      else {
        end = this.addresses.get(last.value);
        [current, currentKind] = [last.value, last.kind];
      }
    }
    let layout: Kind = kind;
    cells.forEach((cell, i) => {
      const own = variantOf(layout);
      let at = cell.at;
      if (hasHeader(own)) {
        this.bytes.setUint32(at, cell.data.constructor_, true);
        at += WORD;
      }
      const { parts } = cell.data;
      this.fill(at, parts.slice(0, -1));
      const last = parts.at(-1) ?? internalError('a field');
      const next = cells[i + 1];
      if (next !== undefined) this.bytes.setUint32(at + WORD * (parts.length - 1), FIRST_ADDRESS + next.at, true);
      else this.write(at + WORD * (parts.length - 1), last.kind, end);
      layout = last.kind;
    });
    return FIRST_ADDRESS + (cells[0]?.at ?? internalError('a cell'));
  }

  private text(text: string): number {
    const at = this.take(WORD + Math.ceil((2 * text.length) / WORD) * WORD);
    this.bytes.setUint32(at, text.length, true);
    for (let i = 0; i < text.length; i++) this.bytes.setUint16(at + WORD + 2 * i, text.charCodeAt(i), true);
    return FIRST_ADDRESS + at;
  }

  private fill(at: number, parts: readonly Constant[]): void {
    parts.forEach((part, i) => {
      this.write(at + WORD * i, part.kind, this.immediate(part));
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

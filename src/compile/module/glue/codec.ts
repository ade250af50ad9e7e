import type { Heap } from '../../run/values';
import type { ShapeKind, ShapeOf } from './shapes';

/** Reads and writes the values of the types of one kind. Parts of a value are left to the reader and the writer. */
export interface Codec<Kind extends ShapeKind> {
  write(shape: ShapeOf<Kind>, value: unknown, at: number, writer: Writer): void;
  read(shape: ShapeOf<Kind>, at: number, reader: Reader): void;
}

export interface Writer {
  readonly heap: Heap;
  /** The number to write instead of every real. */
  readonly instead: number | undefined;
  /** The bytes of a part, by type. */
  readonly size: readonly number[];
  /** The path to the value. */
  readonly path: string;
  /** Throws the error for a value, or for an item of it, that is not what is wanted. */
  readonly wrong: (wanted: string, item?: number) => never;
  readonly fail: (message: string, ...steps: readonly (string | number)[]) => never;
  /** Writes a part of the value, which is a step away from it. */
  readonly put: (type: number, value: unknown, at: number, step?: string | number) => void;
}

export interface Reader {
  readonly view: DataView;
  readonly reals: Float64Array;
  readonly size: readonly number[];
  readonly give: (value: unknown) => void;
  /** Gives data, which is made once for an address, by `make`. */
  readonly data: (address: number, make: () => object) => void;
  /** Reads a part into an object, which has the key already. */
  readonly put: (type: number, at: number, into: object, key: string | number) => void;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

export function places(count: number): unknown[] {
  return new Array<unknown>(count).fill(undefined);
}

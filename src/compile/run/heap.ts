/** The memory of a module, as values are written there and read. */
export interface Heap {
  readonly view: DataView;
  readonly reals: Float64Array;
  /** Returns the address of fresh bytes; `view` and `reals` may be others afterwards. */
  allocate(bytes: number): number;
  /** Returns the address of a fresh array of so many items of so many bytes. Throws a RangeError if it is too long. */
  allocateArray(count: number, size: number): number;
}

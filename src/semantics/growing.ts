const BITS = 12;
const CHUNK = 2 ** BITS;
const MASK = CHUNK - 1;

/**
 * A growing sequence of numbers in typed arrays. It grows by chunks without copying, so it never needs twice the
 * memory.
 */
export class Growing {
  length = 0;
  private readonly chunks: (Int32Array | Float64Array)[] = [];
  private readonly newChunk: (length: number) => Int32Array | Float64Array;

  constructor(newChunk: (length: number) => Int32Array | Float64Array) {
    this.newChunk = newChunk;
  }

  get bytes(): number {
    return (this.chunks[0]?.byteLength ?? 0) * this.chunks.length;
  }

  push(value: number): void {
    const chunk = (this.chunks[this.length >>> BITS] ??= this.newChunk(CHUNK));
    chunk[this.length++ & MASK] = value;
  }

  at(index: number): number {
    return this.chunks[index >>> BITS]?.[index & MASK] ?? NaN;
  }
}

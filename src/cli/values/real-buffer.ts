import { realItems } from '../../semantics/reals';

/** The reals of a chunk. */
const CHUNK = 1 << 16;

/** The most reals that are copied one by one, which is faster for few. */
const FEW = 64;

/** Collects the reals of one array after the other, at eight bytes for each. */
export class RealBuffer {
  #full: Float64Array[] = [];
  #last = new Float64Array(CHUNK);
  #used = 0;

  add(real: number): void {
    if (this.#used === CHUNK) {
      this.#full.push(this.#last);
      this.#last = new Float64Array(CHUNK);
      this.#used = 0;
    }
    this.#last[this.#used++] = real;
  }

  /** Returns the reals that were added since the last call. */
  take(): ArrayLike<number> {
    const [full, last, used] = [this.#full, this.#last, this.#used];
    this.#used = 0;
    if (full.length === 0) return used > FEW ? realItems(last.subarray(0, used)) : few(last, used);
    this.#full = [];
    const all = new Float64Array(full.length * CHUNK + used);
    full.forEach((chunk, i) => {
      all.set(chunk, i * CHUNK);
    });
    all.set(last.subarray(0, used), full.length * CHUNK);
    return all;
  }
}

function few(reals: Float64Array, count: number): number[] {
  for (let i = 0; i < count; i++) SCRATCH[i] = reals[i] ?? 0;
  return SCRATCH.slice(0, count);
}

/** A slice of an array of doubles has no room to spare. */
const SCRATCH = Array.from({ length: FEW }, () => 0.5);

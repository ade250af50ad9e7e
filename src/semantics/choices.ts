/** Returns random numbers below a count, the same for the same seed: mulberry32. */
export function choices(seed: number): (count: number) => number {
  let state = (seed + 1) * 0x9e3779b9;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * count);
  };
}

/**
 * A counter-based random number generator: Threefry-2x32 with 20 rounds (Salmon et al., "Parallel random numbers: as
 * easy as 1, 2, 3", 2011). The seed is the key and the index is the counter, each an int of at most 53 bits and a sign.
 */
const PARITY = 0x1bd11bda;
const ROTATIONS = [13, 15, 26, 6, 17, 29, 16, 24] as const;

const low = (n: number): number => n | 0;
const high = (n: number): number => Math.floor(n / 0x1_0000_0000) | 0;

/** Returns two words of 32 bits, as signed ints. */
export function threefry(
  key: readonly [number, number],
  counter: readonly [number, number],
): readonly [number, number] {
  const schedule = [key[0], key[1], PARITY ^ key[0] ^ key[1]] as const;
  let x = (counter[0] + key[0]) | 0;
  let y = (counter[1] + key[1]) | 0;
  for (let round = 0; round < 20; round++) {
    const rotation = ROTATIONS[round % 8] ?? 0;
    x = (x + y) | 0;
    y = ((y << rotation) | (y >>> (32 - rotation))) ^ x;
    if (round % 4 === 3) {
      const injection = (round + 1) / 4;
      x = (x + (schedule[injection % 3] ?? 0)) | 0;
      y = (y + (schedule[(injection + 1) % 3] ?? 0) + injection) | 0;
    }
  }
  return [x, y];
}

/** Returns a number strictly between 0 and 1: the middle of one of 2^52 equal intervals. */
export function uniform(seed: number, index: number): number {
  const [x, y] = threefry([low(seed), high(seed)], [low(index), high(index)]);
  return ((x >>> 6) * 0x400_0000 + (y >>> 6) + 0.5) / 2 ** 52;
}

/** Rounds of a loop, and the milliseconds that a machine which is neither slow nor busy takes for them at most. */
const ROUNDS = 30_000_000;
const USUAL = 75;
const MOST = 20;

/**
 * Returns how many times as long as usual this machine may take for a piece of work, from 1 to MOST. `work` has another
 * worker do so many rounds; the first call waits until that worker is there. The time that it takes counts squared,
 * because a busy machine lets a worker that has rested go first, and those that compute wait longer.
 */
export async function slownessNow(work: (rounds: number) => Promise<unknown>): Promise<number> {
  await work(0);
  const started = performance.now();
  await work(ROUNDS);
  return Math.min(MOST, Math.max(1, ((performance.now() - started) / USUAL) ** 2));
}

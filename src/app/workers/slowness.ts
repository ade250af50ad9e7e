/** Rounds of a loop, and the milliseconds that a machine which is neither slow nor busy takes for them at most. */
const ROUNDS = 30_000_000;
const USUAL = 75;
const MOST = 10;

/**
 * Returns how many times as long as usual this machine takes now for the same work, from 1 to MOST. `work` has another
 * worker do so many rounds; the first call waits until that worker is there.
 */
export async function slownessNow(work: (rounds: number) => Promise<unknown>): Promise<number> {
  await work(0);
  const started = performance.now();
  await work(ROUNDS);
  return Math.min(MOST, Math.max(1, (performance.now() - started) / USUAL));
}

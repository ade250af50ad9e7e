/**
 * Measures how long the run worker takes for what panels ask of programs of ordinary and of large size, and the memory
 * of each answer. Run: npm run bench panels.
 */
import type { ProductName, RunReply } from '../src/protocol/messages';
import { PAGE_BUDGET } from '../src/semantics/outcome';
import { createRunService } from '../src/services/run-service';
import { regression } from '../src/testing/regression';

/**
 * Programs by name. `work` has 10^6 operations, in calls of a function; `flat` the same in one expression of a loop; the result of
 * `items` has 10^5 reals.
 */
const PROGRAMS: Readonly<Record<string, string>> = {
  regression: regression(150, 60),
  work: `input x : real = 0.5
let step (y, k) = y * 0.5 + sin (x * toReal k) * 0.01
let rec go (k, y) = if k = 0 then y else go (k - 1, step (y, k))
go (200000, x)`,
  flat: `input x : real = 0.5
let rec go (k, y) = if k = 0 then y else go (k - 1, y * 0.5 + sin (x * toReal k) * 0.01)
go (200000, x)`,
  items: `input x : real = 0.5
map (fun k -> x * toReal k) (range 0 100000)`,
};
const PRODUCTS: readonly ProductName[] = ['value', 'trace', 'delta', 'gradient'];

function bytesIn(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce<number>((sum, each) => sum + bytesIn(each), 0);
}

/** The longest time for which the worker did not look at messages; the page replaces it after a second. */
let longest = 0;
let resumed = 0;
const service = createRunService(async () => {
  longest = Math.max(longest, performance.now() - resumed);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  resumed = performance.now();
});
const only = process.argv.slice(2);
for (const [name, text] of Object.entries(PROGRAMS)) {
  if (only.length > 0 && !only.includes(name)) continue;
  for (const product of PRODUCTS) {
    const start = performance.now();
    longest = 0;
    resumed = start;
    let first: number | undefined;
    let last: RunReply | undefined;
    await service.run(
      { revision: 1, cells: [text], jobs: [{ cell: 0, products: [product] }], inputs: {}, budget: PAGE_BUDGET },
      (reply) => {
        first ??= performance.now() - start;
        last = reply;
      },
    );
    const said = last?.state === 'error' ? `: ${last.diagnostics[0]?.message}` : '';
    console.log(
      `${name} ${product}: first reply ${first?.toFixed(0)} ms, all ${(performance.now() - start).toFixed(0)} ms, ${(bytesIn(last) / 1e6).toFixed(1)} MB, longest stretch ${longest.toFixed(0)} ms, ${last?.state}${said}`,
    );
  }
}

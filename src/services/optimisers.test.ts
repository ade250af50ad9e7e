import { describe, expect, test } from 'vitest';
import { OPTIMISERS, type OptimisersReply, type OptimisersRequest } from '../protocol/optimisers';
import { PAGE_BUDGET } from '../semantics/outcome';
import { newService, repliesTo } from '../testing/ask';
import { evaluated } from '../testing/run-source';

const BUDGET = { ...PAGE_BUDGET, seconds: 60 };
const VALLEY = `input curve : real = 10
let optimiser0 = 1
let other (x, y) = x + y
let valley (x, y) = (1 - x) ^ 2 + curve * (y - x ^ 2) ^ 2
let rec descend (n : int) p =
  let _ = watch "valley" (valley p) in
  let (x, y) = watch "p" p in
  if n = 0 then p else let (dx, dy) = grad valley p in descend (n - 1) (x - 0.01 * dx, y - 0.01 * dy)
descend 30 (-1, 1.5)`;
const RATES = { gradientDescent: 0.01, momentum: 0.005, nesterov: 0.005, adaGrad: 0.5, rmsProp: 0.05, adam: 0.1 };
const ALL = OPTIMISERS.map((optimiser) => ({ optimiser, rate: RATES[optimiser] }));

async function answers(asked: Partial<OptimisersRequest>, service = newService()): Promise<readonly OptimisersReply[]> {
  const request = { cells: [VALLEY], cell: 0, inputs: {}, budget: BUDGET, choices: ALL, steps: 30 };
  return repliesTo(service, 'optimisers', { ...request, series: ['valley', 'p'], leaves: [0, 1], ...asked });
}

async function runsOf(asked: Partial<OptimisersRequest>, service = newService()) {
  const last = (await answers(asked, service)).at(-1);
  if (last?.state !== 'ok') throw new Error(JSON.stringify(last));
  return last;
}

describe('optimisers', () => {
  test('start where the descent does, and end where the functions of the prelude do', async () => {
    const { minimised, series, runs } = await runsOf({});
    expect([minimised.name, series]).toEqual(['valley', 'p']);
    for (const { optimiser, rate, losses, path } of runs) {
      const decay = ['momentum', 'nesterov', 'rmsProp'].includes(optimiser) ? ' 0.9' : '';
      expect(losses).toHaveLength(31);
      expect([path?.xs[0], path?.ys[0]]).toEqual([-1, 1.5]);
      const end = `${optimiser} ${rate}${decay} 30 valley (-1, 1.5)`;
      expect(
        evaluated(`${VALLEY}\nlet (x, y) = ${end}\nabs (x - (${path?.xs.at(-1)})) + abs (y - (${path?.ys.at(-1)}))`),
      ).toMatch(/; 0$/u);
    }
  });

  test('answer one by one, and those that are known at once', async () => {
    const service = newService();
    const first = await answers({}, service);
    expect(first.map((reply) => (reply.state === 'error' ? [] : reply.runs.length))).toEqual([1, 2, 3, 4, 5, 6]);
    const { runs } = await runsOf({ choices: [{ optimiser: 'adam', rate: 0.2 }, ...ALL.slice(0, 1)] }, service);
    expect(runs[0]?.losses.at(-1)).not.toBe(runs[1]?.losses.at(-1));
  });

  test('follow the inputs', async () => {
    const service = newService();
    const [before, after] = [await runsOf({}, service), await runsOf({ inputs: { curve: 1 } }, service)];
    expect(after.runs[0]?.losses[0]).toBe(4 + 0.25);
    expect(before.runs[0]?.losses[0]).toBe(4 + 2.5);
  });

  test('take long runs by compiled code, and keep what a run that diverges has reached', async () => {
    const { runs } = await runsOf({ steps: 100_000, choices: [{ optimiser: 'adam', rate: 0.001 }] });
    expect(runs[0]?.losses).toHaveLength(100_001);
    expect(runs[0]?.losses.at(-1)).toBeLessThan(1e-6);
    const { runs: wild } = await runsOf({ choices: [{ optimiser: 'gradientDescent', rate: 10 }] });
    expect(wild[0]?.losses.length).toBeGreaterThan(3);
  });

  test('minimise a function of a record with an array', async () => {
    const text = `let loss p = dot p p
let rec go (n : int) p = let _ = watch "p" p in if n = 0 then p else go (n - 1) (subtract p (scale 0.1 (grad loss p)))
go 5 { w = [1.5, -2], b = 0.1 }`;
    const { runs } = await runsOf({ cells: [text], series: ['p'], leaves: [0, 2], choices: ALL.slice(0, 1), steps: 5 });
    expect(runs[0]?.path?.xs[0]).toBe(0.1);
    expect(runs[0]?.path?.ys[0]).toBe(-2);
  });

  test('have no answer where no series records what is minimised', async () => {
    expect(await answers({ series: ['valley'] })).toEqual([{ state: 'error', diagnostics: [] }]);
  });
});

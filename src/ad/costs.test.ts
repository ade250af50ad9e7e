/** The costs of the translations of Krawiec et al., as stated in their sections 5 to 7. */
import { describe, expect, it } from 'vitest';
import { internalError } from '../language/source/internal-error';
import { COMMAND_LINE_BUDGET, type Budget, type Counts, type Meter, type Outcome } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { Items, type Value } from '../semantics/value';
import { wholeMeter } from '../testing/engines';
import { LONG, MUTATING } from '../testing/runs';
import { mainFrom } from '../testing/translated-main';
import type { EngineId, EngineResult } from './engine';
import { engineById } from './registry';

function outcomeOf(id: EngineId, text: string, args: readonly Value[], budget: Budget): Outcome<EngineResult<Counts>> {
  const engine = engineById(id) ?? internalError(`there is no engine ${id}`);
  return drain(engine.run(mainFrom(text), { arguments: args, cotangent: 1 }, budget));
}

function meterOf(id: EngineId, text: string, args: readonly Value[]): Meter {
  const outcome = outcomeOf(id, text, args, COMMAND_LINE_BUDGET);
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return wholeMeter(outcome.value.meter);
}

/** n lets, each of which uses the previous one twice, halved so that values stay finite (section 7). */
const DOUBLING = `input b : real = 3
input n : int = 1
let rec go (b, n) = if n = 0 then b else let c = 0.5 * b + 0.5 * b in go (c, n - 1)
go (b, n)`;

const LOOP = `input x : real = 1
input n : int = 1
let rec loop (a, n) = if n = 0 then a else loop (a * x, n - 1)
loop (x, n)`;

describe('the nested doublings', () => {
  it.each(['reverse', 'tape'] as const)('take %s time linear in the lets', (id) => {
    const [ten, twenty, many] = [10, 20, MUTATING ? 100 : 100_000].map((n) => meterOf(id, DOUBLING, [3, n]));
    for (const key of ['nodes', 'visits'] as const) {
      const slope = ((twenty?.[key] ?? 0) - (ten?.[key] ?? 0)) / 10;
      expect(Number.isInteger(slope)).toBe(true);
      expect(many?.[key]).toBe((ten?.[key] ?? 0) + slope * ((MUTATING ? 100 : 100_000) - 10));
    }
  });

  it('double the visits of reverse-delta with each let, though its Delta is small in memory', () => {
    const meters = [8, 9, 10, 11].map((n) => meterOf('reverse-delta', DOUBLING, [3, n]));
    meters.slice(1).forEach((meter, i) => {
      const before = meters[i] ?? internalError('a size without a meter');
      expect(meter.visits / before.visits).toBeCloseTo(2, 1);
      expect(meter.nodes - before.nodes).toBe((meters[1]?.nodes ?? 0) - (meters[0]?.nodes ?? 0));
    });
  });

  it('are stopped by the budget of reverse-delta, with a message', () => {
    const outcome = outcomeOf('reverse-delta', DOUBLING, [3, 60], { ...COMMAND_LINE_BUDGET, steps: 1e6 });
    expect(outcome).toMatchObject({
      tag: 'stopped',
      diagnostic: { code: 'budget-steps', message: 'the run was stopped after 1,000,000 steps' },
    });
  });
});

it('a loop of n multiplications takes nodes and visits a n + b, with one a and b from 100 on', () => {
  for (const id of ['reverse', 'tape'] as const) {
    const sizes = [100, 200, 1000, ...(MUTATING ? [] : [LONG ? 1_000_000 : 100_000])];
    const meters = sizes.map((n) => meterOf(id, LOOP, [1.0000001, n]));
    for (const key of ['nodes', 'visits'] as const) {
      const [first, second] = meters;
      const a = ((second?.[key] ?? 0) - (first?.[key] ?? 0)) / 100;
      expect(Number.isInteger(a)).toBe(true);
      meters.forEach((meter, i) => {
        expect(meter[key]).toBe((first?.[key] ?? 0) + a * ((sizes[i] ?? 0) - 100));
      });
    }
  }
});

it('on n inputs reverse-dense does work that grows as n squared, reverse as n', () => {
  const text = 'input xs : array real = [1]\nfold (x, s) -> x * s over xs from 1';
  const work = (id: EngineId, n: number): number => {
    const meter = meterOf(id, text, [new Items(Array.from({ length: n }, () => 1))]);
    return meter.derivative + meter.nodes;
  };
  const ratio = (id: EngineId): number => work(id, 160) / work(id, 80);
  expect(ratio('reverse-dense')).toBeGreaterThan(3.8);
  expect(ratio('reverse')).toBeLessThan(2.1);
  expect(ratio('tape')).toBeLessThan(2.1);
});

import { describe, expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import { agree, type Agreement } from './agree';
import type { AnyEngine, EngineId } from './engine';
import { internalError } from '../language/source/internal-error';
import { ENGINES, engineById } from './registry';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20 };

function agreementOf(text: string, engines: readonly AnyEngine[]): Agreement {
  const { main, point } = focusOf(checked(text));
  return drain(agree(main, point, { engines, budget, now: () => 0 }));
}

function engineOf(id: EngineId): AnyEngine {
  return engineById(id) ?? internalError(`no engine ${id}`);
}

/** Returns `forward` with its derivative, one real, multiplied by a factor. */
function forwardTimes(factor: number): AnyEngine {
  const forward = engineOf('forward');
  return {
    ...forward,
    *run(...given) {
      const outcome = yield* forward.run(...given);
      if (outcome.tag !== 'ok') return outcome;
      const derivative = outcome.value.derivative.map((each) => (typeof each === 'number' ? each * factor : each));
      return { tag: 'ok', value: { ...outcome.value, derivative } };
    },
  };
}

describe('the tolerance', () => {
  /** The verdict on `reverse`, `trace-anf` and a `forward` that is wrong by a factor; S is 1 and B is 2 * large - 1. */
  const verdictOf = (large: number, factor: number): string | undefined =>
    agreementOf(`input x : real = 1\nx * ${large} - x * ${large - 1}`, [
      engineOf('reverse'),
      engineOf('trace-anf'),
      forwardTimes(factor),
    ]).verdict;

  test('grows by 1e-13 times the sweep of the absolute values, and no more', () => {
    expect(verdictOf(1, 1 + 1e-10)).toBe('agree');
    expect(verdictOf(1, 1 + 1e-8)).toBe('disagree');
    expect(verdictOf(1e6, 1 + 1e-7)).toBe('agree');
    expect(verdictOf(1e6, 1 + 1e-6)).toBe('disagree');
    expect(verdictOf(1e6, 1.001)).toBe('disagree');
  });

  test('is relative to the largest entry of the derivative', () => {
    const verdict = (factor: number): string | undefined =>
      agreementOf('input x : real * real = (1, 1)\nlet (a, b) = x\n1e6 * a + b', [engineOf('reverse'), wrongAt(factor)])
        .verdict;
    /** Adds to the small entry. */
    function wrongAt(change: number): AnyEngine {
      const tape = engineOf('tape');
      return {
        ...tape,
        *run(...given) {
          const outcome = yield* tape.run(...given);
          return outcome.tag === 'ok'
            ? { tag: 'ok', value: { ...outcome.value, derivative: [[1e6, 1 + change]] } }
            : outcome;
        },
      };
    }
    expect(verdict(1e-4)).toBe('agree');
    expect(verdict(1e-2)).toBe('disagree');
  });

  test('too much cancellation is no agreement, but equal numbers agree', () => {
    expect(verdictOf(1e12, 1)).toBe('agree');
    expect(verdictOf(1e12, 1.01)).toBe('too much cancellation');
    expect(verdictOf(1e12, 2)).toBe('disagree');
  });
});

test('values agree in their reals within the tolerance, and in everything else exactly', () => {
  const valued = (value: readonly unknown[]): string | undefined => {
    const tape = engineOf('tape');
    const other: AnyEngine = {
      ...tape,
      *run(...given) {
        const outcome = yield* tape.run(...given);
        return outcome.tag === 'ok' ? { tag: 'ok', value: { ...outcome.value, value } } : outcome;
      },
    };
    return agreementOf('input x : real = 2\n(x, 3, x < 1)', [engineOf('trace-anf'), other]).verdict;
  };
  expect(valued([2, 3, false])).toBe('agree');
  expect(valued([2 + 1e-10, 3, false])).toBe('agree');
  expect(valued([2.1, 3, false])).toBe('disagree');
  expect(valued([2, 4, false])).toBe('disagree');
  expect(valued([2, 3, true])).toBe('disagree');
});

test('the largest difference is between any two engines, relative to the largest entry', () => {
  const power = `input m : array (array real) = [[2, 0.5], [0.5, 1]]
let v = iterate 60 (fun v -> let u = matvec m v in 1 / norm u * u) [1, 1]
dot v (matvec m v)`;
  for (const text of [power, power.replace('dot v', '1000 * dot v')]) {
    const { columns, maxRelativeDifference, verdict } = agreementOf(
      text,
      ENGINES.filter(({ id }) => id !== 'reverse-delta' && id !== 'curry'),
    );
    expect(verdict).toBe('agree');
    const rows = columns.flatMap((column) =>
      column.status === 'ok' && column.engine !== 'numeric' ? [column.derivatives] : [],
    );
    const apart = rows.flatMap((a) => rows.flatMap((b) => a.map((entry, at) => Math.abs(entry - (b[at] ?? NaN)))));
    const largest = Math.max(1, ...rows.flat().map(Math.abs));
    expect(Math.max(...apart)).toBeGreaterThan(0);
    expect(maxRelativeDifference).toBe(Math.max(...apart) / largest);
  }
});

describe('patience', () => {
  /** Returns an engine that takes a number of slices of one second each. */
  function slow(id: EngineId, slices: number, clock: { now: number }): AnyEngine {
    const engine = engineOf(id);
    return {
      ...engine,
      *run(...given) {
        for (let i = 0; i < slices; i++) {
          clock.now += 1000;
          yield;
        }
        return yield* engine.run(...given);
      },
    };
  }

  /** The status of each engine, where `curry` would take ten seconds and `reverse` two. */
  function statusesWith(asked: readonly EngineId[]): readonly string[] {
    const clock = { now: 0 };
    const { main, point } = focusOf(checked('input x : real = 3\nx * x'));
    const engines = [
      slow('reverse', 2, clock),
      slow('curry', 10, clock),
      slow('trace', 1, clock),
      engineOf('trace-anf'),
    ];
    const patience = { seconds: 5, asked: new Set(asked) };
    const agreement = drain(agree(main, point, { engines, budget, now: () => clock.now, patience }));
    return agreement.columns.map(({ engine, status }) => `${engine} ${status}`);
  }

  test('leaves out the engines that need more time, and those after them', () => {
    expect(statusesWith([])).toEqual(['reverse ok', 'curry not run', 'trace not run', 'trace-anf ok']);
  });

  test('begins anew for a quick engine as long as none has answered', () => {
    const clock = { now: 0 };
    const { main, point } = focusOf(checked('input x : real = 3\nx * x'));
    const engines = [slow('trace-anf', 10, clock), slow('reverse', 1, clock), slow('compiled', 4, clock)];
    const patience = { seconds: 5, asked: new Set<EngineId>() };
    const { columns } = drain(agree(main, point, { engines, budget, now: () => clock.now, patience }));
    expect(columns.map(({ status }) => status)).toEqual(['not run', 'not run', 'ok']);
  });

  test('begins anew for a quick engine until two have answered', () => {
    const clock = { now: 0 };
    const { main, point } = focusOf(checked('input x : real = 3\nx * x'));
    const engines = [slow('trace-anf', 4, clock), slow('compiled', 4, clock), slow('reverse', 4, clock)];
    const patience = { seconds: 5, asked: new Set<EngineId>() };
    const { columns, verdict } = drain(agree(main, point, { engines, budget, now: () => clock.now, patience }));
    expect(columns.map(({ status }) => status)).toEqual(['ok', 'ok', 'not run']);
    expect(verdict).toBe('agree');
  });

  test('does not count the time of an engine that was asked for', () => {
    expect(statusesWith(['curry'])).toEqual(['reverse ok', 'curry ok', 'trace ok', 'trace-anf ok']);
  });
});

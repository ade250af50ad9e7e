import { afterEach, expect, it, vi } from 'vitest';
import type { RunOutcome } from '../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { loadWhole } from './loader';
import { reference } from './program';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Counts down, then comes to the kink of abs: a run that is only evaluated begins anew there. */
const LATE = 'input x : real = 0\nlet rec count (n : int) y = if n = 0 then abs y else count (n - 1) y\ncount 50000 x';

function runs(seconds: number): { readonly outcome: RunOutcome; readonly looks: number } {
  const loaded = loadWhole([LATE], {});
  if (loaded.tag === 'wrong') throw new Error('the program is wrong');
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => 1000 * now++);
  const outcome = drain(reference(loaded.program, new Map(), { ...COMMAND_LINE_BUDGET, seconds }, false));
  clock.mockRestore();
  return { outcome, looks: now };
}

it('a run that begins anew has one limit of time for both', () => {
  const { outcome, looks } = runs(Infinity);
  expect(outcome).toMatchObject({ tag: 'ok', value: { warnings: [{ code: 'boundary' }] } });
  const most = Math.ceil(0.75 * looks);
  expect(runs(looks).outcome.tag).toBe('ok');
  expect(runs(most).outcome).toMatchObject({
    tag: 'stopped',
    diagnostic: { code: 'budget-time', message: `the run was stopped after ${most} seconds` },
  });
});

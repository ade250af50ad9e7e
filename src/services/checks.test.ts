import { describe, expect, test } from 'vitest';
import type { ChecksPayload } from '../protocol/terms';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { checksOf } from './checks';
import { loadWhole } from './loader';

const BUDGET = { ...PAGE_BUDGET, seconds: 60 };

function answer(text: string, inputs: Readonly<Record<string, number>> = {}, budget = BUDGET) {
  const cells = [text];
  return drain(checksOf(loadWhole(cells), { cells, cell: 0, inputs, budget }));
}

function checks(text: string, inputs: Readonly<Record<string, number>> = {}, budget = BUDGET): ChecksPayload {
  const reply = answer(text, inputs, budget);
  if (!('checks' in reply)) throw new Error(JSON.stringify(reply));
  return reply.checks;
}

const STEP = 'input x : real = 2\nif x < 0.5 then x * x else x + sin x';

describe('the theorems, checked', () => {
  test('hold for a program with two inputs, by its literal trace', () => {
    const found = checks('input x : real = 2\ninput y : real = 3\nx * y + sin x');
    expect(found.interpolation).toEqual({ tag: 'checked', of: 'literal', holds: true, difference: 0 });
    expect(found.adequacy).toMatchObject({ tag: 'checked', of: 'literal', holds: true });
    expect(found.neighbourhood).toMatchObject({ tag: 'checked', radius: 1024, least: true, difference: 0 });
    expect(found.leaves).toEqual(['x', 'y']);
    if (found.adequacy.tag === 'checked') {
      expect(found.adequacy.differences).toHaveLength(2);
      expect(Math.max(...found.adequacy.differences)).toBeLessThan(1e-9);
    }
  });

  test('the neighbourhood ends where a branch changes', () => {
    const { neighbourhood } = checks(STEP);
    if (neighbourhood.tag !== 'checked') throw new Error(neighbourhood.reason.message);
    expect(neighbourhood.least).toBe(false);
    expect(neighbourhood.radius).toBeLessThanOrEqual(1.5);
    expect(neighbourhood.radius).toBeGreaterThan(1.49);
    expect(neighbourhood.samples).toBeGreaterThan(0);
  });

  test('on a boundary there is no neighbourhood', () => {
    expect(checks(STEP, { x: 0.5 }).neighbourhood).toMatchObject({ tag: 'checked', radius: 0, samples: 0 });
  });

  test('the neighbourhood ends where the program is not defined', () => {
    const { neighbourhood } = checks('input x : real = 0.25\nlog x');
    if (neighbourhood.tag !== 'checked') throw new Error(neighbourhood.reason.message);
    expect(neighbourhood.radius).toBeLessThan(0.25);
    expect(neighbourhood.radius).toBeGreaterThan(0.249);
  });

  test('the A-normal terms are checked if the literal ones are too large', () => {
    const recursive = (n: number) =>
      `let rec f (n, x) = if n < 0.5 then x else f (n - 1, x * 1.001)\ninput x : real = 1\nf (${n}, x)`;
    expect(checks(recursive(5)).interpolation).toMatchObject({ of: 'literal', holds: true });
    // The derivative of the trace need not be written out.
    expect(checks(recursive(5)).adequacy).toMatchObject({ of: 'literal', holds: true });
    expect(checks(recursive(15_000)).interpolation).toMatchObject({ of: 'a-normal', holds: true, difference: 0 });
  });

  test('hold for a program that takes derivatives itself', () => {
    const found = checks('input x : real = 4\nx * deriv (fun y -> x * y * y) 1');
    expect([found.interpolation, found.adequacy]).toMatchObject([{ holds: true }, { holds: true }]);
  });

  test('a neighbourhood that was not found in time is not a boundary', () => {
    const { neighbourhood } = checks(STEP, {}, { ...BUDGET, seconds: -1 });
    expect(neighbourhood).toMatchObject({ tag: 'not checked', reason: { code: 'budget-time' } });
  });

  test('a check that could not run says why', () => {
    const text = 'let rec f (n, x) = if n < 0.5 then x else f (n - 1, x * 1.001)\ninput x : real = 1\nf (40, x)';
    const { adequacy, neighbourhood } = checks(text, {}, { ...BUDGET, steps: 400 });
    expect([adequacy.tag, neighbourhood.tag]).toContain('not checked');
  });

  test('there is nothing to check in a program with errors, without a value or with nothing to differentiate', () => {
    expect(answer('lgo 1')).toMatchObject({ state: 'error', diagnostics: [{ severity: 'error' }] });
    expect(answer('input x : real = 0\nlog x')).toMatchObject({ state: 'error', diagnostics: [{ code: 'domain' }] });
    expect(answer('1 + 1')).toEqual({ state: 'error', diagnostics: [] });
  });
});

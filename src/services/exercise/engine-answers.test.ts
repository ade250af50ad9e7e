import { describe, expect, test } from 'vitest';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { createLoader } from '../loader';
import { internalError } from '../../language/source/internal-error';
import { engineAnswers, enginesNamed } from './engine-answers';
import type { Verdict } from './verdict';

function answered(text: string, got: readonly number[], within: number, ...names: readonly string[]): Verdict {
  const loaded = drain(createLoader()({ cells: [text], cell: 0 }));
  const engines = enginesNamed(names);
  if (loaded.tag === 'wrong' || typeof engines === 'string') return internalError('the test is wrong');
  return drain(engineAnswers(loaded.program.core, engines, got, within, PAGE_BUDGET, new Set()));
}

describe('the answers of engines', () => {
  test('are compared with reals, within a tolerance', () => {
    const text = 'grad (fun (x, y) -> x * x * y) (3, 5)';
    expect(answered(text, [30, 9], 1e-9, 'engines')).toEqual({ status: 'passed' });
    expect(answered(text, [30, 9.1], 0.2, 'engines')).toEqual({ status: 'passed' });
    expect(answered(text, [30, 9.1], 1e-9, 'taylor', 'forward')).toEqual({
      status: 'not yet',
      expected: '[30, 9] by `forward`',
      got: '[30, 9.1]',
    });
    expect(answered(text, [30], 1e-9, 'reverse')).toMatchObject({ status: 'not yet' });
  });

  test('count within the error that an engine states, and not if it declines', () => {
    const text = 'grad (fun (x : real) -> exp x) 1';
    expect(answered(text, [Math.E], 0, 'numeric')).toEqual({ status: 'passed' });
    expect(answered(text, [Math.E + 1e-3], 0, 'numeric')).toMatchObject({ status: 'not yet' });
    // Central differences give no answer at a kink.
    expect(answered('grad (fun (x : real) -> abs x) 0', [9], 0, 'numeric')).toEqual({ status: 'passed' });
  });

  test('need a derivative', () => {
    expect(answered('1 + 2.5', [3.5], 0, 'forward')).toMatchObject({ status: 'failed' });
  });

  test('are those of all engines or of the named ones', () => {
    expect(enginesNamed(['curry', 'lost'])).toBe('lost');
    expect(enginesNamed([])).toEqual([]);
    const named = enginesNamed(['curry', 'trace']);
    expect(typeof named === 'string' ? named : named.map(({ id }) => id)).toEqual(['curry', 'trace']);
  });
});

import { describe, expect, test } from 'vitest';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { createLoader } from '../loader';
import type { ValidityRequest } from '../../protocol/exercises';
import { faultsOf } from './valid';

const START = 'let square x = x + 0.0';
const EXERCISE: Omit<ValidityRequest, 'cells'> = {
  exercise: 'square',
  budget: PAGE_BUDGET,
  cell: 1,
  check: '',
  checks: 'forall x in -2 .. 2: square x equals x ^ 2',
  solution: 'let square x = x * x',
  wrong: ['let square x = 2.0 * x', 'let square x = abs x', 'let square x = x ^ 3'],
};

function faults(changes: Partial<ValidityRequest>, start = START): readonly string[] {
  const found = drain(faultsOf(createLoader(), { ...EXERCISE, cells: ['let one = 1', start], ...changes }));
  expect(found.every(({ hint }) => hint !== '')).toBe(true);
  return found.map(({ message }) => message);
}

describe('an exercise', () => {
  test('is valid if the start fails, the solution passes and three wrong answers fail', () => {
    expect(faults({})).toEqual([]);
  });

  test('is not valid if its start passes, or has an error', () => {
    expect(faults({}, 'let square x = x * x')).toEqual(['its start passes already']);
    expect(faults({}, 'let square x =')).toEqual(['its start has an error']);
    expect(faults({}, 'let other = 3')).toEqual([expect.stringContaining('do not fit its start')]);
  });

  test('is not valid without a solution that passes', () => {
    expect(faults({ solution: undefined })).toEqual(['it has no solution']);
    expect(faults({ solution: 'let square x = 3 * x' })).toEqual([
      expect.stringMatching(/^its solution does not pass: forall .*: at x = .*: expected .*, got/),
    ]);
    expect(faults({ solution: 'let square x =' })).toEqual(['its solution does not pass: it has an error']);
  });

  test('is not valid if a wrong answer passes or has an error, or if one is missing', () => {
    const [first = '', second = ''] = EXERCISE.wrong;
    expect(faults({ wrong: [first, second, 'let square x = x ^ 2'] })).toEqual(['its wrong answer 3 passes']);
    expect(faults({ wrong: [first, 'let square x =', second] })).toEqual(['its wrong answer 2 has an error']);
    expect(faults({ wrong: [first, second] })).toEqual(['it has 2 wrong answers of 3']);
  });

  test('with the attribute `check` is judged by it', () => {
    expect(faults({ checks: undefined, check: 'square 3 = 9', wrong: [] })).toEqual(['it has 0 wrong answers of 3']);
  });
});

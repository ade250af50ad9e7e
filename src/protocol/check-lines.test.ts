import { expect, test } from 'vitest';
import type { ChecksPayload } from './terms';
import { checkLines } from './check-lines';

const REASON = { severity: 'error', code: 'x', message: 'there was no time', related: [] } as const;
const NOT_CHECKED = { tag: 'not checked', reason: { ...REASON, span: { cell: 0, start: 0, end: 1 } } } as const;
const FINE: ChecksPayload = {
  interpolation: { tag: 'checked', of: 'literal', holds: true, difference: 0 },
  adequacy: { tag: 'checked', of: 'a-normal', holds: true, differences: [1e-14, 0], errors: [2e-12, 3e-13] },
  neighbourhood: {
    tag: 'checked',
    of: 'a-normal',
    radius: 1.5,
    least: false,
    samples: 160,
    directions: 20,
    difference: 0,
  },
  leaves: ['x', 'y'],
};

function said(changes: Partial<ChecksPayload>): readonly string[] {
  return checkLines({ ...FINE, ...changes }).map(({ verdict, detail }) => `${verdict}: ${detail}`);
}

test('each theorem shows its numbers and the trace that was checked', () => {
  expect(said({})).toEqual([
    'holds: difference 0 (literal trace)',
    'holds: ∂x off by 1e-14 ± 2e-12, ∂y off by 0 ± 3e-13 (A-normal trace)',
    'holds: radius at least 1.5, difference 0 in 160 samples (A-normal trace)',
  ]);
});

test('a failed check differs from a check that was not made', () => {
  const { interpolation, adequacy, neighbourhood } = FINE;
  if (interpolation.tag !== 'checked' || adequacy.tag !== 'checked' || neighbourhood.tag !== 'checked') return;
  const verdicts = said({
    interpolation: { ...interpolation, holds: false, difference: 0.5 },
    adequacy: NOT_CHECKED,
    neighbourhood: { ...neighbourhood, difference: 1e-3 },
  });
  expect(verdicts[0]).toBe('fails: difference 0.5 (literal trace)');
  expect(verdicts[1]).toBe('not checked: not checked: there was no time');
  expect(verdicts[2]).toMatch(/^fails: radius/u);
  expect(said({ neighbourhood: { ...neighbourhood, radius: 0 } })[2]).toContain('changes branches at this point');
});

test('of many leaves only the worst is shown', () => {
  const adequacy = {
    tag: 'checked',
    of: 'literal',
    holds: true,
    differences: [0, 1e-9, 0, 0],
    errors: [0, 1e-8, 0, 0],
  } as const;
  const [, line] = said({ adequacy, leaves: ['a', 'b', 'c', 'd'] });
  expect(line).toBe('holds: ∂b off by 1e-9 ± 1e-8, the worst of 4 (literal trace)');
});

import { describe, expect, it } from 'vitest';
import { showDifference, whyNotCompared } from './gradient-text';

describe('a relative difference', () => {
  it('is shown as a power of ten if it is small', () => {
    expect(showDifference(3.2e-16)).toBe('3·10⁻¹⁶');
    expect(showDifference(0)).toBe('0');
    expect(showDifference(0.25)).toBe('0.3');
    expect(showDifference(Infinity)).toBe('undefined');
  });
});

describe('gradients that are not compared', () => {
  it('have overflowed, or fewer than two engines have answered', () => {
    expect(whyNotCompared([{ status: 'ok' }, { status: 'failed' }])).toBe('a number overflowed');
    expect(whyNotCompared([{ status: 'ok' }, { status: 'ok' }])).toBe('a number overflowed');
    expect(whyNotCompared([{ status: 'ok' }, { status: 'not run' }])).toBe('only one engine has answered');
    expect(whyNotCompared([{ status: 'not run' }])).toBe('no engine has answered');
  });
});

import { describe, expect, it } from 'vitest';
import { showDifference } from './gradient-text';

describe('a relative difference', () => {
  it('is shown as a power of ten if it is small', () => {
    expect(showDifference(3.2e-16)).toBe('3·10⁻¹⁶');
    expect(showDifference(0)).toBe('0');
    expect(showDifference(0.25)).toBe('0.3');
    expect(showDifference(Infinity)).toBe('undefined');
  });
});

import { describe, expect, it } from 'vitest';
import { sliderRange } from './slider-range';

describe('sliderRange', () => {
  it('takes the range of the program, with steps of few digits', () => {
    const range = { low: -4, high: 4, step: undefined };
    expect(sliderRange({ type: 'real', range }, 2)).toEqual({ low: -4, high: 4, step: 0.02 });
    expect(sliderRange({ type: 'real', range: { low: 0.01, high: 0.26, step: undefined } }, 0.1).step).toBe(0.0005);
  });

  it('keeps the step of the program', () => {
    expect(sliderRange({ type: 'real', range: { low: 0, high: 1, step: 0.25 } }, 0).step).toBe(0.25);
  });

  it('reaches around the value where there is no range', () => {
    expect(sliderRange({ type: 'real', range: undefined }, 3)).toEqual({ low: -3, high: 9, step: 0.02 });
    expect(sliderRange({ type: 'int', range: undefined }, 0)).toEqual({ low: -1, high: 1, step: 1 });
  });
});

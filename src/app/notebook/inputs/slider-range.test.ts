import { describe, expect, it } from 'vitest';
import { sliderRange, writtenValue } from './slider-range';

describe('sliderRange', () => {
  it('takes the declared range, with steps of few digits', () => {
    const range = { low: -4, high: 4, step: undefined };
    expect(sliderRange({ type: 'real', range }, 2)).toEqual({ low: -4, high: 4, step: 0.02 });
    expect(sliderRange({ type: 'real', range: { low: 0.01, high: 0.26, step: undefined } }, 0.1).step).toBe(0.0005);
  });

  it('has a step that reaches its initial value', () => {
    const range = { low: 0.25, high: 16, step: undefined };
    expect(sliderRange({ type: 'real', range }, 2).step).toBe(0.01);
    expect(sliderRange({ type: 'real', range: { low: 0, high: 1, step: undefined } }, Math.PI / 4).step).toBe(0.002);
  });

  it('keeps the declared step', () => {
    expect(sliderRange({ type: 'real', range: { low: 0, high: 1, step: 0.25 } }, 0).step).toBe(0.25);
  });

  it('is centred on the value if there is no range', () => {
    expect(sliderRange({ type: 'real', range: undefined }, 3)).toEqual({ low: -3, high: 9, step: 0.02 });
    expect(sliderRange({ type: 'int', range: undefined }, 0)).toEqual({ low: -1, high: 1, step: 1 });
  });
});

describe('writtenValue', () => {
  const written = (text: string, start = 0, type = 'real') =>
    writtenValue(text, { name: 'x', type, span: { cell: 0, start, end: start + 1 } });

  it('is the number in the declaration', () => {
    expect(written('input x : real = 2.5 in -4 .. 4\nx')).toBe(2.5);
    expect(written('input x = - 1e-3 -- small\nx', 6)).toBe(-0.001);
  });

  it('is undefined if the value is computed', () => {
    expect(written('input x : real = 2 * a\nx')).toBeUndefined();
    expect(written('input x : real\nlet y = 3')).toBeUndefined();
    expect(written('input x : bool = 1', 0, 'bool')).toBeUndefined();
  });
});

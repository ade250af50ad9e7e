import { describe, expect, it } from 'vitest';
import { program } from '../testing/run-source';
import { compile } from './compile';
import { PAGE_BUDGET } from './outcome';
import { type Sampler, sampler } from './sampler';
import { drain } from './task';

const BUDGET = { ...PAGE_BUDGET, seconds: 60 };

function samplerOf(body: string): Sampler {
  const text = `${body}\ninput x : real = 0\ninput y : real = 0\nf (x, y)`;
  const made = drain(sampler(compile(program(text)), ['x', 'y'], { budget: BUDGET }));
  if (made.tag !== 'ok') throw new Error(made.diagnostic.message);
  return made.sampler;
}

describe('a sampled function', () => {
  it('has its value at each point', () => {
    const { at } = samplerOf('let f (a, b) = a * a + 10 * b');
    for (const [x, y] of [
      [1, 2],
      [-3, 0.5],
      [0, 0],
    ] as const)
      expect(drain(at(x, y))).toBe(x * x + 10 * y);
  });

  it('evaluates the part above once, and keeps it after a failure', () => {
    const { at } = samplerOf(
      'let rec sum n = if n < 0.5 then 0 else n + sum (n - 1)\nlet total = sum 3\nlet f (a, b) = total * log a + b',
    );
    expect(drain(at(1, 2))).toBe(2);
    expect(drain(at(-1, 2))).toBeNaN();
    expect(drain(at(Math.E, 2))).toBeCloseTo(8, 12);
    expect(drain(at(1e308 * 10, 2))).toBeNaN();
    expect(drain(at(1, 0))).toBe(0);
  });

  it('is undefined only at points where it does not terminate', () => {
    const { at } = samplerOf('let rec spin x = spin (x + 1)\nlet f (a, b) = if a < 0 then spin 0 else a + b');
    expect(drain(at(1, 1))).toBe(2);
    expect(drain(at(-1, 1))).toBeNaN();
    expect(drain(at(1, 2))).toBe(3);
  });

  it('can differentiate inside, and fail inside a derivative', () => {
    const { at } = samplerOf('let f (a, b) = grad (fun x -> x ^ 3 * sqrt b) a');
    expect(drain(at(2, 4))).toBe(24);
    expect(drain(at(2, -4))).toBeNaN();
    expect(drain(at(1, 9))).toBe(9);
  });

  it('says why the part above cannot be evaluated', () => {
    const text = 'let k = log (0 - 1)\nlet f (a, b) = a * b * k\ninput x : real = 0\ninput y : real = 0\nf (x, y)';
    expect(drain(sampler(compile(program(text)), ['x', 'y'], { budget: BUDGET }))).toMatchObject({
      tag: 'failed',
      diagnostic: { code: 'domain' },
    });
  });
});

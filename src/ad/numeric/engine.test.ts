import { describe, expect, test, vi } from 'vitest';
import { evaluate } from '../../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { Cell } from '../../semantics/value';
import { checked, focusOf } from '../../testing/checked';
import { numeric } from './engine';

const budget = COMMAND_LINE_BUDGET;

function run(text: string, limits = budget) {
  const { main, point } = focusOf(checked(text));
  return drain(numeric.run(main, point, limits));
}

function tuple(count: number): string {
  return `input p : ${Array(count).fill('real').join(' * ')} = (${Array(count).fill('1.0').join(', ')})\np.1`;
}

describe('the numeric engine', () => {
  test('takes all programs', () => {
    expect(numeric.fragment(focusOf(checked('input x : real = 1\n[x]')).main)).toEqual({ tag: 'inside' });
  });

  test('gives the derivative of the product with the cotangent, an error for each real, and leaves the rest', () => {
    const outcome = run('input x : real = 2\ninput p : real * int = (3, 4)\n(x * p.1, 7, p.1)');
    if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
    const [ofX, ofP] = outcome.value.derivative as [number, [number, number]];
    expect([ofX, ofP[0]].map((each) => Math.round(each * 1e6) / 1e6)).toEqual([3, 3]);
    expect(ofP[1]).toBe(4);
    expect(outcome.value.value).toEqual([6, 7, 3]);
    expect(JSON.stringify(outcome.value.errors)).toMatch(/^\[\d\S*e-1\d,\[\d\S*e-1\d,4\]\]$/u);
  });

  test('nothing is comparable if rounding decides whether an argument is inside the domain', () => {
    // tanh is so close to -1 that a step of 0.01 reaches it, and asin has no value there.
    const text = 'input a : real = 3\nasin (tanh ((1 - a) * (a * a))) + a';
    const outcome = run(text);
    expect(outcome).toMatchObject({
      tag: 'failed',
      diagnostic: {
        code: 'not-comparable',
        message: 'not comparable here: an argument of `asin` is within rounding error of the edge of its domain',
        span: { start: text.indexOf('asin'), end: text.lastIndexOf(' + a') },
      },
    });
    for (const inside of ['log (a * 1e-300)', '1 / (a * 1e-3)', 'asin (a / 3.0000001)', 'a ^ 2.5', 'a ^ 3'])
      expect(run(`input a : real = 3\n${inside}`), inside).toMatchObject({ tag: 'ok' });
  });

  test('its work is that of its runs', () => {
    const text = 'input x : real = 2\nx * x * x';
    const outcome = run(text);
    const once = drain(evaluate(checked(text), { budget }));
    if (outcome.tag !== 'ok' || once.tag !== 'ok') throw new Error('both are defined');
    const { reevaluations, derivative, primal, steps } = outcome.value.meter;
    expect(reevaluations).toBeGreaterThan(10);
    expect([primal, derivative]).toEqual([2, 2 * reevaluations]);
    expect(steps % (reevaluations + 1)).toBe(0);
    expect(steps).toBeGreaterThan(2 * reevaluations);
  });

  test('runs share one step limit, and the message says how many there were', () => {
    const text = 'input x : real = 2\nlet rec f n x = if n = 0 then x else f (n - 1) (sin x)\nf 100 x';
    const whole = run(text);
    if (whole.tag !== 'ok') throw new Error(whole.diagnostic.message);
    const { steps, reevaluations } = whole.value.meter;
    const each = steps / (reevaluations + 1);
    expect(run(text, { ...budget, steps }).tag).toBe('ok');
    const stopped = run(text, { ...budget, steps: 3.5 * each });
    expect(stopped).toMatchObject({
      tag: 'stopped',
      diagnostic: { message: 'limit reached after 3 runs of the program' },
    });
  });

  test('runs share one time limit', () => {
    // Long enough for a check of the clock, which advances by a second each time.
    const text = 'input x : real = 2\nlet rec f n x = if n = 0 then x else f (n - 1) (sin x)\nf 3000 x';
    let now = 1e9;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    try {
      expect(run(text, { ...budget, seconds: 1000 }).tag).toBe('ok');
      expect(run(text, { ...budget, seconds: 30 })).toMatchObject({
        tag: 'stopped',
        diagnostic: { message: expect.stringMatching(/^limit reached after [\d,]+ runs of the program$/u) as string },
      });
    } finally {
      clock.mockRestore();
    }
  });

  test('a point of more than 200 reals is skipped', () => {
    expect(run(tuple(200)).tag).toBe('ok');
    expect(run(tuple(201))).toMatchObject({
      tag: 'failed',
      diagnostic: {
        code: 'not-comparable',
        message: 'skipped: 201 reals would need more than 6,000 runs of the program',
      },
    });
  });

  test('a cotangent has the shape of the value', () => {
    const { main, point } = focusOf(checked('input x : real = 3\n[x, x]'));
    expect(drain(numeric.run(main, { ...point, cotangent: new Cell(1, null) }, budget))).toMatchObject({
      tag: 'failed',
      diagnostic: { code: 'shape' },
    });
  });

  test('is not comparable if the program takes other branches nearby, and says so', () => {
    const jump = 'input x : real = 2\nif x < 2.0 then 0 else x';
    expect(run(jump)).toMatchObject({ tag: 'failed', diagnostic: { code: 'not-comparable' } });
    // The value is the same on both sides, but the branches are not: points beyond the branch are not used.
    const outcome = run('input x : real = 2\nif x < 2.01 then x * x else x * x + 1e-3 * (x - 2.01)');
    if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
    expect(outcome.value.derivative[0]).toBeCloseTo(4, 8);
  });
});

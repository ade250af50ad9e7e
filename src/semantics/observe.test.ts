import { describe, expect, it } from 'vitest';
import { compile } from './compile';
import { run, type Run, type RunOptions } from './evaluate';
import { ON_BOUNDARY } from './operate';
import { newMeter, PAGE_BUDGET } from './outcome';
import { backward, sweepForward } from './sweep';
import { drain } from './task';
import { Traced } from './value';
import { outcome, program } from '../testing/run-source';

function ok(text: string, options: Partial<RunOptions> = {}): Run {
  const result = outcome(text, options);
  if (result.tag !== 'ok') throw new Error(result.diagnostic.message);
  return result.value;
}

const warned = (text: string, tracing: NonNullable<RunOptions['tracing']> = 'none'): readonly number[] =>
  ok(text, { tracing }).warnings.map((warning) => warning.span.start);

describe('inputs', () => {
  const text = 'input a : real = 2\ninput b : real = a + 1\na * b';

  it('take the value of the program unless another is given', () => {
    expect(ok(text).outputs).toEqual([6]);
    const executable = compile(program(text));
    const at = (a: number): unknown => {
      const result = drain(run(executable, { budget: PAGE_BUDGET, inputs: new Map([['a', a]]) }));
      return result.tag === 'ok' ? result.value.outputs : result;
    };
    expect(at(3)).toEqual([12]);
    expect(at(4)).toEqual([20]);
    expect([...ok(text).inputs]).toEqual([
      ['a', 2],
      ['b', 3],
    ]);
  });
});

describe('a recorded run', () => {
  it('has a trace of everything that depends on the inputs, which sweeps differentiate', () => {
    const result = ok('input a : real = 2\ninput b : real = 5\nlet k = 3 * 4\na * a * b + k', { tracing: 'record' });
    const [output] = result.outputs;
    const { trace } = result;
    if (trace === undefined || !(output instanceof Traced)) throw new Error('not recorded');
    expect(trace.length).toBe(5);
    const meter = newMeter();
    const adjoints = backward(trace, [[output.node, 1]], meter);
    if ('tag' in adjoints) throw new Error('no sweep');
    expect([...adjoints.slice(0, 2)]).toEqual([20, 4]);
    expect(meter.visits).toBe(5);
    const tangents = new Float64Array(trace.length).fill(1, 0, 1);
    expect(sweepForward(trace, { marks: undefined, taints: undefined }, tangents, newMeter())).toBeUndefined();
    expect(tangents[output.node]).toBe(20);
  });

  it('sums the absolute values of coefficients on demand', () => {
    const result = ok('input a : real = 2\n(a * 3 - a * 5) * 7', { tracing: 'record' });
    const [output] = result.outputs;
    if (result.trace === undefined || !(output instanceof Traced)) throw new Error('not recorded');
    expect(backward(result.trace, [[output.node, -1]], newMeter(), true)).toMatchObject({ 0: 56 });
    expect(backward(result.trace, [[output.node, -1]], newMeter())).toMatchObject({ 0: 14 });
  });

  it('records inner derivatives as arithmetic', () => {
    const result = ok('input a : real = 3\nderiv (fun x -> x * x * a) a', { tracing: 'record' });
    const [output] = result.outputs;
    if (result.trace === undefined || !(output instanceof Traced)) throw new Error('not recorded');
    expect(output.primal).toBe(18);
    // (2 a²)' = 4 a
    expect(backward(result.trace, [[output.node, 1]], newMeter())).toMatchObject({ 0: 12 });
  });

  it('keeps the call of each entry', () => {
    const text = 'input a : real = 3\nlet f x = x * x\nlet g x = f x + 1\ng a';
    const { trace, calls } = ok(text, { tracing: 'record' });
    if (trace === undefined || calls === undefined) throw new Error('not recorded');
    const place = (origin: number | undefined): string => {
      const span = trace.spans[origin ?? -1];
      return span === undefined ? '' : text.slice(span.start, span.end);
    };
    const call = trace.calls[1] ?? 0;
    expect(place(trace.origins[1])).toBe('x * x');
    expect(place(calls.origins[call])).toBe('f x');
    expect(place(calls.origins[calls.parents[call] ?? 0])).toBe('g a');
  });
});

describe('a run that stops on a boundary', () => {
  it.each([
    'if a = 0 then 0 else 1',
    'let x = 2 * a\nabs x',
    'relu a',
    'max (a, 0)',
    'toReal (floor a)',
    'foldl (fun (total, x) -> total + abs (a * x)) 0 [1, 2]',
  ])('ends where a run with dependencies would warn: %s', (body) => {
    const text = `input a : real = 0\n${body}`;
    expect(warned(text, 'dependencies')).not.toEqual([]);
    expect(outcome(text, { stopsOnBoundary: true })).toMatchObject({ diagnostic: { code: ON_BOUNDARY } });
  });

  it('warns of inner derivatives, and goes on', () => {
    const inner = 'grad (fun x -> if x = 0 then 0 else x) 0';
    expect(ok(inner, { stopsOnBoundary: true }).warnings).toHaveLength(1);
  });

  it('has the same results where no operation is on one', () => {
    const text =
      'input a : real = 1\nfoldl (fun (total, x) -> total + abs (a * x)) 0 (build 2000 (fun i -> toReal i + 1))';
    const { warnings, outputs } = ok(text, { stopsOnBoundary: true });
    expect(warnings).toEqual([]);
    expect(outputs).toEqual(ok(text).outputs);
  });
});

describe('boundary warnings', () => {
  it('are about reals that depend on the variables of the derivative', () => {
    const text = 'input a : real = 0\nlet f x = if x = 0 then 0 else x\nf a';
    expect(warned(text)).toEqual([]);
    expect(warned(text, 'dependencies')).toEqual([text.indexOf('x = 0')]);
    expect(warned(text, 'record')).toEqual([text.indexOf('x = 0')]);
    const inner = 'grad (fun x -> if x = 0 then 0 else x) 0';
    expect(warned(inner)).toEqual([inner.indexOf('x = 0')]);
    expect(ok(inner).outputs).toEqual([0]);
    expect(warned('grad (fun x -> if x < 1 then 0 else x) 0')).toEqual([]);
    expect(warned('grad (fun x -> if x = x then x else 0) 0')).toEqual([]);
    expect(warned('if 0 < 0 then 1 else 2', 'dependencies')).toEqual([]);
  });

  it('are also about kinks and jumps, once per place', () => {
    expect(warned('grad abs 0 + grad relu 0 + grad (fun x -> max (x, 2)) 2')).toHaveLength(3);
    expect(warned('grad (fun x -> toReal (floor x)) 2')).toHaveLength(1);
    expect(warned('grad (fun x -> atan2 (x, -1)) 0')).toHaveLength(1);
    expect(warned('let f x = abs x\ngrad (fun x -> f x + f x) 0')).toHaveLength(1);
    // The second derivative of abs uses its partial, sign, whose kink is not in the program.
    expect(warned('deriv (deriv (fun x -> x * abs x)) 1')).toHaveLength(0);
  });

  it('follow dependence through inner derivatives', () => {
    const through = 'input a : real = 3\nlet d = deriv (fun x -> x * x) a\nif d = 6 then 1 else d';
    expect(warned(through, 'dependencies')).toEqual([through.lastIndexOf('d = 6')]);
    const captured = 'input a : real = 3\nlet d = deriv (fun x -> x * a) 1\nif d = 3 then 1 else d';
    expect(warned(captured, 'dependencies')).toEqual([captured.lastIndexOf('d = 3')]);
    const constant = 'input a : real = 3\nlet d = deriv (fun x -> x + a) a\nif d = 1 then 1 else d';
    expect(warned(constant, 'dependencies')).toEqual([]);
    for (const text of [through, captured, constant]) {
      expect(warned(text, 'record')).toEqual(warned(text, 'dependencies'));
    }
    const directions = [
      'input a : real = 3\nlet d = rd (fun x -> 2 * x) 1 a\nif d = 6 then 1 else d',
      'input a : real = 3\nlet d = fd (fun x -> 2 * x) 1 a\nif d = 6 then 1 else d',
      'input a : real = 3\nlet d = (rd (fun (x, y) -> (y, x)) (1, 2) (5, a)).1\nif d = 3 then 1 else d',
      'input a : real = 3\nlet d = (fd (fun (x, y) -> (y, x)) (1, 2) (5, a)).1\nif d = 3 then 1 else d',
    ];
    for (const text of directions) {
      expect(warned(text, 'dependencies')).toEqual([text.lastIndexOf('d = ')]);
      expect(warned(text, 'record')).toEqual([text.lastIndexOf('d = ')]);
      expect(warned(text)).toEqual([]);
    }
    const others = [
      'input a : real = 3\nlet d = (rd (fun (x, y) -> (y, x)) (1, 2) (5, a)).2\nif d = 5 then 1 else d',
      'input a : real = 3\nlet d = (fd (fun (x, y) -> (y, x)) (1, 2) (5, a)).2\nif d = 5 then 1 else d',
      'input a : real = 3\nlet d = (fd (fun x -> (x, a)) 1 1).2\nif d = 0 then 1 else d',
    ];
    for (const text of others) expect(warned(text, 'dependencies')).toEqual([]);
    const nested =
      'input a : real = 3\nlet d = deriv (fun x -> x * deriv (fun y -> y * y * a) x) 1\nif d = 12 then 1 else d';
    expect(warned(nested, 'dependencies')).toEqual([nested.lastIndexOf('d = 12')]);
  });
});

describe('watch', () => {
  const text =
    'input rate : real = 0.1\nlet loss w = watch "loss" ((w - 3) ^ 2)\n' +
    'let rec go n w = if n = 0 then w else let l = loss w in go (n - 1) (w - rate * grad loss w)\ngo 3 0';

  it('records once per run, and nothing inside a derivative', () => {
    const { series } = ok(text, { watch: true });
    expect(series.map(({ name }) => name)).toEqual(['loss']);
    expect(series[0]?.records.map(([loss]) => Number(loss?.toFixed(6)))).toEqual([9, 5.76, 3.6864]);
    expect(ok(text).series).toEqual([]);
    expect(ok(text, { watch: true, tracing: 'record' }).series[0]?.records).toHaveLength(3);
  });

  it('does not affect derivatives', () => {
    expect(ok('grad (fun x -> watch "x" (x * x)) 3').outputs).toEqual([6]);
  });
});

describe('decisions', () => {
  const hash = (text: string): unknown => ok(text, { decisions: true }).decisions;

  it('are hashed; computed values are not', () => {
    const f = 'let f x = if x < 2 then x else abs x\n';
    expect(hash(`${f}f 1`)).toBe(hash(`${f}f 1.5`));
    expect(hash(`${f}f 1`)).not.toBe(hash(`${f}f 3`));
    expect(hash('abs 1')).not.toBe(hash('abs (-1)'));
    expect(hash('floor 1.5')).toBe(hash('floor 1.25'));
    expect(hash('floor 1.5')).not.toBe(hash('floor 2.5'));
    expect(ok('abs 1').decisions).toBe(undefined);
  });
});

describe('the meter', () => {
  it('counts growing work exactly linearly', () => {
    const text = (n: number): string => `let rec go n x = if n = 0 then x else go (n - 1) (sin x)\ngrad (go ${n}) 0.5`;
    const meters = [100, 200, 300].map((n) => ok(text(n)).meter);
    const difference = (key: 'primal' | 'visits' | 'steps' | 'nodes' | 'derivative', i: number): number =>
      (meters[i + 1]?.[key] ?? 0) - (meters[i]?.[key] ?? 0);
    for (const key of ['primal', 'visits', 'steps', 'nodes', 'derivative'] as const) {
      expect(difference(key, 0)).toBe(difference(key, 1));
      expect(difference(key, 0)).toBeGreaterThan(0);
    }
  });
});

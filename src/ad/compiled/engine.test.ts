import { describe, expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { Cell, Variant } from '../../semantics/value';
import { checked, focusOf } from '../../testing/checked';
import { agree } from '../agree';
import { traceAnf } from '../abadi-plotkin/anf/engine';
import { ENGINES } from '../registry';
import { compiled } from './engine';
import { compiledOf } from './prepared';

const budget = COMMAND_LINE_BUDGET;

describe('the fragment', () => {
  test('has derivatives inside the program, which are compiled and not traced', () => {
    const { main, point } = focusOf(checked('input x : real = 2\nx * deriv (fun y -> y * y * x) x'));
    expect(compiled.fragment(main)).toEqual({ tag: 'inside' });
    const outcome = drain(compiled.run(main, point, budget));
    expect(outcome).toMatchObject({ tag: 'ok', value: { value: 16, derivative: [24] } });
    expect(outcome).not.toHaveProperty('value.via');
  });

  test.each([
    ['let d = Delta.Zero\ninput x : real = 2\nmatch d with Delta.Zero -> x | _ -> 2 * x', 'Delta.Zero'],
    ['let rec f n = if n < 1 then Delta.Zero else f (n - 1)\ninput x : real = 2\nlet d = f x in x', 'Delta.Zero'],
  ])('does not have the module Delta: %s', (text, construct) => {
    const { main, point } = focusOf(checked(text));
    const fragment = compiled.fragment(main);
    if (fragment.tag === 'inside') throw new Error('it uses Delta');
    const { code, span, hint } = fragment.reason;
    expect(code).toBe('unsupported');
    expect(text.slice(span.start, span.end)).toContain(construct);
    expect(hint).toBeDefined();
    expect(drain(agree(main, point, { engines: [compiled, traceAnf], budget, now: () => 0 })).columns[0]).toMatchObject(
      {
        status: 'unsupported',
      },
    );
  });

  test('does not have derivatives of very high order, and says so at a place before it runs', () => {
    const orders = Array.from({ length: 9 }, (_, i) => `let f${i + 1} y = deriv f${i} y\n`).join('');
    const text = `input x : real = 2\nlet f0 y = y ^ 10\n${orders}f9 x`;
    const { main, point } = focusOf(checked(text));
    const fragment = compiled.fragment(main);
    expect(fragment).toMatchObject({ tag: 'outside', reason: { code: 'unsupported', span: { cell: 0 } } });
    const outcome = drain(compiled.run(main, point, budget));
    expect(outcome.tag === 'failed' && { tag: 'outside', reason: outcome.diagnostic }).toEqual(fragment);
  });

  test('does not have a point of more than 1000 reals outside of lists and arrays', () => {
    const many = Array.from({ length: 1001 }, () => '1');
    const text = `input t : ${many.map(() => 'real').join(' * ')} = (${many.join(', ')})\nt.1 * t.2`;
    const fragment = compiled.fragment(focusOf(checked(text)).main);
    expect(fragment).toMatchObject({
      tag: 'outside',
      reason: { message: expect.stringMatching('1000 values') as unknown },
    });
  });
});

describe('the result', () => {
  test('passes the leaves of the point through, in data of any shape', () => {
    const text = `type Shape = Circle { r : real, name : string } | Box (real * int * bool) | Empty
input shapes : list Shape = [Circle { r = 2, name = "a" }, Box (3, 4, true), Empty]
input n : int = 3
input flag : bool = true
let area s = match s with Circle c -> c.r * c.r | Box (a, k, b) -> if b then a * toReal k else 0 | Empty -> 1
(sum (map area shapes) * toReal n, n, flag, "text")`;
    const { main, point } = focusOf(checked(text));
    const ours = drain(compiled.run(main, point, budget));
    const theirs = drain(traceAnf.run(main, point, budget));
    if (ours.tag !== 'ok' || theirs.tag !== 'ok') throw new Error('there is a derivative');
    expect(ours.value.value).toEqual([51, 3, true, 'text']);
    expect(ours.value.derivative).toEqual(theirs.value.derivative);
    expect(ours.value.derivative[0]).toEqual(
      new Cell(
        new Variant('Circle', ['a', 12]),
        new Cell(new Variant('Box', [12, 4, true]), new Cell(new Variant('Empty', undefined), null)),
      ),
    );
    expect(ours.value.derivative.slice(1)).toEqual([3, true]);
  });

  test('counts memory and no operations', () => {
    const text = 'input xs : array real = [1, 2, 3]\nsum (map (fun x -> x * x) xs)';
    const { main, point } = focusOf(checked(text));
    const outcome = drain(compiled.run(main, point, budget));
    if (outcome.tag !== 'ok') throw new Error('it has a value');
    const { meter } = outcome.value;
    expect(Object.keys(meter).sort()).toEqual(['bytes', 'live']);
    expect(meter.live).toBe((meter.bytes ?? 0) / 8);
    // The point and its shadow, each with its length.
    expect(meter.live).toBeGreaterThanOrEqual(8);
    expect(meter.live).toBeLessThan(20);
  });

  test('has the peak of memory, also where most of it is freed before the end', () => {
    const bytes = (text: string): number => {
      const { main, point } = focusOf(checked(text));
      const outcome = drain(compiled.run(main, point, budget));
      return (outcome.tag === 'ok' ? outcome.value.meter.bytes : undefined) ?? 0;
    };
    const loss = (n: number): string =>
      `let loss w = fold (i, acc) -> acc * cos (w + acc) over range 0 ${n} from w\ninput w : real = 0.5\ngrad loss w`;
    expect(bytes(loss(1000))).toBeGreaterThan(8000);
    expect(bytes(loss(10_000))).toBeGreaterThan(8 * bytes(loss(1000)));
  });

  test('does not depend on earlier runs of the module', () => {
    const text =
      'input x : real = 2\nlet rec go (n, v) = if n < 1 then v else go (n - 1, v * sin v) in log (go (x, x))';
    const { main, point } = focusOf(checked(text));
    const first = drain(compiled.run(main, point, budget));
    expect(drain(compiled.run(main, { ...point, arguments: [-1] }, budget)).tag).toBe('failed');
    expect(drain(compiled.run(main, { ...point, arguments: [5] }, { ...budget, steps: 1 })).tag).toBe('stopped');
    expect(drain(compiled.run(main, point, budget))).toEqual(first);
  });
});

describe('a program is compiled once', () => {
  const text = 'input x : real = 2\nlet f y = y * sin y\nf x';

  test('for all runs, and for an equal program at another place', () => {
    const { main } = focusOf(checked(text));
    const made = compiledOf(main, 'gradient');
    expect(compiledOf(main, 'gradient')).toBe(made);
    expect(compiledOf(focusOf(checked(`\n\n${text.replace('= 2', '= 5')}`)).main, 'gradient')).toBe(made);
    expect(compiledOf(main, 'directional')).not.toBe(made);
  });

  test('but not for a program of other types, literals or zeros', () => {
    const of = (given: string): unknown => compiledOf(focusOf(checked(given)).main, 'gradient');
    expect(of(text.replace('y * sin y', 'y * cos y'))).not.toBe(of(text));
    expect(of('input x : real = 2\n2 * x')).not.toBe(of('input x : real = 2\n3 * x'));
    expect(of('input x : real = 2\nx')).not.toBe(of('input x : real * real = (2, 2)\nx'));
    expect(of('input x : real = 2\nx * 0')).not.toBe(of('input x : real = 2\nx * (-0)'));
    expect(of('input x : real = 2\n(x, 1)')).not.toBe(of('input x : real = 2\n(x, (1 : int))'));
  });

  test('and says where it declines it, wherever an equal program was', () => {
    const high = `${Array.from({ length: 9 }, (_, i) => `let f${i + 1} y = deriv f${i} y\n`).join('')}input x : real = 2\nf9 x`;
    const spanOf = (given: string): number | undefined => {
      const fragment = compiled.fragment(focusOf(checked(given)).main);
      return fragment.tag === 'outside' ? fragment.reason.span.start : undefined;
    };
    const program = `let f0 y = y ^ 10\n${high}`;
    expect(spanOf(`\n\n\n${program}`)).toBe((spanOf(program) ?? NaN) + 3);
  });
});

test('is not the reference of the other engines', () => {
  expect(ENGINES.findIndex(({ id }) => id === 'compiled')).toBeGreaterThan(0);
});

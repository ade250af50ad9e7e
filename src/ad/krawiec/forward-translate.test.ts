import { describe, expect, it } from 'vitest';
import * as core from '../../language/core/builders';
import { checkProgram } from '../../language/core/check';
import { printCore } from '../../language/core/print';
import { variablePattern } from '../../language/core/patterns';
import { internalError } from '../../language/source/internal-error';
import { NOWHERE } from '../../language/source/span';
import { REAL } from '../../language/types/type';
import { checked, focusOf } from '../../testing/checked';
import { MUTATING } from '../../testing/runs';
import type { Term } from '../../language/core/tree';
import type { Main } from '../engine';
import { forward } from './forward-engine';
import { wrapForward } from './wrappers/figure-4-forward';

/** Returns the printed translation, type-checked, in the reader's notation. */
function translated(text: string): string {
  const { main } = focusOf(checked(text));
  expect(forward.fragment(main)).toEqual({ tag: 'inside' });
  const { program } = wrapForward(main);
  expect(checkProgram(program)).toEqual([]);
  const printed = printCore(program);
  expect(printCore(checked(printed))).toBe(printed);
  return printed;
}

/** Returns the translation of an expression over reals x, y and an int n, on one line. */
function rule(expression: string): string {
  const text = translated(`input x : real = 1\ninput y : real = 1\ninput n : int = 1\n${expression}`);
  const [, body] = /let main [^=]*=\s([^]*?)\n\ninput/u.exec(text) ?? internalError(text);
  return oneLine(body ?? '');
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/gu, ' ');
}

describe('Figure 3, rule by rule', () => {
  it.each<[string, string]>([
    ['x', '(x, dx)'],
    ['2.5', '(2.5, 0.0)'],
    ['x + y', '(x + y, dx + dy)'],
    ['x - y', '(x - y, dx + -1.0 * dy)'],
    ['x * y', '(x * y, y * dx + x * dy)'],
    ['-x', '(-x, -1.0 * dx)'],
    // Nothing is simplified.
    ['2 * x', '(2.0 * x, x * 0.0 + 2.0 * dx)'],
    ['sin x', '(sin x, cos x * dx)'],
    ['x / y', '(x / y, 1.0 / y * dx + -(x / y / y) * dy)'],
    // Leaves: an int exponent is skipped, an operation without a real argument has the tangent 0.
    ['x ^ 3', '(x ^ 3, 3.0 * x ^ 2 * dx)'],
    ['toReal n', '(toReal n, 0.0)'],
    ['floor x + n', 'floor x + n'],
    ['n', 'n'],
    ['if x < y then x else y', 'if x < y then (x, dx) else (y, dy)'],
    ['x < y && n = 1', 'x < y && n = 1'],
    ['(x, (y, n)).2', '((y, dy), n)'],
    ['(x, (y, n))', '((x, dx), ((y, dy), n))'],
    ['let z = x * y in z + z', 'let (z, dz) = (x * y, y * dx + x * dy) in (z + z, dz + dz)'],
    ['x * y + x', 'let (r, dr) = (x * y, y * dx + x * dy) in (r + x, dr + dx)'],
    // A value is named if a later operand's bindings must not overtake it.
    ['(div n n, sin (x + y))', 'let v = div n n in let (r, dr) = (x + y, dx + dy) in (v, (sin r, cos r * dr))'],
    ['watch "x" x', '(x, dx)'],
    ['(fun z -> z * x) y', '(y * x, x * dy + y * dx)'],
    ['[x, 2]', '[(x, dx), (2.0, 0.0)]'],
    ['[x, y][n]', '[(x, dx), (y, dy)][n]'],
    ['length [x]', 'length [(x, dx)]'],
    ['build n (fun _ -> x * y)', 'build n (fun (_ : int) -> (x * y, y * dx + x * dy))'],
    [
      'fold (z, a) -> z * a over [x, y] from x',
      'fold ((z, dz), (a, da)) -> (z * a, a * dz + z * da) over [(x, dx), (y, dy)] from (x, dx)',
    ],
    ['let f = fun z -> z * x in f (f y)', 'let f (z, dz) = (z * x, x * dz + z * dx) in f (f (y, dy))'],
  ])('D{%s} = %s', (expression, expected) => {
    expect(rule(expression)).toBe(expected);
  });

  it('translates functions on their own (7.5): curried, higher-order and recursive ones', () => {
    const text = `input x : real = 1
let times k f = k * f
let twice f y = f (f y)
let rec loop (a, n : int) = if n = 0 then a else loop (twice (times a) a, n - 1)
loop (x, 3)`;
    const [definitions] = translated(text).split('\n\ninput');
    expect(oneLine(definitions ?? '')).toBe(
      oneLine(`let times (k, dk) (f, df) = (k * f, f * dk + k * df)
      let twice (f_1 : real * real -> real * real) (y, dy) = f_1 (f_1 (y, dy))
      let rec loop ((a, da), n : int) = if n = 0 then (a, da) else loop (twice (times (a, da)) (a, da), n - 1)
      let main (x, dx) = loop ((x, dx), 3)`),
    );
  });
});

describe('the wrapper', () => {
  it('is F{e} = fun (s, ds) -> delta_T (D{e} (zip_S (s, ds))) of Figure 15', () => {
    const text = translated(`input x : real = 1
input q : real * (int * real) = (2, (3, 4))
(x * q.1, (q.2.1, true))`);
    const [, wrapper] = text.split(/\n\n(?=input)/u);
    expect(oneLine(text.slice(text.indexOf(wrapper ?? '')))).toBe(
      oneLine(`input x0 : real = 1.0
      input q0 : real * (int * real) = (1.0, (1, 1.0))
      input dx0 : real = 1.0
      input dq0 : real * (int * real) = (1.0, (1, 1.0))
      let s0 = ((x0, dx0), ((q0.1, dq0.1), (q0.2.1, (q0.2.2, dq0.2.2))))
      let t = main s0
      (t.1.2, t.2)`),
    );
  });

  it('shows the point, and the first direction of the Forward Plan', () => {
    const { main, point } = focusOf(checked('input q : real * int = (7, 3)\ninput x : real = 5\nx * q.1'));
    const program = forward.translate?.(main, point).program ?? internalError('forward is source to source');
    expect(
      printCore(program)
        .split('\n')
        .filter((line) => line.startsWith('input')),
    ).toEqual([
      'input q0 : real * int = (7.0, 3)',
      'input x0 : real = 5.0',
      'input dq0 : real * int = (1.0, 3)',
      'input dx0 : real = 0.0',
    ]);
    expect(forward.translate?.(main).program).toEqual(wrapForward(main).program);
  });
});

describe('D{-}', () => {
  it('declares the copy of a type before the copies of those that mention it', () => {
    const text =
      'type Maybe = Nothing | Just real\ntype Tree = Leaf Maybe | Node (Tree * Tree)\n' +
      'input x : Tree = Leaf (Just 2)\nmatch x with Leaf (Just y) -> y * y | _ -> 1';
    const printed = printCore(wrapForward(focusOf(checked(text)).main).program);
    expect(checkProgram(checked(printed))).toEqual([]);
    expect(printed.match(/^type \w+/gmu)).toEqual(['type Maybe', 'type Tree', 'type DMaybe', 'type DTree']);
  });

  it.skipIf(MUTATING)('translates an A-normal trace of 20,000 lets', () => {
    const count = 20_000;
    const x = core.variable('x', REAL);
    const entry = (i: number): Term => (i === 0 ? x : core.variable(`y${i}`, REAL));
    let body: Term = entry(count);
    for (let i = count; i > 0; i--) {
      body = core.let_(variablePattern(`y${i}`, REAL), core.operation('sin', [entry(i - 1)]), body);
    }
    const parameters = [{ label: 'x', name: 'x', type: REAL, origin: NOWHERE }];
    const main: Main = { variants: [], definitions: [], parameters, body, source: REAL, target: REAL };
    expect(checkProgram(wrapForward(main).program)).toEqual([]);
  });

  it('keeps the place of every operation', () => {
    const text = 'input x : real = 1\nlet y = x * x\nsin y + 1';
    const origins = new Set<string>();
    JSON.stringify(wrapForward(focusOf(checked(text)).main).program, (_, value: unknown) => {
      if (typeof value === 'object' && value !== null && 'operation' in value) {
        const { origin } = value as unknown as Term;
        origins.add(text.slice(origin.start, origin.end));
      }
      return value;
    });
    expect(origins).toEqual(new Set(['x * x', 'sin y', 'sin y + 1']));
  });

  it('names the first construct outside the fragment, and the engine', () => {
    const { main } = focusOf(checked('input x : real = 1\nx * deriv (fun y -> x + y) 1'));
    expect(forward.fragment(main)).toMatchObject({
      tag: 'outside',
      reason: {
        code: 'unsupported',
        message: expect.stringContaining('the engine forward does not support') as unknown,
        span: { start: 23, end: 47 },
      },
    });
  });
});

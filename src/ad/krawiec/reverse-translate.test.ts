import { describe, expect, it } from 'vitest';
import * as core from '../../language/core/builders';
import { checkProgram } from '../../language/core/check';
import { variablePattern } from '../../language/core/patterns';
import { toSurfaceProgram } from '../../language/core/to-surface';
import { elaborate } from '../../language/elaborate/elaborate';
import { internalError } from '../../language/source/internal-error';
import { NOWHERE, span } from '../../language/source/span';
import { parse } from '../../language/syntax/parser';
import { print } from '../../language/syntax/printer';
import { REAL } from '../../language/types/type';
import { MUTATING } from '../../testing/runs';
import type { CoreItem, Term } from '../../language/core/tree';
import type { Main } from '../engine';
import { mainOf } from '../main';
import { wrapWithDeltas } from './wrappers/figure-15-delta';
import { reverse } from './engines';
import { MONADIC_MODE } from './wrappers/figure-11-shared';

function mainFrom(text: string): Main {
  const { program, diagnostics } = elaborate([parse(text, 0).program]);
  expect(diagnostics).toEqual([]);
  return (program && mainOf(program)?.main) ?? internalError('no main expression');
}

/** Returns the printed translations of a program's functions: type-checked, and parsed back. */
function translated(text: string): string {
  const { program } = wrapWithDeltas(MONADIC_MODE, mainFrom(text));
  expect(checkProgram(program)).toEqual([]);
  expect(parse(print(toSurfaceProgram(program)), 0).diagnostics).toEqual([]);
  const isFunction = (item: CoreItem): boolean =>
    item.tag === 'letrec' || (item.tag === 'let' && item.value.tag === 'lambda');
  const end = program.items.findIndex((item) => item.tag === 'input');
  return print(toSurfaceProgram({ ...program, items: program.items.slice(0, end).filter(isFunction) })).trim();
}

/** Returns the translation of an expression over reals x, y and an int n, its statements on one line. */
function rule(expression: string): string {
  const text = translated(`input x : real = 1\ninput y : real = 1\ninput n : int = 1\n${expression}`);
  const [, body] = /^let main [^=]*=\s([^]*)$/.exec(text) ?? internalError(text);
  return oneLine(body ?? '').replace(/^do \{ (.*) \}$/u, '$1');
}

/** The types that the printer annotates do not matter here. */
function oneLine(text: string): string {
  return text
    .replaceAll(/ : (real|int|Delta\.Delta)\b/gu, '')
    .trim()
    .replaceAll(/\s+/gu, ' ');
}

describe('Figure 9, rule by rule', () => {
  it.each<[string, readonly string[]]>([
    ['x', ['Delta.pure (x, dx)']],
    ['2.5', ['Delta.pure (2.5, Delta.Zero)']],
    ['x + y', ['w <- Delta.deltaLet (Delta.Add (dx, dy));', 'Delta.pure (x + y, Delta.Var w)']],
    ['x - y', ['w <- Delta.deltaLet (Delta.Add (dx, Delta.Scale (-1.0, dy)));', 'Delta.pure (x - y, Delta.Var w)']],
    [
      'x * y',
      [
        'w <- Delta.deltaLet (Delta.Add (Delta.Scale (y, dx), Delta.Scale (x, dy)));',
        'Delta.pure (x * y, Delta.Var w)',
      ],
    ],
    ['-x', ['w <- Delta.deltaLet (Delta.Scale (-1.0, dx));', 'Delta.pure (-x, Delta.Var w)']],
    // Nothing is simplified.
    [
      '2 * x',
      [
        'w <- Delta.deltaLet (Delta.Add (Delta.Scale (x, Delta.Zero), Delta.Scale (2.0, dx)));',
        'Delta.pure (2.0 * x, Delta.Var w)',
      ],
    ],
    [
      'sin x',
      ['r <- Delta.pure (sin x);', 'w <- Delta.deltaLet (Delta.Scale (cos x, dx));', 'Delta.pure (r, Delta.Var w)'],
    ],
    [
      'x / y',
      [
        'r <- Delta.pure (x / y);',
        'w <- Delta.deltaLet (Delta.Add (Delta.Scale (1.0 / y, dx), Delta.Scale (-(x / y / y), dy)));',
        'Delta.pure (r, Delta.Var w)',
      ],
    ],
    // Leaves: an int exponent is skipped, an operation without a real argument has the Delta Zero.
    [
      'x ^ 3',
      [
        'r <- Delta.pure (x ^ 3);',
        'w <- Delta.deltaLet (Delta.Scale (3.0 * x ^ 2, dx));',
        'Delta.pure (r, Delta.Var w)',
      ],
    ],
    ['toReal n', ['Delta.pure (toReal n, Delta.Zero)']],
    ['floor x + n', ['Delta.pure (floor x + n)']],
    ['if x < y then x else y', ['if x < y then Delta.pure (x, dx) else Delta.pure (y, dy)']],
    ['(x, (y, n)).2', ['Delta.pure ((y, dy), n)']],
    [
      'let z = x * y in z + z',
      [
        'dz <- Delta.deltaLet (Delta.Add (Delta.Scale (y, dx), Delta.Scale (x, dy)));',
        'z <- Delta.pure (x * y);',
        'w <- Delta.deltaLet (Delta.Add (Delta.Var dz, Delta.Var dz));',
        'Delta.pure (z + z, Delta.Var w)',
      ],
    ],
    // A value is named if a later operand's statements must not overtake it.
    [
      '(div n n, x + y)',
      [
        'v <- Delta.pure (div n n);',
        'w <- Delta.deltaLet (Delta.Add (dx, dy));',
        'Delta.pure (v, (x + y, Delta.Var w))',
      ],
    ],
    ['watch "x" x', ['Delta.pure (x, dx)']],
    ['watch (if n = 0 then "a" else "b") x', ['v <- Delta.pure (if n = 0 then "a" else "b");', 'Delta.pure (x, dx)']],
    // A conditional on leaves is a value if both branches are.
    ['if x < y then n else n + 1', ['Delta.pure (if x < y then n else n + 1)']],
    ['if x < y && y < 2 then "a" else "b"', ['Delta.pure (if x < y && y < 2.0 then "a" else "b")']],
    [
      'if x < y then n else floor (x * y)',
      [
        'if x < y then Delta.pure n else do { w <- Delta.deltaLet (Delta.Add (Delta.Scale (y, dx), Delta.Scale (x, dy)));',
        'r <- Delta.pure (x * y);',
        'Delta.pure (floor r) }',
      ],
    ],
    [
      'if x < y then floor (x * y) else n',
      [
        'if x < y then do { w <- Delta.deltaLet (Delta.Add (Delta.Scale (y, dx), Delta.Scale (x, dy)));',
        'r <- Delta.pure (x * y);',
        'Delta.pure (floor r) } else Delta.pure n',
      ],
    ],
    ['if x < y then () else ()', ['if x < y then Delta.pure () else Delta.pure ()']],
    // Records, sums, lists and arrays, and functions as values.
    ['let r = { b = x, a = n } in r.b', ['r <- Delta.pure { b = (x, dx), a = n };', 'Delta.pure r.b']],
    [
      '{ { b = x * y, a = n } with a = 2 }',
      [
        'w <- Delta.deltaLet (Delta.Add (Delta.Scale (y, dx), Delta.Scale (x, dy)));',
        'r <- Delta.pure { b = (x * y, Delta.Var w), a = n };',
        'Delta.pure { a = 2, b = r.b }',
      ],
    ],
    [
      'match (if n = 0 then inl x else inr n) with inl z -> z | inr m -> toReal m',
      [
        'v <- (if n = 0 then Delta.pure (inl (x, dx)) else Delta.pure (inr n) : Delta.M (real * Delta.Delta + int));',
        'match v with | inl (z_1, dz_1) -> Delta.pure (z_1, dz_1) | inr m_1 -> Delta.pure (toReal m_1, Delta.Zero)',
      ],
    ],
    [
      'match [x] with z :: _ -> z | [] -> y',
      [
        'match ([(x, dx)] : list (real * Delta.Delta)) with | [] -> Delta.pure (y, dy) | (z_1, dz_1) :: _ -> Delta.pure (z_1, dz_1)',
      ],
    ],
    [
      'fold (z, s) -> z * s over [x, y] from 1',
      [
        'fold ((z, dz), m) -> do { (s, ds) <- m;',
        'w <- Delta.deltaLet (Delta.Add (Delta.Scale (s, dz), Delta.Scale (z, ds)));',
        'Delta.pure (z * s, Delta.Var w) } over [(x, dx), (y, dy)] from Delta.pure (1.0, Delta.Zero)',
      ],
    ],
    [
      'fold (_, m) -> m + 1 over [x, y] from n',
      ['fold (_, m_1) -> do { m <- m_1;', 'Delta.pure (m + 1) } over [(x, dx), (y, dy)] from Delta.pure n'],
    ],
    [
      '(build n (fun i -> x * toReal i))[0]',
      [
        'v <- Delta.sequence (build n (fun (i) -> do { r <- Delta.pure (toReal i);',
        'w <- Delta.deltaLet (Delta.Add (Delta.Scale (r, dx), Delta.Scale (x, Delta.Zero)));',
        'Delta.pure (x * r, Delta.Var w) }));',
        'Delta.pure v[0]',
      ],
    ],
    ['length ([x] ++ [y])', ['Delta.pure (length ([(x, dx)] ++ [(y, dy)]))']],
    [
      '(fun f -> f x) (fun z -> z * z)',
      [
        'f <- Delta.pure (fun (z, dz) -> do { w <- Delta.deltaLet (Delta.Add (Delta.Scale (z, dz), Delta.Scale (z, dz)));',
        'Delta.pure (z * z, Delta.Var w) });',
        'f (x, dx)',
      ],
    ],
    [
      'let (a, (b, _)) = (x, (y * y, n)) in a * b',
      [
        'w <- Delta.deltaLet (Delta.Add (Delta.Scale (y, dy), Delta.Scale (y, dy)));',
        'b <- Delta.pure (y * y);',
        'w_1 <- Delta.deltaLet (Delta.Add (Delta.Scale (b, dx), Delta.Scale (x, Delta.Var w)));',
        'Delta.pure (x * b, Delta.Var w_1)',
      ],
    ],
    [
      'div n n + length [x * y]',
      [
        'v <- Delta.pure (div n n);',
        'w <- Delta.deltaLet (Delta.Add (Delta.Scale (y, dx), Delta.Scale (x, dy)));',
        'Delta.pure (v + length [(x * y, Delta.Var w)])',
      ],
    ],
  ])('D{%s}', (expression, expected) => {
    expect(rule(expression)).toBe(expected.join(' '));
  });

  it('translates functions on their own, recursive ones too, and calls as binds', () => {
    const text = `input x : real = 1
let twice f = f + f
let rec loop (a, n : int) = if n = 0 then a else loop (twice a, n - 1)
loop (x, 3)`;
    expect(oneLine(translated(text))).toBe(
      oneLine(`let twice (f, df) =
    do {
      w <- Delta.deltaLet (Delta.Add (df, df));
      Delta.pure (f + f, Delta.Var w)
    }

let rec loop ((a : real, da : Delta.Delta), n : int) =
    if n = 0 then Delta.pure (a, da)
    else do { (r, dr) <- twice (a, da); loop ((r, dr), n - 1) }

let main (x : real, dx : Delta.Delta) = loop ((x, dx), 3)`),
    );
  });
});

describe('D{-}', () => {
  it.skipIf(MUTATING)('translates an A-normal trace of 20,000 lets', () => {
    const count = 20_000;
    const x = core.variable('x', REAL);
    const entry = (i: number): Term => (i === 0 ? x : core.variable(`y${i}`, REAL));
    let body: Term = entry(count);
    for (let i = count; i > 0; i--) {
      const half = core.operation('multiply', [entry(i - 1), core.real(0.5)]);
      body = core.let_(
        variablePattern(`y${i}`, REAL),
        i % 3 === 0 ? core.operation('sin', [entry(i - 1)]) : half,
        body,
      );
    }
    const parameters = [{ label: 'x', name: 'x', type: REAL, origin: NOWHERE }];
    const main: Main = { variants: [], definitions: [], parameters, body, source: REAL, target: REAL };
    expect(checkProgram(wrapWithDeltas(MONADIC_MODE, main).program)).toEqual([]);
  });

  it('keeps the place of every operation', () => {
    const text = 'input x : real = 1\nlet y = x * x\n(sin y + 1, x)';
    const origins = new Set<string>();
    JSON.stringify(wrapWithDeltas(MONADIC_MODE, mainFrom(text)).program, (_, value: unknown) => {
      if (typeof value === 'object' && value !== null && 'intrinsic' in value && value.intrinsic === 'Delta.deltaLet') {
        const { origin } = value as unknown as Term;
        origins.add(origin.cell === 0 ? text.slice(origin.start, origin.end) : 'the wrapper');
      }
      return value;
    });
    expect(origins).toEqual(new Set(['x * x', 'sin y', 'sin y + 1', 'the wrapper']));
  });

  it('numbers the reals of a point: in place, by index, and one after the other', () => {
    const wrapper = (type: string, value: string): string => {
      const text = print(
        toSurfaceProgram(wrapWithDeltas(MONADIC_MODE, mainFrom(`input p : ${type} = ${value}\n1.0`)).program),
      );
      const end = text.indexOf('let u =');
      return text.slice(text.indexOf('Delta.pure (e * c, Delta.Var w)'), end).split('\n').slice(2).join('\n').trim();
    };
    expect(wrapper('real * { a : int, b : real * bool * real }', '(1.0, { a = 2, b = (1.0, true, 1.0) })'))
      .toMatchInlineSnapshot(`
      "let s0 =
        ( (p0.1, Delta.Var 1),
          { a = p0.2.a, b = ((p0.2.b.1, Delta.Var 2), p0.2.b.2, (p0.2.b.3, Delta.Var 3)) } )

      let dt0 = (dt, Delta.Zero)"
    `);
    expect(wrapper('array (real * (int * { a : real, b : bool }))', '[]')).toMatchInlineSnapshot(`
      "let initVarsArray (v : array (real * (int * { a : real, b : bool })), id : int) =
        ( build
            (length v)
            (fun (i : int) ->
               let (x, (x_1, { a = x_2, b = x_3 })) = v[i] in
               ((x, Delta.Var (id + 2 * i)), (x_1, { a = (x_2, Delta.Var (id + 2 * i + 1)), b = x_3 }))),
          id + 2 * length v )

      let (s, id_1) = initVarsArray (p0, 1)
      let s0 = s
      let dt0 = (dt, Delta.Zero)"
    `);
    expect(wrapper('array (real * (real + int))', '[]')).toMatchInlineSnapshot(`
      "let initVarsSum (v_1 : real + int, id_1 : int) : (real * Delta.Delta + int) * int =
        match v_1 with inl x_2 -> (inl (x_2, Delta.Var id_1), id_1 + 1) | inr x_3 -> (inr x_3, id_1)

      let initVarsArray (v : array (real * (real + int)), id : int) =
        let rec part (start : int, count : int, next : int)
            : array ((real * Delta.Delta) * (real * Delta.Delta + int)) * int =
          if count = 0 then ([], next)
          else if count = 1 then
            let (x, x_1) = v[start] in
            let (s, id_2) = initVarsSum (x_1, next + 1) in
            ([((x, Delta.Var next), s)], id_2)
          else
            let half = div count 2 in
            let (left, middle) = part (start, half, next) in
            let (right, last) = part (start + half, count - half, middle) in
            (left ++ right, last) in
        part (0, length v, id)

      let (s_1, id_3) = initVarsArray (p0, 1)
      let s0 = s_1
      let dt0 = (dt, Delta.Zero)"
    `);
    expect(wrapper('list (array int * real) * real', '([], 1.0)')).toMatchInlineSnapshot(`
      "let rec initVarsList (v : list (array int * real), id : int)
          : list (array int * (real * Delta.Delta)) * int =
        match v with
        | [] -> ([], id)
        | (x, x_1) :: xs ->
            let (s, id_1) = initVarsList (xs, id + 1) in ((x, (x_1, Delta.Var id)) :: s, id_1)

      let (s_1, id_2) = initVarsList (p0.1, 1)
      let s0 = (s_1, (p0.2, Delta.Var id_2))
      let dt0 = (dt, Delta.Zero)"
    `);
  });

  it('gives the copies of types names that no type and no constructor has', () => {
    const { program } = wrapWithDeltas(
      MONADIC_MODE,
      mainFrom(`type T = | C real
type DT = | DC int
type U = | DU T
input x : real = 1
match (DU (C x), DC 2) with (DU (C y), DC n) -> y ^ n`),
    );
    expect(checkProgram(program)).toEqual([]);
    const names = program.variants.flatMap(({ type, constructors }) => [
      type.tag === 'named' ? type.name : '',
      ...constructors.map(({ name }) => name),
    ]);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(['DT', 'DC', 'DT_1', 'DC_1', 'DU_1', 'DDU']);
  });

  it('names the first construct outside the fragment', () => {
    const inner = mainFrom('input x : real = 1\nx * deriv (fun y -> x + y) 1');
    expect(reverse.fragment(inner)).toMatchObject({
      tag: 'outside',
      reason: { code: 'unsupported', span: span(0, 23, 47) },
    });
    expect(reverse.fragment(mainFrom('input x : real = 1\n(x, true)'))).toEqual({ tag: 'inside' });
  });
});

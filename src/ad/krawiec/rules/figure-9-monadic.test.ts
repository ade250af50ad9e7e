import { describe, expect, it } from 'vitest';
import * as b from '../../../language/core/builders';
import { checkProgram } from '../../../language/core/check';
import { recordPattern, tuplePattern, variablePattern, wildcardPattern } from '../../../language/core/patterns';
import { toSurfaceProgram } from '../../../language/core/to-surface';
import { NOWHERE } from '../../../language/source/span';
import { print } from '../../../language/syntax/printer';
import { functionType, INT, product, REAL, type Type } from '../../../language/types/type';
import { COMMAND_LINE_BUDGET } from '../../../semantics/outcome';
import { drain } from '../../../semantics/task';
import type { CoreItem, Term, VariantDeclaration } from '../../../language/core/tree';
import { Items, type Value } from '../../../semantics/value';
import type { Main } from '../../engine';
import { runReverse } from '../reverse-run';
import { showDelta } from '../graph';
import { wrapWithDeltas } from '../wrappers/figure-15-delta';
import { MONADIC_MODE } from '../wrappers/figure-11-shared';

const sum: Type = { tag: 'sum', left: REAL, right: INT };
const list: Type = { tag: 'sequence', container: 'list', item: REAL };
const maybe: Type = { tag: 'named', name: 'Maybe', arguments: [] };
const variants: readonly VariantDeclaration[] = [
  {
    type: maybe,
    constructors: [
      { name: 'Nothing', payload: undefined },
      { name: 'Just', payload: REAL },
    ],
  },
];

const x = b.variable('x', REAL);
const y = b.variable('y', REAL);
const n = b.variable('n', INT);
const real = (name: string): Term => b.variable(name, REAL);
const times = (left: Term, right: Term): Term => b.operation('multiply', [left, right]);

const record = b.record([
  { name: 'b', value: times(x, y) },
  { name: 'a', value: x },
]);

/** f z = z, g z = (z, z), h z = { a = z, b = z }: functions for which D has no rule. */
const f = b.variable('f', functionType(REAL, REAL));
const g = b.variable('g', functionType(REAL, product([REAL, REAL])));
const h = b.variable('h', functionType(REAL, record.type));
const definitions = [f, g, h].map(({ name, type }, i): CoreItem => {
  const z = b.variable(`z${i}`, REAL);
  const results = [
    z,
    b.tuple([z, z]),
    b.record([
      { name: 'a', value: z },
      { name: 'b', value: z },
    ]),
  ];
  const value = b.lambda(variablePattern(`z${i}`, REAL), results[i] ?? z);
  return { tag: 'let', pattern: variablePattern(name, type), value, origin: NOWHERE };
});

/** A body over reals x and y and an int n. */
function mainOf(body: Term): Main {
  const parameter = (name: string, type: Type): Main['parameters'][number] => ({
    label: name,
    name,
    type,
    origin: NOWHERE,
  });
  const parameters = [parameter('x', REAL), parameter('y', REAL), parameter('n', INT)];
  return { variants, definitions, parameters, body, source: product([REAL, REAL, INT]), target: body.type };
}

/** D{body}, on one line. */
function rule(body: Term): string {
  const { program } = wrapWithDeltas(MONADIC_MODE, mainOf(body));
  expect(checkProgram(program)).toEqual([]);
  const items = program.items.slice(definitions.length, definitions.length + 1);
  const [, text] = /let main [^=]*=\s([^]*)$/.exec(print(toSurfaceProgram({ ...program, items }))) ?? [];
  return (text ?? '')
    .replaceAll(/ : (real|int|Delta\.Delta)\b/gu, '')
    .trim()
    .replaceAll(/\s+/gu, ' ');
}

/** The value and the derivative with respect to x and y at (2, 3), n = 4. */
function at(body: Term, cotangent: Value = 1): readonly [Value, readonly Value[]] {
  const outcome = drain(runReverse(mainOf(body), { arguments: [2, 3, 4], cotangent }, COMMAND_LINE_BUDGET));
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  const { value, derivative } = outcome.value.result;
  return [value, derivative.slice(0, 2)];
}

const inl = b.construct('inl', times(x, y), sum);
const inr = b.construct('inr', n, sum);
const branches = (of: Term): Term =>
  b.match(of, [
    { constructorName: 'inl', payload: variablePattern('r', REAL), body: times(real('r'), x) },
    { constructorName: 'inr', payload: variablePattern('k', INT), body: y },
  ]);
const orElse = (of: Term): Term =>
  b.match(of, [{ constructorName: 'Just', payload: variablePattern('r', REAL), body: times(real('r'), y) }], x);
const just = b.construct('Just', x, maybe);
const nothing = b.construct('Nothing', undefined, maybe);
const nil = b.construct('[]', undefined, list);
const cons = (head: Term, tail: Term): Term => b.construct('::', b.tuple([head, tail]), list);
const taken = b.let_(
  recordPattern([
    { name: 'a', pattern: variablePattern('p', REAL) },
    { name: 'b', pattern: variablePattern('q', REAL) },
  ]),
  record,
  times(real('p'), real('q')),
);
const nested = b.tuple([
  b.record([
    { name: 'c', value: n },
    { name: 'd', value: b.tuple([x, y]) },
  ]),
  times(y, y),
]);
const head = (of: Term): Term =>
  b.match(
    of,
    [
      {
        constructorName: '::',
        payload: tuplePattern([variablePattern('e', REAL), wildcardPattern(list)]),
        body: times(real('e'), real('e')),
      },
    ],
    b.real(0),
  );

describe('Figure 9, for constructors, records and sequences', () => {
  const product_ = 'w <- Delta.deltaLet (Delta.Add (Delta.Scale (y, dx), Delta.Scale (x, dy)));';

  it('D{C e} and D{match e0 with C x -> e1 ...}', () => {
    const arm =
      '| DJust (r, dr) -> do { w <- Delta.deltaLet (Delta.Add (Delta.Scale (y, dr), Delta.Scale (r, dy))); Delta.pure (r * y, Delta.Var w) }';
    expect(rule(orElse(just))).toBe(`match DJust (x, dx) with ${arm} | _ -> Delta.pure (x, dx)`);
    expect(rule(orElse(nothing))).toBe(`match DNothing with ${arm} | _ -> Delta.pure (x, dx)`);
    expect(at(orElse(just))).toEqual([6, [3, 2]]);
    expect(at(orElse(nothing))).toEqual([2, [1, 0]]);
    expect(rule(branches(inr))).toContain('| inr k -> Delta.pure (y, dy)');
    expect(at(branches(inl))).toEqual([12, [12, 4]]);
    expect(at(branches(inr))).toEqual([3, [0, 1]]);
  });

  it('records, their fields and patterns', () => {
    const dual = '{ b = (x * y, Delta.Var w), a = (x, dx) }';
    expect(rule(record)).toBe(`do { ${product_} Delta.pure ${dual} }`);
    expect(rule(b.field(record, 'b'))).toBe(`do { ${product_} Delta.pure ${dual}.b }`);
    expect(rule(taken)).toBe(
      `do { ${product_} { a = (p, dp), b = (q, dq) } <- Delta.pure ${dual}; ` +
        'w_1 <- Delta.deltaLet (Delta.Add (Delta.Scale (q, dp), Delta.Scale (p, dq))); Delta.pure (p * q, Delta.Var w_1) }',
    );
    expect(at(record, [1, 10])).toEqual([
      [2, 6],
      [31, 20],
    ]);
    expect(at(b.field(record, 'b'))).toEqual([6, [3, 2]]);
    expect(at(taken)).toEqual([12, [12, 4]]);
    expect(at(nested, [[0, [1, 10]], 100])).toEqual([
      [[4, [2, 3]], 9],
      [1, 610],
    ]);
  });

  it('lengths and concatenations', () => {
    expect(rule(b.tuple([x, b.intrinsic('append', [b.string('a'), b.string('b')])]))).toBe(
      'Delta.pure ((x, dx), "a" ++ "b")',
    );
    expect(rule(b.intrinsic('length', [cons(x, cons(y, nil))]))).toBe('Delta.pure (length ((x, dx) :: (y, dy) :: []))');
    expect(rule(head(b.intrinsic('append', [cons(x, nil), cons(y, nil)])))).toContain(
      'match ((x, dx) :: []) ++ ((y, dy) :: []) with | (e, de) :: _ ->',
    );
    expect(at(head(b.intrinsic('append', [cons(x, nil), cons(times(x, y), nil)])))).toEqual([4, [4, 0]]);
    expect(at(head(nil))).toEqual([0, [0, 0]]);
  });
});

const array = b.sequence('array', REAL, [x, times(x, y)]);
const i = b.variable('i', INT);
const built = b.intrinsic('build', [n, b.lambda(variablePattern('i', INT), times(x, b.operation('toReal', [i])))]);
const indexed = b.intrinsic('index', [array, b.operation('subtractInt', [n, b.int(3)])]);
const pairs = b.sequence('list', product([REAL, INT]), [b.tuple([x, n]), b.tuple([y, b.int(2)])]);
const folded = b.fold(
  tuplePattern([variablePattern('e', REAL), variablePattern('k', INT)]),
  variablePattern('a', REAL),
  b.operation('add', [times(b.operation('toReal', [b.variable('k', INT)]), real('e')), real('a')]),
  pairs,
  times(x, x),
);

describe('arrays and folds (10.2, 10.3)', () => {
  const scaled = 'w <- Delta.deltaLet (Delta.Add (Delta.Scale (y, dx), Delta.Scale (x, dy)));';

  it('list and array literals, item by item', () => {
    expect(rule(array)).toBe(`do { ${scaled} Delta.pure [(x, dx), (x * y, Delta.Var w)] }`);
    expect(at(b.tuple([x, array]), [100, new Items([1, 10])])).toEqual([
      [2, new Items([2, 6])],
      [131, 20],
    ]);
  });

  it('index is index', () => {
    expect(rule(indexed)).toBe(`do { ${scaled} Delta.pure [(x, dx), (x * y, Delta.Var w)][n - 3] }`);
    expect(at(indexed)).toEqual([6, [3, 2]]);
  });

  it('build makes an array of actions, which sequence runs', () => {
    expect(rule(built)).toBe(
      'Delta.sequence (build n (fun (i) -> do { r <- Delta.pure (toReal i); ' +
        'w <- Delta.deltaLet (Delta.Add (Delta.Scale (r, dx), Delta.Scale (x, Delta.Zero))); ' +
        'Delta.pure (x * r, Delta.Var w) }))',
    );
    expect(at(built, new Items([1, 10, 100, 1000]))).toEqual([new Items([0, 2, 4, 6]), [3210, 0]]);
  });

  it('a fold whose body is an action is a fold whose accumulator is one', () => {
    expect(rule(folded)).toBe(
      'do { w <- Delta.deltaLet (Delta.Add (Delta.Scale (x, dx), Delta.Scale (x, dx))); ' +
        'fold (((e, de), k), m) -> do { (a, da) <- m; r <- Delta.pure (toReal k); ' +
        'w_1 <- Delta.deltaLet (Delta.Add (Delta.Scale (e, Delta.Zero), Delta.Scale (r, de))); ' +
        'r_1 <- Delta.pure (r * e); w_2 <- Delta.deltaLet (Delta.Add (Delta.Var w_1, da)); ' +
        'Delta.pure (r_1 + a, Delta.Var w_2) } ' +
        'over ([((x, dx), n), ((y, dy), 2)] : list ((real * Delta.Delta) * int)) from Delta.pure (x * x, Delta.Var w) }',
    );
    // 4 x + 2 y + x^2
    expect(at(folded)).toEqual([8 + 6 + 4, [4 + 4, 2]]);
  });

  it('binds in the order of the source: the start, then from the last item; build from the first', () => {
    const order = (body: Term): readonly string[] => {
      const outcome = drain(runReverse(mainOf(body), { arguments: [2, 3, 4], cotangent: 1 }, COMMAND_LINE_BUDGET));
      if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
      const { bindings, dotBindings } = outcome.value;
      return bindings.slice(0, bindings.length - dotBindings).map(({ id, delta }) => `${id} = ${showDelta(delta)}`);
    };
    expect(order(folded)).toEqual([
      '3 = Add (Scale (2, Var 1), Scale (2, Var 1))',
      '4 = Add (Scale (3, Zero), Scale (2, Var 2))',
      '5 = Add (Var 4, Var 3)',
      '6 = Add (Scale (2, Zero), Scale (4, Var 1))',
      '7 = Add (Var 6, Var 5)',
    ]);
    const last = b.intrinsic('index', [built, b.int(3)]);
    expect(order(last)).toEqual([0, 1, 2, 3].map((k) => `${3 + k} = Add (Scale (${k}, Var 1), Scale (2, Zero))`));
  });

  it('the parts that the body of a fold ignores still run', () => {
    const ignoring = b.fold(wildcardPattern(REAL), wildcardPattern(REAL), b.real(7), b.sequence('list', REAL, [x]), y);
    expect(rule(ignoring)).toBe(
      'fold (_, m) -> do { _ <- m; Delta.pure (7.0, Delta.Zero) } over ([(x, dx)] : list (real * Delta.Delta)) from Delta.pure (y, dy)',
    );
  });

  it('a failure is an action that fails', () => {
    const failing = b.match(
      just,
      [{ constructorName: 'Nothing', payload: undefined, body: x }],
      b.fail('no-match', 'no', REAL),
    );
    expect(rule(failing)).toBe('match DJust (x, dx) with DNothing -> Delta.pure (x, dx) | _ -> fail "no-match" "no"');
  });
});

describe('the laws of the monad', () => {
  const z = variablePattern('z', REAL);
  const pair = tuplePattern([variablePattern('p', REAL), variablePattern('q', REAL)]);
  const fields = recordPattern([
    { name: 'a', pattern: variablePattern('p', REAL) },
    { name: 'b', pattern: variablePattern('q', REAL) },
  ]);
  const rebuilt = b.record([
    { name: 'a', value: real('p') },
    { name: 'b', value: real('q') },
  ]);

  it.each<[string, Term, string]>([
    ['let z = f y in z', b.let_(z, b.apply(f, y), real('z')), 'f (y, dy)'],
    ['let z = f y in x', b.let_(z, b.apply(f, y), x), 'do { (z, dz) <- f (y, dy); Delta.pure (x, dx) }'],
    ['let _ = f y in x', b.let_(wildcardPattern(REAL), b.apply(f, y), x), 'do { _ <- f (y, dy); Delta.pure (x, dx) }'],
    ['let (p, q) = g y in (p, q)', b.let_(pair, b.apply(g, y), b.tuple([real('p'), real('q')])), 'g (y, dy)'],
    [
      'let (p, q) = g y in (q, p)',
      b.let_(pair, b.apply(g, y), b.tuple([real('q'), real('p')])),
      'do { ((p, dp), (q, dq)) <- g (y, dy); Delta.pure ((q, dq), (p, dp)) }',
    ],
    [
      'let (p, q) = g y in (p, x)',
      b.let_(pair, b.apply(g, y), b.tuple([real('p'), x])),
      'do { ((p, dp), (q, dq)) <- g (y, dy); Delta.pure ((p, dp), (x, dx)) }',
    ],
    [
      'let (p, q) = g y in (p, q, x)',
      b.let_(pair, b.apply(g, y), b.tuple([real('p'), real('q'), x])),
      'do { ((p, dp), (q, dq)) <- g (y, dy); Delta.pure ((p, dp), (q, dq), (x, dx)) }',
    ],
    [
      'let (p, q) = g y in p',
      b.let_(pair, b.apply(g, y), real('p')),
      'do { ((p, dp), (q, dq)) <- g (y, dy); Delta.pure (p, dp) }',
    ],
    [
      'let { a = p, b = q } = h y in { a = p, b = q }',
      b.let_(fields, b.apply(h, y), rebuilt),
      'do { { a = (p, dp), b = (q, dq) } <- h (y, dy); Delta.pure { a = (p, dp), b = (q, dq) } }',
    ],
    // An action is not rebuilt, nor is a last statement that is not a bind.
    ['let z = f y in f z', b.let_(z, b.apply(f, y), b.apply(f, real('z'))), 'do { (z, dz) <- f (y, dy); f (z, dz) }'],
    ['let z = f (f y) in z', b.let_(z, b.apply(f, b.apply(f, y)), real('z')), 'do { (r, dr) <- f (y, dy); f (r, dr) }'],
    // A value that costs nothing and cannot fail is not named before the statements of a later operand; one that may
    // fail is.
    [
      '({ a = x, b = y }, f y)',
      b.tuple([
        b.record([
          { name: 'a', value: x },
          { name: 'b', value: y },
        ]),
        b.apply(f, y),
      ]),
      'do { (r, dr) <- f (y, dy); Delta.pure ({ a = (x, dx), b = (y, dy) }, (r, dr)) }',
    ],
    [
      '({ a = x, b = div n n }, f y)',
      b.tuple([
        b.record([
          { name: 'a', value: x },
          { name: 'b', value: b.operation('div', [n, n]) },
        ]),
        b.apply(f, y),
      ]),
      'do { v <- Delta.pure { a = (x, dx), b = div n n }; (r, dr) <- f (y, dy); Delta.pure (v, (r, dr)) }',
    ],
    [
      '({ a = x }.a, f y)',
      b.tuple([b.field(b.record([{ name: 'a', value: x }]), 'a'), b.apply(f, y)]),
      'do { (r, dr) <- f (y, dy); Delta.pure ({ a = (x, dx) }.a, (r, dr)) }',
    ],
  ])('%s', (_, body, expected) => {
    expect(rule(body)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import * as b from '../language/core/builders';
import { tuplePattern, variablePattern, wildcardPattern } from '../language/core/patterns';
import type { CoreProgram, Lambda, Term, VariantDeclaration } from '../language/core/tree';
import type { Diagnostic } from '../language/source/diagnostic';
import { NOWHERE } from '../language/source/span';
import { DELTA, DUAL, functionType, INT, REAL, type Type } from '../language/types/type';
import { evaluated, outcome } from '../testing/run-source';
import { MUTATING } from '../testing/runs';
import { evaluate, type RunOptions } from './evaluate';
import { PAGE_BUDGET } from './outcome';
import { drain } from './task';

const PATIENT = { ...PAGE_BUDGET, seconds: 60 };

function diagnostic(text: string, options: Partial<RunOptions> = {}): Diagnostic | undefined {
  const result = outcome(text, options);
  return result.tag === 'ok' ? undefined : result.diagnostic;
}

function coreProgram(term: Term, variants: readonly VariantDeclaration[] = []): CoreProgram {
  return { variants, items: [{ tag: 'output', term, origin: NOWHERE }] };
}

const show = (term: Term, variants: readonly VariantDeclaration[] = []): string =>
  evaluated(coreProgram(term, variants));
const realVariable = (name: string): Term => b.variable(name, REAL);
const LIST: Type = { tag: 'sequence', container: 'list', item: REAL };
const reals = (...values: readonly number[]): Term =>
  b.sequence(
    'list',
    REAL,
    values.map((v) => b.real(v)),
  );
const array = (...values: readonly number[]): Term =>
  b.sequence(
    'array',
    REAL,
    values.map((v) => b.real(v)),
  );

function recursive(name: string, lambda: Lambda, body: Term): Term {
  return b.letrec([{ name, function: lambda, origin: NOWHERE }], body);
}

describe('the machine', () => {
  it('returns plain values for inputs whose defaults use other inputs', () => {
    for (const tracing of ['none', 'dependencies', 'record'] as const) {
      const run = outcome('input x : real = 2\ninput y : real * int = (x * 3, 4)\nx', { tracing });
      expect(run.tag === 'ok' && [...run.value.inputs.values()]).toEqual([2, [6, 4]]);
    }
  });

  it('evaluates arithmetic, definitions and functions', () => {
    expect(evaluated('1 + 2 * 3')).toBe('7');
    expect(evaluated('let x = 3\nlet y = x * x\ny - x')).toBe('6');
    expect(evaluated('let f (x, y) = x - y\nf (1, 2)')).toBe('-1');
    expect(evaluated('let (p, q) = (1, 2)\nlet (r, (s, t)) = (p, (q, 3))\nr + 10 * s + 100 * t')).toBe('321');
    expect(evaluated('if 1 < 2 then 3 else 4')).toBe('3');
    expect(evaluated('(1, true, "a", ())')).toBe('(1, true, "a", ())');
    expect(evaluated('1\n2')).toBe('1; 2');
  });

  it('applies functions in tail position to too few, enough and too many arguments', () => {
    const f = 'let f x y z = x + 10 * y + 100 * z\n';
    expect(evaluated(`${f}let g h = h 2 3\ng (f 1)`)).toBe('321');
    expect(evaluated(`${f}let g h = h 3\ng (f 1 2)`)).toBe('321');
    expect(evaluated(`${f}let g x y = f x y\ng 1 2 3`)).toBe('321');
    expect(evaluated(`${f}let g x = f x\nlet h x = g x 2\nh 1 3`)).toBe('321');
    expect(evaluated('let k x = let y = x + 1 in fun z -> fun u -> y * z + u\nlet t x = k x 10 5\nt 1')).toBe('25');
    expect(evaluated('let k x = let y = x + 1 in fun z u -> y * z + u\nlet t x z = k x z\nt 1 10 5')).toBe('25');
    // The call swaps its arguments, and overwrites slots of the function itself.
    expect(evaluated('let rec f x y n = if n = 0 then x - y else f y x (n - 1)\nf 5 3 1 + 10 * f 5 3 2')).toBe('18');
    expect(
      evaluated('let g x y z = x + 10 * y + 100 * z\nlet f x = let y = x + 1 in let z = y + 1 in g z y x\nf 1'),
    ).toBe('123');
  });

  it('applies functions to too few, enough and too many arguments', () => {
    expect(evaluated('let f x y z = x + 10 * y + 100 * z\nlet g = f 1\nlet h = g 2\nh 3 + g 0 0 + f 0 0 1')).toBe(
      '422',
    );
    expect(evaluated('let compose f g x = f (g x)\ncompose (fun x -> x + 1) (fun x -> x * 2) 5')).toBe('11');
    expect(evaluated('let k x = let y = x + 1 in fun z -> fun u -> y * z + u\nk 1 10 5')).toBe('25');
    expect(evaluated('let k x = let y = x + 1 in fun z -> y * z\nlet twice f x = f (f x)\ntwice (k 1) 5 + k 2 3')).toBe(
      '29',
    );
    expect(evaluated('let id x = x\nid id id (fun x y -> x - y) 5 3')).toBe('2');
  });

  it('captures the values of variables at closure creation', () => {
    expect(evaluated('let f = let y = 5 in fun x -> x + y\nlet z = (let u = 1 in u + 1)\nf z')).toBe('7');
    expect(evaluated('let f a = fun b -> fun c -> (let d = a + b in fun e -> a + b + c + d + e)\nf 1 2 3 4')).toBe(
      '13',
    );
  });

  it('supports recursion and mutual recursion, at the top level and inside', () => {
    expect(evaluated('let rec fact n = if n = 0 then 1 else n * fact (n - 1)\nfact 10')).toBe('3628800');
    expect(
      evaluated(
        'let rec even n = if n = 0 then true else odd (n - 1) and odd n = if n = 0 then false else even (n - 1)\neven 101',
      ),
    ).toBe('false');
    expect(evaluated('let f a = (let rec g n = if n = 0 then a else 1 + g (n - 1) in g 10)\nf 5 + f 6')).toBe('31');
  });

  it.skipIf(MUTATING)('runs tail calls in constant stack and a million frames without harm', () => {
    expect(evaluated('let rec go n s = if n = 0 then s else go (n - 1) (s + 1)\ngo 300000 0')).toBe('300000');
    const budget = PATIENT;
    const deep = outcome('let rec count n = if n = 0 then 0 else 1 + count (n - 1)\ncount 1000000', { budget });
    expect(deep.tag === 'ok' && deep.value.outputs).toEqual([1_000_000]);
  });

  it.skipIf(MUTATING)('stops at each budget, and says which and where', () => {
    const loop = 'let rec loop x = loop (x + 1)\nloop 0';
    expect(diagnostic(loop, { budget: { ...PATIENT, steps: 1e5 } })).toMatchObject({
      code: 'budget-steps',
      span: { cell: 0 },
    });
    expect(diagnostic(loop, { budget: { ...PAGE_BUDGET, steps: 1e12, seconds: 0.05 } })?.code).toBe('budget-time');
    const deep = 'let rec deep x = 1 + deep (x + 1)\ndeep 0';
    expect(diagnostic(deep, { budget: { ...PATIENT, bytes: 1e6 } })).toMatchObject({
      code: 'budget-memory',
      span: { cell: 0 },
    });
    const garbage = 'let rec go (n, s) = if n = 0 then s else go (n - 1, s + 1)\ngo (100000, 0)';
    expect(outcome(garbage, { budget: { ...PATIENT, bytes: 1e6 } }).tag).toBe('ok');
    // Live memory is measured: a chain of closures, and a trace.
    const chain = 'let rec go f = go (fun x -> f x + 1)\ngo (fun x -> x)';
    expect(diagnostic(chain, { budget: { ...PATIENT, bytes: 4e6 } })?.code).toBe('budget-memory');
    const trace = 'let rec go n x = if n = 0 then x else go (n - 1) (sin x)\ngrad (go 1000000) 0.5';
    expect(diagnostic(trace, { budget: { ...PATIENT, bytes: 4e6 } })?.code).toBe('budget-memory');
    const steps = (bytes: number): unknown => diagnostic(deep, { budget: { ...PATIENT, bytes } })?.message;
    expect(steps(2e6)).toBe(steps(2e6));
  });

  it('says where an operation is undefined, with its arguments and the call', () => {
    expect(diagnostic('let f x = log x\nf 0')).toMatchObject({
      code: 'domain',
      message: 'log needs a positive argument; here it is 0',
      span: { cell: 0, start: 10, end: 15 },
      related: [{ span: { cell: 0, start: 16, end: 19 } }],
    });
    expect(diagnostic('1 / 0')?.message).toBe('/ needs a divisor other than 0; the arguments are 1 and 0');
    expect(diagnostic('exp 1000')?.code).toBe('not-finite');
    expect(diagnostic('1 <. 1')?.code).toBe('diagonal');
    expect(diagnostic('(9007199254740991 : int) + 1')?.code).toBe('int-overflow');
  });

  it('evaluates sums, variants and lists', () => {
    const declared: VariantDeclaration = {
      type: { tag: 'named', name: 'Maybe', arguments: [REAL] },
      constructors: [
        { name: 'Nothing', payload: undefined },
        { name: 'Just', payload: REAL },
      ],
    };
    const just = b.construct('Just', b.real(3), declared.type);
    const nothing = b.construct('Nothing', undefined, declared.type);
    const orZero = (term: Term, x: string): Term =>
      b.match(term, [
        { constructorName: 'Nothing', payload: undefined, body: b.real(0) },
        { constructorName: 'Just', payload: variablePattern(x, REAL), body: realVariable(x) },
      ]);
    expect(show(b.tuple([orZero(just, 'x'), orZero(nothing, 'y')]), [declared])).toBe('(3, 0)');
    const head = (term: Term): Term =>
      b.match(
        term,
        [
          {
            constructorName: '::',
            payload: tuplePattern([variablePattern('h', REAL), wildcardPattern(LIST)]),
            body: realVariable('h'),
          },
        ],
        b.real(-1),
      );
    expect(show(head(reals(5, 6)))).toBe('5');
    expect(show(head(reals()))).toBe('-1');
    const cons = b.construct('::', b.tuple([b.real(1), reals(2, 3)]), LIST);
    expect(show(cons)).toBe('[1, 2, 3]');
  });

  it('stops if no arm of a match fits, or shapes differ', () => {
    const text = (code: 'no-match' | 'shape'): Diagnostic | undefined => {
      const term = b.match(
        reals(1),
        [{ constructorName: '[]', payload: undefined, body: b.real(0) }],
        b.fail(code, 'not this list', REAL),
      );
      const result = drain(evaluate(coreProgram(term), { budget: PATIENT }));
      return result.tag === 'ok' ? undefined : result.diagnostic;
    };
    expect(text('no-match')).toMatchObject({ code: 'no-match', message: 'not this list' });
    expect(text('shape')).toMatchObject({ code: 'shape' });
  });

  it('folds from the last element, nested too, over lists and arrays', () => {
    const sum = (over: Term, tag: string): Term =>
      b.fold(
        variablePattern(`x${tag}`, REAL),
        variablePattern(`a${tag}`, REAL),
        b.operation('subtract', [realVariable(`x${tag}`), realVariable(`a${tag}`)]),
        over,
        b.real(0),
      );
    expect(show(sum(reals(1, 2, 3), '1'))).toBe('2');
    expect(show(sum(array(1, 2, 3), '1'))).toBe('2');
    expect(show(sum(array(), '1'))).toBe('0');
    const closures = b.fold(
      variablePattern('x', REAL),
      variablePattern('f', functionType(REAL, REAL)),
      b.lambda(
        variablePattern('y', REAL),
        b.operation('add', [
          b.apply(b.variable('f', functionType(REAL, REAL)), realVariable('y')),
          b.operation('multiply', [realVariable('x'), realVariable('y')]),
        ]),
      ),
      reals(1, 2, 3),
      b.lambda(variablePattern('z', REAL), realVariable('z')),
    );
    expect(show(b.apply(closures, b.real(10)))).toBe('70');
  });

  it('builds, indexes, measures and appends', () => {
    const squares = b.intrinsic('build', [
      b.int(4),
      b.lambda(variablePattern('i', INT), b.operation('multiplyInt', [b.variable('i', INT), b.variable('i', INT)])),
    ]);
    expect(show(squares)).toBe('[0, 1, 4, 9]');
    expect(show(b.intrinsic('index', [squares, b.int(3)]))).toBe('9');
    expect(show(b.intrinsic('index', [squares, b.int(4)]))).toMatch(/^index: there is no item 4/);
    expect(show(b.intrinsic('length', [reals(1, 2)]))).toBe('2');
    expect(show(b.intrinsic('append', [reals(1), reals(2)]))).toBe('[1, 2]');
    expect(show(b.intrinsic('append', [array(1), array(2)]))).toBe('[1, 2]');
    expect(show(b.intrinsic('append', [b.string('a'), b.string('b')]))).toBe('"ab"');
    expect(show(b.intrinsic('build', [b.int(-1), b.lambda(variablePattern('i', INT), b.variable('i', INT))]))).toMatch(
      /^domain/,
    );
    expect(
      show(b.intrinsic('build', [b.int(1e12), b.lambda(variablePattern('i', INT), b.variable('i', INT))])),
    ).toMatch(/^budget-memory/);
  });

  it('stores record fields sorted, and evaluates them as written', () => {
    const record = b.record([
      { name: 'b', value: b.operation('add', [b.real(1), b.real(1)]) },
      { name: 'a', value: b.real(5) },
    ]);
    expect(show(record)).toBe('{ a = 5, b = 2 }');
    expect(show(b.field(record, 'b'))).toBe('2');
  });

  it('runs the monad of Deltas, executed directly and as a value', () => {
    const zero = b.construct('Delta.Zero', undefined, DELTA);
    const one = b.construct('Delta.Var', b.int(1), DELTA);
    const scale = b.construct('Delta.Scale', b.tuple([b.real(3), one]), DELTA);
    const bindLet = (name: string, bound: Term, rest: Term): Term =>
      b.bind(variablePattern(name, INT), b.intrinsic('Delta.deltaLet', [bound]), rest);
    const result = (name: string): Term =>
      b.pure(b.tuple([b.real(7), b.construct('Delta.Var', b.variable(name, INT), DELTA)]));
    const use = (name: string): Term =>
      b.construct('Delta.Add', b.tuple([b.construct('Delta.Var', b.variable(name, INT), DELTA), zero]), DELTA);
    const direct = bindLet('w', scale, bindLet('v', use('w'), result('v')));
    const derivative = (action: Term): Term =>
      b.intrinsic('Delta.lookupOrZero', [
        b.int(1),
        b.intrinsic('Delta.eval', [
          b.real(2),
          b.intrinsic('Delta.runDelta', [b.int(2), action]),
          b.intrinsic('Delta.emptyMap', []),
        ]),
      ]);
    expect(show(derivative(direct))).toBe('6');
    // The same action as a value that runs twice, from a tail call, and bound by another action.
    const monadType = direct.type;
    const m = b.variable('m', monadType);
    const twice = b.let_(
      variablePattern('m', monadType),
      direct,
      b.operation('add', [derivative(m), derivative(b.bind(wildcardPattern(DUAL), m, m))]),
    );
    expect(show(twice)).toBe('12');
    const f = b.lambda(
      variablePattern('u', DELTA),
      b.let_(
        variablePattern('k', REAL),
        b.real(7),
        bindLet(
          'w',
          b.variable('u', DELTA),
          b.pure(b.tuple([realVariable('k'), b.construct('Delta.Var', b.variable('w', INT), DELTA)])),
        ),
      ),
    );
    const fVariable = b.variable('f', f.type);
    const called = (arg: Term): Term => b.apply(fVariable, arg);
    const byFunction = b.let_(
      variablePattern('f', f.type),
      f,
      b.operation('add', [
        derivative(called(scale)),
        derivative(
          b.bind(
            tuplePattern([wildcardPattern(REAL), variablePattern('d', DELTA)]),
            called(scale),
            called(b.variable('d', DELTA)),
          ),
        ),
      ]),
    );
    expect(show(byFunction)).toBe('12');
    const asValue = b.let_(
      variablePattern('f', f.type),
      f,
      b.let_(variablePattern('n', monadType), called(scale), derivative(b.variable('n', monadType))),
    );
    expect(show(asValue)).toBe('6');
  });

  it.skipIf(MUTATING)('compiles spines of any depth', () => {
    let lets: Term = realVariable('x20000');
    let sum: Term = b.real(0);
    let right: Term = b.real(0);
    for (let i = 20_000; i > 0; i--) {
      lets = b.let_(variablePattern(`x${i}`, REAL), b.operation('add', [realVariable(`x${i - 1}`), b.real(1)]), lets);
      sum = b.operation('add', [sum, b.real(1)]);
      right = b.operation('add', [b.real(1), right]);
    }
    expect(show(b.let_(variablePattern('x0', REAL), b.real(0), lets))).toBe('20000');
    expect(show(sum)).toBe('20000');
    expect(show(right)).toBe('20000');
  });

  it.skipIf(MUTATING)('walks deep values without harm', () => {
    const cons = (n: Term, l: Term): Term => b.construct('::', b.tuple([n, l]), LIST);
    const grow = recursive(
      'go',
      b.lambda(
        variablePattern('n', INT),
        b.lambda(
          variablePattern('l', LIST),
          b.if_(
            b.operation('equalInt', [b.variable('n', INT), b.int(0)]),
            b.variable('l', LIST),
            b.apply(
              b.apply(
                b.variable('go', functionType(INT, functionType(LIST, LIST))),
                b.operation('subtractInt', [b.variable('n', INT), b.int(1)]),
              ),
              cons(b.real(1), b.variable('l', LIST)),
            ),
          ),
        ),
      ),
      b.apply(b.apply(b.variable('go', functionType(INT, functionType(LIST, LIST))), b.int(100_000)), reals()),
    );
    const total = b.lambda(
      variablePattern('xs', LIST),
      b.fold(
        variablePattern('x', REAL),
        variablePattern('a', REAL),
        b.operation('add', [b.operation('multiply', [realVariable('x'), realVariable('x')]), realVariable('a')]),
        b.variable('xs', LIST),
        b.real(0),
      ),
    );
    const sumOf = (list: Term): Term =>
      b.fold(
        variablePattern('p', REAL),
        variablePattern('q', REAL),
        b.operation('add', [realVariable('p'), realVariable('q')]),
        list,
        b.real(0),
      );
    expect(show(sumOf(b.grad(total, grow)))).toBe('200000');
  });
});

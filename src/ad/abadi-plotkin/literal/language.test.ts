import { describe, expect, test } from 'vitest';
import { apply, lambda, operation, variable } from '../../../language/core/builders';
import { variablePattern } from '../../../language/core/patterns';
import { REAL } from '../../../language/types/type';
import { COMMAND_LINE_BUDGET } from '../../../semantics/outcome';
import { realValues } from '../../../semantics/present';
import { drain } from '../../../semantics/task';
import { primalOf } from '../../../semantics/value';
import { checked, focusOf } from '../../../testing/checked';
import { showTrace, typeOfTerm } from '../../../testing/abadi-plotkin/reverse';
import { pointReals } from '../../point';
import { traceAnf } from '../anf/engine';
import { pointValues, traceLiteral } from './engine';
import { closeTrace, evaluateTrace, traceLiterally } from './evaluate';
import { traceTypeOf } from './types';

/*
 * The forms that the paper's language lacks: leaf types, patterns, tuples of more than two, records, and functions as
 * values.
 */

const budget = COMMAND_LINE_BUDGET;

function traced(text: string) {
  const { main, point } = focusOf(checked(text));
  const outcome = drain(traceLiterally(main, point, budget));
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return { main, point, trace: outcome.value };
}

const INPUT = 'input a : real = 2.0\n';

describe('C of a program, which evaluates to what the program does and has its derivative', () => {
  const programs: readonly (readonly [name: string, text: string, written: string])[] = [
    [
      'a function of two parameters',
      'let f x y = x * y in f a 3.0',
      'let v1:real = a in let v2:real = 3 in multiply(<v1, v2>)',
    ],
    [
      'one that is given its arguments by and by',
      'let f x y z = x * y + z in let g = f a in let h = g 3.0 in h a',
      'let v1:real = a in let v2:real = 3 in let v3:real = a in let v4:real = multiply(<v1, v2>) in (v4 + v3)',
    ],
    [
      'one that is held twice, in two contexts',
      'let f x y = x * y in let g = f a in g 3.0 + g a',
      'let v3:real = let v1:real = a in let v2:real = 3 in multiply(<v1, v2>) in ' +
        'let v6:real = let v4:real = a in let v5:real = a in multiply(<v4, v5>) in (v3 + v6)',
    ],
    [
      'one that is the result of a call, in a tail position',
      'let f x y = x * y in let h x = f x in h a 3.0',
      'let v1:real = a in let v2:real = v1 in let v3:real = 3 in multiply(<v2, v3>)',
    ],
    [
      'a call that gives more arguments than the function takes',
      'let f x = (let b = x * x in fun y -> b + y) in 1.0 + f a 3.0',
      'let v5:real = let v1:real = a in let v2:real = multiply(<v1, v1>) in let v3:real = v2 in ' +
        'let v4:real = 3 in (v3 + v4) in (1 + v5)',
    ],
    [
      'and so in a tail position',
      'let f x = (let y = x in fun z -> y * z) in let h x = f x 3.0 in h a',
      'let v1:real = a in let v2:real = v1 in let v3:real = v2 in let v4:real = 3 in multiply(<v3, v4>)',
    ],
    [
      'arguments of leaf types',
      'let f (n : int) = (let k = n + 1 in fun (m : int) (y : real) (z : real) -> y ^ (k + m) + z) in f 3 4 a 5',
      'let v1:real = a in let v2:real = 5 in let v3:real = powerInt(v1) in (v3 + v2)',
    ],
    [
      'arguments and parameters that are tuples, and parts that are not named',
      'let f (x, (y, z)) (u, _) = x * y + z * u in let g = f (a, (3.0, a)) in g (1.0, 2.0)',
      'let v1:(real x (real x real)) = <a, <3, a>> in let v2:(real x real) = <1, 2> in let v3:real = fst(v1) in ' +
        'let v4:real = v3 in let v5:(real x real) = snd(v1) in let v6:(real x real) = v5 in let v7:real = fst(v6) in ' +
        'let v8:real = v7 in let v9:real = snd(v6) in let v10:real = v9 in let v11:real = fst(v2) in ' +
        'let v12:real = v11 in let v13:real = multiply(<v4, v8>) in let v14:real = multiply(<v10, v12>) in ' +
        '(v13 + v14)',
    ],
    [
      'arguments of type unit, before and after',
      'let f () x () y = x * y in let g = f () a in g () 3.0',
      'let v1:unit = * in let v2:real = a in let v3:unit = * in let v4:real = 3 in multiply(<v2, v4>)',
    ],
    [
      'a tuple of three, whose first two components are shared when it is taken apart',
      'let p = (a, a * a, 1.0) in let (x, y, z) = p in x + y * z',
      'let v1:real = multiply(<a, a>) in let v2:((real x real) x real) = <<a, v1>, 1> in ' +
        'let v3:((real x real) x real) = v2 in let v4:(real x real) = fst(v3) in let v5:(real x real) = v4 in ' +
        'let v6:real = fst(v5) in let v7:real = v6 in let v8:real = snd(v5) in let v9:real = v8 in ' +
        'let v10:real = snd(v3) in let v11:real = v10 in let v12:real = multiply(<v9, v11>) in (v7 + v12)',
    ],
    [
      'and are not when components are asked for',
      'let p = (a, a * a, 1.0) in p.1 + p.2',
      'let v1:real = multiply(<a, a>) in let v2:((real x real) x real) = <<a, v1>, 1> in ' +
        'let v3:(real x real) = fst(v2) in let v4:real = fst(v3) in ' +
        'let v5:(real x real) = fst(v2) in let v6:real = snd(v5) in (v4 + v6)',
    ],
    [
      'components that are functions or leaves',
      'let p = (a, sin, (3 : int)) in let (x, f, n) = p in f x ^ p.3',
      'let v1:((real x unit) x unit) = <<a, *>, *> in let v2:((real x unit) x unit) = v1 in ' +
        'let v3:(real x unit) = fst(v2) in let v4:(real x unit) = v3 in let v5:real = fst(v4) in let v6:real = v5 in ' +
        'let v8:real = let v7:real = v6 in sin(v7) in powerInt(v8)',
    ],
    [
      'a record: its fields in the order of their names',
      'let r = { x = a, n = (3 : int), y = 2.0 } in r.x * r.y',
      'let v1:((unit x real) x real) = <<*, a>, 2> in let v2:(unit x real) = fst(v1) in let v3:real = snd(v2) in ' +
        'let v4:real = snd(v1) in multiply(<v3, v4>)',
    ],
    ['a result that is no real', 'let n : int = 3 in if a < 3.0 then n else 4', '*'],
    [
      'a result that is no real, of a call',
      'let f (x : real) : int = if x < 3.0 then 3 else 4 in f a',
      'let v1:real = a in *',
    ],
    ['a tuple with all leaf types', '(a, (3 : int), true, "s", ())', '<<<<a, *>, *>, *>, *>'],
    ['an operation whose argument is no real', 'a * toReal (3 : int)', 'let v1:real = toReal(*) in multiply(<a, v1>)'],
    ['a watched real', 'watch "a" 3.0 * a', 'multiply(<3, a>)'],
    ['a watched int', 'watch "n" (3 : int)', '*'],
    ['a parameter that is not named', 'let f (_ : real) = a in f 3', 'let v1:real = 3 in a'],
    ['a value of type unit', 'let () = () in a', 'let v1:unit = * in a'],
    [
      'a call of type unit in a context',
      'let f (x : real) : unit = () in let () = f a in a',
      'let v2:unit = let v1:real = a in * in let v3:unit = v2 in a',
    ],
    [
      'recursive functions that capture a real and each other',
      'let b = a * a in let rec f x = if x < 0.0 then g (x + b) else x and g x = f x * b in f (0.0 - b)',
      'let v1:real = multiply(<a, a>) in let v2:real = v1 in let v3:real = subtract(<0, v2>) in let v4:real = v3 in ' +
        'let v5:real = (v4 + v2) in let v6:real = v5 in let v8:real = let v7:real = v6 in v7 in multiply(<v8, v2>)',
    ],
    [
      'a function that leaves the scope of a real that it does not use',
      'let b = a * a in 1.0 + (let s = b + 1.0 in let q = (s * s) * (a * s) in ' +
        'let rec f x = if x < 0.0 then f (x + b) else x in if q < s then f else f) a',
      'let v1:real = multiply(<a, a>) in let v2:real = v1 in let v3:real = (v2 + 1) in ' +
        'let v5:real = let v4:real = a in v4 in (1 + v5)',
    ],
    [
      'a function that took a real along out of the term that binds it',
      '1.0 + (let b = a * a in fun x -> x * b) a',
      'let v1:real = multiply(<a, a>) in let v3:real = let v2:real = v1 in v2 in ' +
        'let v5:real = let v4:real = a in multiply(<v4, v3>) in (1 + v5)',
    ],
    [
      'one that took along a function that did',
      '1.0 + (let b = a * a in let g = (fun x -> x * b) in fun y -> g y) a',
      'let v1:real = multiply(<a, a>) in let v3:real = let v2:real = v1 in v2 in ' +
        'let v6:real = let v4:real = a in let v5:real = v4 in multiply(<v5, v3>) in (1 + v6)',
    ],
    [
      'one in a tuple, with the real',
      '1.0 + fst (let b = a * a in ((fun x -> x * b), b)) a',
      'let v1:real = multiply(<a, a>) in let v3:((unit x real) x real) = let v2:real = v1 in <<*, v2>, v2> in ' +
        'let v4:(unit x real) = fst(v3) in let v5:real = snd(v3) in let v7:real = let v6:real = a in ' +
        'multiply(<v6, v5>) in (1 + v7)',
    ],
    [
      'one that took along two reals, and has been given another',
      '1.0 + (let b = a * a in let c = b * a in let f = (fun x y -> x * y * b + c) in f c) a',
      'let v1:real = multiply(<a, a>) in let v5:(real x real) = let v2:real = v1 in ' +
        'let v3:real = multiply(<v2, a>) in let v4:real = v3 in <v4, v2> in let v6:real = fst(v5) in ' +
        'let v7:real = snd(v5) in let v12:real = let v8:real = v6 in let v9:real = a in ' +
        'let v10:real = multiply(<v8, v9>) in let v11:real = multiply(<v10, v7>) in (v11 + v6) in (1 + v12)',
    ],
    [
      'one that has been given it in a tuple',
      'let f (x : real * real) y = snd x * y in 1.0 + (let b = a * a in f (1.0, b)) a',
      'let v1:real = multiply(<a, a>) in let v3:(real x real) = let v2:real = v1 in <1, v2> in ' +
        'let v7:real = let v4:(real x real) = v3 in let v5:real = a in let v6:real = snd(v4) in ' +
        'multiply(<v6, v5>) in (1 + v7)',
    ],
    [
      'one that has been given a function that took it along',
      'let f g (y : real) = g y + y in 1.0 + (let b = a * a in f (fun x -> x * b)) a',
      'let v1:real = multiply(<a, a>) in let v3:real = let v2:real = v1 in v2 in ' +
        'let v7:real = let v4:real = a in let v6:real = let v5:real = v4 in multiply(<v5, v3>) in (v6 + v4) in ' +
        '(1 + v7)',
    ],
    [
      'one that a call makes',
      'let f x = (let b = x * x in fun y -> b + y) in let g = f a in 1.0 + g 3.0',
      'let v4:real = let v1:real = a in let v2:real = multiply(<v1, v1>) in let v3:real = v2 in v3 in ' +
        'let v6:real = let v5:real = 3 in (v4 + v5) in (1 + v6)',
    ],
    [
      'two in a list',
      '1.0 + (match (let b = a * a in [(fun x -> x * b), (fun x -> x + b)]) with f :: g :: _ -> f (g a) | _ -> a)',
      'let v1:real = multiply(<a, a>) in let v3:real = let v2:real = v1 in v2 in ' +
        'let v7:real = let v5:real = let v4:real = a in (v4 + v3) in let v6:real = v5 in multiply(<v6, v3>) in ' +
        '(1 + v7)',
    ],
    [
      'recursive ones, which took along each other',
      '1.0 + (let b = a * a in let rec f x = if x < 0.0 then g (x + b) else x and g x = f x * b in f) (0.0 - a)',
      'let v1:real = multiply(<a, a>) in let v3:real = let v2:real = v1 in v2 in ' +
        'let v4:real = subtract(<0, a>) in let v10:real = let v5:real = v4 in let v6:real = (v5 + v3) in ' +
        'let v7:real = v6 in let v9:real = let v8:real = v7 in v8 in multiply(<v9, v3>) in (1 + v10)',
    ],
    [
      'one that is given a real after ints',
      'let f (n : int) (m : int) (x : real) = x ^ (n + m) * a in let g = f 2 in g 3 4.0',
      'let v1:real = 4 in let v2:real = powerInt(v1) in multiply(<v2, a>)',
    ],
    [
      'one that took along three reals',
      '1.0 + (let b = a * a in let c = b * a in let d = c * a in fun x -> x * b + c * d) a',
      'let v1:real = multiply(<a, a>) in let v7:((real x real) x real) = let v2:real = v1 in ' +
        'let v3:real = multiply(<v2, a>) in let v4:real = v3 in let v5:real = multiply(<v4, a>) in ' +
        'let v6:real = v5 in <<v4, v6>, v2> in let v8:(real x real) = fst(v7) in let v9:(real x real) = v8 in ' +
        'let v10:real = fst(v9) in let v11:real = snd(v9) in let v12:real = snd(v7) in ' +
        'let v16:real = let v13:real = a in let v14:real = multiply(<v13, v12>) in ' +
        'let v15:real = multiply(<v10, v11>) in (v14 + v15) in (1 + v16)',
    ],
    [
      'functions as arguments, and as results of a branch',
      '1.0 + (fun f -> f a) (if a < 3.0 then (fun x -> x * a) else sin)',
      'let v2:real = let v1:real = a in multiply(<v1, a>) in (1 + v2)',
    ],
  ];
  for (const [name, text, written] of programs) {
    test(name, () => {
      const { main, point, trace: found } = traced(INPUT + text);
      expect(showTrace(found.term)).toBe(written);
      expect(typeOfTerm(found.term)).toEqual(traceTypeOf(main.target));
      const value = drain(evaluateTrace(closeTrace(found, pointValues(main, point)), budget));
      const reals = realValues(found.run.outputs.at(-1), main.target, main.variants).map(primalOf);
      expect(value.tag === 'ok' && value.value.reals).toEqual(reals);
      const literal = drain(traceLiteral.run(main, point, budget));
      const swept = drain(traceAnf.run(main, point, budget));
      if (swept.tag !== 'ok') throw new Error('the sweep is defined');
      if (literal.tag === 'ok') {
        expect(pointReals(main, { ...point, arguments: literal.value.derivative })).toEqual(
          pointReals(main, { ...point, arguments: swept.value.derivative }),
        );
      } else expect(literal).toMatchObject({ diagnostic: { code: 'unsupported' } });
    });
  }

  test('the derivative of a function that has a name: its parameter is bound to the variable of the derivative', () => {
    expect(showTrace(traced(`${INPUT}let f x = x * a in rd f a 1.0`).trace.term)).toBe(
      'let v1:real = a in let v2:real = v1 in (let v3:real = a in let v4:(real x real) = 1.multiply_r(<v2, a>) in ' +
        'let v5:(real x real) = v4 in let v6:real = fst(v5) in let v7:real = snd(v5) in (0 + 0) + ' +
        'let v13:real = let v8:real = v2 in let v9:(real x real) = 1.multiply_r(<v8, a>) in ' +
        'let v10:(real x real) = v9 in let v11:real = fst(v10) in let v12:real = snd(v10) in (v11 + 0) in v13)',
    );
    expect(showTrace(traced(`${INPUT}rd (fun x -> x * a) a 1.0`).trace.term)).toBe(
      'let v1:real = a in let v2:(real x real) = 1.multiply_r(<v1, a>) in let v3:(real x real) = v2 in ' +
        'let v4:real = fst(v3) in let v5:real = snd(v3) in (v4 + 0)',
    );
  });

  test('a literal function that is applied binds its parameter', () => {
    const { main, point } = focusOf(checked(`${INPUT}a`));
    const [input] = main.parameters;
    if (input === undefined) throw new Error('an input');
    const body = apply(
      lambda(variablePattern('x', REAL), operation('sin', [variable('x', REAL)])),
      variable(input.name, REAL),
    );
    const outcome = drain(traceLiterally({ ...main, body }, point, budget));
    expect(outcome.tag === 'ok' && showTrace(outcome.value.term)).toBe('let v1:real = a in sin(v1)');
  });

  test('the arguments of an operation that are not reals are listed beside the real ones', () => {
    expect(traced(`${INPUT}a ^ 3`).trace.term).toMatchObject({ operation: 'powerInt', leaves: [undefined, 3] });
    expect(traced(`${INPUT}a * 4.0`).trace.term).toMatchObject({
      operation: 'multiply',
      leaves: [undefined, undefined],
    });
  });

  test('fd in a context is bound at the type of the function, rd at that of the point', () => {
    for (const text of ['snd (fd (fun x -> (a, (x, x))) a 1.0)', 'fst (rd (fun p -> fst p) (a, (a, a)) 1.0)']) {
      const { main, trace: found } = traced(INPUT + text);
      expect(typeOfTerm(found.term)).toEqual(traceTypeOf(main.target));
    }
  });

  test('names are taken from the program if it has them', () => {
    const { term } = traced(`${INPUT}let f x (y, _) = x * y in rd (fun u -> f u (a, u)) a 1.0`).trace;
    const names: string[] = [];
    for (let rest = term; rest.tag === 'let'; rest = rest.body) names.push(rest.name);
    expect(names.slice(0, 2)).toEqual(['u_1', 'x_1']);
    const apart = traced(`${INPUT}let f x (y, _) = x * y in let g x = f x (a, x) in g a`).trace.term;
    const all: string[] = [];
    for (let rest = apart; rest.tag === 'let'; rest = rest.body) all.push(rest.name);
    expect(all).toEqual(['x', 'x_1', 'z', 't1', 'y']);
  });

  test('the parts of C have the places of their redexes', () => {
    const text = `${INPUT}let b = sin a in fst (b, cos b) + (if b < 2.0 then b * b else b)`;
    const { term } = traced(text).trace;
    const places: string[] = [];
    for (let rest = term; rest.tag === 'let'; rest = rest.body) {
      places.push(text.slice(rest.value.origin.start, rest.value.origin.end));
    }
    expect(places).toEqual(['sin a', 'sin a', 'cos b', 'fst (b, cos b)', 'b * b']);
  });
});

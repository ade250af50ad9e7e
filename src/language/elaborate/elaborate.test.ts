import { describe, expect, it } from 'vitest';
import { checkProgram } from '../core/check';
import { alphaEquivalentPrograms } from '../core/alpha-equivalent';
import { printCore, printTerm } from '../core/print';
import type { CoreProgram, Term } from '../core/tree';
import { parse } from '../syntax/parser';
import { elaborate } from './elaborate';
import type { Elaboration } from './elaborate';
import type { Draft } from './draft';
import { monomorphise } from './to-core/monomorphise';
import { REAL } from '../types/type';

function errorsOf({ diagnostics }: Pick<Elaboration, 'diagnostics'>): Elaboration['diagnostics'] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

function run(text: string): Elaboration {
  const parsed = parse(text, 0);
  expect(parsed.diagnostics).toEqual([]);
  const result = elaborate([parsed.program]);
  if (result.program !== undefined) expect(checkProgram(result.program)).toEqual([]);
  return result;
}

function program(text: string): CoreProgram {
  const result = run(text);
  expect(errorsOf(result)).toEqual([]);
  if (result.program === undefined) throw new Error('no program');
  return result.program;
}

/** Returns the signature at the binder of a name. */
function typeOf(name: string, text: string): string | undefined {
  const result = run(text);
  expect(errorsOf(result)).toEqual([]);
  const place = text.indexOf(name, text.search(/let|input|fun/u) + 3);
  return result.mentions.find(({ span }) => span.start === place)?.signature;
}

/** Returns the term of the last output. */
function main(text: string): Term {
  const last = program(text).items.findLast((item) => item.tag === 'output');
  if (last?.tag !== 'output') throw new Error('no output');
  return last.term;
}

function codes(text: string): string[] {
  return errorsOf(run(text)).map(({ code }) => code);
}

const TRAINING_LOOP = `input rate : real = 0.1 in 0.01 .. 0.24

let a = 2
let b = 6
let model (x, w) = w * x
let loss (y, p) = (y - p) ^ 2

let currentLoss w = loss (b, model (a, w))

let rec descend w =
  if watch "loss" (currentLoss w) < 1e-6 then w
  else descend (w - rate * grad currentLoss w)

descend 0
`;

describe('inference', () => {
  it.each([
    ['let f x = x', 'f : a -> a'],
    ['let twice f x = f (f x)', 'twice : (a -> a) -> a -> a'],
    ['let square x = x * x', 'square : a -> a where a is real or int'],
    ['let comp (f, g) (x, (p, q)) = g (f (x, p), q)', 'comp : (a * b -> c) * (c * d -> e) -> a * (b * d) -> e'],
    ['let half x = x / 2', 'half : real -> real'],
    ['let cube x = x ^ 3', 'cube : real -> real'],
    ['let pow x n = x ^ n', 'pow : real -> a -> real where a is real or int'],
    ['let same x y = x = y', 'same : a -> a -> bool where a is real, int, bool or string'],
    ['let slope f = deriv f', 'slope : (real -> real) -> real -> real'],
    ['let pull f = rd f', 'pull : (a -> b) -> a -> b -> a where a contains no functions, b contains no functions'],
    ['let a = 1 + 2 * 3', 'a : a where a is real or int'],
    ['let swap (x, y) = (y, x)', 'swap : a * b -> b * a'],
    ['let f () = true', 'f : unit -> bool'],
    ['let f (x : a) (y : a) = x', 'f : a -> a -> a'],
    ['let f (p : real * int) = p.2', 'f : real * int -> int'],
    ['let f p = let (x, y) = p in p.1 + x', 'f : a * b -> a where a is real, int or made of reals'],
    [
      'let rec even n = n = 0 || odd (n - 1) and odd n = n /= 0 && even (n - 1)',
      'even : a -> bool where a is real or int',
    ],
    ['let k x y = x', 'k : a -> b -> a'],
    ['let g = uniform 1', 'g : int -> real'],
    ['let p = sin 1', 'p : real'],
  ])('%s', (text, expected) => {
    expect(typeOf(/let (?:rec )?(\w+)/u.exec(text)?.[1] ?? '', text)).toBe(expected);
  });

  it('accepts the training loop of the first tour', () => {
    const items = program(TRAINING_LOOP).items.map((item) => item.tag);
    expect(items).toEqual(['input', 'let', 'let', 'let', 'let', 'let', 'letrec', 'output']);
  });

  it('settles open types at the end of an item, so that a later item cannot change them', () => {
    expect(codes('let f = (fun x -> x) (fun x -> x)\n\nlet n : int = f 1')).toEqual(['type-mismatch']);
  });

  it('reports the errors of all items', () => {
    expect(codes('let a = sin true\n\nlet b = cos a + unknown\n\nlet c = b + tan false')).toEqual([
      'type-mismatch',
      'unknown-name',
      'type-mismatch',
    ]);
  });

  it('reports nothing about the names of an item that did not parse', () => {
    const { program: tree } = parse('let f x = \n\nf 1 2 + f (1, 2)', 0);
    expect(errorsOf(elaborate([tree]))).toEqual([]);
  });

  it.each([
    ['let f p = p.1 + p.2\nf (1, 2)', 'f : a * a * ... -> a where a is real, int or made of reals'],
    ['let f p = p.1.2 + p.2\nf ((1, 2), 3)', 'f : (_ * a * ...) * a * ... -> a where a is real, int or made of reals'],
    ['let f p = sqrt (p.x ^ 2 + p.y ^ 2)\nf { x = 1, y = 2 }', 'f : {x : real, y : real, ...} -> real'],
    [
      'let f p = if p.loud then p.name ++ "!" else p.title.long\nf { loud = true, name = "a", title = { long = "b" } }',
      'f : {loud : bool, name : string, title : {long : string, ...}, ...} -> string',
    ],
    ['let f p = { p with speed = 2 * p.speed }\nf { speed = 1.5, mass = 1 }', undefined],
    [
      'let f p = p.x * p.y\nmap f [{ x = 1, y = 2, label = "a" }]',
      'f : {x : a, y : a, ...} -> a where a is real or int',
    ],
    // One function, at two record types.
    ['let f p = p.x + 1\n(f { x = 1, y = true }, f { x = 1.5 })', undefined],
    // A function in a function, of a parameter that is used on.
    ['let g (p, q) = let f k = p.x * k + q.y in f 2 + p.z\ng ({ x = 1, z = 2 }, { y = 1.5 })', undefined],
    // The type is known after the selection.
    ['let g ps = sum (map (fun p -> p.x) ps)\ng [{ x = 1, y = 2 }]', undefined],
    [
      'let rec walk (n, p) = if n < 1 then p.x else walk (n - 1, { p with x = p.x + p.v })\nwalk (3, { x = 0, v = 1 })',
      undefined,
    ],
    ['let first = fun p -> p.1\n(first (1, true), first ("a", 2, 3))', undefined],
  ])('infers records and tuples from the parts that are selected: %s', (text, signature) => {
    const result = run(text);
    expect(result.diagnostics).toEqual([]);
    expect(result.program).toBeDefined();
    if (signature !== undefined) expect(typeOf('f', text)).toBe(signature);
  });

  it('takes an open record for the known type that has its fields', () => {
    const held = '\nlet get = (fun f -> f) (fun p -> p.x)\n';
    const codesOf = (before: string, after: string): readonly string[] => codes(`${before}${held}${after}`);
    expect(codesOf('type Point = { x : real, y : real }', 'get { x = 1, y = 2 }')).toEqual([]);
    expect(codesOf('let rows = [{ x = 1.0, y = true }, { x = 2.0, y = false }]', 'get { x = 1, y = true }')).toEqual(
      [],
    );
    expect(codesOf('type Point = { x : real, y : real }', 'get { x = 1 }')).toEqual(['type-mismatch']);
    // With no known type, it has these fields alone.
    expect(codesOf('', 'get { x = 1 }')).toEqual([]);
    expect(codesOf('type A = { x : real, y : real }\ntype B = { x : real, z : real }', '')).toEqual([
      'record-ambiguous',
    ]);
  });

  it('treats the cells as one program', () => {
    const cells = ['let f x = x + 1', 'f 2'].map((text, cell) => parse(text, cell).program);
    expect(errorsOf(elaborate(cells))).toEqual([]);
  });

  it('gives inputs their label, type and range', () => {
    expect(run('input rate : real = 0.1 in 0 .. 0.5 step 0.1').inputs).toMatchObject([
      { label: 'rate', type: { tag: 'real' }, range: { low: 0, high: 0.5, step: 0.1 } },
    ]);
  });

  it('documents built-ins', () => {
    expect(run('sin 1').mentions[0]?.documentation).toContain('sine');
  });
});

describe('the core', () => {
  it.each([
    ['1 + 2', '1.0 + 2.0'],
    ['deriv sin 1', 'deriv (fun x -> sin x) 1.0'],
    ['max (1, 2)', 'max 1.0 2.0'],
    ['1 |> sin |> cos', 'cos (sin 1.0)'],
    ['-5', '-5.0'],
    ['let v = (1.0, true)\n\nscale 2 v', '(2.0 * v.1, v.2)'],
    ['let v = (1.0, (2.0, 3))\n\ndot v v', 'v.1 * v.1 + v.2.1 * v.2.1 + v.2.2 * v.2.2'],
    ['zeroLike 3', '0.0'],
    ['true && false', 'true && false'],
  ])('%s', (text, expected) => {
    expect(printTerm(main(text)).replaceAll(/\s+/gu, ' ')).toBe(expected);
  });

  it('chooses an operation by the type of its operands', () => {
    const text = 'let square x = x * x\n\nlet n : int = 3\n\n(square n, square 1.5)';
    const squares = program(text).items.flatMap((item) =>
      item.tag === 'let' && item.value.tag === 'lambda' && item.value.body.tag === 'operation'
        ? [item.value.body.operation]
        : [],
    );
    expect(squares.toSorted()).toEqual(['multiply', 'multiplyInt']);
  });

  it('uses the integer power if the exponent is an int or open, and the real power if it is real', () => {
    const operationOf = (text: string): string | undefined => {
      const term = main(text);
      return term.tag === 'operation' ? term.operation : undefined;
    };
    expect(operationOf('2 ^ 3')).toBe('powerInt');
    expect(operationOf('2 ^ 3.0')).toBe('power');
    expect(operationOf('let r : real = 2\n\n2 ^ r')).toBe('power');
  });

  it('omits polymorphic definitions that nothing uses', () => {
    expect(program('let id x = x\n\nlet n = sin 1').items.map((item) => item.tag)).toEqual(['let']);
  });

  it('copies local polymorphic definitions within each copy of their function', () => {
    const text = `let f x = let pair y = (x, y) in (pair 1.5, pair true)

(f 1.0, f (1, 2))`;
    expect(program(text).items).toHaveLength(3);
  });

  it('binds every name once, whatever names it hides', () => {
    program('let x = 1.0\n\nlet x = x + 1\n\nlet f x = let x = x + 1 in fun x -> x\n\nf x x');
    program('let sin x = x\n\nlet sin_1 x = sin x\n\nsin_1 (cos (sin 1))');
  });

  it('evaluates the arguments of a partial application once, when it is applied', () => {
    const term = main('let g = rd (fun x -> x * x) (sin 1)\n\ng 2');
    expect(printTerm(term)).toBe('g 2.0');
  });

  it('evaluates the left side of a pipe first', () => {
    const term = main('let f x = fun y -> x + y\n\nsin 1 |> f (cos 2)');
    expect(term.tag).toBe('let');
  });

  it('keeps the place of every operation', () => {
    const text = 'let a = 3\n\n1 + a * 2';
    const term = main(text);
    expect(text.slice(term.origin.start, term.origin.end)).toBe('1 + a * 2');
  });
});

describe('large programs', () => {
  it('accepts ten thousand nested lets', () => {
    const lets = Array.from({ length: 10_000 }, (_, i) => `let x${i + 1} = sin x${i} in`);
    expect(program(`let y = let x0 = 1.0 in\n  ${lets.join('\n  ')} x10000`).items).toHaveLength(1);
  });

  it('accepts five thousand lines', () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `let f${i + 1} x = f${i} x * ${i}`);
    expect(program(`let f0 x = x\n${lines.join('\n')}\nf5000 1`).items).toHaveLength(5002);
  });

  it('handles five thousand lines with an error in each', () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `let a${i} = b${i} + true`);
    const unknown = run(lines.join('\n')).diagnostics.filter(({ code }) => code === 'unknown-name');
    expect(unknown).toHaveLength(5000);
    // Comparing every name with every other name would take half a minute.
    expect(unknown.at(-1)?.hint).toBeUndefined();
  });

  it('rejects types that grow without bounds', () => {
    const lines = Array.from({ length: 30 }, (_, i) => `let f${i + 1} x = f${i} (f${i} x)`);
    expect(codes(`let f0 x = (x, x)\n${lines.join('\n')}\nf30 1`)).toContain('type-too-large');
  });

  it('rejects more than ten thousand instances', () => {
    // Every level uses the previous one at three types.
    const lines = Array.from(
      { length: 10 },
      (_, i) => `let f${i + 1} x = let y = (f${i} (x, 1), f${i} (x, true), f${i} (x, ())) in 1`,
    );
    const found = codes(`let f0 x = 1\n${lines.join('\n')}\nf10 1`);
    expect(found).toEqual(['too-many-instances']);
  });

  it('reports the place of a term that is too deep to translate', () => {
    const origin = { cell: 0, start: 3, end: 4 };
    let term: Draft = { tag: 'literal', value: 1, type: REAL, origin };
    for (let depth = 0; depth < 200_000; depth++)
      term = {
        tag: 'match',
        scrutinee: term,
        arms: [{ pattern: { tag: 'wildcard', type: REAL, origin }, body: term }],
        missing: undefined,
        type: REAL,
        origin,
      };
    const output = { tag: 'output', term, origin } as const;
    expect(monomorphise([output], [], new Map())).toEqual({ tag: 'too-deep', place: origin });
  });
});

describe('inputs', () => {
  it('have different names, even if one hides another', () => {
    const found = codes('input x : real = 1\n\nlet x = x * 2\n\ninput x : real = 3\n\nx');
    expect(found).toEqual(['input-twice']);
  });
});

describe('names that hide built-ins', () => {
  it('do not change the meaning of the printed core', () => {
    for (const text of [
      'let g y = relu y\n\nlet relu z = 10 * z\n\ng (0 - 1) + relu 3',
      'let exp = 4.0\n\nlet f x = sigmoid x * exp\n\nderiv f 0',
      'let step x = x + 1.0\n\nderiv relu 2 + step 1',
      'let grad = 2.0\n\nlet rd x = x * grad\n\nderiv (fun y -> y * y * rd y) 3',
    ]) {
      const core = program(text);
      expect(alphaEquivalentPrograms(program(printCore(core)), core)).toBe(true);
    }
  });

  it('are the labels of inputs', () => {
    const [input] = program('input step : real = 2\n\nstep').items;
    expect(input).toMatchObject({ tag: 'input', label: 'step' });
  });
});

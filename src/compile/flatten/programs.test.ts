import { describe, expect, test } from 'vitest';
import { traceAnf } from '../../ad/abadi-plotkin/anf/engine';
import { mainOf } from '../../ad/main';
import type { Term } from '../../language/core/tree';
import { functionType, REAL } from '../../language/types/type';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { checked, focusOf } from '../../testing/checked';
import { compileProgram } from '../compile';
import { innerBlocks } from '../ir/blocks';
import { checkProgram } from '../ir/check';
import { printProgram } from '../ir/print';
import type { Block, Statement } from '../ir/tree';
import { Unsupported } from '../unsupported';
import { flatten, type Flattened } from './flatten';
import { STRING_LAYOUT } from './kinds';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20 };
const INPUTS = 'input x : real = 2\ninput n : int = 3\ninput xs : list real = [0.1, 0.2, 0.3]\n';

function flattened(text: string): Flattened {
  const found = mainOf(checked(`${INPUTS}${text}\n`));
  if (found === undefined) throw new Error('nothing to compile');
  return flatten(found.main);
}

/** Prints the functions of a flat program, which must be well formed. */
function functionsOf(text: string): readonly string[] {
  const flat = flattened(text);
  if (flat.tag === 'unsupported') throw flat.reason;
  expect(checkProgram(flat.program), text).toEqual([]);
  return printProgram(flat.program).split(/\n(?=function )/);
}

/** Returns why a program is not compiled. */
function refusal(text: string): string | undefined {
  const flat = flattened(text);
  return flat.tag === 'unsupported' ? flat.reason.message : undefined;
}

const within = (block: Block): readonly Statement[] =>
  block.statements.flatMap((each) => [each, ...innerBlocks(each).flatMap(({ block: inner }) => within(inner))]);

test.each([
  ['a text', 'show x ++ " and " ++ show n ++ "."'],
  ['joined lists', '(1 :: xs) ++ map sin xs'],
  ['joined arrays of pairs', 'let a = build n (fun i -> (x, i)) in a ++ build 2 (fun i -> (x * x, i + 7))'],
  ['a record whose fields stand in another order', 'let p = { b = n, a = sin x } in (p.a, p.b, p)'],
  ['units in data', 'map (fun (y, (), z) -> y - z) (map (fun y -> (y, (), y * y)) xs)'],
  ['a list of pairs with functions', 'map (fun (f, y) -> f y) [(sin, 1), ((fun z -> z * x), 2), (exp, 3)]'],
  [
    'a function with data of its own',
    'let g zs y = y * sum zs in let twice f = f 1 + f 2 in let ys = [1, 2] in (twice (g ys), twice (g [4]), twice (g ys))',
  ],
  [
    'a function held with 0 and with -0',
    'let g z y = atan2 z y in let twice f = f (-x) + f (-3) in (twice (g 0), twice (g (-0)))',
  ],
  [
    'functions held with their first arguments',
    'let g a b c = a - b * c in let twice f = f 1 + f 2 in (twice (g x 3), twice (g 5 x), twice (g 5 3), twice (g 4 3), (g 1) 2 3)',
  ],
  [
    'a function that a function returns',
    'let pick b = if b then sin else (fun y -> y * x) in (pick true x, pick (x > 3) 5)',
  ],
  [
    'the same function of either branch',
    'let scaled a = let b = a * a in fun y -> y * b in ((if x > 3 then scaled x else scaled 7) 2, (if x > 3 then sin else sin) 1)',
  ],
  [
    'closures that make closures',
    'let rec go f k = if k = 0 then f x else go (fun y -> f (y + 1)) (k - 1) in (go sin 12, go (fun y -> y * x) n)',
  ],
  [
    'a group whose functions read what is around it',
    'let a = sin x in let rec even k = if k = 0 then a else odd (k - 1) and odd k = if k = 0 then x else even (k - 1) in (even n, odd n)',
  ],
  ['sums of scattered items from the first pair on', 'scatterAdd 2 (map (fun y -> (0, y)) (xs ++ [1e16, 1, -1e16]))'],
  [
    'a function that makes functions like itself',
    'let f y = (match [fun z -> z + y] with g :: _ -> g y | [] -> 0) in match [f, sin] with h :: _ -> h x | [] -> 0',
  ],
  [
    'a function that is read before a function that calls it',
    'let f y = (y, y, 2)\nlet g y = let (a, _, _) = f y in a\n(g x, f x)',
  ],
  ['the coefficients of order 0', 'taylor 0 (fun y -> y * y * x) x'],
  ['the coefficients of order 4', 'taylor 4 (fun y -> sin (y * x)) x'],
])('%s is well formed, and has the value of the machine', (_, expression) => {
  expect(functionsOf(expression)).not.toEqual([]);
  const text = `${INPUTS}${expression}\n`;
  const { main, point } = focusOf(checked(text));
  const made = compileProgram(main);
  if (made instanceof Unsupported) throw made;
  const machine = drain(traceAnf.run(main, point, budget));
  if (machine.tag !== 'ok') throw new Error(machine.tag);
  expect(made.value(point.arguments, budget)).toEqual({ tag: 'values', values: [machine.value.value] });
});

describe('what is not compiled', () => {
  test.each([
    [
      'Delta.runDelta 1 (do { id <- Delta.deltaLet (Delta.OneHot 0); Delta.pure (x, Delta.Var id) })',
      'it uses the module Delta',
    ],
    ['Delta.lookupOrZero 0 (Delta.eval x (Delta.OneHot 0) Delta.emptyMap)', 'it uses the module Delta'],
    ['let a = Delta.pure (x, Delta.Zero) in x', 'it uses the module Delta'],
    ['taylor n sin x', 'it uses taylor with an order that is computed'],
    ['taylor (-1) sin x', 'it uses taylor with an order that is below 0'],
    ['taylor 5 sin x', 'it uses taylor with an order that is above 4'],
  ])('%s', (text, reason) => {
    expect(refusal(text)).toBe(reason);
  });

  test('terms of more than 601 operations inside one another, however many stand side by side', () => {
    const found = mainOf(checked(`${INPUTS}x\n`));
    if (found === undefined) throw new Error('nothing to compile');
    const { main } = found;
    const apply = (name: 'sin' | 'add', ...given: Term[]): Term => ({
      ...main.body,
      tag: 'operation',
      operation: name,
      arguments: given,
      role: 'primal',
    });
    const nested = (depth: number, at = main.body): Term => {
      let term = at;
      for (let i = 0; i < depth; i++) term = apply('sin', term);
      return term;
    };
    const tagOf = (body: Term): string => flatten({ ...main, body }).tag;
    expect(() => tagOf({ ...main.body, tag: 'variable', name: 'unknown' })).toThrow('unknown is not in scope');
    expect(tagOf(nested(602))).toBe('unsupported');
    expect(tagOf(nested(601))).toBe('program');
    expect(tagOf(apply('add', nested(600), nested(600)))).toBe('program');
    expect(tagOf(nested(200, apply('add', nested(400), nested(401))))).toBe('unsupported');
  });

  test('programs that call more than 5001 functions', () => {
    const chain = (length: number): string => {
      const others = Array.from({ length: length - 1 }, (_, i) => `let f${i + 2} y = f${i + 1} y\n`);
      return `let f1 y = y\n${others.join('')}f${length} x`;
    };
    expect(refusal(chain(5001))).toBeUndefined();
    expect(refusal(chain(5002))).toBe('it needs too many copies of its functions');
  });
});

test('texts, joined arrays, and functions without closures are written as they are read', () => {
  expect(functionsOf('(show n ++ "!", [1, x] ++ build n (fun i -> x))').join('\n')).toMatchInlineSnapshot(`
    "function fun.0(r8 : real, n9 : int)
      results r8

    function main.1(r0 : real, n1 : int, d2 : list real)
      r3 = toReal n1
      d4 = show r3
      d5 = append d4 "!"
      d6 = array [1; r0]
      d11 = build n7 < n1 {
        r10 = call fun.0(r0, n7)
        results r10
      }
      n12 = length d6
      n13 = length d11
      n14 = addInt n12, n13
      d21 = build n15 < n14 {
        b16 = lessInt n15, n12
        r20 = if b16 {
          r17 = item d6[n15] unchecked
          results r17
        } else {
          n18 = subtractInt n15, n12
          r19 = item d11[n18] unchecked
          results r19
        }
        results r20
      }
      results d5, d21
    "
  `);
  expect(functionsOf('match ([] : list (real -> real)) with f :: _ -> f x | [] -> 0').join('\n'))
    .toMatchInlineSnapshot(`
    "function apply.0(d9 : real -> real, r10 : real)
      n11 = tag d9
      r12 = fail
      results r12

    function main.1(r0 : real, n1 : int, d2 : list real)
      n3 = tag []()
      b4 = equalInt n3, 0
      r8 = if b4 {
        results 0
      } else {
        d5 = field []() ::.0
        d6 = field []() ::.1
        r7 = call apply.0(d5, r0)
        results r7
      }
      results r8
    "
  `);
});

test('updates and sums of scattered items copy an array each time, which loops forget', () => {
  const made = (text: string): unknown => {
    const flat = flattened(text);
    if (flat.tag === 'unsupported') throw flat.reason;
    const found = [...flat.program.functions.values()].flatMap(({ body }) => within(body));
    return found.flatMap((each) => {
      if (each.tag === 'build') return [['build', each.copies === true]];
      return each.tag === 'for' ? [['for', each.forgets === true]] : [];
    });
  };
  expect(made('update (build n (fun i -> x)) 1 (x * x)')).toEqual([
    ['build', false],
    ['build', true],
  ]);
  expect(made('scatterAdd 2 (build n (fun i -> (0, x)))')).toEqual([
    ['build', false],
    ['build', false],
    ['for', true],
    ['build', true],
  ]);
  expect(made('fold (y, s) -> s + y over xs from 0')).toEqual([['for', true]]);
});

test('a text has no parts', () => {
  const flat = flattened('"text"');
  if (flat.tag === 'unsupported') throw flat.reason;
  expect([...flat.program.functions.values()].map(({ body }) => body.results)).toEqual([
    [{ tag: 'constant', kind: STRING_LAYOUT, value: { constructor_: 0, parts: [], text: 'text' } }],
  ]);
});

test('an array stays the same as an array', () => {
  expect(functionsOf('toArray (build n (fun i -> x))').join('')).not.toMatch(/build.*build/s);
});

describe('functions', () => {
  test('are copied nine times for the functions that a recursion makes, then get them as data', () => {
    const go = 'let rec go f n = if n = 0 then f x else go (fun y -> f (y + 1)) (n - 1)\ngo sin 3';
    expect(functionsOf(go).filter((each) => each.startsWith('function go'))).toHaveLength(10);
  });

  test('are copied once for the same data', () => {
    const text = 'let g zs y = y * sum zs\nlet twice f = f 1 + f 2\nlet ys = [1, 2]\n';
    const [same, other] = ['ys', '[3]'].map((zs) => functionsOf(`${text}twice (g ys) + twice (g ${zs})`).length);
    expect(other).toBe((same ?? 0) + 1);
  });

  test('get only the arguments that they take, and what they return gets the others', () => {
    const functions = functionsOf('let pick b = if b then sin else (fun y -> y * x) in pick (x > 3) 5');
    expect(functions[0]).toMatch(/^function fun\.0\(r\d+ : real, b\d+ : bool\)$/m);
  });

  test('have one constructor in data, wherever they stand', () => {
    const flat = flattened(
      'let f y = y * x\nlet g y = y + 1\nsum (map (fun h -> h x) (f :: (if x > 1 then [f] else [g, f])))',
    );
    if (flat.tag === 'unsupported') throw flat.reason;
    const layout = flat.kinds.variant(functionType(REAL, REAL));
    expect(layout.constructors.map(({ name }) => name)).toEqual(['fun0', 'fun1']);
  });

  test.each([
    [
      'a recursion that is given a function',
      'let rec go f k = if k = 0 then x else f (go f (k - 1)) in go sin n + go cos n',
    ],
    ['a function that returns one', 'let scaled a = let b = a * a in fun y -> y * b in scaled x 2 + scaled 3 x'],
    [
      'a branch between equal functions',
      'let scaled a = let b = a * a in fun y -> y * b in (if x > 3 then scaled x else scaled 7) 2',
    ],
    ['a coefficient of a known order', 'taylor 2 sin x'],
  ])('%s needs no closures', (_, text) => {
    const functions = functionsOf(text);
    expect(functions.join('')).not.toMatch(/apply|new fun|halved/);
    expect(functions.length).toBeLessThan(9);
  });
});

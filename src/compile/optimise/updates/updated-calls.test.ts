import { describe, expect, test } from 'vitest';
import { mainOf } from '../../../ad/main';
import { internalError } from '../../../language/source/internal-error';
import { checked, focusOf } from '../../../testing/checked';
import { counts, updatingCalls } from '../../../testing/ir/counts';
import { printedWhole } from '../../../testing/ir/examples';
import { stagesOf } from '../../../testing/ir/stages';
import { UPDATING_CALLS } from '../../../testing/ir/written-calls';
import { flatten } from '../../flatten/flatten';
import { innerBlocks, visit } from '../../ir/blocks';
import type { IrProgram } from '../../ir/program';
import type { Block, Build, Call } from '../../ir/tree';
import { updatesInCalls } from './updated-calls';

test('a function that calls itself twice updates the array that it gets', () => {
  const text = `input x : real = 1
input n : int = 6
let rec f a i = if i < 1 then a else let b = f (update a i x) (i - 1) in let y = b[i] in update (f b (i - 2)) 0 y
sum (f (build n (fun i -> x * toReal i)) 5)\n`;
  const stages = stagesOf(focusOf(checked(text)).main)?.before ?? [];
  const stage = stages[stages.findIndex(({ pass }) => pass.startsWith('updates')) + 2];
  expect(stage && printedWhole(stage.program)).toMatchInlineSnapshot(`
    "function f.1(r0 : real, d1 : array0, n2 : int)
      b3 = lessInt n2, 1
      d14 = if b3 {
        results d1
      } else {
        r4 = item d1[n2]
        n5 = length d1
        d6 = update d1[n2] = r0
        n7 = addInt n2, -1 untested
        d8 = call f.1(r0, d6, n7) updates d6
        r9 = item d8[n2]
        n10 = addInt n2, -2 untested
        d11 = call f.1(r0, d8, n10) updates d8
        r12 = item d11[0]
        d13 = update d11[0] = r9
        results d13
      }
      results d14

    function main.3(r0 : real, n1 : int)
      d5 = build n2 < n1 {
        r3 = toReal n2
        r4 = multiply r0, r3
        results r4
      }
      d6 = call f.1(r0, d5, 5) updates d5
      r11 = for n7 < n1 down (r8 = 0) {
        r9 = item d6[n7] unchecked
        r10 = add r9, r8
        results r10
      }
      results r11"
  `);
});

test('the updates in place, the copies, and the calls that update, in programs that pass arrays on', () => {
  const all = Object.entries(UPDATING_CALLS).map(
    ([name, text]) => `${name}: ${[...counts(text), updatingCalls(text)].join(', ')}`,
  );
  expect(all).toMatchInlineSnapshot(`
    [
      "a recurrence that remembers its terms in an array of variants: 1, 0, 3",
      "a recurrence that remembers its terms in an array of reals and bools, and its derivative: 1, 0, 4",
      "a depth-first search that marks what it has seen: 2, 0, 5",
      "a depth-first search whose function is called in a loop over neighbours: 2, 0, 2",
      "an array that is sorted by swaps in two calls: 12, 0, 3",
      "the array of an input, which is used afterwards: 2, 1, 2",
      "one array for two calls, which both update it: 0, 2, 0",
      "an array that is read after the call that updates it: 3, 0, 3",
      "two arrays of one kind, in the same order and the other way round: 4, 2, 2",
      "one array as both arguments: 6, 2, 3",
      "an array beside one that is only read: 3, 1, 4",
      "functions that call one another: 6, 0, 6",
      "the array before and after, both in a list: 0, 2, 0",
      "an array that only some ways give back: 0, 2, 0",
      "recursion inside a derivative, inside a loop: 2, 0, 4",
      "the derivative of a derivative of recursion: 2, 0, 3",
      "recursion that differentiates what it reads: 0, 2, 0",
      "the Hessian of recursion times a vector: 2, 1, 2",
      "forests of sets, whose paths become shorter: 5, 0, 0",
      "a large function that is called twice: 4, 0, 4",
      "recursion in a loop whose rounds free memory, with data in the array: 2, 0, 8",
      "texts in the array: 2, 0, 2",
      "recursion of which the array alone, or the number alone, is used: 2, 1, 4",
      "an array that recursion through a tree fills: 2, 1, 2",
      "an array whose length alone is read after the call: 2, 0, 2",
      "a table of what is known, by two indices, and its derivative: 2, 0, 4",
      "cells of a table of an input, which is used afterwards: 4, 1, 2",
      "cells of a table whose rows are one array: 4, 1, 2",
      "cells of a table of which rows become rows: 0, 3, 0",
      "a row that is read before a call and after it: 0, 4, 0",
      "a row that is given back beside the table: 0, 4, 0",
      "tables in a loop of calls, with new rows and other cells: 5, 0, 2",
      "functions of which one changes the rows and one the table: 5, 0, 6",
      "cells of records with a row and a real, through recursion: 4, 0, 2",
      "recursion whose second array is used for a length alone, beside data with reals: 2, 1, 3",
      "recursion whose second call is not needed: 2, 0, 5",
      "recursion in a loop that gives back an array that it does not carry: 3, 2, 4",
      "a loop between two calls that gives back an array that it does not carry: 2, 0, 2",
      "an array that is updated on ways that cannot be taken: 1, 2, 0",
      "functions of which many must copy, beside one that need not: 2, 5, 2",
      "a second call of recursion that updates two arrays, of which only the length of one is used: 5, 0, 5",
      "a call that writes data into the array of a loop, which frees the memory of its rounds: 2, 0, 3",
    ]
  `);
});

/** Returns a program after the pass alone. */
function updated(text: string): IrProgram {
  const main = mainOf(checked(`input x : real = 1\ninput n : int = 6\n${text}\n`))?.main;
  const flat = main && flatten(main);
  if (flat?.tag !== 'program') return internalError('the compiler does not take it');
  return updatesInCalls(flat.program, flat.numbers);
}

/**
 * Returns what the functions of a program do to arrays, in their order: updates in place, copies, and calls that update, each
 * with the places of arguments and of the results that they become.
 */
function updatesIn(text: string): readonly string[] {
  const { functions } = updated(text);
  const eventsOf = ({ statements }: Block): readonly string[] =>
    statements.flatMap((each) => {
      const inner = innerBlocks(each).flatMap(({ block }) => eventsOf(block));
      if (each.tag === 'update') return ['update'];
      if (each.tag === 'build' && each.copies === true) return ['copy'];
      if ((each.tag === 'for' || each.tag === 'while') && inner.length > 0) return [`loop (${inner.join(', ')})`];
      if (each.tag !== 'call' || each.updates === undefined) return inner;
      const pairs = each.updates.map(({ argument, result }) => `${argument}>${result}`);
      return [[functions.get(each.callee)?.name, ...pairs].join(' ')];
    });
  return [...functions.values()].flatMap(({ name, body }) => {
    const events = eventsOf(body);
    return events.length === 0 ? [] : [`${name}: ${events.join(', ')}`];
  });
}

const START = 'build n (fun i -> x * toReal i)';

describe('what functions update in place', () => {
  test.each([
    [
      'an array beside one that is only passed on',
      `let rec f a b i = if i < 1 then (a, b) else let (c, d) = f (update a i b[i]) b (i - 1) in f c d (i - 2)
let (a, b) = f (${START}) (build n toReal) 5 in a[0] * b[0]`,
      ['f: update, f 0>0, f 0>0', 'main: f 0>0'],
    ],
    [
      'an array beside one that is not given back',
      `let rec f a b i = if i < 1 then a else let c = update b i x in f (f (update a i c[0]) c (i - 1)) c (i - 2)
(f (${START}) (build n toReal) 5)[0]`,
      ['f: copy, update, f 1>0, f 1>0', 'main: f 1>0'],
    ],
    [
      'an array that calls alone update, beside one that is only passed on',
      `let rec f a i = if i < 1 then a else f (f (update a i x) (i - 1)) (i - 2)
let rec g a b i = if i < 1 then (a, b) else let (c, d) = g (f a i) b (i - 1) in g c d (i - 2)
let (a, b) = g (${START}) (build n toReal) 5 in a[0] * b[0]`,
      ['g: f 1>0, g 1>0, g 1>0', 'f: update, f 1>0, f 1>0', 'main: g 1>0'],
    ],
    [
      'two arrays that one call updates',
      `let rec f a b i = if i < 1 then (a, b) else let (c, d) = f (update a i x) (update b i x) (i - 1) in f c d (i - 2)
let rec g a b i = if i < 1 then (a, b) else let (c, d) = f a b i in g c d (i - 1)
let (a, b) = g (${START}) (build n toReal) 5 in a[0] * b[0]`,
      ['g: f 1>0 2>1, g 1>0 2>1', 'f: update, update, f 1>0 2>1, f 1>0 2>1', 'main: g 1>0 2>1'],
    ],
    [
      'an array that a function without recursion gets',
      `let set (a : array real) i = update a i a[0]
let rec f a i = if i < 1 then a else f (f (set a i) (i - 1)) (i - 2)
(set (${START}) 5)[0] * (f (build n toReal) 3)[0]`,
      ['f: fun 0>0, f 0>0, f 0>0', 'fun: update', 'main: fun 0>0, f 0>0'],
    ],
    [
      'an array of which a call outside makes a copy',
      `let rec f a i = if i < 1 then a else f (f (update a i x) (i - 1)) (i - 2)
let a = ${START}
(f a 5)[0] * a[0]`,
      ['f: update, f 1>0, f 1>0', 'main: copy, f 1>0'],
    ],
    [
      'an array of which a call outside functions that call one another makes a copy',
      `let rec f a i = if i < 1 then a else g (update a i x) (i - 1)
and g a i = if i < 1 then a else f (update a i x) (i - 2)
let a = ${START}
(f a 5)[0] * a[0]`,
      ['f: update, g 1>0', 'g: update, f 1>0', 'main: copy, f 1>0'],
    ],
    [
      'an array that a loop carries, which is copied once before',
      `let rec f a i = if i < 1 then a else f (f (update a i x) (i - 1)) (i - 2)
let a = ${START}
(fold (i, b) -> f b i over range 0 n from a)[0] * a[0]`,
      ['f: update, f 1>0, f 1>0', 'main: copy, loop (f 1>0)'],
    ],
    [
      'an array that a loop carries beside one that is only passed on',
      `let rec f a b i = if i < 1 then a else f (f (update a i b[0]) b (i - 1)) b (i - 2)
let (a, b) = (${START}, build n toReal)
let (c, d) = fold (i, (c, d)) -> (f c d i, d) over range 0 n from (a, b) in c[0] * a[0] + d[0] * b[1]`,
      ['f: update, f 0>0, f 0>0', 'main: copy, loop (f 0>0)'],
    ],
    [
      'an array, but not one beside it that a call keeps',
      `let rec f a b i = if i < 1 then (a, [b]) else let (c, all) = f (update a i x) b (i - 1) in f c b (i - 2)
let b = ${START}
let (c, all) = f (build n toReal) b 3
let d = update b 0 5
c[0] * d[0] * all[0][0]`,
      ['f: update, f 1>0, f 1>0', 'main: f 1>0, copy'],
    ],
    [
      'an array of which other recursion makes copies',
      `let rec f a i = if i < 1 then a else f (f (update a i x) (i - 1)) (i - 2)
let rec g a i = if i < 1 then a[0] else let b = f a i in g b (i - 1) + g b (i - 2) + a[0]
g (${START}) 5`,
      ['g: copy, f 1>0', 'f: update, f 1>0, f 1>0'],
    ],
    [
      'the second array, where the recursion would copy the first',
      `let rec f a b i = if i < 1 then (a, b) else let (c, d) = f a (update b i x) (i - 1) in f (update a i c[0]) d (i - 2)
let (a, b) = f (${START}) (build n toReal) 5 in a[0] * b[0]`,
      ['f: update, f 2>1, copy, f 2>1', 'main: f 2>1'],
    ],
    [
      'the first array, where the recursion would copy the second',
      `let rec f a b i = if i < 1 then (a, b) else let (c, d) = f (update a i x) b (i - 1) in f c (update b i d[0]) (i - 2)
let (a, b) = f (${START}) (build n toReal) 5 in a[0] * b[0]`,
      ['f: update, f 1>0, copy, f 1>0', 'main: f 1>0'],
    ],
  ])('%s', (_, text, expected) => {
    expect(updatesIn(text)).toEqual(expected);
  });

  test.each([
    ['first', ['f: update, g 1>0', 'g: h 1>0', 'h: f 1>0']],
    ['second', ['f: g 1>0', 'g: update, h 1>0', 'h: f 1>0']],
    ['third', ['f: g 1>0', 'g: h 1>0', 'h: update, f 1>0']],
  ])('an array that the %s of three functions that call one another updates', (which, expected) => {
    const [f, g, h] = ['first', 'second', 'third'].map((each) => (each === which ? '(update a i x)' : 'a'));
    const text = `let rec f a i = if i < 1 then a else g ${f} (i - 1)
and g a i = if i < 1 then a else h ${g} (i - 1)
and h a i = if i < 1 then a else f ${h} (i - 1)
(f (${START}) 5)[0]`;
    expect(updatesIn(text)).toEqual([...expected, 'main: f 1>0']);
  });

  test.each([
    ['before', 'g a i = update (f a (i - 1)) 0 x', 'f a i = if i < 1 then a else g a (i - 1)'],
    ['after', 'f a i = if i < 1 then a else g a (i - 1)', 'g a i = update (f a (i - 1)) 0 x'],
  ])('what a call gives back, %s the function that is called', (_, first, second) => {
    const found = updatesIn(`let rec ${first}\nand ${second}\n(f (${START}) 5)[0]`);
    expect(found).toEqual(['f: g 1>0', 'g: f 1>0, update', 'main: f 1>0']);
  });
});

test('a function with too many updates copies the array before the call, and makes the copy for it', () => {
  const rounds = Array.from({ length: 257 }, (_, k) => `let a = update a ${k % 5} x in `);
  const text = `let rec f a b i = if i < 1 then a else f (f (update a i b[0]) b (i - 1)) b (i - 2)
let first = ${START}
let rec g a i = if i > 9 then a else ${rounds.join('')}(let b = f a first i in if b[0] > 2 then b else g a (i + 1))
(g first 1)[0]`;
  const { functions } = updated(text);
  const body = [...functions.values()].find(({ name }) => name === 'g')?.body ?? internalError('no function');
  const builds = new Map<number | undefined, Build>();
  const calls: Call[] = [];
  visit(body, (statement) => {
    if (statement.tag === 'build') builds.set(statement.targets[0]?.id, statement);
    if (statement.tag === 'call' && statement.updates !== undefined) calls.push(statement);
  });
  const made = calls.map(({ arguments: given }) =>
    given.map((each) => (each.tag === 'variable' ? builds.get(each.id) : undefined)),
  );
  expect([...builds.values()].filter(({ copies }) => copies === true).length).toBe(257);
  expect(made.map((all) => all.map((each) => each && [each.updated, each.copies]))).toEqual([
    [[true, undefined], undefined, undefined],
  ]);
});

test.each([
  [
    'with rows that are other arrays, which are not',
    `let rec f a b i = if i < 1 then (a, b) else let (c, d) = f (update a i x) (update b i a) (i - 1) in f c d (i - 2)
let (a, b) = f (${START}) (build n (fun i -> [x])) 5 in a[0] * b[0][0]`,
    ['f: update, copy, f 2>1, f 2>1', 'main: f 2>1'],
  ],
  [
    'with reals and new rows',
    `let rec f a i = if i < 1 then a else f (f (update a i (x, [x])) (i - 1)) (i - 2)
fst (f (build n (fun i -> (x, [x]))) 5)[0]`,
    ['f: update, f 1>0, f 1>0', 'main: f 1>0'],
  ],
])('calls update a table %s', (_, text, expected) => {
  expect(updatesIn(text)).toEqual(expected);
});

describe('no call updates an array', () => {
  test.each([
    ['that is an input', 'input given : array real = [1, 2]\nupdate given 1 x', ['main: copy']],
    [
      'that is only passed on',
      `let rec f a i = if i < 1 then a else let b = f a (i - 1) in if b[0] > x then f b (i - 2) else b
(f (${START}) 5)[0]`,
      [],
    ],
    [
      'that the recursion would copy',
      `let rec f a i = if i < 1 then a else let b = f a (i - 1) in f (update a i b[0]) (i - 2)
(f (${START}) 5)[0]`,
      ['f: copy'],
    ],
    [
      'that functions which call one another would copy',
      `let rec f a i = if i < 1 then a else let b = g a (i - 1) in g (update a i b[0]) (i - 2)
and g a i = if i < 1 then a else f (update a i x) (i - 1)
(f (${START}) 5)[0]`,
      ['f: copy', 'g: copy'],
    ],
    [
      'that calls alone would update, of functions that do not',
      `let rec f a i = if i < 1 then a else let b = f a (i - 1) in f (update a i b[0]) (i - 2)
let rec g a i = if i < 1 then a else g (f a i) (i - 1)
(g (${START}) 5)[0]`,
      ['f: copy'],
    ],
    [
      'that a list keeps',
      `let rec f a i = if i < 1 then (a, []) else let b = update a i x in let (c, all) = f b (i - 1) in (c, c :: all)
let (a, all) = f (${START}) 5 in a[0] * toReal (length all)`,
      ['f: copy'],
    ],
    [
      'that only some ways give back',
      `let rec f a i = if i < 1 then build n toReal else let b = f (update a i x) (i - 1) in if x > 2 then a else b
(f (${START}) 5)[0]`,
      ['f: copy'],
    ],
    [
      'that other recursion gets, which may keep it',
      `let rec g a i = if i < 1 then [a] else g a (i - 1) ++ g a (i - 2)
let rec f a i = if i < 1 then a else let all = g a i in f (f (update a i x) (i - length all)) (i - 2)
(f (${START}) 5)[0]`,
      ['f: copy'],
    ],
    [
      'that a call of a function without recursion would copy',
      `let set (a : array real) i = update a i a[0]
let a = ${START}
(set a 5)[0] * (set (build n toReal) 3)[0] * a[0]`,
      ['fun: copy'],
    ],
  ])('%s', (_, text, expected) => {
    expect(updatesIn(text)).toEqual(expected);
  });
});

describe('a chain of functions, of which each updates what another gives back', () => {
  /** Returns what a function beside the chain does: one that could update in place. */
  const beside = (length: number, first: string, call = 'f a i'): string | undefined => {
    const nameOf = (k: number): string => `more${k}`;
    const chain = Array.from({ length }, (_, k) => {
      return `let ${nameOf(k)} (a : array real) i = update (${k === 0 ? call : `${nameOf(k - 1)} a i`}) 0 x`;
    });
    const text = `let rec ${first}\n${chain.join('\n')}
let rec own a i = if i < 1 then a else own (own (update a i x) (i - 1)) (i - 2)
(${nameOf(length - 1)} (${START}) 5)[0] * (own (build n toReal) 5)[0]`;
    return updatesIn(text).find((line) => line.startsWith('own'));
  };

  test.each([
    [18, 'own: update, own 1>0, own 1>0'],
    [22, 'own: copy'],
  ])('is given up one by one, but not of %s: then no call updates', (length, expected) => {
    const first = 'f a i = if i < 1 then a else let b = f a (i - 1) in f (update a i b[0]) (i - 2)';
    expect(beside(length, first)).toBe(expected);
  });

  test.each([
    ['an array twice', 'f a i = if i < 1 then (a, a) else f (update a i x) (i - 1)', 'fst (f a i)'],
    [
      'one of two arrays',
      'f a b i = if i < 1 then (if x > 2 then a else b) else f (update a i x) b (i - 1)',
      'f a (build n toReal) i',
    ],
  ])('is not tried if the first gives %s', (_, first, call) => {
    expect(beside(5, first, call)).toBe('own: update, own 1>0, own 1>0');
  });
});

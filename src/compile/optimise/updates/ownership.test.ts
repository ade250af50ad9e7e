import { describe, expect, test } from 'vitest';
import { checked, focusOf } from '../../../testing/checked';
import { stagesOf } from '../../../testing/ir/stages';
import { innerBlocks } from '../../ir/blocks';
import type { Block, Statement } from '../../ir/tree';

/** Prints what a program does to arrays of reals after the pass `updates`; a `!` marks what is updated later. */
function marks(expression: string): string {
  const text = `input x : real = 1\ninput n : int = 6\n${expression}\n`;
  const { main } = focusOf(checked(text));
  const stage = stagesOf(main)?.before.find(({ pass }) => pass.startsWith('updates'));
  if (stage === undefined) throw new Error('the compiler does not take it');
  const { functions, entries } = stage.program;
  const found = [...functions.values()].filter(({ id }) => id !== entries.get('gradient'));
  return found.map(({ body }) => marksOf(body)).join(' | ');
}

function marksOf({ statements }: Block): string {
  return statements.flatMap((statement) => markOf(statement)).join(' ');
}

function markOf(statement: Statement): readonly string[] {
  const inner = innerBlocks(statement).map(({ block }) => marksOf(block));
  const around = inner.some((each) => each !== '') ? `${statement.tag} { ${inner.join(' ; ')} }` : '';
  switch (statement.tag) {
    case 'build': {
      const name = statement.copies === true ? 'copy' : 'build';
      const mark = statement.updated === true ? '!' : '';
      const kind = statement.targets[0]?.kind;
      const isReal = typeof kind === 'object' && kind.tag === 'array' && kind.item.includes('real');
      return isReal ? [`${name}${mark} { ${inner.join(' ; ')} }`] : [];
    }
    case 'item':
      return statement.targets.some(({ kind }) => kind === 'real')
        ? [statement.changes === true ? 'read!' : 'read']
        : [];
    case 'update':
      return ['update'];
    default:
      return around === '' ? [] : [around];
  }
}

describe('an array is marked', () => {
  test.each([
    [
      'for all reads in a function that gives it back, and where a call updates it',
      `let rec f a b i = if i < 1 then (a, x) else let (c, y) = f (update a i b[0]) b (i - 1) in let (d, z) = f c b (i - 2) in (d, d[1] * b[2] * y * z)
let (a, b) = (build n (fun i -> x * toReal i), build n (fun i -> x + toReal i))
let (c, y) = f a b 5 in c[3] * b[4] * y`,
      'if {  ; read read! update read read! } | build! {  } build {  } read read',
    ],
    [
      'where a loop updates it',
      'sum (fold (i, a) -> update a i (a[i] * x) over range 0 n from build n (fun i -> x * toReal i))',
      'build! {  } for { read! update } for { read }',
    ],
    [
      'but not one that is only read',
      'let b = build n (fun i -> x * toReal i) in fold (i, a) -> update a i (b[i] * b[0]) over range 0 n from build n (fun i -> x)',
      'build {  } build! {  } for { read read read! update }',
    ],
    [
      'but not for reads after the last update',
      'let a = build n (fun i -> x * toReal i) in let p = a[0] in let b = update a 1 (p * x) in b[0] * b[2]',
      'build! {  } read! read! update read read',
    ],
    [
      'but not for reads after the update of a round that makes it',
      'sum (build n (fun k -> let a = build n (fun i -> x * toReal (i + k)) in let b = update a 1 (a[0] * x) in b[0] * b[2]))',
      'build { build! {  } read! read! update read read } for { read }',
    ],
    [
      'for reads after an update, where the next round updates it',
      'fold (i, a) -> let b = update a i x in update b 0 (b[1] * b[2]) over range 0 n from build n (fun i -> x * toReal i)',
      'build! {  } for { read! update read! read! read! update }',
    ],
    [
      'for reads before an update in an arm',
      'let a = build n (fun i -> x * toReal i) in let b = if x > 2 then update a 0 (a[1] * x) else a in b[2]',
      'build! {  } if { read! read! update ;  } read',
    ],
    [
      'but not for reads after the update of an arm',
      'let a = build n (fun i -> x * toReal i) in if x > 2 then (let b = update a 0 (a[1] * x) in b[2]) else x',
      'build! {  } if { read! read! update read ;  }',
    ],
    [
      'for all reads in a loop with an update in an arm',
      'fold (i, a) -> if a[i] > 2 then update a 0 (a[1] * x) else a over range 0 n from build n (fun i -> x * toReal i)',
      'build! {  } for { read! if { read! read! update ;  } }',
    ],
    [
      'where an inner loop updates it',
      'fold (k, a) -> let s = a[k] in fold (i, b) -> update b i (b[i] * s) over range 0 n from a over range 0 n from build n (fun i -> x * toReal i)',
      'build! {  } for { read! for { read! update } }',
    ],
    [
      'where a round makes it anew',
      'fold (i, a) -> (let b = build n (fun j -> a[j] * x) in update b i x) over range 0 n from build n (fun i -> x * toReal i)',
      'build {  } for { build! { read } read! update }',
    ],
    [
      'where its length is used afterwards',
      'let a = build n (fun i -> x * toReal i) in let b = update a 1 x in (b, length a)',
      'build! {  } read! update',
    ],
    [
      'beside another that each round makes anew',
      'fold (i, (a, b)) -> (update a i (b[i] * x), (let c = build n (fun j -> b[j] * x) in update c 0 x)) over range 0 n from (build n (fun i -> x * toReal i), build n (fun i -> x))',
      'build! {  } build {  } for { read read! update build! { read } read! update }',
    ],
    [
      'where another is stored before',
      'let a = build n (fun i -> x * toReal i) in let c = build n (fun i -> x) in let all = [c, c] in let b = update a 1 x in (b, all)',
      'build! {  } build {  } read! update',
    ],
  ])('%s', (_, expression, expected) => {
    expect(marks(expression)).toBe(expected);
  });
});

describe('an array is copied that', () => {
  test.each([
    [
      'may be one of two',
      'let a = if x > 2 then build n (fun i -> x) else build n (fun i -> toReal i) in let b = update a 1 x in b[0] * b[1]',
      'if { build {  } ; build {  } } read copy { if {  ; read } } read read',
    ],
    [
      'may be one that is used afterwards',
      'let c = build n (fun i -> toReal i) in let a = if x > 2 then build n (fun i -> x) else c in let b = update a 1 x in b[0] * b[1] * c[1]',
      'build {  } if { build {  } ;  } read copy { if {  ; read } } read read read',
    ],
    [
      'is used afterwards',
      'let a = build n (fun i -> x * toReal i) in let b = update a 1 x in (b, a)',
      'build {  } read copy { if {  ; read } }',
    ],
    [
      'is stored before',
      'let a = build n (fun i -> x * toReal i) in let all = [a, a] in let b = update a 1 x in (b, all)',
      'build {  } read copy { if {  ; read } }',
    ],
    [
      'is carried on beside what it becomes',
      'fold (i, (a, old)) -> (update a i x, a) over range 0 n from (build n (fun i -> x), build n (fun i -> x * x))',
      'build {  } build {  } for { read copy { if {  ; read } } }',
    ],
    [
      'is swapped with another',
      'fold (i, (a, b)) -> (update b i x, a) over range 0 n from (build n (fun i -> x), build n (fun i -> x * x))',
      'build {  } build {  } for { read copy { if {  ; read } } }',
    ],
    [
      'is an item of an array before',
      'let a = build n (fun i -> x * toReal i) in let rows = build n (fun i -> a) in let b = update a 1 x in (b, rows)',
      'build {  } read copy { if {  ; read } }',
    ],
    [
      'is a result of an arm that is stored',
      'let a = build n (fun i -> x * toReal i) in let all = [if x > 2 then a else build n (fun i -> x)] in let b = update a 1 x in (b, all)',
      'build {  } if {  ; build {  } } read copy { if {  ; read } }',
    ],
    [
      'is given on by a loop that is stored',
      'let a = build n (fun i -> x * toReal i) in let c = (fold (i, d) -> if x > toReal i then a else d over range 0 n from build n (fun i -> x)) in let b = update a 1 x in (b, c)',
      'build {  } build {  } read copy { if {  ; read } }',
    ],
    [
      'a derivative reads before',
      'fold (i, a) -> update a i (deriv (fun y -> y * y * dot a a) x) over range 0 n from build n (fun i -> x * toReal i)',
      'build {  } for { derivative { build { read } for { read } } read copy { if {  ; read } } }',
    ],
    [
      'is the result of a loop without rounds, if its rounds make others',
      'let a = build n (fun i -> x * toReal i) in let c = (fold (i, d) -> build n (fun j -> d[j] * x) over range 0 n from a) in let b = update a 1 x in (b, c)',
      'build {  } for { build { read } } read copy { if {  ; read } }',
    ],
    [
      'is the result of a recursion without rounds, if its rounds make others',
      'let a = build n (fun i -> x * toReal i) in let rec go (k, d) = if k * k > n then d else go (k + 1, build n (fun j -> d[j] * x)) in let c = go (1, a) in let b = update a 1 x in (b, c)',
      'build {  } while {  ;  ; build { read } } read copy { if {  ; read } }',
    ],
    [
      'each round of a loop gives on, beside others that it makes',
      'let a = build n (fun i -> x * toReal i) in let (c, d) = (fold (i, (c, d)) -> (a, if x > toReal i then c else build n (fun j -> d[j] * x)) over range 0 n from (build n (fun i -> x), build n (fun i -> x * x))) in let b = update a 1 x in (b, c, d)',
      'build {  } build {  } build {  } for { if {  ; build { read } } } read copy { if {  ; read } }',
    ],
    [
      'a recursion returns, where others stand for its result',
      'let a = build n (fun i -> x * toReal i) in let v = build n (fun i -> x) in let rec go k = let q = build n (fun i -> toReal (i * k) * x) in let t = if x > toReal k then v else q in if t[1] > 3 then a else go (k + 1) in let c = go 1 in let u = if x > 2 then v else c in let b = update a 1 x in (b, u)',
      'build {  } build {  } while { build {  } read ;  ;  } read copy { if {  ; read } }',
    ],
  ])('%s', (_, expression, expected) => {
    expect(marks(expression)).toBe(expected);
  });
});

import { expect, test } from 'vitest';
import { newLanguageApi } from '../../testing/language';
import { applyEdits } from './rename';

const service = newLanguageApi();

function diagnosticsOf(cell: string) {
  return service.check({ revision: 1, cells: [cell] }).cells[0]?.diagnostics;
}

function fixed(cell: string) {
  const [fix] = service.fixes({ revision: 1, cells: [cell], cell: 0 });
  return fix && applyEdits([cell], fix.edits)[0];
}

test.each([
  ['def f(x):\n  return x + 1\nf 1', 'let f(x) =\n  x + 1\nf 1'],
  ['def f(x, y): x + y\nf (1, 2)', 'let f(x, y) = x + y\nf (1, 2)'],
  ['def f x = x + 1\nf 1', 'let f x = x + 1\nf 1'],
  ['const x = 5\nx + 1', 'let x = 5\nx + 1'],
  ['var x : real = 5\nx + 1', 'let x : real = 5\nx + 1'],
  ['x = 5\nx + 1', 'let x = 5\nx + 1'],
  ['step = 0.1\nstep + 1', 'let step = 0.1\nstep + 1'],
  ['x := 5\nx + 1', 'let x = 5\nx + 1'],
  ['f(x, y) = x + y\nf (1, 2)', 'let f(x, y) = x + y\nf (1, 2)'],
  ['f x y = x + y\nf 1 2', 'let f x y = x + y\nf 1 2'],
  ['map (lambda x: x + 1) [1]', 'map (fun x -> x + 1) [1]'],
  ['map (lambda x, y: x + y) [(1, 2)]', 'map (fun (x, y) -> x + y) [(1, 2)]'],
  ['let f = lambda: 1\nf ()', 'let f = fun () -> 1\nf ()'],
  ['map (fn x => x + 1) [1]', 'map (fun x -> x + 1) [1]'],
  ['map (x => x + 1) [1]', 'map (fun x -> x + 1) [1]'],
  ['map ((x, y) => x + y) [(1, 2)]', 'map (fun (x, y) -> x + y) [(1, 2)]'],
  ['let f = (x) => x + 1\nf 1', 'let f = fun (x) -> x + 1\nf 1'],
  ['let f x =\n  return x + 1\nf 1', 'let f x =\n  x + 1\nf 1'],
  ['return 1', '1'],
  ['let f a b = a and b\nf true false', 'let f a b = a && b\nf true false'],
  ['let f a b = (a and b)\nf true false', 'let f a b = (a && b)\nf true false'],
  ['let f a b = a or b\nf true false', 'let f a b = a || b\nf true false'],
  ['let f a = not a or a\nf true', 'let f a = not a || a\nf true'],
  ['let f x = x > 1 or x < 0\nf 1', 'let f x = x > 1 || x < 0\nf 1'],
  ['let f x = x * 2.\nf 1.0', 'let f x = x * 2.0\nf 1.0'],
  ['len [1, 2]', 'length [1, 2]'],
  ['np.exp(1)', 'exp(1)'],
  ['Math.sqrt 2', 'sqrt 2'],
  ['let xs = [1, 2]\nxs.length + 1', 'let xs = [1, 2]\n(length xs) + 1'],
  ['let L x = x + 1\nL 2 + L 3', 'let l x = x + 1\nl 2 + l 3'],
  ['let MSE (x, y) = (x - y) ^ 2\nMSE (1, 2)', 'let mse (x, y) = (x - y) ^ 2\nmse (1, 2)'],
  ['let loss x = x + 1\nLoss 2', 'let loss x = x + 1\nloss 2'],
  ['let loss a b = (a - b) ^ 2\ngrad loss (1, 2)', 'let loss a b = (a - b) ^ 2\ngrad (fun (a, b) -> loss a b) (1, 2)'],
  ['let a x y z = x * y * z\ngrad a 1 2 3', 'let a x y z = x * y * z\ngrad (fun (b, c, d) -> a b c d) (1, 2, 3)'],
  ['import numpy as np\n1', '\n1'],
  ['(* comment *)\n1', '{- comment -}\n1'],
  ['/* comment */\n1', '{- comment -}\n1'],
  ['if 1 < 2 then 1 elif 2 < 1 then 2 else 3', 'if 1 < 2 then 1 else if 2 < 1 then 2 else 3'],
  ['let a = [1, 2]\na.[0]', 'let a = [1, 2]\na[0]'],
  ['[1; 2]', '[1, 2]'],
  ['1.0 +. 2.0', '1.0 + 2.0'],
  ['.5 + 1', '0.5 + 1'],
  ['1_000 + 1', '1000 + 1'],
  ['π', 'pi'],
  ['foldl (fun x y -> x + y) 0 [1, 2]', 'foldl (fun (x, y) -> x + y) 0 [1, 2]'],
  ['mapi (fun i x -> toReal i * x) [1.5]', 'mapi (fun (i, x) -> toReal i * x) [1.5]'],
  ['mapi (fun _ x -> x) [1.5]', 'mapi (fun (_, x) -> x) [1.5]'],
  ['zipWith (fun x y -> x * y) [1.5] [2.5]', 'zipWith (fun (x, y) -> x * y) [1.5] [2.5]'],
  ['let f i x = toReal i + x\nmapi f [1.5]', 'let f i x = toReal i + x\nmapi (fun (a, b) -> f a b) [1.5]'],
  ['let f x y = x * y\nzipWith f [1.5] [2.5]', 'let f x y = x * y\nzipWith (fun (a, b) -> f a b) [1.5] [2.5]'],
  ['type Shape = Box real real | Dot\nBox (1, 2)', 'type Shape = Box (real * real) | Dot\nBox (1, 2)'],
  ['type Tree = Leaf | Node Tree * Tree\nLeaf', 'type Tree = Leaf | Node (Tree * Tree)\nLeaf'],
  [
    'type row = { x : real }\nlet f (row : row) = row.x\ndata rows : array row = [{ x = 1 }]\nf rows[0]',
    'type Row = { x : real }\nlet f (row : Row) = row.x\ndata rows : array Row = [{ x = 1 }]\nf rows[0]',
  ],
  ['let loss a b = a * b\njacobian loss (1, 2)', 'let loss a b = a * b\njacobian (fun (a, b) -> loss a b) (1, 2)'],
  ['let own (a : real) b = a + b\nown(1, 2)', 'let own (a : real) b = a + b\nown 1 2'],
])('what other languages write, and the program then checks: %s', (text, expected) => {
  expect(diagnosticsOf(text)).toHaveLength(1);
  expect(fixed(text)).toBe(expected);
  expect(diagnosticsOf(expected)).toEqual([]);
});

test('a word of other languages that an earlier cell defines is a name', () => {
  const cells = ['let def x = x\nlet len xs = length xs\nlet np = { exp = exp }\nlet or a b = a || b'];
  const uses = ['def 1', 'len [1]', 'np.exp 1', 'or true false', 'def 1 = 1'];
  const check = service.check({ revision: 1, cells: [...cells, ...uses] });
  expect(check.cells.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
});

test('a definition without `let` does not make its uses in other cells wrong', () => {
  const check = service.check({ revision: 1, cells: ['x = 5', 'x + 1', 'let L y = y', 'L 2'] });
  expect(check.cells.map(({ diagnostics }) => diagnostics.length)).toEqual([1, 0, 1, 0]);
});

import { expect, test } from 'vitest';
import { traceAnf } from '../../ad/abadi-plotkin/anf/engine';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { checked, focusOf } from '../../testing/checked';
import { compileProgram } from '../compile';
import { Unsupported } from '../unsupported';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20 };

test.each([
  ['toArray', 'toArray xs'],
  ['toArray of no items', 'toArray (filter (fun x -> x > 9) xs)'],
  ['toArray of pairs', 'toArray (map (fun x -> (x, (sin x, 2 * x))) xs)'],
  [
    'toArray of functions',
    'map (fun f -> f 2) (toArray (map (fun x -> if x > 1.5 then (fun y -> x * y) else exp) xs))',
  ],
  ['toArray of an array', 'toArray (build 2 (fun i -> sum xs))'],
  ['update', 'let ys = toArray xs in update ys 1 (ys[0] * ys[2])'],
  ['update of pairs', 'update (toArray (map (fun x -> (x, sin x)) xs)) 2 (sum xs, 1)'],
  ['a gradient of an update', 'grad (fun ys -> let a = update ys 0 (ys[1] * ys[2]) in dot a a) (toArray xs)'],
  ['scatterAdd of a list', 'scatterAdd 2 (map (fun x -> (mod (floor x) 2, x * x)) xs)'],
  ['scatterAdd of an array', 'scatterAdd 4 (build 3 (fun i -> (3 - i, sum xs * toReal i)))'],
  ['scatterAdd of no pairs', 'sum xs :: toList (scatterAdd 2 [])'],
  [
    'a gradient of scatterAdd',
    'grad (fun ys -> let s = scatterAdd 2 (map (fun y -> (mod (floor y) 2, y * y)) ys) in dot s s) xs',
  ],
  ['zip', 'zip xs (map sin xs)'],
  ['zip of a list and a shorter array', 'zip xs (build 2 (fun i -> xs))'],
  ['zip of a shorter array and a list', 'zip (build 2 (fun i -> xs)) xs'],
  ['zip of no items', 'zip ([] : list real) xs'],
  ['zip of arrays', 'zip (toArray xs) (toArray (map (fun x -> (x, x * x)) xs))'],
  ['a fold over a zip', 'fold ((x, y), s) -> s * 0.5 + x * y over zip xs (map exp xs) from 0'],
  ['a gradient of a zip', 'grad (fun ys -> sum (map (fun (x, y) -> x * y * y) (zip xs ys))) xs'],
])('%s is a loop, with the value of the machine and the derivative of its trace', (_, expression) => {
  const text = `input xs : list real = [1, 2, 3]\n${expression}\n`;
  const { main, point } = focusOf(checked(text));
  const made = compileProgram(main);
  if (made instanceof Unsupported) throw new Error(made.message);
  expect([...made.ir.functions.values()].map(({ name }) => name).join()).not.toMatch(/go|halved/);
  const machine = drain(traceAnf.run(main, point, budget));
  if (machine.tag !== 'ok') throw new Error(machine.tag);
  const { value, derivative } = machine.value;
  const answer = made.gradient(point.arguments, point.cotangent, budget);
  expect(answer).toEqual({ tag: 'values', values: [...derivative, value] });
});

test('a zip of the reader is not taken for that of the prelude', () => {
  const text = 'input x : real = 2\nlet zip xs ys = [sum xs * sum ys]\nsum (zip [x, 3] [x])\n';
  const { main, point } = focusOf(checked(text));
  const made = compileProgram(main);
  if (made instanceof Unsupported) throw new Error(made.message);
  expect(made.value(point.arguments, budget)).toEqual({ tag: 'values', values: [10] });
});

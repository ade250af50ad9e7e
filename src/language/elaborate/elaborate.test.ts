import { describe, expect, it } from 'vitest';
import { checkProgram } from '../core/check';
import type { CoreProgram } from '../core/tree';
import { parse } from '../syntax/parser';
import { elaborate } from './elaborate';
import type { Elaboration } from './elaborate';

function run(text: string): Elaboration {
  const parsed = parse(text, 0);
  expect(parsed.diagnostics).toEqual([]);
  const result = elaborate([parsed.program]);
  if (result.program !== undefined) expect(checkProgram(result.program)).toEqual([]);
  return result;
}

function program(text: string): CoreProgram {
  const result = run(text);
  expect(result.diagnostics).toEqual([]);
  if (result.program === undefined) throw new Error('no program');
  return result.program;
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

describe('elaborate', () => {
  it('takes the training loop of the first look', () => {
    expect(program(TRAINING_LOOP).items.map((item) => item.tag)).toEqual([
      'input',
      'let',
      'let',
      'let',
      'let',
      'let',
      'letrec',
      'output',
    ]);
  });
});

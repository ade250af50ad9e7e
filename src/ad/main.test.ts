import { describe, expect, test } from 'vitest';
import { elaborate } from '../language/elaborate/elaborate';
import { checkProgram } from '../language/core/check';
import { parse } from '../language/syntax/parser';
import { mainOf, programOfMain, type MainExpression } from './main';

function main(text: string): MainExpression | undefined {
  const parsed = parse(text, 0);
  expect(parsed.diagnostics).toEqual([]);
  const { program, diagnostics } = elaborate([parsed.program]);
  expect(diagnostics).toEqual([]);
  if (program === undefined) throw new Error('no program');
  const found = mainOf(program);
  if (found === undefined) return undefined;
  expect(checkProgram(programOfMain(found.main))).toEqual([]);
  if (found.point.from === 'term') expect(checkProgram(found.point.program)).toEqual([]);
  return found;
}

function shape(found: MainExpression | undefined): unknown {
  return (
    found && {
      definitions: found.main.definitions.map((item) => item.tag),
      parameters: found.main.parameters.map(({ label, type }) => [label, type.tag]),
      body: found.main.body.tag,
      target: found.main.target.tag,
      point: found.point.from,
    }
  );
}

describe('the main expression', () => {
  test('is the last output as a function of the inputs', () => {
    const text = `
input x : real = 2
input n : int = 3
let f a = a * a
let g a = f a + x
let unused a = a + x
let c = exp 1
f x
g c * x ^ n`;
    expect(shape(main(text))).toEqual({
      definitions: ['let'],
      parameters: [
        ['x', 'real'],
        ['n', 'int'],
      ],
      body: 'let',
      target: 'real',
      point: 'inputs',
    });
  });

  test('is f at x of a last grad, deriv or rd when there are no inputs', () => {
    const found = main('let c = 3\nlet f x = c * sin x\nlet at = exp 1\nderiv f at');
    expect(shape(found)).toEqual({
      definitions: ['let', 'let'],
      parameters: [['x', 'real']],
      body: 'apply',
      target: 'real',
      point: 'term',
    });
    expect(found?.point).toMatchObject({ cotangent: false });
  });

  test('has one parameter for each component of a literal tuple pattern', () => {
    const found = main('rd (fun (x, (y, z)) -> (x * y, z)) (1, (2, 3)) (1, 0)');
    expect(shape(found)).toEqual({
      definitions: [],
      parameters: [
        ['x', 'real'],
        [expect.any(String), 'product'],
      ],
      body: 'let',
      target: 'product',
      point: 'term',
    });
    if (found?.point.from !== 'term') throw new Error('a point of its own');
    expect(found.point.cotangent).toBe(true);
    expect(found.point.program.items.filter((item) => item.tag === 'output')).toHaveLength(3);
  });

  test('labels the parameters of a named function as the reader wrote them', () => {
    const found = main('let x = 1\nlet loss (x, w) = x * w\ngrad loss (x, 2)');
    expect(found?.main.parameters.map(({ label }) => label)).toEqual(['x', 'w']);
  });

  test('is undefined without inputs, derivative or outputs', () => {
    expect(main('1 + 1')).toBeUndefined();
    expect(main('let f x = x')).toBeUndefined();
    expect(main('fd sin 1 1')).toBeUndefined();
  });
});

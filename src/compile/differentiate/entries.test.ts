import { expect, test } from 'vitest';
import { Builder, Numbers } from '../ir/builder';
import { checkProgram } from '../ir/check';
import { printProgram } from '../ir/print';
import type { IrProgram } from '../ir/program';
import { type DerivativeEntry, withDerivative, withEntries } from './entries';

/** Returns a program of so many statements in a branch, with the entry of a derivative; its last inputs are data. */
function program(entry: DerivativeEntry, statements = 1, fixed = 0): IrProgram {
  const numbers = new Numbers();
  const [x, n, condition] = [numbers.variable('real'), numbers.variable('int'), numbers.variable('bool')];
  const [outer, inner] = [new Builder(numbers), new Builder(numbers)];
  for (let i = 0; i < statements; i++) inner.operation('sin', x);
  const alternative = { statements: [], results: [] };
  outer.add([], { tag: 'if', condition, consequent: inner.block([]), alternative });
  const value = { id: numbers.functionId(), name: 'value', parameters: [x, n, condition], body: outer.block([x, x]) };
  const made = { functions: new Map([[value.id, value]]), entries: new Map([['value', value.id]]) };
  const whole = withDerivative(made, entry, numbers, fixed);
  expect(checkProgram(whole)).toEqual([]);
  return whole;
}

test('the gradient is the reverse derivative of a copy, by all inputs, with the value', () => {
  const made = program('gradient');
  expect([...made.entries]).toEqual([
    ['value', 0],
    ['gradient', 1],
  ]);
  expect(printProgram(made)).toMatchInlineSnapshot(`
    "function gradient.1(r4 : real, n5 : int, b6 : bool, r7 : real, r8 : real)
      r13, n14, b15, r16, r17 = rd (r9 : real, n10 : int, b11 : bool) {
        if b11 {
          r12 = sin r9
          results 
        } else {
          results 
        }
        results r9, r9
      } at r4, n5, b6 along r7, r8
      results r13, n14, b15, r16, r17

    function value.0(r0 : real, n1 : int, b2 : bool)
      if b2 {
        r3 = sin r0
        results 
      } else {
        results 
      }
      results r0, r0
    "
  `);
});

test('the derivative along a direction is the forward derivative of a copy, with the value', () => {
  const made = program('directional');
  expect([...made.entries]).toEqual([
    ['value', 0],
    ['directional', 1],
  ]);
  expect(printProgram(made)).toMatchInlineSnapshot(`
    "function directional.1(r4 : real, n5 : int, b6 : bool, r7 : real, n8 : int, b9 : bool)
      r14, r15, r16, r17 = fd (r10 : real, n11 : int, b12 : bool) {
        if b12 {
          r13 = sin r10
          results 
        } else {
          results 
        }
        results r10, r10
      } at r4, n5, b6 along r7, n8, b9
      results r14, r15, r16, r17

    function value.0(r0 : real, n1 : int, b2 : bool)
      if b2 {
        r3 = sin r0
        results 
      } else {
        results 
      }
      results r0, r0
    "
  `);
});

test.each<[DerivativeEntry, string]>([
  ['gradient', 'gradient.1(r4 : real, n5 : int, b6 : bool, r7 : real, r8 : real)'],
  ['directional', 'directional.1(r4 : real, n5 : int, b6 : bool, r7 : real, n8 : int)'],
])('the %s is not by the last input if that is data', (entry, header) => {
  const text = printProgram(program(entry, 1, 1));
  expect(text).toContain(`function ${header}`);
  expect(text).toMatch(/ = [rf]d \(r\d+ : real, n\d+ : int\) \{\n +if b6 \{/);
  expect(text).toMatch(/ at r4, n5 along /);
});

test('a program of some of the entries has no other functions', () => {
  const part = withEntries(program('gradient'), ['gradient']);
  expect([[...part.entries.keys()], [...part.functions.keys()]]).toEqual([['gradient'], [1]]);
});

test.each([
  [19_999, false],
  [20_000, true],
])('a value of %d statements in a branch is called if it is too large: %s', (statements, isCalled) => {
  expect(printProgram(program('gradient', statements)).includes('call')).toBe(isCalled);
});

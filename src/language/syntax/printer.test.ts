import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../testing/runs';
import { firstDifference } from '../../testing/same-tree';
import { surface, surfaceProgram } from '../../testing/surface/arbitrary';
import { NOWHERE } from '../source/span';
import { parse, parseExpressionText } from './parser';
import { print, printExpression, printNumber } from './printer';
import type { Expression } from './tree';

const span = NOWHERE;
const x: Expression = { tag: 'variable', name: 'x', span };

function number(text: string): Expression {
  return { tag: 'literal', literal: { tag: 'number', value: Number(text), text, real: text.includes('.') }, span };
}

describe('printing', () => {
  test('parses back to the same program', () => {
    fc.assert(
      fc.property(surfaceProgram, (program) => {
        const { program: parsed, diagnostics } = parse(print(program), 0);
        expect(diagnostics).toEqual([]);
        expect(firstDifference(parsed, program)).toBeUndefined();
      }),
      runs(),
    );
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(surfaceProgram, (program) => {
        const text = print(program);
        expect(print(parse(text, 0).program)).toBe(text);
      }),
      runs(),
    );
  });

  test('never starts a line of an expression in the first column', () => {
    fc.assert(
      fc.property(surface.expression, (expression) => {
        const text = print({ items: [{ tag: 'expression', expression, span }], comments: [] });
        const [, ...continuations] = text.trimEnd().split('\n');
        for (const line of continuations) expect(line).toMatch(/^ /);
      }),
      runs(),
    );
  });
});

const operations: readonly (readonly [string, Expression, string])[] = [
  ['a negated base of a power', power({ tag: 'negate', operand: x, span }, number('2')), '(-x) ^ 2'],
  ['a negated power', { tag: 'negate', operand: power(x, number('2')), span }, '-x ^ 2'],
  ['a negated exponent', power(x, { tag: 'negate', operand: power(x, x), span }), 'x ^ -x ^ x'],
  ['two minus signs', { tag: 'negate', operand: { tag: 'negate', operand: x, span }, span }, '-(-x)'],
  ['a component of a number', { tag: 'projection', tuple: number('3'), index: 1, span }, '(3).1'],
  [
    'a field of a constructor',
    { tag: 'field', record: { tag: 'constructor', name: 'Foo', span }, field: { text: 'x', span }, span },
    '(Foo).x',
  ],
  [
    'a function on the left of an operator',
    power({ tag: 'function', parameters: [{ tag: 'variable', name: 'x', span }], body: x, span }, x),
    '(fun x -> x) ^ x',
  ],
];

function power(left: Expression, right: Expression): Expression {
  return { tag: 'binary', operator: '^', operatorSpan: span, left, right, span };
}

test.each(operations)('prints %s', (_, expression, text) => {
  expect(printExpression(expression)).toBe(text);
  expect(firstDifference(parseExpressionText(text, 0), expression)).toBeUndefined();
});

test('a chain of ten thousand lets and ifs prints and parses back', () => {
  let expression: Expression = x;
  for (let depth = 0; depth < 10_000; depth += 1) {
    const binding = {
      tag: 'function',
      name: { text: 'x', span },
      parameters: [],
      annotation: undefined,
      body: x,
      span,
    } as const;
    expression =
      depth % 100 === 7
        ? { tag: 'if', condition: x, consequent: x, alternative: expression, span }
        : { tag: 'let', recursive: false, bindings: [binding], body: expression, span };
  }
  const text = printExpression(expression).replaceAll('\n', '\n ');
  expect(firstDifference(parseExpressionText(text, 0), expression)).toBeUndefined();
});

test('a number prints as a literal of the same value', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }), (value) => {
      const parsed = parseExpressionText(printNumber(value), 0);
      expect(parsed).toMatchObject({ tag: 'literal', literal: { tag: 'number', value } });
    }),
    runs(),
  );
});

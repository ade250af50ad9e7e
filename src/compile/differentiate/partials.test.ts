import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../language/operations/names';
import type { Leaf } from '../../language/operations/operation';
import { OPERATIONS } from '../../language/operations/table';
import { blockAfter, inOneLine } from '../../testing/ir/examples';
import { atomsIn } from '../ir/blocks';
import { Builder, intConstant, Numbers, realConstant } from '../ir/builder';
import { kindProblems } from '../ir/check-kinds';
import type { Kind } from '../ir/kind';
import type { Atom, Operation } from '../ir/tree';
import { NOWHERE } from '../../language/source/span';
import { times, timesPartial } from './partials';

/** Prints what computes an amount times a partial derivative; the last parameter is the amount, that before the result. */
function partial(operation: OperationName, index: number, given?: readonly Atom[]): string {
  const { parameters, result } = OPERATIONS[operation];
  const leaves: readonly Leaf[] = [...parameters, result, 'real'];
  const kinds = leaves.map((kind): Kind => (kind === 'string' ? { tag: 'string' } : kind));
  const text = blockAfter(
    kinds,
    (builder, ...variables) => {
      const own = variables.slice(0, parameters.length);
      const [target, amount] = variables.slice(parameters.length);
      if (target === undefined || amount === undefined) return [];
      const statement: Operation = {
        tag: 'operation',
        operation,
        arguments: given ?? own,
        derivative: false,
        targets: [target],
        origin: NOWHERE,
      };
      const found = timesPartial(statement, index, amount, builder);
      const program = { functions: new Map(), entries: new Map() };
      expect(builder.statements.flatMap((each) => kindProblems(each, program))).toEqual([]);
      return found === undefined ? [] : [found];
    },
    (block) => block,
  );
  return inOneLine(text);
}

test('each partial derivative is computed from the arguments and the result', () => {
  const names = Object.keys(OPERATIONS) as OperationName[];
  const lines = names.flatMap((name) =>
    OPERATIONS[name].parameters.flatMap((kind, i) =>
      kind === 'real' && OPERATIONS[name].result === 'real' ? [`${name} ${i}: ${partial(name, i)}`] : [],
    ),
  );
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "add 0: results r3
    add 1: results r3
    subtract 0: results r3
    subtract 1: r4 = negate r3; results r4
    multiply 0: r4 = multiply r3, r1; results r4
    multiply 1: r4 = multiply r3, r0; results r4
    divide 0: r4 = divide 1, r1; r5 = multiply r3, r4; results r5
    divide 1: r4 = divide r2, r1; r5 = negate r4; r6 = multiply r3, r5; results r6
    negate 0: r3 = negate r2; results r3
    power 0: r4 = subtract r1, 1; r5 = power r0, r4; r6 = multiply r1, r5; r7 = multiply r3, r6; results r7
    power 1: r4 = log r0; r5 = multiply r2, r4; r6 = multiply r3, r5; results r6
    powerInt 0: r4 = toReal n1; r5 = toReal n1; r6 = sign r5; r7 = toReal n1; r8 = sign r7; r9 = multiply r6, r8; n10 = floor r9; n11 = subtractInt n1, n10; r12 = powerInt r0, n11; r13 = multiply r4, r12; r14 = multiply r3, r13; results r14
    exp 0: r3 = multiply r2, r1; results r3
    log 0: r3 = divide 1, r0; r4 = multiply r2, r3; results r4
    expm1 0: r3 = exp r0; r4 = multiply r2, r3; results r4
    log1p 0: r3 = add 1, r0; r4 = divide 1, r3; r5 = multiply r2, r4; results r5
    sqrt 0: r3 = divide 0.5, r1; r4 = multiply r2, r3; results r4
    sin 0: r3 = cos r0; r4 = multiply r2, r3; results r4
    cos 0: r3 = sin r0; r4 = negate r3; r5 = multiply r2, r4; results r5
    tan 0: r3 = multiply r1, r1; r4 = add 1, r3; r5 = multiply r2, r4; results r5
    asin 0: r3 = subtract 1, r0; r4 = add 1, r0; r5 = multiply r3, r4; r6 = sqrt r5; r7 = divide 1, r6; r8 = multiply r2, r7; results r8
    acos 0: r3 = subtract 1, r0; r4 = add 1, r0; r5 = multiply r3, r4; r6 = sqrt r5; r7 = divide -1, r6; r8 = multiply r2, r7; results r8
    atan 0: r3 = multiply r0, r0; r4 = add 1, r3; r5 = divide 1, r4; r6 = multiply r2, r5; results r6
    atan2 0: r4 = multiply r0, r0; r5 = multiply r1, r1; r6 = add r4, r5; r7 = divide r1, r6; r8 = multiply r3, r7; results r8
    atan2 1: r4 = multiply r0, r0; r5 = multiply r1, r1; r6 = add r4, r5; r7 = divide r0, r6; r8 = negate r7; r9 = multiply r3, r8; results r9
    sinh 0: r3 = cosh r0; r4 = multiply r2, r3; results r4
    cosh 0: r3 = sinh r0; r4 = multiply r2, r3; results r4
    tanh 0: r3 = sech r0; r4 = sech r0; r5 = multiply r3, r4; r6 = multiply r2, r5; results r6
    sech 0: r3 = tanh r0; r4 = multiply r1, r3; r5 = negate r4; r6 = multiply r2, r5; results r6
    sigmoid 0: r3 = negate r0; r4 = sigmoid r3; r5 = multiply r1, r4; r6 = multiply r2, r5; results r6
    softplus 0: r3 = sigmoid r0; r4 = multiply r2, r3; results r4
    erf 0: r3 = multiply r0, r0; r4 = negate r3; r5 = exp r4; r6 = multiply 1.1283791670955126, r5; r7 = multiply r2, r6; results r7
    lgamma 0: r3 = digamma r0; r4 = multiply r2, r3; results r4
    digamma 0: r3 = polygamma 1, r0; r4 = multiply r2, r3; results r4
    polygamma 1: n4 = addInt n0, 1; r5 = polygamma n4, r1; r6 = multiply r3, r5; results r6
    abs 0: r3 = sign r0; r4 = multiply r2, r3; results r4
    relu 0: r3 = step r0; r4 = multiply r2, r3; results r4
    max 0: r4 = subtract r1, r0; r5 = step r4; r6 = subtract 1, r5; r7 = multiply r3, r6; results r7
    max 1: r4 = subtract r1, r0; r5 = step r4; r6 = multiply r3, r5; results r6
    min 0: r4 = subtract r0, r1; r5 = step r4; r6 = subtract 1, r5; r7 = multiply r3, r6; results r7
    min 1: r4 = subtract r0, r1; r5 = step r4; r6 = multiply r3, r5; results r6
    sign 0: results
    step 0: results
    checkPivot 1: results r3"
  `);
});

test('a parameter that is no real has none', () => {
  expect(partial('powerInt', 1)).toBe('results');
});

const x: Atom = { tag: 'variable', id: 0, kind: 'real' };

test('a constant that has no value is computed in the run', () => {
  expect(partial('divide', 0, [x, realConstant(0)])).toBe('r4 = divide 1, 0; r5 = multiply r3, r4; results r5');
});

test('of an operation with other arguments, the result is not used', () => {
  expect(partial('sigmoid', 0)).toBe(
    'r3 = negate r0; r4 = sigmoid r3; r5 = multiply r1, r4; r6 = multiply r2, r5; results r6',
  );
});

test('an exponent stays an int', () => {
  const numbers = new Numbers();
  const [base, target] = numbers.copies([{ kind: 'real' }, { kind: 'real' }]);
  if (base === undefined || target === undefined) throw new Error('two variables');
  const builder = new Builder(numbers);
  const statement: Operation = {
    tag: 'operation',
    operation: 'powerInt',
    arguments: [base, intConstant(3)],
    derivative: false,
    targets: [target],
    origin: NOWHERE,
  };
  timesPartial(statement, 0, target, builder);
  expect(builder.statements.flatMap(atomsIn).filter(({ kind }) => kind === 'int')).toEqual([intConstant(2)]);
});

describe('a constant exponent', () => {
  test.each([
    [3, 'r3 = powerInt r0, 2; r4 = multiply 3, r3; r5 = multiply r2, r4; results r5'],
    [2, 'r3 = multiply 2, r0; r4 = multiply r2, r3; results r4'],
    [1, 'results r2'],
    [0, 'results'],
  ])('%d is computed before the run', (exponent, expected) => {
    expect(
      partial('powerInt', 0, [x, intConstant(exponent)]).replaceAll(
        /[rn](\d)/g,
        (_, n: string) => `r${n === '0' ? 0 : Number(n) - 1}`,
      ),
    ).toBe(expected);
  });
});

test.each([
  [0, undefined],
  [1, 'results r0'],
  [-1, 'r1 = negate r0; results r1'],
  [2, 'r1 = multiply r0, 2; results r1'],
])('a product with %d is what it must be', (factor, expected) => {
  for (const isLeft of [false, true]) {
    let found: Atom | undefined;
    const text = blockAfter(
      ['real'],
      (builder, x) => {
        found = isLeft ? times(realConstant(factor), x, builder) : times(x, realConstant(factor), builder);
        return found === undefined ? [] : [found];
      },
      (block) => block,
    );
    const shown = text
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
      .join('; ');
    const swapped = isLeft ? expected?.replace('r0, 2', '2, r0') : expected;
    expect(found === undefined ? undefined : shown).toBe(swapped);
  }
});

import { describe, expect, test } from 'vitest';
import { NOWHERE } from '../../language/source/span';
import { OPERATION_NAMES, type OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { intConstant, Numbers } from '../ir/builder';
import type { Atom, Operation } from '../ir/tree';
import { Code } from './code';
import { isVectorOperation, outsideDomain, vectorOperation } from './vector-operations';

const numbers = new Numbers();

function made(operation: OperationName, derivative: boolean, ...given: readonly Atom[]): Operation {
  return { tag: 'operation', operation, arguments: given, derivative, targets: [], origin: NOWHERE };
}

const ofAll = (derivative: boolean): readonly string[] =>
  OPERATION_NAMES.filter((name) => operationRow(name).parameters.every((kind) => kind === 'real')).filter((name) =>
    isVectorOperation(made(name, derivative)),
  );

describe('operations on vectors', () => {
  test('are those on reals that are instructions, with instructions that test their domain', () => {
    const all = ['add', 'subtract', 'multiply', 'divide', 'negate', 'sqrt', 'abs', 'relu', 'max', 'min'];
    expect(ofAll(false)).toEqual(all);
    expect(ofAll(true)).toEqual(all);
  });

  test('have reals alone as arguments', () => {
    const found = OPERATION_NAMES.filter((name) => operationRow(name).parameters.some((kind) => kind !== 'real'));
    expect(found.filter((name) => isVectorOperation(made(name, true)))).toEqual([]);
  });

  test('are powers with small exponents that are known', () => {
    const x = numbers.variable('real');
    const found = (derivative: boolean): readonly number[] =>
      [-17, -16, -1, 0, 1, 2, 5, 16, 17].filter((n) =>
        isVectorOperation(made('powerInt', derivative, x, intConstant(n))),
      );
    expect(found(true)).toEqual([-16, -1, 1, 2, 5, 16]);
    // The domain of the others is not tested for both at once.
    expect(found(false)).toEqual([1, 2, 5, 16]);
    expect(isVectorOperation(made('powerInt', true, x, numbers.variable('int')))).toBe(false);
  });

  test('are instructions on both reals, and so are the tests of domains', () => {
    const [x, y] = [numbers.variable('real'), numbers.variable('real')];
    const written = (statement: Operation): readonly [boolean, string] => {
      const code = new Code();
      vectorOperation(code, statement, (atom) => code.get(atom.tag === 'variable' ? atom.id : -1));
      code.op('drop');
      const hasDomain = outsideDomain(code, statement, (atom) => code.get(atom.tag === 'variable' ? atom.id : -1));
      return [
        hasDomain,
        code.body.map(({ op, immediate }) => `${op}${immediate === undefined ? '' : ` ${immediate}`}`).join(', '),
      ];
    };
    expect(written(made('divide', false, x, y))).toMatchInlineSnapshot(`
      [
        true,
        "local.get 2, local.get 3, f64x2.div, drop, local.get 3, f64.const 0, f64x2.splat, f64x2.ne, v128.not",
      ]
    `);
    expect(written(made('max', false, x, y))).toMatchInlineSnapshot(`
      [
        false,
        "local.get 2, local.get 3, f64x2.pmax, drop",
      ]
    `);
    expect(written(made('relu', false, x))).toMatchInlineSnapshot(`
      [
        false,
        "local.get 2, local.get 2, f64.const 0, f64x2.splat, f64x2.gt, v128.and, drop",
      ]
    `);
    expect(written(made('powerInt', true, x, intConstant(-3)))).toMatchInlineSnapshot(`
      [
        false,
        "local.get 2, local.get 2, f64x2.mul, local.get 2, f64x2.mul, local.set 0, f64.const 1, f64x2.splat, local.get 0, f64x2.div, drop",
      ]
    `);
    expect(written(made('powerInt', false, x, intConstant(4)))).toMatchInlineSnapshot(`
      [
        false,
        "local.get 2, local.get 2, f64x2.mul, local.set 0, local.get 0, local.get 0, f64x2.mul, drop",
      ]
    `);
  });
});

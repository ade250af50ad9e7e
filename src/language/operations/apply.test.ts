import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/runs';
import { applyOperation } from './apply';
import { OPERATION_NAMES, type OperationName } from './names';
import type { LeafValue } from './operation';
import { operationRow } from './table';

function value(name: OperationName, ...values: readonly LeafValue[]): LeafValue {
  const applied = applyOperation(operationRow(name), values);
  if (applied.tag === 'problem') throw new Error(applied.problem.sentence);
  return applied.value;
}

function code(name: OperationName, ...values: readonly LeafValue[]): string | undefined {
  const applied = applyOperation(operationRow(name), values);
  return applied.tag === 'problem' ? applied.problem.code : undefined;
}

describe('an operation', () => {
  it('is undefined on the boundary of its open domain, and says so', () => {
    expect(code('log', 0)).toBe('domain');
    expect(code('log', -0)).toBe('domain');
    expect(code('divide', 1, 0)).toBe('domain');
    expect(code('divide', 1, -0)).toBe('domain');
    expect(code('sqrt', 0)).toBe('domain');
    expect(code('asin', 1)).toBe('domain');
    expect(code('acos', -1)).toBe('domain');
    expect(code('atan2', 0, 0)).toBe('domain');
    expect(code('atan2', -0, 0)).toBe('domain');
    expect(code('power', 0, 2)).toBe('domain');
    expect(code('powerInt', 0, -1)).toBe('domain');
    expect(code('div', 1, 0)).toBe('domain');
    expect(code('mod', 1, 0)).toBe('domain');
    expect(code('lessSmooth', 1, 1)).toBe('diagonal');
    expect(code('greaterSmooth', 0, -0)).toBe('diagonal');
  });

  it('never has NaN or an infinity as a result', () => {
    expect(code('exp', 1000)).toBe('not-finite');
    expect(code('multiply', 1e200, 1e200)).toBe('not-finite');
    expect(code('add', 1.7e308, 1.7e308)).toBe('not-finite');
    expect(code('powerInt', 10, 400)).toBe('not-finite');
    const wild = fc.double({ noNaN: true, noDefaultInfinity: true });
    for (const name of OPERATION_NAMES) {
      const row = operationRow(name);
      if (!row.parameters.every((p) => p === 'real')) continue;
      fc.assert(
        fc.property(
          fc.array(wild, { minLength: row.parameters.length, maxLength: row.parameters.length }),
          (values) => {
            const applied = applyOperation(row, values);
            if (applied.tag === 'value' && row.result === 'real') expect(Number.isFinite(applied.value)).toBe(true);
            if (applied.tag === 'value' && row.result === 'int') expect(Number.isSafeInteger(applied.value)).toBe(true);
          },
        ),
        runs(),
      );
    }
  });

  it('has one int zero, and ints that overflow with a message', () => {
    const maximum = Number.MAX_SAFE_INTEGER;
    expect(code('addInt', maximum, 1)).toBe('int-overflow');
    expect(code('subtractInt', -maximum, 1)).toBe('int-overflow');
    expect(code('multiplyInt', maximum, 2)).toBe('int-overflow');
    expect(code('floor', 1e300)).toBe('int-overflow');
    for (const zero of [
      value('negateInt', 0),
      value('multiplyInt', -1, 0),
      value('mod', -4, 2),
      value('div', 0, -3),
      value('floor', -0),
    ])
      expect(Object.is(zero, 0)).toBe(true);
  });

  it('divides ints rounding down, exactly, whatever the signs', () => {
    expect(value('div', 7, 2)).toBe(3);
    expect(value('div', -7, 2)).toBe(-4);
    expect(value('div', 7, -2)).toBe(-4);
    expect(value('mod', -7, 2)).toBe(1);
    expect(value('mod', 7, -2)).toBe(-1);
    const int = fc.maxSafeInteger();
    fc.assert(
      fc.property(
        int,
        int.filter((n) => n !== 0),
        (m, n) => {
          const quotient = BigInt(Number(value('div', m, n)));
          const remainder = BigInt(Number(value('mod', m, n)));
          expect(quotient * BigInt(n) + remainder).toBe(BigInt(m));
          expect(n > 0 ? remainder >= 0n && remainder < n : remainder <= 0n && remainder > n).toBe(true);
        },
      ),
      runs(),
    );
  });
});

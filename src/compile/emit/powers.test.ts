import { describe, expect, test } from 'vitest';
import { powerInt } from '../../language/operations/functions';
import { differences, elementaryArguments } from '../../testing/elementary-arguments';
import { host } from '../run/web-assembly';
import { encodeModule } from './module';
import { integerPower } from './powers';
import { settled } from './settle';

describe('a power of an exponent that is known when the program runs', () => {
  const general = { name: 'power', parameters: ['f64', 'f64'], results: ['f64'] } as const;
  const written = { name: 'powerInt', ...integerPower(0) };
  const module = {
    imports: [general],
    functions: [settled(written, { signatureOf: () => general, placed: (callee) => callee })],
    globals: [],
    exports: [['powerInt', 1] as const],
    pages: 1,
    data: [],
  };
  const { exports } = new host.Instance(new host.Module(encodeModule(module)), { operations: { power: Math.pow } });
  const ours = exports['powerInt'] as (base: number, exponent: bigint) => number;
  const bases = elementaryArguments().filter((_, i) => i % 50 === 0);

  test.each([
    ['small, of either sign, or 0', Array.from({ length: 41 }, (_, i) => i - 20)],
    ['large', [100, -1001, 2 ** 31, 2 ** 32 + 1, -(2 ** 40), Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]],
  ])('has the bits of the machine: %s', (_, exponents) => {
    for (const exponent of exponents) {
      const theirs = (base: number): number => powerInt(base, exponent);
      expect(
        differences((base) => ours(base, BigInt(exponent)), theirs, bases),
        String(exponent),
      ).toEqual([]);
    }
  });
});

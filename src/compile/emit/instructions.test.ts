import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encode, type Instruction, show, shuffleOf, signed, unsigned } from './instructions';
import { runs } from '../../testing/runs';

const bytesOf = (instruction: Instruction): readonly number[] => {
  const bytes: number[] = [];
  encode(bytes, instruction);
  return bytes;
};

describe('LEB128', () => {
  test('of the examples of the standard', () => {
    const [u, s]: [number[], number[]] = [[], []];
    unsigned(u, 624_485);
    signed(s, -123_456);
    expect(u).toEqual([0xe5, 0x8e, 0x26]);
    expect(s).toEqual([0xc0, 0xbb, 0x78]);
  });

  test('can be read back', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        const bytes: number[] = [];
        signed(bytes, value);
        const last = bytes.at(-1) ?? 0;
        const sum = bytes.reduce((all, byte, i) => all + (BigInt(byte & 0x7f) << BigInt(7 * i)), 0n);
        expect(Number((last & 0x40) === 0 ? sum : sum - (1n << BigInt(7 * bytes.length)))).toBe(value + 0);
      }),
      runs(),
    );
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), (value) => {
        const bytes: number[] = [];
        unsigned(bytes, value);
        expect(bytes.reduce((all, byte, i) => all + (byte & 0x7f) * 2 ** (7 * i), 0)).toBe(value);
      }),
      runs(),
    );
  });
});

test.each<[Instruction, readonly number[]]>([
  [{ op: 'f64.add' }, [0xa0]],
  [{ op: 'local.get', immediate: 300 }, [0x20, 0xac, 0x02]],
  [{ op: 'block' }, [0x02, 0x40]],
  [{ op: 'if', immediate: 'f64' }, [0x04, 0x7c]],
  [{ op: 'i32.const', immediate: 2 ** 32 - 1 }, [0x41, 0x7f]],
  [{ op: 'i64.const', immediate: 64 }, [0x42, 0xc0, 0x00]],
  [{ op: 'i64.const', immediate: -64 }, [0x42, 0x40]],
  [{ op: 'f64.const', immediate: -2 }, [0x44, 0, 0, 0, 0, 0, 0, 0, 0xc0]],
  [{ op: 'f64.load', immediate: 8 }, [0x2b, 3, 8]],
  [{ op: 'i32.store' }, [0x36, 2, 0]],
  [{ op: 'i32.load16_u', immediate: 2 }, [0x2f, 1, 2]],
  [{ op: 'memory.grow' }, [0x40, 0]],
  [{ op: 'memory.copy' }, [0xfc, 10, 0, 0]],
  [{ op: 'v128.load', immediate: 16 }, [0xfd, 0, 3, 16]],
  [{ op: 'f64x2.sub' }, [0xfd, 0xf1, 0x01]],
  [{ op: 'f64x2.extract_lane', immediate: 1 }, [0xfd, 0x21, 1]],
  [{ op: 'v128.load64_lane', immediate: 24 }, [0xfd, 0x57, 3, 24, 1]],
  [{ op: 'v128.store64_lane' }, [0xfd, 0x5b, 3, 0, 1]],
  [
    { op: 'i8x16.shuffle', immediate: shuffleOf(1, 2) },
    [0xfd, 0x0d, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
  ],
])('%o is encoded', (instruction, bytes) => {
  expect(bytesOf(instruction)).toEqual(bytes);
});

test.each<[Instruction, string]>([
  [{ op: 'f64.add' }, 'f64.add'],
  [{ op: 'if', immediate: 'f64' }, 'if (result f64)'],
  [{ op: 'f64.load', immediate: 0 }, 'f64.load'],
  [{ op: 'f64.load', immediate: 8 }, 'f64.load offset=8'],
  [{ op: 'v128.load', immediate: 8 }, 'v128.load offset=8'],
  [{ op: 'f64.const', immediate: -0 }, 'f64.const -0'],
  [{ op: 'f64.const', immediate: Infinity }, 'f64.const inf'],
  [{ op: 'local.get', immediate: 0 }, 'local.get 0'],
  [{ op: 'f64x2.extract_lane', immediate: 0 }, 'f64x2.extract_lane 0'],
  [{ op: 'v128.load64_lane', immediate: 24 }, 'v128.load64_lane offset=24 1'],
  [{ op: 'v128.store64_lane', immediate: 0 }, 'v128.store64_lane 1'],
  [{ op: 'i8x16.shuffle', immediate: shuffleOf(3, 0) }, 'i8x16.shuffle 24 25 26 27 28 29 30 31 0 1 2 3 4 5 6 7'],
])('%o has a text', (instruction, text) => {
  expect(show(instruction)).toBe(text);
});

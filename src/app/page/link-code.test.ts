import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { codeOfLink, MOST_IN_CODE } from './link-code';

describe('QR code of a link', () => {
  it('draws every black module and no other, within a quiet zone of four', () => {
    const link = 'https://example.org/#n1=S0xKTklNAwA';
    const code = codeOfLink(link);
    const { data, size } = encode(link, { ecc: 'L', border: 4 });
    expect(code?.size).toBe(size);
    const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
    for (const [, x, y, width] of (code?.path ?? '').matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
      drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
    expect(drawn).toEqual(data);
    expect(drawn.slice(0, 4).flat()).not.toContain(true);
    expect(drawn.map((row) => row.slice(-4)).flat()).not.toContain(true);
    expect(drawn[4]?.slice(4, 11)).not.toContain(false); // the top of a finder pattern
  });

  it('holds at most 2953 characters', () => {
    expect(codeOfLink('a'.repeat(MOST_IN_CODE))?.size).toBe(177 + 8);
    expect(codeOfLink('a'.repeat(MOST_IN_CODE + 1))).toBeUndefined();
  });
});

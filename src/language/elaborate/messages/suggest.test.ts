import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../testing/runs';
import { closest } from './suggest';

describe('suggestions', () => {
  test('the nearest name is found despite one or two wrong letters', () => {
    expect(closest('sni', ['cos', 'sin'])).toBe('sin');
    expect(closest('gradd', ['grad', 'rd'])).toBe('grad');
    expect(closest('Relu', ['relu'])).toBe('relu');
    expect(closest('sigmiod', ['sigmoid'])).toBe('sigmoid');
    expect(closest('banana', ['sin', 'cos'])).toBeUndefined();
  });

  test('one wrong letter in a long name is always close enough, wherever it is', () => {
    const name = fc.stringMatching(/^[a-z]{6,30}$/);
    fc.assert(
      fc.property(name, fc.nat(), fc.constantFrom('', 'x', 'xy'), (known, at, inserted) => {
        const place = at % known.length;
        const slip = known.slice(0, place) + inserted + known.slice(place + 1);
        fc.pre(slip !== known);
        expect(closest(slip, [known])).toBe(known);
      }),
      runs(),
    );
  });

  test('very long names cost no more than their length', () => {
    const long = 'a'.repeat(100_000);
    expect(closest(`b${long}`, [long])).toBe(long);
    expect(closest('b'.repeat(100_000), [long])).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { detect, type Finding } from './detective';
import { added, deltaExample, productAndSine, scaled, varOf, zero, type Sketch } from './example';
import { nodeText } from './text';
import { stepsOf } from './trail';
import { sweepOf } from './sweep';

const at = { cell: 0, start: 0, end: 1 };
const x = { label: 'x', value: 1, span: at };
const y = { label: 'y', value: 1, span: at };

function investigate(leaves: readonly (typeof x)[], bindings: readonly Sketch[], input = 0) {
  const payload = deltaExample(leaves, bindings);
  return { payload, ...detect(payload, sweepOf(payload), input) };
}

function expectTag<T extends Finding['tag']>(finding: Finding, tag: T): Extract<Finding, { tag: T }> {
  if (finding.tag !== tag) throw new Error(`${finding.tag} instead of ${tag}`);
  return finding as Extract<Finding, { tag: T }>; // by the line above
}

describe('the detective', () => {
  it('finds an input that the result does not reach, and where its value ends', () => {
    const { payload, derivative, finding } = investigate([x, y], [scaled(3, varOf(1)), scaled(2, varOf(2))]);
    expect(derivative).toBe(0);
    const { last } = expectTag(finding, 'unreached');
    expect(last.map((node) => nodeText(payload, node))).toEqual(['w3 = Scale 3 x']);
    expect(expectTag(investigate([x, y], [scaled(2, varOf(2))]).finding, 'unreached').last).toEqual([]);
  });

  it('finds the Scale 0 on the way that has the fewest', () => {
    const { payload, derivative, finding } = investigate(
      [x],
      [scaled(0, varOf(1)), added(scaled(0, varOf(2)), scaled(0, scaled(5, varOf(1)))), scaled(7, varOf(3))],
    );
    expect(derivative).toBe(0);
    const { zeros, trail, ways } = expectTag(finding, 'scaled away');
    expect(zeros.map((node) => nodeText(payload, node))).toEqual(['Scale 0 (Scale 5 x)', 'Scale 0 x']);
    expect(trail.nodes.at(0)).toBe(payload.result);
    expect(trail.nodes.at(-1)).toBe(0);
    expect(trail.slots.map((slot) => payload.operands[slot])).toEqual(trail.nodes.slice(1));
    expect(ways).toBe(2);
  });

  it('finds where contributions cancel, and the two largest', () => {
    const { payload, finding } = investigate(
      [x],
      [scaled(2, varOf(1)), added(scaled(3, varOf(2)), scaled(-4, varOf(2))), added(varOf(3), scaled(1, varOf(2)))],
    );
    const { at: place, two, contributions } = expectTag(finding, 'cancelled');
    expect(nodeText(payload, place)).toBe('w2 = Scale 2 x');
    expect(two.map(({ amount }) => amount)).toEqual([3, -4]);
    expect(contributions).toBe(3);
  });

  it('finds the step at which a product became less than any number', () => {
    const chain = Array.from({ length: 5 }, (_, i) => scaled(1e-100, varOf(i + 1)));
    const { payload, derivative, finding } = investigate([x], chain);
    expect(derivative).toBe(0);
    const { at: place, exponent } = expectTag(finding, 'vanished');
    // 1e-400: the fourth Scale from the result.
    expect(nodeText(payload, place)).toBe('Scale 1e-100 w2');
    expect(exponent).toBe(-500);
  });

  it('names the steps that make a derivative large, or tiny', () => {
    const factors = [2, 1e5, 0.5, 1e4];
    const chain = (sign: 1 | -1) => factors.map((factor, i) => scaled(factor ** sign, varOf(i + 1)));
    for (const sign of [1, -1] as const) {
      const { payload, derivative, finding } = investigate([x], chain(sign));
      expect(derivative).toBeCloseTo(1e9 ** sign, 12);
      const { size, scales, product } = expectTag(finding, 'reached');
      expect(size).toBe(sign === 1 ? 'large' : 'tiny');
      expect(product).toBeCloseTo(derivative, 12);
      expect(scales.slice(0, 2).map((node) => payload.coefficients[node])).toEqual([1e5 ** sign, 1e4 ** sign]);
    }
  });

  it('takes the way whose product is the largest for the dominant one, and counts the others', () => {
    const payload = productAndSine(1.5, 2);
    const { derivative, finding } = detect(payload, sweepOf(payload), 0);
    expect(derivative).toBeCloseTo(2 + Math.cos(1.5), 14);
    const { trail, product, ways, size } = expectTag(finding, 'reached');
    expect([product, ways, size]).toEqual([2, 2, 'plain']);
    const steps = stepsOf(payload, trail);
    expect(steps.map(({ node }) => nodeText(payload, node).slice(0, 4).trim())).toEqual([
      'w6 =',
      'w5 =',
      'w3 =',
      'inpu',
    ]);
    expect(steps.map(({ factor }) => factor)).toEqual([1, 1, 2, 1]);
    expect(steps.at(-1)?.along).toBe(2);
  });

  it('sees contributions that nearly cancel by their bound', () => {
    const { derivative, finding } = investigate([x], [added(scaled(1e8, varOf(1)), scaled(1 - 1e8, varOf(1)))]);
    expect(derivative).toBe(1);
    expect(expectTag(finding, 'reached').bound).toBe(2e8 - 1);
  });

  it('takes 2^60 ways as one walk over 60 bindings', () => {
    const doublings = Array.from({ length: 60 }, (_, i) => added(scaled(0.5, varOf(i + 1)), scaled(0.5, varOf(i + 1))));
    const { derivative, finding } = investigate([x], doublings);
    expect(derivative).toBe(1);
    expect(expectTag(finding, 'reached').ways).toBe(2 ** 60);
  });

  it('says of a result without any Delta that it reaches nothing', () => {
    expect(investigate([x], [scaled(1, zero)]).finding).toEqual({ tag: 'unreached', last: [] });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOWHERE } from '../language/source/span';
import { evalDelta } from '../testing/delta/eval-delta';
import { runs } from '../testing/runs';
import { DeltaState, wrapBindings } from './delta';
import { DELTA_ZERO, deltaAdd, deltaScale, deltaVar } from './delta-node';
import { Tape } from './tape';
import type { Variant } from './value';

const LEAVES = 3;

/** Right-hand sides as a translation makes them: sums of multiples of earlier Vars, and Zero. */
const bindings = fc.array(
  fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.nat(20), fc.nat(3)), { minLength: 1, maxLength: 3 }),
  { maxLength: 12 },
);

function sides(rows: readonly (readonly (readonly [number, number, number])[])[]): readonly Variant[] {
  return rows.map((row, at) => {
    const parts = row.map(([coefficient, parent, kind]) => {
      const variable = deltaVar(1 + (parent % (LEAVES + at)));
      return kind === 0
        ? DELTA_ZERO
        : kind === 1
          ? variable
          : deltaScale(coefficient, kind === 2 ? variable : DELTA_ZERO);
    });
    return parts.reduceRight((sum, part) => deltaAdd(part, sum));
  });
}

describe('a tape', () => {
  it('computes the same as eval of the Lets, visiting each binding and summand once', () => {
    fc.assert(
      fc.property(bindings, fc.integer({ min: -4, max: 4 }), fc.integer({ min: 1, max: 7 }), (rows, amount, most) => {
        const deltas = sides(rows);
        const tape = new Tape(LEAVES + 1);
        const state = new DeltaState(LEAVES + 1);
        for (const delta of deltas) expect(tape.bind(delta)).toBe(state.bind(delta, NOWHERE, 0));
        const result = deltas.length === 0 ? DELTA_ZERO : deltaVar(tape.next - 1);
        const expected = evalDelta(amount, wrapBindings(state, result), new Map(), { visits: 0 });
        const sweep = tape.sweep(amount, result);
        let visits = 0;
        for (let more = sweep.advance(most); more > 0; more = sweep.advance(most)) visits += more;
        for (let id = 1; id <= LEAVES; id++) expect(sweep.result.get(id)).toBeCloseTo(expected.get(id) ?? 0, 9);
        expect(sweep.result.get(LEAVES + 1)).toBeUndefined();
        expect(visits).toBe(tape.nodes);
      }),
      runs(),
    );
  });

  it('takes at most 40 bytes for an operation on two reals, including its contribution', () => {
    const tape = new Tape(3);
    const delta = deltaAdd(deltaScale(2, deltaVar(1)), deltaScale(3, deltaVar(2)));
    const count = 100_000;
    for (let i = 0; i < count; i++) tape.bind(delta);
    expect((tape.bytes + tape.sweepBytes) / count).toBeLessThan(40);
  });
});

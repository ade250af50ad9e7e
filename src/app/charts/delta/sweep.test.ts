import { describe, expect, it } from 'vitest';
import { deltaOf } from '../../../testing/delta/delta-of';
import { added, deltaExample, productAndSine, scaled, varOf } from './example';
import { CLAUSES, clauseText, receivedBy, sweepOf } from './sweep';

/** More iterations than the trace of a graph that is drawn whole can have. */
const MOST_SHOWN = 60_000;

const at = { cell: 0, start: 0, end: 1 };

describe('the backward sweep', () => {
  it('starts at the cotangent of an R^a -> R, also in a graph that is folded', () => {
    const text =
      'let rec loop (a, n) = if n = 0 then a else loop (a * 1.5, n - 1)\nrd (fun x -> 1e300 + loop (x, 2)) 3 5';
    const payload = deltaOf(text);
    const sweep = sweepOf(payload);
    expect([payload.amount, receivedBy(sweep, payload.result, 1), receivedBy(sweep, 0, sweep.count)]).toEqual([
      5,
      5,
      5 * 1.5 ** 2,
    ]);
    const folded = deltaOf(text.replaceAll('2)', `${MOST_SHOWN})`).replace('1.5', '1.00001'));
    const last = sweepOf(folded);
    expect(folded.folded).toBeDefined();
    expect(folded.ids.some((id) => id >= folded.wrapperFrom)).toBe(false);
    expect(receivedBy(last, 0, last.count)).toBeCloseTo(5 * 1.00001 ** MOST_SHOWN, 9);
  });

  it('ends with the derivatives of x * y + sin x on the inputs', () => {
    const payload = productAndSine(1.5, 2);
    const sweep = sweepOf(payload);
    expect(receivedBy(sweep, 0, sweep.count)).toBeCloseTo(2 + Math.cos(1.5), 14);
    expect(receivedBy(sweep, 1, sweep.count)).toBeCloseTo(1.5, 14);
  });

  it('applies the clauses in the order of Figure 10', () => {
    const payload = deltaExample(
      [{ label: 'x', value: 3, span: at }],
      [added(scaled(3, varOf(1)), scaled(3, varOf(1)))],
    );
    const sweep = sweepOf(payload);
    expect(Array.from(sweep.clauses, (clause) => CLAUSES[clause])).toEqual([
      'var',
      'let',
      'add',
      'scale',
      'var',
      'scale',
      'var',
    ]);
    expect(Array.from(sweep.amounts)).toEqual([1, 1, 1, 1, 3, 1, 3]);
  });

  it('knows the adjoint of a variable at every step, forwards and backwards', () => {
    const payload = deltaExample(
      [{ label: 'x', value: 3, span: at }],
      [added(scaled(3, varOf(1)), scaled(3, varOf(1)))],
    );
    const sweep = sweepOf(payload);
    const history = Array.from({ length: sweep.count + 1 }, (_, done) => receivedBy(sweep, 0, done));
    expect(history).toEqual([undefined, undefined, undefined, undefined, undefined, 3, 3, 6]);
  });

  it('says which bindings do not matter', () => {
    const payload = deltaExample([{ label: 'x', value: 3, span: at }], [scaled(2, varOf(1)), scaled(5, varOf(1))]);
    const sweep = sweepOf(payload);
    const last = sweep.count - 1;
    expect(CLAUSES[sweep.clauses[last] ?? 0]).toBe('unused');
    expect(clauseText(payload, sweep, last, () => 'w2', String).instance).toContain('Nothing');
  });

  it('visits every edge once at most, however much is shared', () => {
    // Nested doubling: 2^40 paths, 40 bindings.
    const doubling = Array.from({ length: 40 }, (_, i) => added(varOf(i + 1), varOf(i + 1)));
    const payload = deltaExample([{ label: 'x', value: 1, span: at }], doubling);
    const sweep = sweepOf(payload);
    expect(sweep.count).toBeLessThan(4 * payload.count);
    expect(receivedBy(sweep, 0, sweep.count)).toBe(2 ** 40);
  });

  it('prints the clause that fired with its amounts', () => {
    const payload = productAndSine(1.5, 2);
    const sweep = sweepOf(payload);
    const step = Array.from(sweep.clauses).findIndex((clause) => CLAUSES[clause] === 'scale');
    expect(clauseText(payload, sweep, step, (node) => `n${node}`, String).instance).toMatch(
      /^eval 1 \(Scale 1 n\d+\) um = eval 1 n\d+ um$/,
    );
  });
});

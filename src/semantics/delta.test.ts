import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOWHERE } from '../language/source/span';
import { evalDelta } from '../testing/delta/eval-delta';
import { MUTATING, runs } from '../testing/runs';
import { DeltaState, DeltaSweep, overflowIn, wrapBindings } from './delta';
import { DELTA_ZERO, deltaAdd, deltaLet, deltaNode, deltaScale, deltaVar, type DeltaId } from './delta-node';
import { TracedSweep } from './delta-traced';
import { Emitter } from './emit';
import { newMeter } from './outcome';
import { backward } from './sweep';
import { COPY, NO_OPERAND, Trace } from './trace';
import { Traced, Variant, type Value } from './value';

type DeltaMap = ReadonlyMap<DeltaId, number>;

/** Figure 10's eval, transcribed: the iterative one must agree with it, including the number of visits. */
function paperEval(x: number, u: Variant, um: DeltaMap, meter: { visits: number }): DeltaMap {
  meter.visits++;
  const node = deltaNode(u);
  switch (node.name) {
    case 'Delta.Zero':
      return um;
    case 'Delta.Scale': {
      const [y, v] = node.payload;
      return paperEval(x * y, v, um, meter);
    }
    case 'Delta.Add': {
      const [u1, u2] = node.payload;
      return paperEval(x, u2, paperEval(x, u1, um, meter), meter);
    }
    case 'Delta.Let': {
      const [id, u1, u2] = node.payload;
      const um2 = paperEval(x, u2, um, meter);
      const y = um2.get(id);
      if (y === undefined) return um2;
      const rest = new Map(um2);
      rest.delete(id);
      return paperEval(y, u1, rest, meter);
    }
    case 'Delta.Var':
    case 'Delta.OneHot': {
      const id = node.payload;
      return new Map(um).set(id, (um.get(id) ?? 0) + x);
    }
  }
}

function evalTracedDelta(
  amount: Value,
  delta: Variant,
  map: ReadonlyMap<DeltaId, Value>,
  emitter: Emitter,
  meter: { visits: number },
): ReadonlyMap<DeltaId, Value> {
  const sweep = new TracedSweep(amount, delta, map, emitter);
  for (let visits = sweep.advance(3); visits > 0; visits = sweep.advance(3)) meter.visits += visits;
  return sweep.result;
}

type Vector = readonly number[];

/** The denotation of Lemma 6, where the free variables 1 to `width` are the unit vectors. */
function denote(u: Variant, environment: ReadonlyMap<number, Vector>, width: number): Vector {
  const node = deltaNode(u);
  switch (node.name) {
    case 'Delta.Zero':
      return Array.from({ length: width }, () => 0);
    case 'Delta.Scale': {
      const [y, v] = node.payload;
      return denote(v, environment, width).map((entry) => y * entry);
    }
    case 'Delta.Add': {
      const [u1, u2] = node.payload;
      const right = denote(u2, environment, width);
      return denote(u1, environment, width).map((entry, i) => entry + (right[i] ?? NaN));
    }
    case 'Delta.Let': {
      const [id, u1, u2] = node.payload;
      return denote(u2, new Map(environment).set(id, denote(u1, environment, width)), width);
    }
    case 'Delta.Var':
    case 'Delta.OneHot':
      return environment.get(node.payload) ?? [];
  }
}

const WIDTH = 3;

/** Deltas over the free ids 1 to WIDTH; every Let has its own id. With small integers, sums and products are exact. */
const delta: fc.Arbitrary<Variant> = fc.nat({ max: 2 ** 31 - 1 }).map((seed) => {
  let state = seed;
  let nextId = WIDTH + 1;
  const below = (n: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 1;
    return (state >>> 8) % n;
  };
  const build = (depth: number, scope: readonly number[]): Variant => {
    switch (depth === 0 ? below(2) : below(8)) {
      case 0:
        return DELTA_ZERO;
      case 1:
      case 2:
        return deltaVar(scope[below(scope.length)] ?? 1);
      case 3:
      case 4:
        return deltaScale(below(7) - 3, build(depth - 1, scope));
      case 5:
        return deltaAdd(build(depth - 1, scope), build(depth - 1, scope));
      default: {
        const id = nextId++;
        return deltaLet(id, build(depth - 1, scope), build(depth - 1, [...scope, id]));
      }
    }
  };
  return build(7, [1, 2, 3]);
});

describe('eval of Deltas', () => {
  it("agrees with Figure 10's equations, with the same visits", () => {
    fc.assert(
      fc.property(delta, fc.integer({ min: -4, max: 4 }), (u, x) => {
        const before = new Map([[2, 5]]);
        const expected = { visits: 0 };
        const actual = { visits: 0 };
        expect(evalDelta(x, u, before, actual)).toEqual(paperEval(x, u, before, expected));
        expect(actual).toEqual(expected);
        expect(before).toEqual(new Map([[2, 5]]));
      }),
      runs(),
    );
  });

  it('can pause after any number of visits', () => {
    fc.assert(
      fc.property(delta, fc.integer({ min: 1, max: 5 }), (u, most) => {
        const meter = { visits: 0 };
        const whole = evalDelta(3, u, new Map(), meter);
        const sweep = new DeltaSweep(3, u, new Map());
        let visits = 0;
        for (let more = sweep.advance(most); more > 0; more = sweep.advance(most)) {
          expect(more).toBeLessThanOrEqual(most);
          visits += more;
        }
        expect([sweep.result, visits]).toEqual([whole, meter.visits]);
      }),
      runs(),
    );
  });

  it('is the vector denotation of Lemma 6 on Deltas with distinct fresh ids', () => {
    const unit = new Map([1, 2, 3].map((id) => [id, [1, 2, 3].map((i) => (i === id ? 1 : 0))]));
    fc.assert(
      fc.property(delta, fc.integer({ min: -4, max: 4 }), (u, s) => {
        const before = new Map([
          [1, 7],
          [3, -2],
        ]);
        const after = evalDelta(s, u, before, { visits: 0 });
        const difference = [1, 2, 3].map((id) => (after.get(id) ?? 0) - (before.get(id) ?? 0));
        expect(difference.map((entry) => entry + 0)).toEqual(denote(u, unit, WIDTH).map((entry) => s * entry + 0));
      }),
      runs(),
    );
  });

  it('gives the same result if its arithmetic is recorded', () => {
    fc.assert(
      fc.property(delta, fc.integer({ min: -4, max: 4 }), (u, x) => {
        const before = new Map([[2, 5]]);
        const expected = newMeter();
        const actual = newMeter();
        const trace = new Trace([]);
        const plain = evalDelta(x, u, before, expected);
        expect(evalTracedDelta(x, u, before, new Emitter(trace, newMeter(), 0), actual)).toEqual(
          new Map([...plain].map(([id, amount]) => [id, amount + 0])),
        );
        expect(actual).toEqual(expected);
        expect(before).toEqual(new Map([[2, 5]]));
        const point = new Traced(x, trace.append(COPY, NO_OPERAND, NO_OPERAND, x, 0, 0));
        const traced = evalTracedDelta(point, u, new Map(), new Emitter(trace, newMeter(), 1e6), newMeter());
        const swept = new Map([...evalDelta(1, u, new Map(), newMeter())]);
        for (const [id, amount] of traced) {
          const adjoints = backward(trace, amount instanceof Traced ? [[amount.node, 1]] : [], newMeter());
          if ('tag' in adjoints) throw new Error('a sweep of small numbers');
          expect((adjoints[0] ?? 0) + 0).toBe((swept.get(id) ?? 0) + 0);
        }
      }),
      runs(),
    );
  });

  it('treats OneHot like Var (Figure 7)', () => {
    const oneHot = (id: number): Variant => new Variant('Delta.OneHot', id);
    const u = deltaAdd(
      deltaScale(2, oneHot(1)),
      deltaLet(4, deltaScale(5, oneHot(2)), deltaAdd(oneHot(4), deltaVar(1))),
    );
    const meter = { visits: 0 };
    const expected = new Map([
      [1, 10],
      [2, 15],
    ]);
    expect(evalDelta(3, u, new Map([[1, 1]]), meter)).toEqual(expected);
    expect(meter.visits).toBe(9);
    const emitter = new Emitter(new Trace([]), newMeter(), 0);
    expect(evalTracedDelta(3, u, new Map([[1, 1]]), emitter, newMeter())).toEqual(expected);
  });

  it('rejects values that are not Deltas', () => {
    expect(() => evalDelta(1, new Variant('Delta.Nonsense', undefined), new Map(), { visits: 0 })).toThrow('Nonsense');
  });

  it.skipIf(MUTATING)('takes a million bindings, each visited once', () => {
    const state = new DeltaState(2);
    let last = 1;
    for (let i = 0; i < 1e6; i++) {
      last = state.bind(deltaAdd(deltaScale(0.5, deltaVar(last)), deltaScale(0.5, deltaVar(last))), NOWHERE, 0);
    }
    const meter = { visits: 0 };
    const map = evalDelta(3, wrapBindings(state, deltaVar(last)), new Map(), meter);
    expect([...map]).toEqual([[1, 3]]);
    // Each binding has a Let, an Add, two Scales and two Vars; the result is a Var.
    expect(meter.visits).toBe(6e6 + 1);
  });

  it.skipIf(MUTATING)('takes a chain of a million Adds and Scales', () => {
    let left = deltaVar(1);
    let right = deltaVar(1);
    for (let i = 0; i < 1e6; i++) {
      left = deltaAdd(left, deltaVar(2));
      right = deltaAdd(deltaVar(2), deltaScale(1, right));
    }
    expect(evalDelta(1, deltaAdd(left, right), new Map(), { visits: 0 })).toEqual(
      new Map([
        [1, 2],
        [2, 2e6],
      ]),
    );
  });

  it('does not visit unused bindings', () => {
    const unused = deltaLet(2, new Variant('Delta.Nonsense', undefined), deltaVar(1));
    expect(evalDelta(1, unused, new Map(), { visits: 0 })).toEqual(new Map([[1, 1]]));
  });

  it('leaves an overflow in the map, where the caller finds it', () => {
    const map = evalDelta(1e300, deltaScale(1e300, deltaAdd(deltaVar(1), deltaScale(0, deltaVar(2)))), new Map(), {
      visits: 0,
    });
    expect(overflowIn(map)).toBe(1);
    expect(overflowIn(new Map([[1, 2]]))).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, type OperationName } from '../language/operations/names';
import { NOWHERE } from '../language/source/span';
import { newMeter, type Meter } from './outcome';
import {
  backward,
  markDependents,
  type SweepRange,
  type Seed,
  sweepBackward,
  sweepForward,
  type SweepProblem,
} from './sweep';
import { COPY, DEPENDS, INPUT, LEFT_DEPENDS, NO_OPERAND, RIGHT_DEPENDS, Trace } from './trace';

type Entry = readonly [
  operation: OperationName | typeof INPUT | typeof COPY,
  left?: number,
  right?: number,
  value?: number,
];

/** Returns a trace of these entries; constants are operands below 0. */
function traceOf(entries: readonly Entry[], constants: readonly number[] = []): Trace {
  const trace = new Trace([NOWHERE]);
  for (const constant of constants) trace.constant(constant);
  for (const [operation, left = NO_OPERAND, right = NO_OPERAND, value = 0] of entries) {
    const index = typeof operation === 'number' ? operation : OPERATION_NAMES.indexOf(operation);
    trace.append(index, left, right, value, 0, 0);
  }
  return trace;
}

/** Returns the tangents of all entries, given those of some. */
function forward(trace: Trace, seeds: readonly Seed[], meter: Meter): Float64Array | SweepProblem {
  const tangents = new Float64Array(trace.length);
  for (const [entry, tangent] of seeds) tangents[entry] = tangent;
  return sweepForward(trace, { marks: undefined, taints: undefined }, tangents, meter) ?? tangents;
}

const FIRST = -1;
const SECOND = -2;

/** sin (x y - 3) at (2, 5), and x + 3, which it does not use. */
const SINE = traceOf(
  [
    [INPUT, NO_OPERAND, NO_OPERAND, 2],
    [INPUT, NO_OPERAND, NO_OPERAND, 5],
    ['multiply', 0, 1, 10],
    ['subtract', 2, FIRST, 7],
    ['sin', 3, NO_OPERAND, Math.sin(7)],
    ['add', 0, FIRST, 5],
  ],
  [3],
);
const C = Math.cos(7);

function work({ visits, derivative }: Meter): readonly [number, number] {
  return [visits, derivative];
}

describe('the marks of entries that depend on copies', () => {
  it('are on the entries that reach a copy', () => {
    expect([...markDependents(SINE, 0, 1)]).toEqual([1, 0, 1, 1, 1, 1]);
    expect([...markDependents(SINE, 0, 2)]).toEqual([1, 1, 1, 1, 1, 1]);
    expect([...markDependents(SINE, 1, 1)]).toEqual([1, 1, 1, 1, 0]);
    expect([...markDependents(SINE, 0, 0)]).toEqual([0, 0, 0, 0, 0, 0]);
    const right = traceOf([[INPUT], [INPUT], ['divide', 0, 1], ['divide', 1, 0], ['exp', 0]]);
    expect([...markDependents(right, 1, 1)]).toEqual([1, 1, 1, 0]);
  });
});

describe('the reverse sweep', () => {
  it('visits each entry with an adjoint once, and does work for each operand that is an entry', () => {
    const meter = newMeter();
    expect(backward(SINE, [[4, 1]], meter)).toEqual(new Float64Array([5 * C, 2 * C, C, C, 1, 0]));
    expect(work(meter)).toEqual([5, 8]);
  });

  it('adds up seeds of the same entry', () => {
    const meter = newMeter();
    const seeds = [
      [4, 1],
      [1, 8],
      [4, 2],
      [2, -1],
    ] as const;
    expect(backward(SINE, seeds, meter)).toEqual(
      new Float64Array([5 * (3 * C - 1), 8 + 2 * (3 * C - 1), 3 * C - 1, 3 * C, 3, 0]),
    );
    expect(work(meter)).toEqual([5, 8]);
  });

  it('skips unmarked entries', () => {
    const meter = newMeter();
    const adjoints = new Float64Array([0, 0, 0, 0, 1, 0]);
    const range: SweepRange = { marks: markDependents(SINE, 0, 1), taints: undefined };
    expect(sweepBackward(SINE, range, adjoints, meter)).toBeUndefined();
    expect([...adjoints]).toEqual([5 * C, 0, C, C, 1, 0]);
    expect(work(meter)).toEqual([4, 6]);
    const right = newMeter();
    const marks = markDependents(SINE, 0, 2).fill(0, 0, 1);
    adjoints.fill(0).fill(1, 4, 5);
    sweepBackward(SINE, { marks, taints: undefined }, adjoints, right);
    expect([...adjoints]).toEqual([0, 2 * C, C, C, 1, 0]);
    expect(work(right)).toEqual([4, 6]);
    marks.fill(0);
    const none = newMeter();
    sweepBackward(SINE, { marks, taints: undefined }, adjoints.fill(1), none);
    expect([...adjoints]).toEqual([1, 1, 1, 1, 1, 1]);
    expect(work(none)).toEqual([0, 0]);
  });

  it('passes an adjoint through a copy, without work', () => {
    const trace = traceOf([[INPUT], [COPY, 0], ['add', 1, 0], ['add', 2, 0]]);
    const meter = newMeter();
    expect(backward(trace, [[3, 2]], meter)).toEqual(new Float64Array([6, 2, 2, 2]));
    expect(work(meter)).toEqual([4, 8]);
    // The left operand of an input is ignored, whatever its value is.
    expect(backward(traceOf([[INPUT], [INPUT, 0]]), [[1, 2]], newMeter())).toEqual(new Float64Array([0, 2]));
  });

  it('uses absolute values of coefficients and seeds on demand', () => {
    const trace = traceOf([[INPUT], [INPUT], ['subtract', 0, 1], ['negate', 2]]);
    expect(backward(trace, [[3, -1]], newMeter(), true)).toEqual(new Float64Array([1, 1, 1, 1]));
    expect(backward(trace, [[3, -1]], newMeter())).toEqual(new Float64Array([1, -1, 1, -1]));
  });

  it('stops at the entry whose partial makes an adjoint infinite', () => {
    for (const operands of [
      [0, FIRST],
      [FIRST, 0],
    ] as const) {
      const [left, right] = operands;
      const trace = traceOf([[INPUT], ['multiply', left, right], ['multiply', 1, FIRST]], [1e200]);
      const meter = newMeter();
      expect(backward(trace, [[2, 1]], meter)).toEqual({ tag: 'problem', entry: 1 });
      expect(work(meter)).toEqual([2, 4]);
    }
  });
});

describe('the forward sweep', () => {
  it('visits every entry, and does work for each operand that has a tangent', () => {
    const meter = newMeter();
    expect(forward(SINE, [[0, 1]], meter)).toEqual(new Float64Array([1, 0, 5, 5, 5 * C, 1]));
    expect(work(meter)).toEqual([6, 8]);
    const other = newMeter();
    expect(forward(SINE, [[1, 3]], other)).toEqual(new Float64Array([0, 3, 6, 6, 6 * C, 0]));
    expect(work(other)).toEqual([6, 6]);
    const both = newMeter();
    const seeds = [
      [0, 1],
      [1, 3],
    ] as const;
    expect(forward(SINE, seeds, both)).toEqual(new Float64Array([1, 3, 11, 11, 11 * C, 1]));
    expect(work(both)).toEqual([6, 10]);
  });

  it('skips unmarked entries', () => {
    const meter = newMeter();
    const tangents = new Float64Array([1, 0, 0, 0, 0, 0]);
    const marks = new Uint8Array([1, 0, 1, 1, 0, 0]);
    expect(sweepForward(SINE, { marks, taints: undefined }, tangents, meter)).toBeUndefined();
    expect([...tangents]).toEqual([1, 0, 5, 5, 0, 0]);
    expect(work(meter)).toEqual([3, 4]);
  });

  it('passes a tangent through a copy, without work', () => {
    const trace = traceOf([[INPUT], [COPY, 0], ['add', 1, 0]]);
    const meter = newMeter();
    const seeds = [
      [0, 2],
      [1, 1],
    ] as const;
    expect(forward(trace, seeds, meter)).toEqual(new Float64Array([2, 3, 5]));
    expect(work(meter)).toEqual([3, 4]);
    expect(forward(traceOf([[INPUT], [INPUT, 0]]), seeds, newMeter())).toEqual(new Float64Array([2, 1]));
  });

  it('stops at the entry whose tangent is not finite', () => {
    const trace = traceOf([[INPUT], ['multiply', 0, FIRST], ['multiply', FIRST, 1], ['negate', 2]], [1e200]);
    const meter = newMeter();
    expect(forward(trace, [[0, 1]], meter)).toEqual({ tag: 'problem', entry: 2 });
    expect(work(meter)).toEqual([3, 4]);
  });
});

describe('the dependence of an adjoint or tangent', () => {
  /**
   * Returns the taints of two operands. Entry 0 is the point; the last entry is `entry`; the flags of both are given.
   */
  function taints(entry: Entry, flags: number, ofPoint = 0, before = 0): readonly [number, number] {
    const trace = traceOf([[COPY, FIRST, NO_OPERAND, 2], entry], [3, 4]);
    trace.flags[0] = ofPoint;
    trace.flags[1] = flags;
    const back = new Uint8Array([0, before]);
    sweepBackward(trace, { marks: undefined, taints: back }, new Float64Array([0, 1]), newMeter());
    const ahead = new Uint8Array([before, 0]);
    sweepForward(trace, { marks: undefined, taints: ahead }, new Float64Array([1, 0]), newMeter());
    return [back[0] ?? -1, ahead[1] ?? -1];
  }

  it('comes from what the coefficient mentions', () => {
    expect(taints(['multiply', 0, SECOND], RIGHT_DEPENDS)).toEqual([1, 1]);
    expect(taints(['multiply', 0, SECOND], LEFT_DEPENDS)).toEqual([0, 0]);
    expect(taints(['multiply', SECOND, 0], LEFT_DEPENDS)).toEqual([1, 1]);
    expect(taints(['multiply', SECOND, 0], RIGHT_DEPENDS)).toEqual([0, 0]);
    // The coefficients of a sum mention no argument, so the point's own dependence does not matter.
    expect(taints(['add', 0, SECOND], LEFT_DEPENDS | RIGHT_DEPENDS)).toEqual([0, 0]);
    expect(taints(['add', SECOND, 0], LEFT_DEPENDS | RIGHT_DEPENDS)).toEqual([0, 0]);
    expect(taints(['multiply', 0, SECOND], 0, DEPENDS)).toEqual([0, 0]);
    expect(taints(['sin', 0], 0, DEPENDS)).toEqual([1, 1]);
    expect(taints(['sin', 0], 0, LEFT_DEPENDS)).toEqual([0, 0]);
    // The partials of the quotient are 1 / y and - x / y / y.
    expect(taints(['divide', 0, SECOND], RIGHT_DEPENDS)).toEqual([1, 1]);
    expect(taints(['divide', 0, SECOND], 0, DEPENDS)).toEqual([0, 0]);
    expect(taints(['divide', SECOND, 0], LEFT_DEPENDS)).toEqual([1, 1]);
    expect(taints(['divide', SECOND, 0], 0, DEPENDS)).toEqual([1, 1]);
    expect(taints(['divide', SECOND, 0], 0)).toEqual([0, 0]);
  });

  it('comes from the adjoint above, or the tangent below', () => {
    expect(taints(['add', 0, SECOND], 0, 0, 1)).toEqual([1, 1]);
    expect(taints(['add', SECOND, 0], 0, 0, 1)).toEqual([1, 1]);
    expect(taints(['sin', 0], 0, 0, 1)).toEqual([1, 1]);
    expect(taints([COPY, 0], 0, 0, 1)).toEqual([1, 1]);
    expect(taints([COPY, 0], 0, 0, 0)).toEqual([0, 0]);
  });

  it('persists', () => {
    const trace = traceOf(
      [
        [COPY, FIRST],
        [COPY, FIRST],
        [COPY, 0],
        ['add', 2, 1],
      ],
      [3],
    );
    const back = new Uint8Array([1, 0, 0, 0]);
    const range: SweepRange = { marks: undefined, taints: back };
    sweepBackward(trace, range, new Float64Array([0, 0, 0, 1]), newMeter());
    expect([...back]).toEqual([1, 0, 0, 0]);
    const ahead = new Uint8Array([0, 0, 1, 0]);
    sweepForward(trace, { ...range, taints: ahead }, new Float64Array([1, 1, 0, 0]), newMeter());
    expect([...ahead]).toEqual([0, 0, 1, 1]);
  });

  it('of an operand that is an entry comes from its own flags', () => {
    // The first entry depends on nothing, the second on an input.
    const trace = traceOf(
      [
        [COPY, FIRST, NO_OPERAND, 2],
        [COPY, FIRST, NO_OPERAND, 5],
        ['multiply', 0, 1, 10],
      ],
      [3],
    );
    trace.flags[1] = DEPENDS;
    const back = new Uint8Array(3);
    sweepBackward(trace, { marks: undefined, taints: back }, new Float64Array([0, 0, 1]), newMeter());
    expect([...back]).toEqual([1, 0, 0]);
    const mirrored = traceOf(
      [
        [COPY, FIRST, NO_OPERAND, 2],
        [COPY, FIRST, NO_OPERAND, 5],
        ['multiply', 1, 0, 10],
      ],
      [3],
    );
    mirrored.flags[1] = DEPENDS;
    const other = new Uint8Array(3);
    sweepBackward(mirrored, { marks: undefined, taints: other }, new Float64Array([0, 0, 1]), newMeter());
    expect([...other]).toEqual([1, 0, 0]);
  });
});

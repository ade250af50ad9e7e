import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, type OperationName } from '../language/operations/names';
import { NOWHERE } from '../language/source/span';
import { Emitter } from './emit';
import { newMeter } from './outcome';
import { backward } from './sweep';
import { COPY, LEFT_DEPENDS, NO_OPERAND, RIGHT_DEPENDS, Trace, UNRECORDED } from './trace';
import { Traced, type Value } from './value';

const index = (name: OperationName): number => OPERATION_NAMES.indexOf(name);

/** Returns a trace: a copy of a point, followed by the operations; constants are operands below 0. */
function traceOf(
  point: number,
  entries: readonly (readonly [OperationName, left: number, right: number, value: number])[],
  constants: readonly number[] = [],
): Trace {
  const trace = new Trace([NOWHERE]);
  for (const constant of constants) trace.constant(constant);
  trace.append(COPY, NO_OPERAND, NO_OPERAND, point, 10, 20);
  entries.forEach(([name, left, right, value], i) => trace.append(index(name), left, right, value, 11 + i, 21 + i));
  return trace;
}

/** Returns the trace of x³ at 2. */
const cube = (): Trace =>
  traceOf(2, [
    ['multiply', 0, 0, 4],
    ['multiply', 1, 0, 8],
  ]);

const marks = (count: number): Uint8Array => new Uint8Array(count).fill(1);

/** Returns the operation, operands, value, origin and call of the entries from `start` on. */
function emitted(trace: Trace, start: number): readonly unknown[] {
  return Array.from({ length: trace.length - start }, (_, k) => {
    const i = start + k;
    return [
      OPERATION_NAMES[trace.operations[i] ?? -1],
      trace.left[i],
      trace.right[i],
      trace.values[i],
      trace.origins[i],
      trace.calls[i],
    ];
  });
}

describe('the recorded reverse sweep', () => {
  it('makes an entry for each operation on recorded values, at the place of the differentiated entry', () => {
    const trace = cube();
    const meter = newMeter();
    const adjoints: Value[] = [undefined, undefined, 1];
    expect(new Emitter(trace, meter, 100).backward(0, 3, marks(3), adjoints)).toBeUndefined();
    expect(emitted(trace, 3)).toEqual([
      ['multiply', 0, 0, 4, 11, 21],
      ['add', 1, 3, 8, 11, 21],
      ['multiply', 0, 0, 4, 11, 21],
      ['add', 4, 5, 12, 11, 21],
    ]);
    expect(adjoints).toEqual([new Traced(12, 6), new Traced(2, 0), 1]);
    expect([meter.visits, meter.derivative]).toEqual([3, 4]);
    // (3 x²)' = 6 x
    expect(backward(trace, [[6, 1]], newMeter())).toMatchObject({ 0: 12 });
  });

  it('uses plain numbers where nothing is recorded, and skips zero and unmarked entries', () => {
    const trace = traceOf(
      2,
      [
        ['multiply', -1, 0, 6],
        ['subtract', 0, 1, -4],
        ['exp', 0, NO_OPERAND, Math.exp(2)],
        ['add', 2, 3, 1],
      ],
      [3],
    );
    const meter = newMeter();
    const adjoints: Value[] = [undefined, undefined, 1, 0, undefined];
    const some = new Uint8Array([1, 1, 1, 1, 0]);
    expect(new Emitter(trace, meter, 5).backward(0, 5, some, adjoints)).toBeUndefined();
    expect(trace.length).toBe(5);
    expect(adjoints).toEqual([-2, -1, 1, 0, undefined]);
    // The sweep computes -1 * 3 and 1 + -3.
    expect([meter.visits, meter.derivative]).toEqual([3, 2]);
    const unmarked: Value[] = [undefined, undefined, 1, 1, 1];
    new Emitter(trace, newMeter(), 5).backward(0, 5, new Uint8Array(5), unmarked);
    expect(unmarked).toEqual([undefined, undefined, 1, 1, 1]);
    const half: Value[] = [undefined, undefined, 1];
    new Emitter(trace, newMeter(), 5).backward(0, 3, new Uint8Array([0, 1, 1]), half);
    expect(half).toEqual([undefined, -1, 1]);
    const other: Value[] = [undefined, undefined, 1];
    new Emitter(trace, newMeter(), 5).backward(0, 3, new Uint8Array([1, 0, 1]), other);
    expect(other).toEqual([1, undefined, 1]);
  });

  it('stays in its range', () => {
    const trace = cube();
    const adjoints: Value[] = [undefined, new Traced(1, 0)];
    expect(new Emitter(trace, newMeter(), 100).backward(1, 3, marks(2), adjoints)).toBeUndefined();
    expect(emitted(trace, 3)).toEqual([['multiply', 0, 0, 2 * 1, 12, 22]]);
    expect(adjoints).toEqual([new Traced(2, 3), new Traced(1, 0)]);
  });

  it('passes adjoints through copies, and computes partials as in the table', () => {
    const trace = new Trace([NOWHERE]);
    trace.append(COPY, trace.constant(3), NO_OPERAND, 2, 0, 0);
    trace.append(COPY, 0, NO_OPERAND, 2, 1, 1);
    trace.append(index('powerInt'), 1, trace.constant(3), 8, 2, 2);
    const meter = newMeter();
    const adjoints: Value[] = [undefined, undefined, 1];
    expect(new Emitter(trace, meter, 100).backward(0, 3, marks(3), adjoints)).toBeUndefined();
    // 3 * x ^ (3 - 1)
    expect(emitted(trace, 3)).toEqual([
      ['powerInt', 1, -2, 4, 2, 2],
      ['multiply', -1, 3, 12, 2, 2],
    ]);
    expect(adjoints).toEqual([new Traced(12, 4), new Traced(12, 4), 1]);
    expect([meter.visits, meter.derivative]).toEqual([3, 10]);
  });

  it('marks dependence through constants', () => {
    const dependent = (entry: readonly [OperationName, number, number], flags: number): Value => {
      const trace = traceOf(2, [[...entry, 6]], [3]);
      trace.flags[1] = flags;
      const adjoints: Value[] = [undefined, 1];
      new Emitter(trace, newMeter(), 100).backward(0, 2, marks(2), adjoints);
      return adjoints[0];
    };
    expect(dependent(['multiply', 0, -1], RIGHT_DEPENDS)).toEqual(new Traced(3, UNRECORDED));
    expect(dependent(['multiply', 0, -1], LEFT_DEPENDS)).toBe(3);
    expect(dependent(['multiply', -1, 0], LEFT_DEPENDS)).toEqual(new Traced(3, UNRECORDED));
    expect(dependent(['multiply', -1, 0], RIGHT_DEPENDS)).toBe(3);
    expect(dependent(['multiply', -1, 0], 0)).toBe(3);
  });

  it('stops on overflow and at the memory limit', () => {
    for (const [left, right] of [
      [0, -1],
      [-1, 0],
    ] as const) {
      const trace = traceOf(
        1,
        [
          ['multiply', left, right, 1e200],
          ['multiply', 1, -1, 1],
        ],
        [1e200],
      );
      const adjoints: Value[] = [undefined, undefined, 1];
      const stopped = new Emitter(trace, newMeter(), 100).backward(0, 3, marks(3), adjoints);
      expect(stopped).toEqual({ tag: 'problem', entry: 1 });
    }
    expect(new Emitter(cube(), newMeter(), 7).backward(0, 3, marks(3), [undefined, undefined, 1])).toBeUndefined();
    expect(new Emitter(cube(), newMeter(), 6).backward(0, 3, marks(3), [undefined, undefined, 1])).toBe('memory');
  });
});

describe('the recorded forward sweep', () => {
  it('makes an entry for each operation on recorded values', () => {
    const trace = cube();
    const meter = newMeter();
    const tangents: Value[] = [1, undefined, undefined];
    expect(new Emitter(trace, meter, 100).forward(0, 3, marks(3), tangents)).toBeUndefined();
    expect(emitted(trace, 3)).toEqual([
      ['add', 0, 0, 4, 11, 21],
      ['multiply', 3, 0, 8, 12, 22],
      ['add', 4, 1, 12, 12, 22],
    ]);
    expect(tangents).toEqual([1, new Traced(4, 3), new Traced(12, 5)]);
    expect([meter.visits, meter.derivative]).toEqual([3, 3]);
    expect(backward(trace, [[5, 1]], newMeter())).toMatchObject({ 0: 12 });
  });

  it('uses plain numbers where nothing is recorded, and skips zero and unmarked entries', () => {
    const trace = traceOf(
      2,
      [
        ['multiply', -1, 0, 6],
        ['subtract', 0, 1, -4],
        ['exp', 0, NO_OPERAND, Math.exp(2)],
        ['divide', -1, 2, 1],
      ],
      [3],
    );
    const meter = newMeter();
    const tangents: Value[] = [1, undefined, undefined, undefined, undefined];
    expect(new Emitter(trace, meter, 100).forward(0, 3, new Uint8Array([1, 1, 1, 0, 0]), tangents)).toBeUndefined();
    expect(tangents).toEqual([1, 3, -2, undefined, undefined]);
    expect([meter.visits, meter.derivative, trace.length]).toEqual([3, 2, 5]);
    const zero: Value[] = [0, undefined, undefined, undefined, undefined];
    const idle = newMeter();
    expect(new Emitter(trace, idle, 100).forward(0, 5, marks(5), zero)).toBeUndefined();
    expect([idle.visits, idle.derivative, trace.length]).toEqual([5, 0, 5]);
    const unmarked: Value[] = [1, undefined];
    new Emitter(trace, newMeter(), 100).forward(0, 2, new Uint8Array([1, 0]), unmarked);
    expect(unmarked).toEqual([1, undefined]);
  });

  it('stays in its range, and adds to the seeds of copies', () => {
    const trace = new Trace([NOWHERE]);
    trace.append(COPY, NO_OPERAND, NO_OPERAND, 2, 0, 0);
    trace.append(COPY, 0, NO_OPERAND, 2, 0, 0);
    trace.append(COPY, 1, NO_OPERAND, 2, 0, 0);
    trace.append(index('subtract'), 0, 2, 0, 0, 0);
    trace.append(index('subtract'), 2, 0, 0, 0, 0);
    const all: Value[] = [5, 7, undefined, undefined, undefined];
    new Emitter(trace, newMeter(), 100).forward(0, 5, marks(5), all);
    expect(all).toEqual([5, 12, 12, -7, 7]);
    const inner: Value[] = [7, undefined, undefined, undefined];
    new Emitter(trace, newMeter(), 100).forward(1, 5, marks(4), inner);
    expect(inner).toEqual([7, 7, -7, 7]);
    const some: Value[] = [7, undefined, undefined, undefined];
    new Emitter(trace, newMeter(), 100).forward(1, 5, new Uint8Array([1, 1, 0, 1]), some);
    expect(some).toEqual([7, 7, undefined, 7]);
  });

  it('stops on overflow and at the memory limit', () => {
    const trace = traceOf(
      1,
      [
        ['multiply', 0, -1, 1e200],
        ['multiply', 1, -1, 1],
      ],
      [1e200],
    );
    const stopped = new Emitter(trace, newMeter(), 100).forward(0, 3, marks(3), [1]);
    expect(stopped).toEqual({ tag: 'problem', entry: 2 });
    expect(new Emitter(cube(), newMeter(), 4).forward(0, 3, marks(3), [1])).toBeUndefined();
    expect(new Emitter(cube(), newMeter(), 3).forward(0, 3, marks(3), [1])).toBe('memory');
  });
});

describe('emitted arithmetic', () => {
  it('is not made if the result is known', () => {
    const trace = cube();
    const meter = newMeter();
    const emitter = new Emitter(trace, meter, 100).at(5, 6);
    const x = new Traced(2, 0);
    const one = new Traced(1, UNRECORDED);
    expect([
      emitter.times(undefined, x),
      emitter.times(x, undefined),
      emitter.times(0, x),
      emitter.times(x, 0),
    ]).toEqual([0, 0, 0, 0]);
    expect([emitter.times(x, 1), emitter.times(1, x), emitter.times(1, one)]).toEqual([x, x, one]);
    expect([emitter.plus(undefined, undefined), emitter.plus(undefined, x), emitter.plus(x, 0)]).toEqual([0, x, x]);
    expect([trace.length, meter.derivative]).toEqual([3, 0]);
    expect([emitter.times(3, 4), emitter.plus(3, 4), emitter.times(3, -1)]).toEqual([12, 7, -3]);
    expect([trace.length, meter.derivative]).toEqual([3, 3]);
    expect(emitter.times(x, -1)).toEqual(new Traced(-2, 3));
    expect(emitter.times(-1, x)).toEqual(new Traced(-2, 4));
    expect(emitter.plus(x, 1)).toEqual(new Traced(3, 5));
    expect(emitter.times(one, one)).toEqual(new Traced(1, UNRECORDED));
    expect(emitted(trace, 3)).toEqual([
      ['negate', 0, NO_OPERAND, -2, 5, 6],
      ['multiply', -1, 0, -2, 5, 6],
      ['add', 0, -2, 3, 5, 6],
    ]);
    expect(meter.derivative).toBe(7);
  });
});

import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../language/operations/names';
import { NOWHERE, span } from '../language/source/span';
import {
  BYTES_PER_ENTRY,
  CallTree,
  COPY,
  copyReal,
  DEPENDS,
  INPUT,
  LEFT_DEPENDS,
  NO_OPERAND,
  recordReal,
  RIGHT_DEPENDS,
  Trace,
  UNRECORDED,
} from './trace';
import { Traced } from './value';

const ADD = OPERATION_NAMES.indexOf('add');
const SIN = OPERATION_NAMES.indexOf('sin');

/** Returns the fields of an entry. */
function entryOf(trace: Trace, i: number): readonly unknown[] {
  const { operations, left, right, values, origins, calls, flags } = trace;
  return [operations[i], left[i], right[i], values[i], origins[i], calls[i], flags[i]];
}

describe('the trace', () => {
  it('keeps its entries when it grows', () => {
    const trace = new Trace([NOWHERE, span(0, 1, 2)]);
    for (let i = 0; i < 200; i++) {
      expect(trace.append(ADD, i - 1, NO_OPERAND, i / 2, i % 2, 2 * i)).toBe(i);
      trace.flags[i] = i % 7;
    }
    expect(trace.length).toBe(200);
    for (let i = 0; i < 200; i++) {
      expect(entryOf(trace, i)).toEqual([ADD, i - 1, NO_OPERAND, i / 2, i % 2, 2 * i, i % 7]);
    }
    expect([trace.spanOf(0), trace.spanOf(1), trace.spanOf(200)]).toEqual([NOWHERE, span(0, 1, 2), NOWHERE]);
  });

  it('reuses the place of a dropped entry, without its flags', () => {
    const trace = new Trace([]);
    trace.append(INPUT, NO_OPERAND, NO_OPERAND, 1, 0, 0);
    trace.append(ADD, 0, 0, 2, 0, 0);
    trace.flags[1] = DEPENDS;
    trace.constant(5);
    trace.truncate(1);
    expect([trace.length, trace.constantCount]).toEqual([1, 1]);
    expect(trace.append(SIN, 0, NO_OPERAND, 3, 4, 5)).toBe(1);
    expect(entryOf(trace, 1)).toEqual([SIN, 0, NO_OPERAND, 3, 4, 5, 0]);
    trace.truncate(0);
    expect([trace.length, trace.constantCount]).toEqual([0, 0]);
  });

  it('keeps constants, and reuses recent ones', () => {
    const trace = new Trace([]);
    for (let i = 0; i < 8; i++) expect(trace.constant(i)).toBe(-1 - i);
    expect(trace.constant(0)).toBe(-1);
    expect(trace.constant(7)).toBe(-8);
    expect(trace.constant(8)).toBe(-9);
    // Only the last eight constants are searched: 0 is no longer among them, 1 is.
    expect(trace.constant(1)).toBe(-2);
    expect(trace.constant(0)).toBe(-10);
    for (let i = 10; i < 200; i++) expect(trace.constant(i)).toBe(-1 - i);
    for (let i = 10; i < 200; i++) expect(trace.valueOf(-1 - i)).toBe(i);
    expect(trace.valueOf(-10)).toBe(0);
    expect(trace.valueOf(-9)).toBe(8);
    expect(trace.valueOf(NO_OPERAND)).toBe(0);
  });

  it('counts its memory: entries and constants', () => {
    const trace = new Trace([]);
    trace.append(INPUT, NO_OPERAND, NO_OPERAND, 1, 0, 0);
    trace.append(INPUT, NO_OPERAND, NO_OPERAND, 1, 0, 0);
    trace.constant(1);
    trace.constant(2);
    trace.constant(3);
    expect(trace.bytes).toBe(2 * BYTES_PER_ENTRY + 24);
  });
});

describe('the call tree', () => {
  it('keeps parents and places when it grows', () => {
    const calls = new CallTree();
    for (let i = 1; i < 200; i++) expect(calls.enter(i >> 1, 3 * i, { name: 'f', origin: NOWHERE })).toBe(i);
    expect([calls.parents[0], calls.origins[0]]).toEqual([-1, -1]);
    for (let i = 1; i < 200; i++) expect([calls.parents[i], calls.origins[i]]).toEqual([i >> 1, 3 * i]);
    expect(calls.length).toBe(200);
  });
});

describe('a recorded operation', () => {
  const unrecorded = new Traced(7, UNRECORDED);

  function traced(flags = 0): { readonly trace: Trace; readonly x: Traced } {
    const trace = new Trace([]);
    trace.append(COPY, NO_OPERAND, NO_OPERAND, 2, 0, 0);
    trace.flags[0] = flags;
    return { trace, x: new Traced(2, 0) };
  }

  it('is an entry if an operand is one', () => {
    const { trace, x } = traced();
    expect(recordReal(trace, ADD, true, x, 3, 5, 8, 9)).toEqual(new Traced(5, 1));
    expect(recordReal(trace, ADD, true, 3, x, 5, 8, 9)).toEqual(new Traced(5, 2));
    expect(recordReal(trace, SIN, false, x, 44, 0.9, 8, 9)).toEqual(new Traced(0.9, 3));
    expect(entryOf(trace, 1)).toEqual([ADD, 0, -1, 5, 8, 9, 0]);
    expect(entryOf(trace, 2)).toEqual([ADD, -1, 0, 5, 8, 9, 0]);
    expect(entryOf(trace, 3)).toEqual([SIN, 0, NO_OPERAND, 0.9, 8, 9, 0]);
  });

  it('is only a mark if no operand is an entry', () => {
    const { trace } = traced();
    expect(recordReal(trace, ADD, true, unrecorded, 3, 10, 0, 0)).toEqual(new Traced(10, UNRECORDED));
    expect(recordReal(trace, ADD, true, 3, unrecorded, 10, 0, 0)).toEqual(new Traced(10, UNRECORDED));
    expect(trace.length).toBe(1);
  });

  it('marks the operands that depend on unrecorded inputs', () => {
    const { trace, x } = traced();
    recordReal(trace, ADD, true, x, unrecorded, 9, 0, 0);
    recordReal(trace, ADD, true, unrecorded, x, 9, 0, 0);
    expect([entryOf(trace, 1), entryOf(trace, 2)]).toEqual([
      [ADD, 0, -1, 9, 0, 0, RIGHT_DEPENDS | DEPENDS],
      [ADD, -1, 0, 9, 0, 0, LEFT_DEPENDS | DEPENDS],
    ]);
    const below = traced(DEPENDS | LEFT_DEPENDS);
    recordReal(below.trace, SIN, false, below.x, undefined, 0.9, 0, 0);
    expect(below.trace.flags[1]).toBe(DEPENDS);
  });

  it('can be a copy, for the point of a derivative', () => {
    const { trace, x } = traced();
    expect(copyReal(trace, x, 2, 8, 9)).toEqual(new Traced(2, 1));
    expect(copyReal(trace, 4, 4, 8, 9)).toEqual(new Traced(4, 2));
    expect(copyReal(trace, unrecorded, 7, 8, 9)).toEqual(new Traced(7, 3));
    expect([1, 2, 3].map((i) => entryOf(trace, i))).toEqual([
      [COPY, 0, NO_OPERAND, 2, 8, 9, 0],
      [COPY, -1, NO_OPERAND, 4, 8, 9, 0],
      [COPY, -2, NO_OPERAND, 7, 8, 9, LEFT_DEPENDS | DEPENDS],
    ]);
  });
});

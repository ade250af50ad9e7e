import { describe, expect, it } from 'vitest';
import { deltaOf, traceOf } from '../../../testing/delta/delta-of';
import { closedCalls } from './calls';
import { drawnGraph, nodeLabel } from './graph';
import { kindOf } from './sweep';
import { spokenText } from './text';
import { boxedCalls } from './values';

describe('the graph in the words of the program', () => {
  const PROGRAM = `input x : real = 2
input y : real = 3
let f a =
  let u = a * y in
  sin u + u
let c = 2 * 3
f (x + c) * y`;
  const known = deltaOf(PROGRAM);
  const graph = drawnGraph(known, 'source');
  const labels = Array.from({ length: graph.count }, (_, index) => nodeLabel(known, graph, index));

  it('has a node for each input and value, with the text of its operation and the name that it has', () => {
    expect(labels).toEqual(['x', 'y', 'x + c', 'u = a * y', 'sin u', 'sin u + u', 'f (x + c) * y']);
  });

  it('has no constants, no terms of them and no bookkeeping; the result is the program’s own', () => {
    expect(graph.wrapper).toEqual(new Uint8Array(graph.count));
    expect(Array.from(graph.results)).toEqual([0, 0, 0, 0, 0, 0, 1]);
    expect(graph.drawn[known.result]).toBe(6);
    // x + c has x alone.
    expect(Array.from(graph.operands.subarray(4, 6))).toEqual([0, -1]);
    expect(drawnGraph(known, 'source', { bookkeeping: true })).toEqual(graph);
  });

  it('has the product with the cotangent on demand, where the wrapper adds one', () => {
    const pair = deltaOf(`${PROGRAM.replace('f (x', '{ a = f (x')} }`);
    const own = drawnGraph(pair, 'source');
    expect(Array.from(own.results)).toEqual([0, 0, 0, 0, 0, 0, 1]);
    const whole = drawnGraph(pair, 'source', { bookkeeping: true });
    expect(Array.from(whole.wrapper)).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(Array.from(whole.results)).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
  });

  it('has the names of the trace, and the paper’s without them', () => {
    const trace = traceOf(PROGRAM);
    const named = (node: number): boolean => known.names?.[node] !== '';
    const names = Array.from(known.kinds.keys())
      .filter((node) => kindOf(known, node) === 'binding' && named(node))
      .map((node) => [known.names?.[node], known.coefficients[node]]);
    const entries = trace.names?.flatMap((name, entry) => (name === '' ? [] : [[name, trace.values[entry]]]));
    expect(names).toEqual(entries);
    const text = spokenText(known, graph.nodes[3] ?? -1);
    expect(text).toBe('u = a * y, du = 3·dt3 + 8·dy');
    expect(spokenText({ ...known, names: undefined }, graph.nodes[3] ?? -1)).toMatch(/^w\d+ = Add /u);
  });

  it('counts values in a box', () => {
    const closed = drawnGraph(known, 'source', { closed: closedCalls(known, () => true) });
    const box = [...closed.boxes.keys()][0] ?? -1;
    expect(nodeLabel(known, closed, box)).toBe('f: 3 values');
  });

  it('says what an operation of the prelude computes, with names and numbers', () => {
    const dotted = deltaOf('input a : real = 1\ninput b : real = 2\ndot [a, b] [3, 4]');
    const drawn = drawnGraph(dotted, 'source');
    const shown = Array.from({ length: drawn.count }, (_, index) => nodeLabel(dotted, drawn, index));
    expect(shown).toContain('t3 = a * 3');
  });

  it('boxes the calls of a graph that would not be legible, those of one caller alike', () => {
    const small = deltaOf('input x : real = 2\nlet f a = sin a * a\nf (f x)');
    expect(boxedCalls(small)).toEqual([]);
    const deep = deltaOf(`input x : real = 2
let f a = let b = sin a * cos a + a * a in exp b * b + a
let g a = f a * f (a + 1) + f (a + 2)
g x`);
    const boxed = boxedCalls(deep).map((call) => deep.callTree.names[call]);
    expect(boxed).toEqual(['f', 'f', 'f']);
    const graph = drawnGraph(deep, 'source', { closed: closedCalls(deep, (call) => boxedCalls(deep).includes(call)) });
    expect(graph.boxes.size).toBe(3);
    expect(graph.count).toBeLessThan(12);
  });
});

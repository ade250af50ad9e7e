import { expect, it } from 'vitest';
import type { DeltaPayload } from '../protocol/messages';
import { deltaOf } from '../testing/delta/delta-of';

/** `name(nodes)` of each call, nested, in order. */
function shown(payload: DeltaPayload, call = 0): string {
  const { parents, names } = payload.callTree;
  const below = Array.from(parents.keys()).filter((child) => parents[child] === call);
  const own = payload.calls.reduce((count, each) => count + (each === call ? 1 : 0), 0);
  return `${names[call] ?? ''}:${own}${below.length === 0 ? '' : `[${below.map((child) => shown(payload, child)).join(' ')}]`}`;
}

const INPUTS = 'input x : real = 2\ninput y : real = 3\n';

it('assigns the nodes of a call to it, with those of their right-hand sides', () => {
  // x * x: Add (Scale x) (Scale x) and its binding; the inputs and the calls' sum belong to the program.
  const payload = deltaOf(`${INPUTS}let square a = a * a\nsquare x + square y`);
  expect(shown(payload)).toBe(':4[square:4 square:4]');
  const [, cell, start, end] = [0, ...payload.callTree.origins.subarray(3, 6)];
  expect([cell, start, end]).toEqual([0, 59, 67]);
});

it('keeps a call that is the whole of the main expression', () => {
  expect(shown(deltaOf(`${INPUTS}let square a = a * a\nsquare x`))).toBe(':2[square:4]');
});

it('nests calls, and leaves out those that make no binding', () => {
  const text = `${INPUTS}let double a = a + a\nlet quadruple a = double (double a)\nlet id a = a\nquadruple x + id y`;
  expect(shown(deltaOf(text))).toBe(':4[quadruple:0[double:2 double:2]]');
});

it('has a call for every step of a recursion', () => {
  const text = `${INPUTS}let rec power (n : int) = if n = 0 then 1.0 else x * power (n - 1)\npower 3`;
  expect(shown(deltaOf(text))).toBe(':2[power:4[power:4[power:5]]]');
});

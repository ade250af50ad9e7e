import { describe, expect, it } from 'vitest';
import type { InputDescription } from '../../protocol/messages';
import { presentInputs } from './inputs';

function input(name: string): InputDescription {
  return { name, type: 'real', range: undefined, span: { cell: 0, start: 0, end: 1 } };
}

describe('the values that a run is given', () => {
  it('are those of the program’s inputs: a set input that is deleted is not an error', () => {
    const overrides = { x: 1, rate: 0.2 };
    expect(presentInputs(overrides, [input('x'), input('y')])).toEqual({ x: 1 });
    expect(presentInputs(overrides, [])).toEqual({});
    expect(presentInputs(overrides, [input('x'), input('rate')])).toBe(overrides);
  });
});

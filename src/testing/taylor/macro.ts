import { expect } from 'vitest';
import { checkProgram } from '../../language/core/check';
import { printCore } from '../../language/core/print';
import { wrapTaylor } from '../../ad/taylor/wrapper';
import { evaluate } from '../../semantics/evaluate';
import type { JetShape } from '../../semantics/jets/multi-index';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { realValues } from '../../semantics/present';
import { drain } from '../../semantics/task';
import { checked, focusOf } from '../checked';

/** Returns the macro's program, printed, after checking that it is well-typed, also when it is read again. */
export function translated(text: string, shape: JetShape): string {
  const { main } = focusOf(checked(text));
  const { program } = wrapTaylor(main, shape);
  expect(checkProgram(program)).toEqual([]);
  const printed = printCore(program);
  expect(checkProgram(checked(printed))).toEqual([]);
  return printed;
}

/** Returns h at jets, one per real input of the text: the jets of the result's reals, one after the other. */
export function represented(text: string, shape: JetShape, jets: readonly (readonly number[])[]): readonly number[] {
  const { main, point } = focusOf(checked(text));
  const { program, types } = wrapTaylor(main, shape, point, jets);
  const outcome = drain(evaluate(program, { budget: COMMAND_LINE_BUDGET }));
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return realValues(outcome.value.outputs[0], types.type(main.target), program.variants) as readonly number[];
}

export function expectClose(found: readonly number[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length);
  expected.forEach((number, i) => {
    expect(found[i]).toBeCloseTo(number, 12);
  });
}

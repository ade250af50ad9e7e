import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProgram } from '../../language/core/check';
import { printCore } from '../../language/core/print';
import type { CoreProgram } from '../../language/core/tree';
import { elaborate } from '../../language/elaborate/elaborate';
import { parse } from '../../language/syntax/parser';
import { evaluate } from '../../semantics/evaluate';
import { toJson } from '../../semantics/present';
import type { Json } from '../../semantics/present';
import { drain } from '../../semantics/task';
import { corePrograms } from './programs';
import { runs } from '../runs';

const BUDGET = { seconds: 20, steps: 2e6, bytes: 256e6 };

/** Returns the outputs, or the code of the error. */
function outputs(program: CoreProgram): readonly Json[] | string {
  const run = drain(evaluate(program, { budget: BUDGET }));
  if (run.tag !== 'ok') return run.diagnostic.code;
  const types = program.items.flatMap((item) => (item.tag === 'output' ? [item.term.type] : []));
  return run.value.outputs.map((value, i) => toJson(value, types[i] ?? { tag: 'unit' }, program.variants));
}

/** Returns the program after printing, copying and pasting it into a cell. */
function pasted(program: CoreProgram): CoreProgram {
  const text = printCore(program);
  const parsed = parse(text, 0);
  const { program: read, diagnostics } = elaborate([parsed.program]);
  const errors = [...parsed.diagnostics, ...diagnostics].filter(({ severity }) => severity === 'error');
  if (read === undefined || errors.length > 0) {
    throw new Error(`${errors.map(({ code, message }) => `${code}: ${message}`).join('\n')}\n${text}`);
  }
  expect(checkProgram(read)).toEqual([]);
  return read;
}

test('the printed text of a program of the whole language has the same outputs', () => {
  fc.assert(
    fc.property(corePrograms(), (program) => {
      expect(outputs(pasted(program))).toEqual(outputs(program));
    }),
    runs(),
  );
});

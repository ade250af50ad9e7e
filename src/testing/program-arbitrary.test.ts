import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alphaEquivalentPrograms } from '../language/core/alpha-equivalent';
import { checkProgram } from '../language/core/check';
import { printCore } from '../language/core/print';
import type { CoreProgram } from '../language/core/tree';
import { elaborate } from '../language/elaborate/elaborate';
import { parse } from '../language/syntax/parser';
import { programs } from './program-arbitrary';
import { runs } from './runs';

function core(text: string): CoreProgram {
  const parsed = parse(text, 0);
  const { program, diagnostics } = elaborate([parsed.program]);
  const errors = [...parsed.diagnostics, ...diagnostics].filter(({ severity }) => severity === 'error');
  if (program === undefined || errors.length > 0) {
    throw new Error(`${text}\n${errors.map(({ message }) => message).join('\n')}`);
  }
  return program;
}

describe('generated programs', () => {
  test.each(['some', 'none'] as const)('with %s inputs parse, elaborate and pass the check of the core', (inputs) => {
    fc.assert(
      fc.property(programs({ inputs }), ({ text }) => {
        expect(checkProgram(core(text))).toEqual([]);
      }),
      runs(),
    );
  });

  test('are the same core after printing it and reading it again', () => {
    fc.assert(
      fc.property(programs(), ({ text }) => {
        const program = core(text);
        const printed = printCore(program);
        expect(alphaEquivalentPrograms(program, core(printed)), printed).toBe(true);
      }),
      runs(),
    );
  });
});

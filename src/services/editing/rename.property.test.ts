import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alphaEquivalentPrograms } from '../../language/core/alpha-equivalent';
import { programs } from '../../testing/program/arbitrary';
import { runs } from '../../testing/runs';
import { createFrontEnd } from '../front-end';
import { placedNames } from './names';
import { applyEdits, renameAt } from './rename';

const SETTINGS = runs(0.75);

test('renaming any name but an input to a fresh one changes nothing but names', () => {
  const [before, during, after] = [createFrontEnd(), createFrontEnd(), createFrontEnd()];
  let renamed = 0;
  fc.assert(
    fc.property(programs(), fc.nat(), ({ text }, choice) => {
      const cells = [text];
      const program = before(cells);
      const inputs = new Set(program.inputs.map(({ label }) => label));
      const own = placedNames(cells, program.mentions).filter(
        ({ definition, mention }) => definition !== undefined && !inputs.has(mention.name),
      );
      const chosen = own[choice % own.length];
      if (chosen === undefined || program.core.program === undefined) return;
      const answer = renameAt(cells, program, during, chosen.span, 'fresh0');
      if (answer.tag === 'refused') throw new Error(answer.why);
      const result = after(applyEdits(cells, answer.edits));
      expect(
        result.core.program !== undefined && alphaEquivalentPrograms(program.core.program, result.core.program),
      ).toBe(true);
      renamed += 1;
    }),
    SETTINGS,
  );
  expect(renamed).toBeGreaterThan(SETTINGS.numRuns / 2);
});

test('renaming any name to any other of the program is refused, or changes nothing but names', () => {
  const [before, during, after] = [createFrontEnd(), createFrontEnd(), createFrontEnd()];
  fc.assert(
    fc.property(programs(), fc.nat(), fc.nat(), ({ text }, choice, other) => {
      const cells = [text];
      const program = before(cells);
      const inputs = new Set(program.inputs.map(({ label }) => label));
      const all = placedNames(cells, program.mentions);
      const own = all.filter(({ definition, mention }) => definition !== undefined && !inputs.has(mention.name));
      const [chosen, taken] = [own[choice % own.length], all[other % all.length]];
      if (chosen === undefined || taken === undefined || program.core.program === undefined) return;
      const answer = renameAt(cells, program, during, chosen.span, taken.mention.name);
      if (answer.tag === 'refused') return;
      const result = after(applyEdits(cells, answer.edits));
      expect(
        result.core.program !== undefined && alphaEquivalentPrograms(program.core.program, result.core.program),
      ).toBe(true);
    }),
    SETTINGS,
  );
});

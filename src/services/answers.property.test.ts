/** The questions of the panels for combinators, jets, compiled code and plots have a sound answer, whatever the program. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { programs } from '../testing/program/arbitrary';
import { runs } from '../testing/runs';
import type { CombinatorsPayload } from '../protocol/combinators';
import type { CodePayload } from '../protocol/compiled';
import type { JetsPayload } from '../protocol/jets';
import type { CurvePicture, PlotReply } from '../protocol/plot';
import { combinatorsAnswer } from './combinators';
import { createCompiledCode } from './compiled-code';
import { jetsAnswer } from './jets';
import { loadWhole } from './loader';
import { createPlots } from './plot';

const BUDGET = { ...PAGE_BUDGET, steps: 300_000 };
const SOME = runs(0.15);

const question = (text: string) => ({ cells: [text], cell: 0, inputs: {}, budget: BUDGET });

function expectCombinators({ versions, text }: CombinatorsPayload): void {
  expect(text).not.toMatch(/undefined|NaN/u);
  for (const version of versions) {
    if (version.status !== 'ok') continue;
    expect(version.derivatives.every(Number.isFinite)).toBe(true);
    for (const { input, value, given = '', back = '' } of version.runs ?? [])
      for (const shown of [input, value, given, back]) expect(shown).not.toMatch(/undefined|NaN|\[object/u);
  }
}

function expectJets({ jets, results, trace, choice }: JetsPayload): void {
  expect(jets.every(Number.isFinite)).toBe(true);
  const size = trace.window === 0 ? undefined : jets.length / trace.window;
  for (const { jet } of results) {
    expect(jet.every(Number.isFinite)).toBe(true);
    if (size !== undefined) expect(jet, String(choice.order)).toHaveLength(size);
  }
}

function expectCurve({ xs, values, joins, marks, gaps }: CurvePicture): void {
  expect(xs.every((x, i) => i === 0 || x > (xs[i - 1] ?? NaN))).toBe(true);
  expect([values.length, joins.length]).toEqual([xs.length, xs.length]);
  expect(marks.every(({ x }) => Number.isFinite(x))).toBe(true);
  const undefinedAt = (x: number): boolean => gaps.some(({ from, to }) => from <= x && x <= to);
  expect(xs.every((x, i) => Number.isNaN(values[i]) === undefinedAt(x))).toBe(true);
}

/** Each line is whole, and each place is in the text of the cell. */
function expectCode({ text, starts, origins, derivatives, folds }: CodePayload, source: string): void {
  const count = starts.length - 1;
  expect([origins.length, derivatives.length, folds.end[0]]).toEqual([3 * count, count, count]);
  expect(text.split('\n')).toHaveLength(count + 1);
  expect(starts.subarray(1).every((start) => text[start - 1] === '\n')).toBe(true);
  expect(text).not.toMatch(/undefined|\[object/u);
  for (let line = 0; line < count; line++) {
    const [cell = 0, start = 0, end = 0] = origins.subarray(3 * line);
    expect(cell < 0 || (cell === 0 && start <= end && end <= source.length)).toBe(true);
  }
}

test('programs of the whole language, with derivatives inside', () => {
  const answered = { combinators: 0, jets: 0, code: 0, curves: 0 };
  const choices = fc.record({ count: fc.integer({ min: 1, max: 3 }), order: fc.integer({ min: 1, max: 6 }) });
  fc.assert(
    fc.property(programs({ language: 'whole', derivatives: 1 }), choices, ({ text }, { count, order }) => {
      const loaded = loadWhole([text]);
      const combinators = drain(combinatorsAnswer(loaded, question(text)));
      if (combinators.state === 'ok') {
        answered.combinators += 1;
        expectCombinators(combinators.payload);
      }
      const choice = { leaves: [0, 1, 2].slice(0, count), order, restricted: order === 2 };
      const jets = drain(jetsAnswer(loaded, { ...question(text), choice }));
      if (jets.state === 'ok') {
        answered.jets += 1;
        expectJets(jets.payload);
      }
      const compiled = createCompiledCode(() => 0);
      for (const form of ['program', 'derivative', 'wasm'] as const) {
        const reply = drain(compiled(loaded, { form }));
        if (reply.state === 'error') expect(reply.diagnostics).toMatchObject([{ code: 'unsupported' }]);
        else if (reply.payload.code !== undefined) {
          answered.code += 1;
          expectCode(reply.payload.code, text);
        }
      }
      const along = { across: undefined, up: undefined, result: 0, x: undefined, y: undefined };
      const plots: PlotReply[] = [];
      const seconds = 0.2;
      const asked = { ...question(text), ...along, budget: { ...BUDGET, seconds } };
      drain(
        createPlots(() => 0)(loaded, asked, (answer) => {
          plots.push(answer);
          if (answer.state === 'error' || answer.picture.kind !== 'curve') return;
          answered.curves += 1;
          expectCurve(answer.picture);
        }),
      );
      expect(plots.length).toBeGreaterThan(0);
    }),
    SOME,
  );
  for (const count of Object.values(answered)) expect(count).toBeGreaterThan(SOME.numRuns / 2);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { traceAnf } from '../ad/abadi-plotkin/anf/engine';
import { evaluate } from '../semantics/evaluate';
import { realValues } from '../semantics/present';
import { drain } from '../semantics/task';
import { primalOf, type Value } from '../semantics/value';
import { checked, focusOf } from '../testing/checked';
import { expectNear } from '../testing/compiled-tolerance';
import { aliases } from '../testing/ir/aliases';
import { UPDATING_CALLS } from '../testing/ir/written-calls';
import { READING_CALLS } from '../testing/ir/written-reads';
import { GROWING } from '../testing/ir/written-growing';
import { UPDATING_DATA } from '../testing/ir/written-data-updates';
import { CELLS } from '../testing/ir/written-rows';
import { UPDATING } from '../testing/ir/written-updates';
import { budget, compiled } from '../testing/recursion';
import { runs } from '../testing/runs';

/** Compares compiled code with the machine, also if each round frees memory; says whether the machine ends with a value. */
function agrees(text: string): boolean {
  const core = checked(text);
  if (drain(evaluate(core, { budget })).tag !== 'ok') return false; // a real may overflow
  const { main, point } = focusOf(core);
  const machine = drain(traceAnf.run(main, point, budget));
  if (machine.tag !== 'ok') throw new Error(`${machine.tag}\n${text}`);
  const reals = (values: readonly Value[]): readonly number[] =>
    main.parameters.flatMap(({ type }, i) => realValues(values[i], type, main.variants).map(primalOf));
  const results = (value: Value | undefined): readonly number[] =>
    realValues(value, main.target, main.variants).map(primalOf);
  const [usual, strict] = [compiled(text), compiled(text, 0, 0)];
  const value = usual.value(point.arguments, budget);
  const gradient = usual.gradient(point.arguments, point.cotangent, budget);
  if (value.tag !== 'values' || gradient.tag !== 'values') throw new Error(`${value.tag}, ${gradient.tag}\n${text}`);
  expectNear(results(value.values[0]), results(machine.value.value), [], text);
  expectNear(reals(gradient.values), reals(machine.value.derivative), reals(machine.value.bound ?? []), text);
  expect(strict.value(point.arguments, budget), text).toEqual(value);
  expect(strict.gradient(point.arguments, point.cotangent, budget), text).toEqual(gradient);
  return true;
}

describe('what loops update in place has the value and the gradient of the machine, also if each round frees memory', () => {
  test.each(
    Object.entries({ ...UPDATING, ...UPDATING_DATA, ...GROWING, ...CELLS, ...UPDATING_CALLS, ...READING_CALLS }),
  )('%s', (_, lines) => {
    expect(agrees(`${lines}\n`)).toBe(true);
  });

  test('programs in which arrays have several names', () => {
    const { numRuns, ...rest } = runs(1);
    let seen = 0;
    fc.assert(
      fc.property(aliases, (text) => {
        if (agrees(text)) seen++;
      }),
      { ...rest, numRuns },
    );
    expect(seen).toBeGreaterThan(0.8 * numRuns);
  });
});

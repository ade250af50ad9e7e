import { describe, expect, test } from 'vitest';
import { traceAnf } from '../ad/abadi-plotkin/anf/engine';
import { realValues } from '../semantics/present';
import { drain } from '../semantics/task';
import { primalOf, type Value } from '../semantics/value';
import { checked, focusOf } from '../testing/checked';
import { expectNear } from '../testing/compiled-tolerance';
import { GROWING } from '../testing/ir/written-growing';
import { UPDATING_DATA } from '../testing/ir/written-data-updates';
import { CELLS } from '../testing/ir/written-rows';
import { UPDATING } from '../testing/ir/written-updates';
import { budget, compiled } from '../testing/recursion';

describe('what loops update in place has the value and the gradient of the machine, also if each round frees memory', () => {
  test.each(Object.entries({ ...UPDATING, ...UPDATING_DATA, ...GROWING, ...CELLS }))('%s', (_, lines) => {
    const text = `${lines}\n`;
    const { main, point } = focusOf(checked(text));
    const machine = drain(traceAnf.run(main, point, budget));
    if (machine.tag !== 'ok') throw new Error(machine.tag);
    const reals = (values: readonly Value[]): readonly number[] =>
      main.parameters.flatMap(({ type }, i) => realValues(values[i], type, main.variants).map(primalOf));
    const results = (value: Value | undefined): readonly number[] =>
      realValues(value, main.target, main.variants).map(primalOf);
    const [usual, strict] = [compiled(text), compiled(text, 0, 0)];
    const value = usual.value(point.arguments, budget);
    const gradient = usual.gradient(point.arguments, point.cotangent, budget);
    if (value.tag !== 'values' || gradient.tag !== 'values') throw new Error(`${value.tag}, ${gradient.tag}`);
    expectNear(results(value.values[0]), results(machine.value.value), [], text);
    expectNear(reals(gradient.values), reals(machine.value.derivative), reals(machine.value.bound ?? []), text);
    expect(strict.value(point.arguments, budget)).toEqual(value);
    expect(strict.gradient(point.arguments, point.cotangent, budget)).toEqual(gradient);
  });
});

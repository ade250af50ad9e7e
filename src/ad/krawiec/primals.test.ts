import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elaborate } from '../../language/elaborate/elaborate';
import { internalError } from '../../language/source/internal-error';
import { parse } from '../../language/syntax/parser';
import { drain } from '../../semantics/task';
import type { Value } from '../../semantics/value';
import { programs } from '../../testing/program/arbitrary';
import { runs } from '../../testing/runs';
import type { Main } from '../engine';
import { mainOf } from '../main';
import { NODE } from './node-kind';
import { graphOf, runReverse, type ReverseRun } from './reverse-run';

const BUDGET = { seconds: 2, steps: 100_000, bytes: 256e6 };

function mainFrom(text: string): Main {
  const { program } = elaborate([parse(text, 0).program]);
  return (program && mainOf(program)?.main) ?? internalError('no main expression');
}

function runOf(main: Main, args: readonly Value[], cotangent: Value, recorded: boolean): ReverseRun | undefined {
  const outcome = drain(runReverse(main, { arguments: args, cotangent }, BUDGET, recorded));
  return outcome.tag === 'ok' ? outcome.value : undefined;
}

/** The primal values of the bindings, without the wrapper's. */
function primalsAt(text: string, args: readonly Value[], cotangent: Value = 1): readonly (number | undefined)[] {
  const main = mainFrom(text);
  const run = runOf(main, args, cotangent, true) ?? internalError('the program failed');
  return run.primals.slice(0, run.bindings.length - run.dotBindings);
}

describe('the primal values of bindings', () => {
  it('are those of the operations, whether a rule needs them or not', () => {
    expect(primalsAt('input x : real = 1\ninput y : real = 1\nx * y + exp x', [2, 3])).toEqual([
      6,
      Math.exp(2),
      6 + Math.exp(2),
    ]);
  });

  it('belong to their own call where a function calls itself between a binding and its value', () => {
    const text =
      'input x : real = 1\nlet rec go (n : int) = if n = 0 then (x, x) else let (a, b) = go (n - 1) in (x * a, x + b)\ngo 2';
    expect(primalsAt(text, [3], [1, 1])).toEqual([9, 6, 27, 9]);
    const nested =
      'input x : real = 1\nlet rec power (n : int) = if n = 0 then x else (x + toReal n) * power (n - 1)\npower 2';
    expect(primalsAt(nested, [1])).toEqual([3, 2, 2, 6]);
  });

  it('are known of elements of a list, and of what is added to nothing', () => {
    const text = 'input x : real = 1\nsum (map (fun a -> a * a) ([x, 2 * x] : list real))';
    expect(primalsAt(text, [1])).toEqual([2, 4, 1, 4, 5]);
  });

  it('stand in the graph; runs that do not record them have none', () => {
    const main = mainFrom('input x : real = 1\nx * x');
    const graphAt = (recorded: boolean): readonly number[] => {
      const run = runOf(main, [3], 1, recorded) ?? internalError('the program failed');
      const { kinds, coefficients } = graphOf(main, { arguments: [3], cotangent: 1 }, run);
      return [...coefficients].filter((_, node) => kinds[node] === NODE.binding);
    };
    expect(graphAt(true)).toEqual([9]);
    expect(graphAt(false)).toEqual([NaN]);
  });

  it('change neither the result nor the meter of a generated program', () => {
    fc.assert(
      fc.property(programs({ derivatives: 0 }), ({ text, inputs }) => {
        const main = mainFrom(text);
        fc.pre(main.target.tag === 'real');
        const args = main.parameters.map(({ label }) => inputs.find(({ name }) => name === label)?.value);
        const [plain, recorded] = [runOf(main, args, 1, false), runOf(main, args, 1, true)];
        expect(recorded?.result).toEqual(plain?.result);
        if (recorded === undefined) return;
        expect(recorded.primals).toHaveLength(recorded.bindings.length);
        expect(recorded.primals).not.toContain(undefined);
        const { name, payload } = recorded.delta;
        const result = name === 'Delta.Var' ? recorded.bindings.findIndex(({ id }) => id === payload) : -1;
        if (result >= 0) expect(recorded.primals[result]).toBe(recorded.result.value);
      }),
      { ...runs(0.5), endOnFailure: true },
    );
  });
});

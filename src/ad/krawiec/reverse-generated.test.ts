import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as core from '../../language/core/builders';
import { checkProgram } from '../../language/core/check';
import { tuplePattern, variablePattern } from '../../language/core/patterns';
import { toSurfaceProgram } from '../../language/core/to-surface';
import { elaborate } from '../../language/elaborate/elaborate';
import { internalError } from '../../language/source/internal-error';
import { parse } from '../../language/syntax/parser';
import { print } from '../../language/syntax/printer';
import { evaluate, type Run } from '../../semantics/evaluate';
import { realLeaves } from '../../semantics/present';
import { drain } from '../../semantics/task';
import { programs, type GeneratedProgram } from '../../testing/program/arbitrary';
import { runs } from '../../testing/runs';
import { sameProgram } from '../../testing/same-tree';
import type { CoreProgram } from '../../language/core/tree';
import type { Type } from '../../language/types/type';
import type { Outcome } from '../../semantics/outcome';
import type { Value } from '../../semantics/value';
import type { Main } from '../engine';
import { mainOf, programOfMain } from '../main';
import { runReverse } from './reverse-run';
import { reverse } from './engines';
import { programAt, wrapWithDeltas } from './wrappers/figure-15-delta';
import { MONADIC_MODE } from './wrappers/figure-11-shared';

const BUDGET = { seconds: 20, steps: 2e6, bytes: 256e6 };

interface Case {
  readonly main: Main;
  readonly values: readonly Value[];
}

function caseOf({ text, inputs }: GeneratedProgram): Case {
  const { program } = elaborate([parse(text, 0).program]);
  const main = (program && mainOf(program)?.main) ?? internalError('no main expression');
  const values = main.parameters.map(({ label }) => inputs.find(({ name }) => name === label)?.value);
  return { main, values };
}

const cases = programs({ derivatives: 0 });

/** Returns a cotangent whose reals are all 1. */
function ones(type: Type): Value {
  switch (type.tag) {
    case 'real':
      return 1;
    case 'product':
      return type.items.map(ones);
    default:
      return type.tag === 'bool' ? true : 0;
  }
}

function runProgram(program: CoreProgram, { main, values }: Case): Outcome<Run> {
  const inputs = new Map(main.parameters.map(({ name }, i) => [name, values[i]]));
  return drain(evaluate(program, { budget: BUDGET, inputs }));
}

/** Returns the program with `rd (fun parameters -> body) inputs ones` as its output: the machine's own derivative. */
function derivativeProgram(main: Main): CoreProgram {
  const program = programOfMain(main);
  const parameters = main.parameters.map(({ name, type }) => variablePattern(`${name}'inner`, type));
  const point = main.parameters.map(({ name, type }) => core.variable(name, type));
  const body = main.parameters.reduce((rest, { name, type }) => {
    const inner = variablePattern(name, type);
    return core.let_(inner, core.variable(`${name}'inner`, type), rest);
  }, main.body);
  const [pattern, argument] = [parameters[0], point[0]];
  if (pattern === undefined || argument === undefined) return internalError('no parameters');
  const isOne = parameters.length === 1;
  const callee = core.lambda(isOne ? pattern : tuplePattern(parameters), body);
  const literal = (type: Type): ReturnType<typeof core.real> | ReturnType<typeof core.tuple> =>
    type.tag === 'product'
      ? core.tuple(type.items.map(literal))
      : type.tag === 'real'
        ? core.real(1)
        : { tag: 'literal', type, value: ones(type) as number | boolean, origin: main.body.origin };
  const term = core.rd(callee, isOne ? argument : core.tuple(point), literal(main.target));
  return {
    ...program,
    items: program.items.map((item) => (item.tag === 'output' ? { ...item, term } : item)),
  };
}

describe('on generated programs', () => {
  it('translations type-check, and their printed text parses to the same program', () => {
    fc.assert(
      fc.property(cases, (generated) => {
        const { main, values } = caseOf(generated);
        expect(reverse.fragment(main)).toEqual({ tag: 'inside' });
        const wrapped = wrapWithDeltas(MONADIC_MODE, main);
        const program = programAt(wrapped, { arguments: values, cotangent: ones(main.target) });
        expect(checkProgram(program)).toEqual([]);
        expect(checkProgram(wrapped.observed)).toEqual([]);
        const surface = toSurfaceProgram(program);
        const again = parse(print(surface), 0);
        expect(again.diagnostics).toEqual([]);
        expect(sameProgram(again.program.items, surface.items)).toBe(true);
      }),
      runs(),
    );
  });

  it('Theorem 3: the derivative is the one of the language, and the primal is preserved', () => {
    fc.assert(
      fc.property(cases, (generated) => {
        const given = caseOf(generated);
        const { main, values } = given;
        const primal = runProgram(programOfMain(main), given);
        const point = { arguments: values, cotangent: ones(main.target) };
        const outcome = drain(runReverse(main, point, BUDGET));
        if (primal.tag === 'failed') {
          expect(outcome).toMatchObject({ tag: 'failed', diagnostic: { message: primal.diagnostic.message } });
        }
        if (primal.tag !== 'ok' || outcome.tag !== 'ok') return;
        expect(outcome.value.result.value).toEqual(primal.value.outputs[0]);
        expect(outcome.value.result.meter.primal).toBe(primal.value.meter.primal);
        const direct = runProgram(derivativeProgram(main), given);
        if (direct.tag !== 'ok') return;
        const [expected] = direct.value.outputs;
        const { derivative } = outcome.value.result;
        const actual = main.parameters.length === 1 ? derivative[0] : derivative;
        const leaves = realLeaves(actual, main.source, 's');
        realLeaves(expected, main.source, 's').forEach(({ value }, i) => {
          const found = leaves[i]?.value ?? NaN;
          expect(Math.abs(found - value)).toBeLessThanOrEqual(1e-7 * Math.max(1, Math.abs(value)));
        });
      }),
      runs(),
    );
  });
});

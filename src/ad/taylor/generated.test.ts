import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProgram } from '../../language/core/check';
import { printCore } from '../../language/core/print';
import { OPERATION_NAMES, type OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { sameType } from '../../language/types/structure';
import { functionType } from '../../language/types/type';
import { evaluate } from '../../semantics/evaluate';
import { sweepBounds } from '../../semantics/jets/bounds';
import { jetShape, MIXED_SECOND, positionIn, type JetShape } from '../../semantics/jets/multi-index';
import type { Jet } from '../../semantics/jets/sweep';
import { realValues } from '../../semantics/present';
import { drain } from '../../semantics/task';
import { primalOf, Traced } from '../../semantics/value';
import { checked, focusOf } from '../../testing/checked';
import { programs, type GeneratedProgram } from '../../testing/program/arbitrary';
import { LONG, MUTATING, runs } from '../../testing/runs';
import { dualTypes } from '../translation/types';
import type { Main, Point } from '../engine';
import { forward } from '../krawiec/forward-engine';
import { pointReals, pointWith } from '../point';
import { taylor, taylorMacro } from './engine';
import { jetsFrom, type JetsOfRun } from './jets';
import { taylorRules } from './rules';
import { LARGEST_MACRO, sizeOfMacro } from './size';
import { wrapTaylor } from './wrapper';

const budget = { seconds: 20, steps: 2e6, bytes: 256e6 };

/** Random shapes of up to 3 directions and order 5, and the restricted one. */
const shapes: fc.Arbitrary<JetShape> = fc.oneof(
  fc.constant(MIXED_SECOND),
  fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 5 })).map(([k, R]) => jetShape(k, R)),
);

/** Parts of jets, used repeatedly. */
const quarters = fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 12, maxLength: 12 });

function jetsOfPoint(main: Main, point: Point, shape: JetShape, parts: readonly number[]): readonly Jet[] {
  let next = 0;
  return pointReals(main, point).map((value) =>
    shape.indices.map((_, i) => (i === 0 ? value : (parts[next++ % parts.length] ?? 0) / 4)),
  );
}

function focus({ text, inputs }: GeneratedProgram): { readonly main: Main; readonly point: Point } | undefined {
  const core = checked(text);
  const given = new Map(inputs.map(({ name, value }) => [name, value]));
  if (drain(evaluate(core, { budget, inputs: given })).tag !== 'ok') return undefined;
  return focusOf(core, given);
}

/** Returns the jets of the result's reals by the macro, one after the other; undefined if it has none. */
function byMacro(main: Main, point: Point, shape: JetShape, jets: readonly Jet[]): readonly number[] | undefined {
  const { program, types } = wrapTaylor(main, shape, point, jets);
  const outcome = drain(evaluate(program, { budget }));
  if (outcome.tag !== 'ok') return undefined;
  return realValues(outcome.value.outputs[0], types.type(main.target), program.variants).map(primalOf);
}

function byRuntime(main: Main, point: Point, shape: JetShape, jets: readonly Jet[]): JetsOfRun | undefined {
  const outcome = drain(jetsFrom(main, point, shape, jets, budget));
  return outcome.tag === 'ok' ? outcome.value : undefined;
}

/** Returns the sums of the absolute Faà di Bruno terms of the result's reals. */
function boundsOf({ recording, shape }: JetsOfRun, jets: readonly Jet[]): readonly number[] {
  const bounds = drain(sweepBounds(recording.trace, shape, jets));
  const size = shape.indices.length;
  return recording.results.flatMap((real) =>
    real instanceof Traced
      ? [...bounds.subarray(real.node * size, (real.node + 1) * size)]
      : new Array<number>(size).fill(0),
  );
}

function expectClose(
  found: readonly number[],
  expected: readonly number[],
  bounds: readonly number[],
  said: string,
): void {
  expect(found.length, said).toBe(expected.length);
  found.forEach((number, i) => {
    const bound = bounds[i] ?? NaN;
    // Values this close to the largest number are not compared.
    if (!(bound < 1e200)) return;
    expect(
      Math.abs(number - (expected[i] ?? NaN)),
      `${i}: ${number} and ${expected[i] ?? ''}\n${said}`,
    ).toBeLessThanOrEqual(1e-9 * Math.max(1, bound));
  });
}

describe('on generated programs', () => {
  test('Lemma 1: if Γ ⊢ t : τ then D(Γ) ⊢ D(t) : D(τ), also when it is printed and read again', () => {
    let compared = 0;
    fc.assert(
      fc.property(programs({ language: 'whole', derivatives: 0 }), shapes, ({ text }, shape) => {
        const core = checked(text);
        if (drain(evaluate(core, { budget })).tag !== 'ok') return;
        const { main, point } = focusOf(core);
        if (sizeOfMacro(main, shape) > LARGEST_MACRO / 10) return;
        const macro = taylorMacro(main, shape, point);
        if (macro.tag !== 'ok') throw new Error(macro.diagnostic.message);
        compared += 1;
        const { program, type } = macro.value;
        expect(checkProgram(program)).toEqual([]);
        const types = dualTypes(taylorRules(shape), main.variants);
        expect(sameType(type, types.type(functionType(main.source, main.target)))).toBe(true);
        const read = checked(printCore(program));
        const [ours, readers] = [program, read].map((each) => drain(evaluate(each, { budget })));
        expect(readers?.tag).toBe(ours?.tag);
        expect(ours?.tag === 'ok' && ours.value.outputs).toEqual(readers?.tag === 'ok' && readers.value.outputs);
      }),
      runs(0.5),
    );
    expect(compared).toBeGreaterThan(runs(0.5).numRuns / 2);
  });

  test('the macro equals the runtime, at any jets of the point', () => {
    // Few cases would not have every shape.
    const settings = runs(LONG ? 1 : 4);
    let compared = 0;
    const seen = new Set<JetShape>();
    fc.assert(
      fc.property(programs({ derivatives: 0, size: 20 }), shapes, quarters, (generated, shape, parts) => {
        const found = focus(generated);
        if (found === undefined || sizeOfMacro(found.main, shape) > LARGEST_MACRO / 5) return;
        const { main, point } = found;
        const jets = jetsOfPoint(main, point, shape, parts);
        const runtime = byRuntime(main, point, shape, jets);
        const macro = byMacro(main, point, shape, jets);
        if (runtime === undefined || macro === undefined) return;
        compared += 1;
        seen.add(shape);
        expectClose(
          macro,
          runtime.results.flatMap((jet) => Array.from(jet)),
          boundsOf(runtime, jets),
          generated.text,
        );
      }),
      settings,
    );
    expect(compared).toBeGreaterThan(settings.numRuns / 2);
    // (k,R) for k up to 3 and R up to 5, and (2,2)'.
    if (!MUTATING) expect(seen.size).toBe(16);
  });

  test('(1,2) with polarisation equals (2,2) (section 2.4)', () => {
    let compared = 0;
    fc.assert(
      fc.property(programs({ derivatives: 1 }), quarters, (generated, parts) => {
        const found = focus(generated);
        if (found === undefined) return;
        const { main, point } = found;
        const along = (a: number, b: number): JetsOfRun | undefined => {
          const shape = jetShape(1, 2);
          const jets = pointReals(main, point).map((value, i) => [
            value,
            (a * (parts[(2 * i) % 12] ?? 0) + b * (parts[(2 * i + 1) % 12] ?? 0)) / 4,
            0,
          ]);
          return byRuntime(main, point, shape, jets);
        };
        const shape = jetShape(2, 2);
        const jets = pointReals(main, point).map((value, i) =>
          shape.indices.map((index) => {
            if (index.join() === '1,0') return (parts[(2 * i) % 12] ?? 0) / 4;
            if (index.join() === '0,1') return (parts[(2 * i + 1) % 12] ?? 0) / 4;
            return index.join() === '0,0' ? value : 0;
          }),
        );
        const both = byRuntime(main, point, shape, jets);
        const [sum, first, second] = [along(1, 1), along(1, 0), along(0, 1)];
        if (both === undefined || sum === undefined || first === undefined || second === undefined) return;
        compared += 1;
        const third = (of: JetsOfRun): readonly number[] => of.results.map((jet) => jet[2] ?? NaN);
        const mixed = positionIn(shape, [1, 1]) ?? NaN;
        const polarised = third(sum).map(
          (number, i) => (number - (third(first)[i] ?? NaN) - (third(second)[i] ?? NaN)) / 2,
        );
        const bounds = boundsOf(both, jets);
        expectClose(
          polarised,
          both.results.map((jet) => jet[mixed] ?? NaN),
          // The largest bound of all second derivatives along both, which the three have in common.
          polarised.map((_, i) => [2, mixed, 5].reduce((most, k) => most + (bounds[6 * i + k] ?? NaN), 0)),
          generated.text,
        );
      }),
      runs(),
    );
    expect(compared).toBeGreaterThan(runs().numRuns / 2);
  });

  test('one sweep along a direction equals `forward`', () => {
    let compared = 0;
    fc.assert(
      fc.property(programs({ derivatives: 0 }), quarters, (generated, parts) => {
        const found = focus(generated);
        if (found === undefined) return;
        const { main, point } = found;
        const reals = pointReals(main, point).map((_, i) => (parts[i % parts.length] ?? 0) / 4);
        const direction = pointWith(main, point, reals);
        const [ours, theirs] = [taylor, forward].map(
          ({ along }) => along && drain(along(main, point, direction, budget)),
        );
        if (ours?.tag !== 'ok' || theirs?.tag !== 'ok') return;
        compared += 1;
        expect(ours.value.value).toEqual(theirs.value.value);
        const [one, other] = [ours, theirs].map(({ value }) => realValues(value.tangent, main.target, main.variants));
        const jets = reals.map((real, i) => [pointReals(main, point)[i] ?? 0, real]);
        const run = byRuntime(main, point, jetShape(1, 1), jets);
        const bounds = run === undefined ? [] : boundsOf(run, jets).filter((_, i) => i % 2 === 1);
        expectClose((one ?? []).map(primalOf), (other ?? []).map(primalOf), bounds, generated.text);
      }),
      runs(),
    );
    expect(compared).toBeGreaterThan(runs().numRuns / 2);
  });

  test('the (1,1) macro reads like the dual numbers of `forward`, to the letter', () => {
    fc.assert(
      fc.property(programs({ language: 'whole', derivatives: 0 }), ({ text }) => {
        const core = checked(text);
        if (drain(evaluate(core, { budget })).tag !== 'ok') return;
        const { main } = focusOf(core);
        const translations = [wrapTaylor(main, jetShape(1, 1)).program, forward.translate?.(main).program];
        const [ours, theirs] = translations.map((program) => {
          const items = program?.items ?? [];
          // The declarations are left out: `forward` has inputs of the source's types as well.
          return printCore({
            variants: [],
            items: items.slice(
              0,
              items.findIndex(({ tag }) => tag === 'input'),
            ),
          });
        });
        expect(ours).toBe(theirs);
      }),
      runs(0.5),
    );
  });
});

describe('operations', () => {
  /** Arguments inside each domain. */
  const first: Partial<Record<OperationName, readonly number[]>> = {
    log: [0.4, 3],
    log1p: [-0.4, 3],
    sqrt: [0.4, 3],
    asin: [-0.7, 0.3],
    acos: [-0.7, 0.3],
    power: [0.4, 2.5],
    checkPivot: [0.4, 2.5],
  };
  const cases = OPERATION_NAMES.flatMap((name) => {
    const { result, parameters, notation } = operationRow(name);
    if (result !== 'real' || !parameters.includes('real')) return [];
    const hasInt = parameters.includes('int');
    const ints = parameters[0] === 'int' ? [0, 1, 4] : [-2, 0, 1, 4];
    const [xs, ys] = [first[name] ?? [-1.3, 0.8], hasInt ? ints : [1.7, -0.6]];
    const apply = (x: string, y: string): string => {
      if (notation.form === 'infix') return `(${x}) ${notation.symbol} (${y})`;
      if (notation.form === 'prefix') return `${notation.symbol}(${x})`;
      if (parameters[0] === 'int') return `${notation.symbol} (${y}) (${x})`;
      return parameters.length === 1 ? `${notation.symbol} (${x})` : `${notation.symbol} (${x}, ${y})`;
    };
    const literal = (n: number): string => (hasInt ? String(n) : n.toFixed(1));
    return xs.flatMap((x) =>
      (parameters.length === 1 ? ys.slice(0, 1) : ys).flatMap((y) => {
        const declared = `input x : real = ${x}\ninput y : ${hasInt ? 'int' : 'real'} = ${literal(y)}\n`;
        const texts = [`${declared}${apply('x', 'y')}`];
        if (parameters.length === 2) texts.push(`${declared}${apply('x', literal(y))}`);
        if (parameters.length === 2 && parameters[1] === 'real') texts.push(`${declared}${apply(x.toFixed(1), 'y')}`);
        return texts.map((text) => ({ name, text }));
      }),
    );
  });

  test.each(cases)('$text: the macro equals the runtime for (1,6), (2,3) and (3,2)', ({ text }) => {
    const { main, point } = focusOf(checked(text));
    for (const shape of [jetShape(1, 6), jetShape(2, 3), jetShape(3, 2), MIXED_SECOND]) {
      const jets = jetsOfPoint(main, point, shape, [3, -2, 5, 1, -4, 2, 7]);
      const runtime = byRuntime(main, point, shape, jets);
      const macro = byMacro(main, point, shape, jets);
      if (runtime === undefined || macro === undefined) throw new Error(`no jets of ${text}`);
      expectClose(
        macro,
        runtime.results.flatMap((jet) => Array.from(jet)),
        boundsOf(runtime, jets),
        text,
      );
    }
  });
});

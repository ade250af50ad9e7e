import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PullbackError } from '../compile/module/glue/error';
import type { Model } from '../compile/module/glue/open';
import { outside } from '../compile/module/values';
import { traceAnf } from '../ad/abadi-plotkin/anf/engine';
import { outputOf } from '../ad/main';
import { lineIndex, positionAt } from '../language/source/position';
import { evaluate } from '../semantics/evaluate';
import { OVERFLOWED_INSIDE } from '../semantics/failure';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { realValues, withRealLeaves } from '../semantics/present';
import { drain } from '../semantics/task';
import type { Value } from '../semantics/value';
import { checked, focusOf } from '../testing/checked';
import { EDGES } from '../testing/edges';
import { NASTY } from '../testing/nasty';
import { programs } from '../testing/program/arbitrary';
import { runs } from '../testing/runs';
import { needed } from './needed';
import { compile } from './model';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20, steps: 2e6 };

/** How a program ends: with a value, or with an error and its place. */
type End = { readonly value: unknown } | { readonly code: string; readonly message: string; readonly place: object };

function ofMachine(text: string, inputs: ReadonlyMap<string, Value>): End {
  const whole = checked(text);
  const output = whole.items.findLast(({ tag }) => tag === 'output');
  // A model computes the last output alone.
  const core = needed(whole, (item) => item === output || item.tag === 'input');
  const run = drain(evaluate(core, { budget, inputs }));
  if (run.tag === 'ok') {
    const main = outputOf(core);
    if (main === undefined) throw new Error('no output');
    return { value: outside(run.value.outputs.at(-1), main.target, main.variants) };
  }
  const { code, message, span } = run.diagnostic;
  return { code, message, place: positionAt(lineIndex(text), span.start) };
}

function ofModel(model: Model, inputs: Readonly<Record<string, unknown>>): End {
  try {
    return { value: model.value(inputs) };
  } catch (thrown) {
    if (!(thrown instanceof PullbackError)) throw thrown;
    const { code, message, place } = thrown;
    return { code, message, place };
  }
}

/** Returns an end as text, to the last bit. */
function shown(end: End): string {
  return JSON.stringify(end, (_, value: unknown) => (Object.is(value, -0) ? '-0' : value));
}

describe('a model says what the machine says', () => {
  test.each(EDGES)('%s at %d', (expression, at) => {
    const text = `input x : real = 2\n${expression}\n`;
    const end = ofMachine(text, new Map([['x', at]]));
    expect('message' in end, JSON.stringify(end)).toBe(true);
    expect(ofModel(compile([text], { steps: 2e6 }), { x: at })).toEqual(end);
  });

  test.each([
    ['1 / x', 1e-200],
    ['sin (1 / x) * 2', 1e-200],
    ['log x * 1e200', 1e-200],
    ['let f y = 1 / y in f x + x', 1e-160],
    ['x ^ (-2)', 1e-140],
    ['let rec go (n : int) y = if n = 0 then y else go (n - 1) (y * 1e200) in go 2 (x * 1e-300)', 1e-100],
    ['mean [1 / x, x]', 1e-200],
  ])('and what its trace says of the gradient of %s at %d', (expression, at) => {
    const text = `input x : real = 2\n${expression}\n`;
    const { main, point } = focusOf(checked(text), new Map([['x', at]]));
    const machine = drain(traceAnf.run(main, point, budget));
    if (machine.tag !== 'failed') throw new Error(`a derivative\n${text}`);
    const { code, message, span } = machine.diagnostic;
    const place = positionAt(lineIndex(text), span.start);
    const model = compile([text]);
    expect(ofModel({ ...model, value: (inputs) => model.gradient(inputs) }, { x: at })).toEqual({
      code,
      message,
      place,
    });
  });

  test('of a function that stops under fd, and whose tangent overflows before', () => {
    const text = 'input x : real = 2\nfd (fun c -> fst (c, (x * sin c) * (c + c))) x x\n';
    const machine = ofMachine(text, new Map([['x', 1e308]]));
    expect(machine).toMatchObject({ message: expect.stringContaining('the result of +') as string });
    expect(ofModel(compile([text]), { x: 1e308 })).toEqual(machine);
  });

  test('but for an adjoint that overflows only where the derivative of a derivative is taken backwards', () => {
    const text = 'input x : real = 2\nderiv (fun b -> rd (fun a -> tanh (sin a * x)) b b) x\n';
    expect(ofMachine(text, new Map([['x', 1e308]]))).toMatchObject({ message: OVERFLOWED_INSIDE });
    expect(compile([text]).value({ x: 1e308 })).toBe(-0); // tanh is flat there
  });

  test.each([{ derivatives: 0 }, { derivatives: 2 }])(
    'and has its value, on generated programs with up to $derivatives derivatives at nasty values',
    ({ derivatives }) => {
      const seen = { values: 0, errors: 0, overflowed: 0, avoided: 0, refused: 0 };
      const { numRuns, ...rest } = runs(2);
      fc.assert(
        fc.property(
          programs({ language: 'whole', inputs: 'some', derivatives }),
          fc.array(fc.constantFrom(...NASTY), { minLength: 1, maxLength: 6 }),
          ({ text }, reals) => {
            const main = outputOf(checked(text));
            if (main === undefined) return;
            const started = drain(evaluate(checked(text), { budget }));
            if (started.tag === 'stopped') return;
            let model: Model;
            try {
              model = compile([text], { steps: 2e6, memory: 2e8 });
            } catch (thrown) {
              if (!(thrown instanceof PullbackError)) throw thrown;
              seen.refused++;
              return;
            }
            let next = 0;
            const inputs = new Map<string, Value>();
            const given: Record<string, unknown> = {};
            for (const { name, label, type } of main.parameters) {
              const own = started.tag === 'ok' ? started.value.inputs.get(name) : started.partial.inputs.get(name);
              const leaves = realValues(own, type, main.variants).map(() => reals[next++ % reals.length] ?? 0);
              const value = withRealLeaves(own, type, leaves, main.variants);
              inputs.set(name, value);
              given[label] = outside(value, type, main.variants);
            }
            const machine = ofMachine(text, inputs);
            if ('code' in machine && machine.code.startsWith('budget')) return;
            const said = `${JSON.stringify(given)}\n${text}`;
            const ours = ofModel(model, given);
            if ('value' in machine && derivatives > 0) {
              // Derivatives add up in another order, and multiply adjoints that are 0 by partial derivatives that overflow.
              if ('code' in ours && ours.message === OVERFLOWED_INSIDE) seen.overflowed++;
              else expect('value' in ours, `${JSON.stringify(ours)}\n${said}`).toBe(true);
              return;
            }
            if (derivatives > 0 && 'code' in ours && ours.message === OVERFLOWED_INSIDE) {
              // The way back of an inner derivative can overflow before the place where the machine stops.
              seen.overflowed++;
              return;
            }
            const count = JSON.stringify([main.body, main.definitions]).split('"tag":"derivative"').length - 1;
            if (count > 1 && 'value' in ours && 'message' in machine && machine.message === OVERFLOWED_INSIDE) {
              // Compiled code takes the derivative of a derivative forwards, where no adjoint overflows.
              seen.avoided++;
              return;
            }
            if (shown(ours) !== shown(machine)) throw new Error(`${shown(ours)} instead of ${shown(machine)}\n${said}`);
            if ('value' in machine) seen.values++;
            else seen.errors++;
          },
        ),
        { ...rest, numRuns, endOnFailure: true },
      );
      expect(seen.errors).toBeGreaterThan(0.02 * numRuns);
      expect(seen.refused).toBeLessThan(0.05 * numRuns);
      expect(seen.overflowed).toBeLessThan(0.05 * numRuns);
      expect(seen.avoided).toBeLessThanOrEqual(1 + 0.005 * numRuns);
    },
  );
});

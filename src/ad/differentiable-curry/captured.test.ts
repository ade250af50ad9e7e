/**
 * The example of section 2 of "The Differentiable Curry": a partial application in a fold passes tangents to the values
 * it captured.
 */
import { describe, expect, test } from 'vitest';
import { internalError } from '../../language/source/internal-error';
import { drain } from '../../semantics/task';
import { checked, focusOf } from '../../testing/checked';
import { RUN_BUDGET } from '../../testing/combinator/build';
import type { EngineId } from '../engine';
import { pointReals } from '../point';
import { engineById } from '../registry';

const RNN = `input params : {b : real, u : real, w : real} = {b = 0.1, u = 0.7, w = -0.4}
input start : real = 0.3
input xs : list real = [0.5, -1.2, 0.8, 0.25]

let rnnCell (params : {b : real, u : real, w : real}, hidden, x) =
  tanh (params.w * hidden + params.u * x + params.b)

let runRNN params initState xs =
  let g = fun hid -> fun x -> rnnCell (params, hid, x) in
  fold (x, hid) -> g hid x over xs from initState

runRNN params start xs`;

function derivatives(id: EngineId, text: string): readonly number[] {
  const { main, point } = focusOf(checked(text));
  const engine = engineById(id) ?? internalError(`there is no engine ${id}`);
  const outcome = drain(engine.run(main, point, RUN_BUDGET));
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return pointReals(main, { ...point, arguments: outcome.value.derivative });
}

describe.each(['curry', 'curry-dependent'] as const)('%s', (id) => {
  test('the RNN of section 2: the gradients reach the captured parameters', () => {
    // By hand: h' = tanh (w h + u x + b), from the last item.
    const [w, u, b] = [-0.4, 0.7, 0.1];
    const expected = { w: 0, u: 0, b: 0, start: 1 };
    let hidden = 0.3;
    const xs = [0.5, -1.2, 0.8, 0.25];
    const inputs = new Array<number>(xs.length).fill(0);
    for (let i = xs.length - 1; i >= 0; i--) {
      const x = xs[i] ?? 0;
      const next = Math.tanh(w * hidden + u * x + b);
      const slope = 1 - next * next;
      expected.w = slope * (hidden + w * expected.w);
      expected.u = slope * (x + w * expected.u);
      expected.b = slope * (1 + w * expected.b);
      expected.start *= slope * w;
      for (let j = i + 1; j < xs.length; j++) inputs[j] = slope * w * (inputs[j] ?? 0);
      inputs[i] = slope * u;
      hidden = next;
    }
    const found = derivatives(id, RNN);
    const wanted = [expected.b, expected.u, expected.w, expected.start, ...inputs];
    expect(found).toHaveLength(8);
    found.forEach((derivative, i) => {
      expect(derivative).toBeCloseTo(wanted[i] ?? NaN, 12);
    });
    const reverse = derivatives('reverse', RNN);
    found.forEach((derivative, i) => {
      expect(derivative).toBeCloseTo(reverse[i] ?? NaN, 14);
    });
    const numeric = derivatives('numeric', RNN);
    found.forEach((derivative, i) => {
      expect(derivative).toBeCloseTo(numeric[i] ?? NaN, 8);
    });
    expect(found.every((derivative) => derivative !== 0)).toBe(true);
  });

  test('a model of another module, in a fold by recursion, gives the same', () => {
    const text = RNN.replace(
      'fold (x, hid) -> g hid x over xs from initState',
      `let rec go (xs : list real) = (match xs with [] -> initState | x :: rest -> g (go rest) x) in go xs`,
    );
    expect(text).not.toBe(RNN);
    const found = derivatives(id, text);
    derivatives(id, RNN).forEach((derivative, i) => {
      expect(found[i]).toBeCloseTo(derivative, 14);
    });
  });

  test('parameters captured twice, by a function of functions', () => {
    const text = `input a : real = 1.5
input b : real = -0.5
let compose f g = fun x -> f (g x)
let f = fun x -> a * x + b
let rec times n = if n = 0 then (fun x -> x) else compose f (times (n - 1))
times 3 2`;
    // a^3 x + b (a^2 + a + 1) at x = 2.
    const found = derivatives(id, text);
    expect(found[0]).toBeCloseTo(3 * 1.5 ** 2 * 2 - 0.5 * (2 * 1.5 + 1), 12);
    expect(found[1]).toBeCloseTo(1.5 ** 2 + 1.5 + 1, 12);
  });
});

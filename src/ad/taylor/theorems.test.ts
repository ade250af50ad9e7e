/** Huot, Staton & Vákár: the macro at the examples of (1) and 5.1, and Theorems 3 and 8, against derivatives nested in the language. */
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../semantics/evaluate';
import { jetShape, positionIn } from '../../semantics/jets/multi-index';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { toJson, type Json } from '../../semantics/present';
import { drain } from '../../semantics/task';
import { checked, focusOf } from '../../testing/checked';
import { expectClose, represented, translated } from '../../testing/taylor/macro';
import { wrapTaylor } from './wrapper';
const SECOND = jetShape(1, 2);

/** (1), with two inputs, two and two hidden neurons. */
const NETWORK = `let neuron ((x : real * real), ((w : real * real), b)) = sigmoid (x.1 * w.1 + x.2 * w.2 + b)
let layer f (x, (p1, p2)) = (f (x, p1), f (x, p2))
let comp (f, g) (x, (p, q)) = g (f (x, p), q)
let network = comp (layer neuron, comp (layer neuron, neuron))
`;
const WEIGHTS =
  '(((0.1, 0.2), 0.3), ((-0.4, 0.5), -0.6)), ((((0.7, -0.8), 0.9), ((1.0, 1.1), -1.2)), ((1.3, -1.4), 1.5))';
const neuronType = '((real * real) * real)';
const P = `((${neuronType} * ${neuronType}) * ((${neuronType} * ${neuronType}) * ${neuronType}))`;

/** Returns derivatives along x + t d by nested deriv of the language. */
function nested(text: string, order: number): readonly number[] {
  const source = Array.from({ length: order }).reduce<string>((body) => `deriv (fun t -> ${body}) t`, 'f t');
  const outcome = drain(evaluate(checked(`${text}\nlet t = 0.0\n${source}`), { budget: COMMAND_LINE_BUDGET }));
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return outcome.value.outputs as readonly number[];
}

describe('the neural network (1)', () => {
  const text = `${NETWORK}input x : real * real = (0.5, -0.25)\ninput p : ${P} = (${WEIGHTS})\nnetwork (x, p)`;

  it('is differentiated without being inlined: neuron, layer and comp are translated on their own', () => {
    const printed = translated(text, SECOND);
    for (const name of ['neuron', 'layer', 'comp']) {
      expect(printed).toMatch(new RegExp(`^let ${name}(_\\d+)?\\s`, 'mu'));
    }
    expect(printed.match(/sigmoid \(/gu)?.length).toBeLessThan(4);
  });

  it('has the second derivatives along a direction of inputs and weights at once', () => {
    const values = [0.5, -0.25, 0.1, 0.2, 0.3, -0.4, 0.5, -0.6, 0.7, -0.8, 0.9, 1, 1.1, -1.2, 1.3, -1.4, 1.5];
    const direction = values.map((_, i) => Math.cos(i));
    const found = represented(
      text,
      SECOND,
      values.map((value, i) => [value, direction[i] ?? 0, 0]),
    );
    let next = 0;
    const along = (written: string): string =>
      written.replaceAll(/-?\d+\.\d+/gu, (number) => `(${number} + t * (${String(direction[next++])}))`);
    const moved = `${NETWORK}let f t = network (${along('(0.5, -0.25)')}, (${along(WEIGHTS)}))`;
    expectClose(
      found,
      [0, 1, 2].map((order) => nested(moved, order).at(-1) ?? NaN),
    );
  });
});

describe('5.1', () => {
  const MISSING = `type Maybe a = Nothing | Just a
${NETWORK}let fromMaybe x m = match m with Nothing -> x | Just y -> y
let fromMaybe2 (x1, x2) (m1, m2) = (fromMaybe x1 m1, fromMaybe x2 m2)
let each f l = fold (x1, x2) -> f x1 :: x2 over l from []
let g (l, w) = fold (x1, x2) -> network (x1, w) + x2 over l from 0
`;
  const DATA = '[(Just 0.5, Just (-0.25)), (Nothing, Just 1.5), (Just 2.0, Nothing), (Nothing, Nothing)]';

  it('lists of inputs and missing data: the derivative by the weights and the default values at once', () => {
    const text = `${MISSING}input l : list (Maybe real * Maybe real) = ${DATA}
input m : real * real = (0.3, -0.7)\ninput p : ${P} = (${WEIGHTS})\ng (each (fromMaybe2 m) l, p)`;
    const { main, point } = focusOf(checked(text));
    // The defaults and the weights move; the data does not.
    const count = 4 + 2 + 15;
    const direction = Array.from({ length: count }, (_, i) => (i < 4 ? 0 : Math.sin(i)));
    const shape = jetShape(1, 3);
    const reals = [
      0.5, -0.25, 1.5, 2, 0.3, -0.7, 0.1, 0.2, 0.3, -0.4, 0.5, -0.6, 0.7, -0.8, 0.9, 1, 1.1, -1.2, 1.3, -1.4, 1.5,
    ];
    const { program } = wrapTaylor(
      main,
      shape,
      point,
      reals.map((real, i) => [real, direction[i] ?? 0, 0, 0]),
    );
    const outcome = drain(evaluate(program, { budget: COMMAND_LINE_BUDGET }));
    let next = 4;
    const along = (written: string): string =>
      written.replaceAll(/-?\d+\.\d+/gu, (number) => `(${number} + t * (${String(direction[next++])}))`);
    const moved = `${MISSING}let f t = g (each (fromMaybe2 ${along('(0.3, -0.7)')}) ${DATA}, (${along(WEIGHTS)}))`;
    expectClose(
      (outcome.tag === 'ok' ? outcome.value.outputs[0] : []) as readonly number[],
      [0, 1, 2, 3].map((order) => nested(moved, order).at(-1) ?? NaN),
    );
  });

  it('variants keep their constructors, under their own names where they hold reals', () => {
    const text = `type Maybe a = Nothing | Just a\ntype Tree = Leaf real | Node (Tree * Tree)
input t : Tree = Node (Leaf 2, Node (Leaf 3, Leaf 5))\ninput m : Maybe real = Just 7
let rec total t = match t with Leaf x -> x * x | Node (l, r) -> total l + total r
match m with Just x -> x * total t | Nothing -> 0`;
    const printed = translated(text, SECOND);
    expect(printed).toContain('type DTree = DLeaf (real * real * real) | DNode (DTree * DTree)');
    expect(
      represented(text, SECOND, [
        [2, 1, 0],
        [3, 1, 0],
        [5, 0, 0],
        [7, 1, 0],
      ]),
    ).toEqual([7 * 38, 38 + 7 * 10, 2 * 10 + 7 * 4]);
  });
});

describe('Theorem 3: a term of reals acts as the jet of its function', () => {
  it.each([
    'x * y / (1 + x * x)',
    'exp (x * y) - log (2 + x)',
    'tanh (x + y ^ 3)',
    'x ^ y',
    'atan2 (y, x) * sqrt (x + y)',
    'asin (x * y) + acos x',
    'erf x * softplus y',
    'sinh x / cosh y',
    'tan (x * x) + atan y',
    'relu (x - y) * max (x, y) + min (x * x, y) * abs (y - 1)',
  ])('%s at curves, to order 4', (body) => {
    // x and y are polynomials of t, and the derivatives of the whole by t are those of the jet.
    const [x, y] = [
      [0.6, 0.5, -0.4, 0.9, 0.7],
      [0.3, -0.8, 0.6, 0.2, -0.5],
    ] as const;
    const curve = (jet: readonly number[]): string =>
      jet.map((derivative, n) => `(${derivative}) * t ^ ${n} / ${[1, 1, 2, 6, 24][n] ?? ''}`).join(' + ');
    const text = `let f t = let x = ${curve(x)} in let y = ${curve(y)} in ${body}`;
    const found = represented(`input x : real = 0.6\ninput y : real = 0.3\n${body}`, jetShape(1, 4), [x, y]);
    [0, 1, 2, 3, 4].forEach((order) => {
      const exact = nested(text, order).at(-1) ?? NaN;
      expect(Math.abs((found[order] ?? NaN) - exact)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(exact)));
    });
  });
});

describe('Theorem 8: at all first-order types', () => {
  it('a function from lists to lists acts as its jet, list by list of one length', () => {
    const body = 'fold (x, (sum, out)) -> (x * sum, sin (x * sum) :: out) over xs from (1, [])';
    const shape = jetShape(2, 3);
    const values = [0.5, 1.2, -0.7];
    const text = (list: string): string => `let f xs = let (_, out) = ${body} in out\nlet at s t = f ${list}\n`;
    const { main, point } = focusOf(checked(`input xs : list real = [0.5, 1.2, -0.7]\nlet (_, out) = ${body}\nout`));
    // x_i = value + s a_i + t b_i
    const [a, b] = [
      [1, -2, 0.5],
      [0.3, 1, 2],
    ] as const;
    const list = `[${values.map((value, i) => `${value} + s * (${a[i] ?? ''}) + t * (${b[i] ?? ''})`).join(', ')}]`;
    const jets = values.map((value, i) =>
      shape.indices.map((index) =>
        index.join() === '0,0'
          ? value
          : index.join() === '1,0'
            ? (a[i] ?? 0)
            : index.join() === '0,1'
              ? (b[i] ?? 0)
              : 0,
      ),
    );
    const { program, types } = wrapTaylor(main, shape, point, jets);
    const outcome = drain(evaluate(program, { budget: COMMAND_LINE_BUDGET }));
    const found =
      outcome.tag === 'ok'
        ? (toJson(outcome.value.outputs[0], types.type(main.target), program.variants) as readonly Json[])
        : [];
    expect(found).toHaveLength(3);
    shape.indices.forEach(([m = 0, n = 0], i) => {
      // fd inside fd, m times by s and n times by t.
      const inT = Array.from({ length: n }).reduce<string>((inside) => `fd (fun t -> ${inside}) t 1`, 'at s t');
      const inS = Array.from({ length: m }).reduce<string>((inside) => `fd (fun s -> ${inside}) s 1`, inT);
      const exact = drain(
        evaluate(checked(`${text(list)}let s = 0.0\nlet t = 0.0\n${inS}`), { budget: COMMAND_LINE_BUDGET }),
      );
      if (exact.tag !== 'ok') throw new Error(exact.diagnostic.message);
      const expected = toJson(exact.value.outputs[0], main.target) as readonly number[];
      expectClose(
        found.map((jet) => (jet as readonly number[])[i] ?? NaN),
        expected,
      );
    });
    expect(positionIn(shape, [3, 0])).toBe(9);
  });
});

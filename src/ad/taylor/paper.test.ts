/** The results of Huot, Staton & Vákár, by their names; misprints of the text are corrected. */
import { describe, expect, it, test } from 'vitest';
import { internalError } from '../../language/source/internal-error';
import { showType } from '../../language/types/print';
import { REAL } from '../../language/types/type';
import { jetShape, MIXED_SECOND, type JetShape } from '../../semantics/jets/multi-index';
import { checked, focusOf } from '../../testing/checked';
import { expectClose, represented, translated } from '../../testing/taylor/macro';
import { wrapTaylor } from './wrapper';

const FIRST = jetShape(1, 1);
const SECOND = jetShape(1, 2);
const BOTH = jetShape(2, 2);

/** Returns D{e}, for e at inputs, on one line. */
function macro(text: string, shape: JetShape): string {
  const [, body] = /let main\s[^=]*=\s([^]*?)\n\ninput/u.exec(translated(text, shape)) ?? internalError(text);
  return (body ?? '').trim().replaceAll(/\s+/gu, ' ');
}

/** h at jets, one per real input of the text: the jets of the result's reals, one after the other. */
const PRODUCT = 'input x : real = 2\ninput y : real = 17\nx * y';
const inner = (rest: string): string =>
  `input z : real * real = (1, 2)\ninput y : real * real = (3, 4)\nlet (z1, z2) = z\nlet (y1, y2) = y\n${rest}`;

describe('the inner product (Example after Lemma 1)', () => {
  it('under (1,1)', () => {
    expect(macro(inner('z1 * y1 + z2 * y2'), FIRST)).toBe(
      'let ((z1, dz1), (z2, dz2)) = z in let ((y1, dy1), (y2, dy2)) = y in ' +
        'let (r, dr) = (z1 * y1, y1 * dz1 + z1 * dy1) in ' +
        'let (r_1, dr_1) = (z2 * y2, y2 * dz2 + z2 * dy2) in (r + r_1, dr + dr_1)',
    );
  });

  it("under (2,2)': the mixed term of an index i is z_i10 y_i01 + z_i01 y_i10", () => {
    expect(macro(inner('z1 * y1 + z2 * y2'), MIXED_SECOND)).toBe(
      'let ((z1_00, z1_01, z1_10, z1_11), (z2_00, z2_01, z2_10, z2_11)) = z in ' +
        'let ((y1_00, y1_01, y1_10, y1_11), (y2_00, y2_01, y2_10, y2_11)) = y in ' +
        'let (r_00, r_01, r_10, r_11) = ( z1_00 * y1_00, y1_00 * z1_01 + z1_00 * y1_01, y1_00 * z1_10 + z1_00 * y1_10, ' +
        'y1_00 * z1_11 + z1_00 * y1_11 + z1_10 * y1_01 + z1_01 * y1_10 ) in ' +
        'let (r2_00, r2_01, r2_10, r2_11) = ( z2_00 * y2_00, y2_00 * z2_01 + z2_00 * y2_01, y2_00 * z2_10 + z2_00 * y2_10, ' +
        'y2_00 * z2_11 + z2_00 * y2_11 + z2_10 * y2_01 + z2_01 * y2_10 ) in ' +
        '(r_00 + r2_00, r_01 + r2_01, r_10 + r2_10, r_11 + r2_11)',
    );
  });
});

test('the product rule of 6.2 under (2,2)', () => {
  expect(macro(PRODUCT, BOTH)).toBe(
    '( x_00 * y_00, y_00 * x_01 + x_00 * y_01, y_00 * x_02 + x_00 * y_02 + 2.0 * x_01 * y_01, ' +
      'y_00 * x_10 + x_00 * y_10, y_00 * x_11 + x_00 * y_11 + x_10 * y_01 + x_01 * y_10, ' +
      'y_00 * x_20 + x_00 * y_20 + 2.0 * x_10 * y_10 )',
  );
  const [x, y] = [
    [2, 3, 5, 7, 11, 13],
    [17, 19, 23, 29, 31, 37],
  ] as const;
  expect(represented(PRODUCT, BOTH, [x, y])).toEqual([
    x[0] * y[0],
    x[0] * y[1] + x[1] * y[0],
    x[2] * y[0] + 2 * x[1] * y[1] + x[0] * y[2],
    x[0] * y[3] + x[3] * y[0],
    x[4] * y[0] + x[1] * y[3] + x[3] * y[1] + x[0] * y[4],
    x[5] * y[0] + 2 * x[3] * y[3] + x[0] * y[5],
  ]);
});

describe('the macro at operations, by the Faà di Bruno formula', () => {
  it.each<[string, JetShape, string]>([
    ['2.5', BOTH, '(2.5, 0.0, 0.0, 0.0, 0.0, 0.0)'],
    ['x - y', SECOND, '(x_0 - y_0, x_1 - y_1, x_2 - y_2)'],
    ['-x', SECOND, '(-x_0, -x_1, -x_2)'],
    ['2 * x', SECOND, '(2.0 * x_0, 2.0 * x_1, 2.0 * x_2)'],
    ['abs x', SECOND, 'let r_0 = abs x_0 in let d1 = sign x_0 in (r_0, d1 * x_1, d1 * x_2)'],
    ['sin x', SECOND, 'let r_0 = sin x_0 in let d1 = cos x_0 in (r_0, d1 * x_1, d1 * x_2 - r_0 * x_1 ^ 2)'],
    ['exp x', SECOND, 'let r_0 = exp x_0 in (r_0, r_0 * x_1, r_0 * x_2 + r_0 * x_1 ^ 2)'],
    // ∂_2 ς of the paper: ς(x) (1 - ς(x)) (1 - 2 ς(x)), where 1 - ς(x) is ς(-x).
    [
      'sigmoid x',
      SECOND,
      'let r_0 = sigmoid x_0 in let v = sigmoid (-x_0) in let d1 = r_0 * v in ' +
        '(r_0, d1 * x_1, d1 * x_2 + (r_0 * v ^ 2 - r_0 ^ 2 * v) * x_1 ^ 2)',
    ],
    [
      'x ^ 3',
      jetShape(1, 3),
      'let d1 = 3.0 * x_0 ^ 2 in let d2 = 6.0 * x_0 in ' +
        '(x_0 ^ 3, d1 * x_1, d1 * x_2 + d2 * x_1 ^ 2, d1 * x_3 + 3.0 * d2 * x_2 * x_1 + 6.0 * x_1 ^ 3)',
    ],
    // A literal is known: the partials of x ^ y at y = 2.5.
    [
      'x ^ 2.5',
      SECOND,
      'let r_0 = x_0 ^ 2.5 in let d10 = 2.5 * x_0 ^ 1.5 in (r_0, d10 * x_1, d10 * x_2 + 3.75 * x_0 ^ 0.5 * x_1 ^ 2)',
    ],
    ['if x < y then x else y', SECOND, 'if x_0 < y_0 then (x_0, x_1, x_2) else (y_0, y_1, y_2)'],
    [
      'let z = x * y in z + z',
      SECOND,
      'let (z_0, z_1, z_2) = (x_0 * y_0, y_0 * x_1 + x_0 * y_1, y_0 * x_2 + x_0 * y_2 + 2.0 * x_1 * y_1) in ' +
        '(z_0 + z_0, z_1 + z_1, z_2 + z_2)',
    ],
    [
      'x',
      jetShape(2, 10),
      `(${jetShape(2, 10)
        .indices.map(([a, b]) => (a === 10 || b === 10 ? `x_${a ?? ''}_${b ?? ''}` : `x_${a ?? ''}${b ?? ''}`))
        .join(', ')})`,
    ],
  ])('D{%s}', (expression, shape, expected) => {
    expect(
      macro(`input x : real = 1\ninput y : real = 1\n${expression}`, shape).replaceAll('( ', '(').replaceAll(' )', ')'),
    ).toBe(expected);
  });

  it('D(real) is one flat tuple, and all else as it was', () => {
    const { main } = focusOf(
      checked('input x : list (real * int) = []\nfold ((x, n), a) -> (x ^ n) * a over x from 1'),
    );
    expect(showType(wrapTaylor(main, FIRST).type)).toBe('list ((real * real) * int) -> real * real');
    expect(showType(wrapTaylor(main, MIXED_SECOND).type)).toBe(
      'list ((real * real * real * real) * int) -> real * real * real * real',
    );
    expect(wrapTaylor(main, jetShape(3, 3)).types.type(REAL)).toMatchObject({ tag: 'product', items: { length: 20 } });
  });
});

/** g of two reals, with its derivatives by hand. */
const G = 'input x : real = 0.7\ninput y : real = 0.4\nx * x * x * y + sin (x * y)';
const [X, Y] = [0.7, 0.4];
const [S, C] = [Math.sin(X * Y), Math.cos(X * Y)];
const g = {
  value: X ** 3 * Y + S,
  x: 3 * X * X * Y + Y * C,
  y: X ** 3 + X * C,
  xx: 6 * X * Y - Y * Y * S,
  xy: 3 * X * X + C - X * Y * S,
  yy: -X * X * S,
};

describe('directional derivatives', () => {
  it('2.3: the last component of h((x,1,1,0),(y,0,0,0)) is ∂²g/∂x²', () => {
    expectClose(
      represented(G, MIXED_SECOND, [
        [X, 1, 1, 0],
        [Y, 0, 0, 0],
      ]),
      [g.value, g.x, g.x, g.xx],
    );
    expectClose(
      represented(G, MIXED_SECOND, [
        [X, 0, 1, 0],
        [Y, 1, 0, 0],
      ]),
      [g.value, g.y, g.x, g.xy],
    );
  });

  it("2.3: first along (x', y'), second along (x'', y'')", () => {
    const [a, b, c, d] = [2, -1, 0.5, 3];
    const found = represented(G, MIXED_SECOND, [
      [X, a, c, 0],
      [Y, b, d, 0],
    ]);
    expectClose(found, [
      g.value,
      a * g.x + b * g.y,
      c * g.x + d * g.y,
      a * c * g.xx + (a * d + b * c) * g.xy + b * d * g.yy,
    ]);
  });

  it('2.4: the three of one direction; the middle one of (1, 1) is the sum of both partials', () => {
    expectClose(
      represented(G, SECOND, [
        [X, 1, 0],
        [Y, 0, 0],
      ]),
      [g.value, g.x, g.xx],
    );
    expectClose(
      represented(G, SECOND, [
        [X, 0, 0],
        [Y, 1, 0],
      ]),
      [g.value, g.y, g.yy],
    );
    expectClose(
      represented(G, SECOND, [
        [X, 1, 0],
        [Y, 1, 0],
      ]),
      [g.value, g.x + g.y, g.xx + g.yy + 2 * g.xy],
    );
    const [a, b] = [2, -0.5];
    expectClose(
      represented(G, SECOND, [
        [X, a, 0],
        [Y, b, 0],
      ]),
      [g.value, a * g.x + b * g.y, a * a * g.xx + 2 * a * b * g.xy + b * b * g.yy],
    );
  });

  it('2.4: the mixed one by polarisation of the third components', () => {
    const h = (x1: number, y1: number): number =>
      represented(G, SECOND, [
        [X, x1, 0],
        [Y, y1, 0],
      ])[2] ?? NaN;
    expect((h(1, 1) - h(1, 0) - h(0, 1)) / 2).toBeCloseTo(g.xy, 12);
  });
});

describe('Lemma 1: D(t[s/x]) = D(t)[D(s)/x]', () => {
  it.each<[string, string, string]>([
    ['real', 'sin x * x', 'a * exp b'],
    ['(real * real)', 'x.1 / x.2 + x.1', '(a + 2, b * b)'],
    ['list real', 'fold (z, acc) -> z * acc over x from b', '[a, a * b, 3]'],
    ['(real -> real)', 'x (x b)', 'fun z -> z * a + sin z'],
    ['(real + int)', 'case x of inl z -> z * a | inr n -> b', 'if a < b then inl (a * b) else inr 2'],
  ])('at %s: %s with %s', (type, t, s) => {
    const inputs = 'input a : real = 0.3\ninput b : real = 0.8\n';
    const substituted = `${inputs}${t.replaceAll(/\bx\b/gu, `(${s} : ${type})`)}`;
    const jets = [
      [0.3, 1, 2, 3, 4, 5],
      [0.8, -1, 0.5, 2, 1, -3],
    ];
    const bound = represented(`${inputs}let x : ${type} = ${s} in ${t}`, BOTH, jets);
    expect(bound).toEqual(represented(substituted, BOTH, jets));
    // D(t)[D(s)/x]: t as a function of a parameter, translated on its own, and applied to the translation of s.
    expect(represented(`${inputs}let t ((x : ${type}), a, b) = ${t}\nt (${s}, a, b)`, BOTH, jets)).toEqual(bound);
  });
});

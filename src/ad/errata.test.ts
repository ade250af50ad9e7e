/** Errors in the texts of the papers, listed in docs/papers.md: what the text says fails here, and what is right holds. */
import { describe, expect, test } from 'vitest';
import { elaborate } from '../language/elaborate/elaborate';
import { parse } from '../language/syntax/parser';
import { MIXED_SECOND } from '../semantics/jets/multi-index';
import { lastOutput } from '../testing/higher-order/related';
import { expectClose, represented } from '../testing/taylor/macro';

function codes(text: string): readonly string[] {
  const { diagnostics } = elaborate([parse(text, 0).program]);
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
}

describe('Krawiec et al.', () => {
  test('Lemma 6 does not hold if a Let binds an identifier that the map has', () => {
    const delta = 'let u = Delta.Let (1, Delta.Var 2, Delta.Var 1)\n';
    const added = (map: string): unknown => lastOutput(`${delta}Delta.lookupOrZero 2 (Delta.eval 1 u ${map})`);
    // u denotes what 2 denotes, so 1 is added at 2.
    expect(added('Delta.emptyMap')).toBe(1);
    expect(added('(Delta.eval 5 (Delta.Var 1) Delta.emptyMap)')).toBe(6);
  });

  test('Figure 14 is typed with Var dy for the results, and not with the identifiers themselves', () => {
    const action = (result: string): string =>
      `let f (x : real, dx) : Delta.M ((real * Delta.Delta) * (real * Delta.Delta)) =
  do {
    dy1 <- Delta.deltaLet (Delta.Scale (2 * x, dx));
    dy2 <- Delta.deltaLet (Delta.Scale (cos x, dx));
    Delta.pure ${result}
  }`;
    expect(codes(action('((x * x, Delta.Var dy1), (sin x, Delta.Var dy2))'))).toEqual([]);
    expect(codes(action('((x * x, dy1), (sin x, dy2))'))).not.toEqual([]);
  });
});

describe('The Differentiable Curry', () => {
  test("Figure 6's sum of pairs is typed componentwise, and not with the components of one pair", () => {
    const sum = (result: string): string =>
      `let plus ((x11 : real, x12 : array real), (x21 : real, x22 : array real)) = ${result}`;
    expect(codes(sum('(x11 + x21, x12 + x22)'))).toEqual([]);
    expect(codes(sum('(x11 + x12, x21 + x22)'))).not.toEqual([]);
  });
});

describe('Huot, Staton & Vákár', () => {
  test("the mixed terms of the inner product under (2,2)' are products of a z and a y", () => {
    const text = 'input z : real = 2\ninput y : real = 3\nz * y';
    // Components 00, 01, 10, 11.
    const [z, y] = [
      [2, 0.5, -1, 0.25],
      [3, 4, 1.5, -2],
    ] as const;
    const found = represented(text, MIXED_SECOND, [z, y]);
    const second = z[3] * y[0] + z[0] * y[3];
    const right = second + z[2] * y[1] + z[1] * y[2];
    const printed = second + y[2] * y[1] + z[2] * z[1];
    expectClose(found, [z[0] * y[0], z[0] * y[1] + z[1] * y[0], z[0] * y[2] + z[2] * y[0], right]);
    expect(printed).not.toBeCloseTo(right, 3);
  });
});

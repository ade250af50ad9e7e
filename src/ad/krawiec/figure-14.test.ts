/** Krawiec et al., Figure 14, for primitives of n arguments and m results, written from their partial derivatives. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastOutput } from '../../testing/higher-order/related';
import { runs } from '../../testing/runs';

/** f_i x = Σ_j a_ij x_j + Σ_jk b_ijk x_j x_k, by its coefficients. */
interface Primitive {
  readonly linear: readonly (readonly number[])[];
  readonly quadratic: readonly (readonly (readonly number[])[])[];
  readonly at: readonly number[];
}

const coefficient = fc.integer({ min: -3, max: 3 });
const exactly = <T>(one: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> =>
  fc.array(one, { minLength: length, maxLength: length });

const primitives: fc.Arbitrary<Primitive> = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 4 }))
  .chain(([n, m]) =>
    fc.record({
      linear: exactly(exactly(coefficient, n), m),
      quadratic: exactly(exactly(exactly(coefficient, n), n), m),
      at: exactly(
        fc.integer({ min: -8, max: 8 }).map((k) => k / 4),
        n,
      ),
    }),
  );

const number = (value: number): string => `(${value.toFixed(2)})`;
const sum = (terms: readonly string[]): string => (terms.length === 0 ? '0.0' : terms.join(' + '));
const x = (j: number): string => `x${j}`;

function result({ linear, quadratic }: Primitive, i: number): string {
  const ofLinear = linear[i]?.map((a, j) => `${number(a)} * ${x(j)}`) ?? [];
  const ofQuadratic = quadratic[i]?.flatMap((row, j) => row.map((b, k) => `${number(b)} * ${x(j)} * ${x(k)}`)) ?? [];
  return sum([...ofLinear, ...ofQuadratic]);
}

/** df_ij x */
function partial({ linear, quadratic }: Primitive, i: number, j: number): string {
  const others = linear[i]?.map((_, k) => {
    const b = (quadratic[i]?.[j]?.[k] ?? 0) + (quadratic[i]?.[k]?.[j] ?? 0);
    return `${number(b)} * ${x(k)}`;
  });
  return `(${sum([number(linear[i]?.[j] ?? 0), ...(others ?? [])])})`;
}

/** Returns the Jacobian by the language's own gradient, row by row. */
function jacobian(primitive: Primitive): readonly (readonly number[])[] {
  const { linear, at } = primitive;
  const names = at.map((_, j) => x(j));
  const point = at.length === 1 ? number(at[0] ?? 0) : `(${at.map(number).join(', ')})`;
  const pattern = names.length === 1 ? (names[0] ?? '') : `(${names.join(', ')})`;
  return linear.map((_, i) => {
    const row = lastOutput(`grad (fun ${pattern} -> ${result(primitive, i)}) ${point}`);
    return Array.isArray(row) ? (row as readonly number[]) : [row as number];
  });
}

const tuple = (parts: readonly string[]): string => (parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(', ')})`);
const numbers = (value: unknown): readonly number[] =>
  Array.isArray(value) ? (value as readonly number[]) : [value as number];

function expectRows(found: readonly (readonly number[])[], expected: readonly (readonly number[])[]): void {
  expect(found.length).toBe(expected.length);
  found.forEach((row, i) => {
    expect(row.length).toBe(expected[i]?.length);
    row.forEach((entry, j) => {
      expect(entry).toBeCloseTo(expected[i]?.[j] ?? NaN, 9);
    });
  });
}

test('D{f} of the reverse translation: one binding for each result, whose Delta is its row of the Jacobian', () => {
  fc.assert(
    fc.property(primitives, (primitive) => {
      const { linear, at } = primitive;
      const add = (terms: readonly string[]): string =>
        terms.reduceRight((rest, term) => (rest === '' ? term : `Delta.Add (${term}, ${rest})`), '');
      const bindings = linear.map((row, i) => {
        const terms = row.map((_, j) => `Delta.Scale (${partial(primitive, i, j)}, dx${j})`);
        return `w${i} <- Delta.deltaLet (${add(terms)});`;
      });
      const duals = at.map((_, j) => `(${x(j)}, dx${j})`);
      const results = linear.map((_, i) => `(${result(primitive, i)}, Delta.Var w${i})`);
      const given = at.map((value, j) => `(${number(value)}, Delta.Var ${j + 1})`);
      const f = `let f ${tuple(duals)} = do { ${bindings.join(' ')} Delta.pure ${tuple(results)} }\n`;
      // All results at once, with weights, so that a variable gets a share from each.
      const weights = linear.map((_, i) => i + 2);
      const outputs = linear.map((_, i) => `(y${i}, dy${i})`);
      const weighted = add(weights.map((weight, i) => `Delta.Scale (${number(weight)}, dy${i})`));
      const action = `do { ${tuple(outputs)} <- f ${tuple(given)}; Delta.pure (${sum(linear.map((_, i) => `y${i}`))}, ${weighted}) }`;
      const entries = tuple(at.map((_, j) => `Delta.lookupOrZero ${j + 1} m`));
      const run = `Delta.runDelta ${at.length + 1} (${action})`;
      const row = numbers(lastOutput(`${f}let m = Delta.eval 0.5 (${run}) Delta.emptyMap in ${entries}`));
      const rows = jacobian(primitive);
      const expected = at.map((_, j) =>
        weights.reduce((all, weight, i) => all + 0.5 * weight * (rows[i]?.[j] ?? NaN), 0),
      );
      expectRows([row], [expected]);
    }),
    runs(0.5),
  );
});

test('D{f} of the forward translation: each result with its row of the Jacobian, applied to the tangents', () => {
  fc.assert(
    fc.property(primitives, (primitive) => {
      const { linear, at } = primitive;
      const duals = at.map((_, j) => `(${x(j)}, dx${j})`);
      const results = linear.map((row, i) => {
        const terms = row.map((_, j) => `${partial(primitive, i, j)} * dx${j}`);
        return `(${result(primitive, i)}, ${sum(terms)})`;
      });
      const f = `let f ${tuple(duals)} = ${tuple(results)}\n`;
      const tangents = linear.map((_, i) => `d${i}`);
      const columns = at.map((_, along) => {
        const given = at.map((value, j) => `(${number(value)}, ${j === along ? '1.0' : '0.0'})`);
        const pattern = tuple(tangents.map((name) => `(_, ${name})`));
        return numbers(lastOutput(`${f}let ${pattern} = f ${tuple(given)} in ${tuple(tangents)}`));
      });
      expectRows(
        linear.map((_, i) => columns.map((column) => column[i] ?? NaN)),
        jacobian(primitive),
      );
    }),
    runs(0.5),
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/runs';
import { boundaryOf, domainOf, evaluator } from './apply';
import { OPERATION_NAMES, type OperationName } from './names';
import type { LeafValue, Operation, PartialTerm } from './operation';
import { numericPartials, NUMERIC_PARTIALS } from './partials';
import { operationRow } from './table';

/**
 * Returns the derivative by central differences with Richardson extrapolation (Ridders), and an estimate of its error.
 */
function differentiate(f: (x: number) => number, x: number, width: number): { slope: number; error: number } {
  let best = { slope: Number.NaN, error: Infinity };
  let previous: number[] = [];
  let h = width;
  for (let row = 0; row < 12; row++) {
    const current = [(f(x + h) - f(x - h)) / (x + h - (x - h))];
    for (let column = 1, factor = 2; column <= row; column++, factor *= 2) {
      const finer = current[column - 1] ?? Number.NaN;
      const coarser = previous[column - 1] ?? Number.NaN;
      current.push((finer * factor - coarser) / (factor - 1));
      const slope = current[column] ?? Number.NaN;
      const error = Math.max(Math.abs(slope - finer), Math.abs(slope - coarser));
      if (error <= best.error) best = { slope, error };
    }
    previous = current;
    h /= Math.SQRT2;
  }
  return best;
}

/** The arguments at which a smooth or piecewise smooth operation is tested, away from kinks. */
interface Region {
  readonly arguments: fc.Arbitrary<readonly [number, number]>;
  /** A step within which the operation is smooth and inside its domain. */
  readonly width: (x: number, y: number) => number;
}

const within = (low: number, high: number): fc.Arbitrary<number> =>
  fc.double({ min: low, max: high, noNaN: true }).map((x) => x + 0);
const one = (x: fc.Arbitrary<number>): fc.Arbitrary<readonly [number, number]> => fc.tuple(x, fc.constant(0));
const anywhere: Region = { arguments: fc.tuple(within(-3, 3), within(-3, 3)), width: () => 0.25 };
const unary: Region = { arguments: one(within(-3, 3)), width: () => 0.25 };
const positive: Region = { arguments: one(within(0.05, 8)), width: (x) => x / 8 };
const open: Region = { arguments: one(within(-0.98, 0.98)), width: (x) => (1 - Math.abs(x)) / 8 };
const awayFromZero: Region = {
  arguments: one(fc.oneof(within(0.01, 3), within(-3, -0.01))),
  width: (x) => Math.abs(x) / 4,
};
const awayFromDiagonal: Region = {
  arguments: fc.tuple(within(-3, 3), within(-3, 3)).filter(([x, y]) => Math.abs(x - y) > 0.01),
  width: (x, y) => Math.abs(x - y) / 4,
};

const gamma: Region = {
  arguments: one(fc.oneof(within(0.2, 8), within(-2.8, -2.2))),
  width: (x) => (x > 0 ? x / 8 : 0.05),
};

const REGIONS: Partial<Record<OperationName, Region>> = {
  add: anywhere,
  subtract: anywhere,
  multiply: anywhere,
  divide: {
    arguments: fc.tuple(within(-3, 3), fc.oneof(within(0.1, 3), within(-3, -0.1))),
    width: (_x, y) => Math.abs(y) / 8,
  },
  negate: unary,
  power: { arguments: fc.tuple(within(0.1, 4), within(-3, 3)), width: (x) => Math.min(x / 8, 0.25) },
  powerInt: {
    arguments: fc.oneof(
      fc.tuple(within(-2, 2), fc.integer({ min: 0, max: 9 })),
      fc.tuple(fc.oneof(within(0.3, 2), within(-2, -0.3)), fc.integer({ min: -6, max: -1 })),
    ),
    width: (x, n) => (n < 0 ? Math.abs(x) / 16 : 0.25),
  },
  exp: unary,
  log: positive,
  expm1: unary,
  log1p: { arguments: one(within(-0.9, 8)), width: (x) => (1 + x) / 8 },
  sqrt: positive,
  sin: unary,
  cos: unary,
  tan: { arguments: one(within(-1.4, 1.4)), width: (x) => (Math.PI / 2 - Math.abs(x)) / 8 },
  asin: open,
  acos: open,
  atan: unary,
  atan2: {
    arguments: fc.tuple(within(-3, 3), within(-3, 3)).filter(([y, x]) => Math.abs(y) > 0.1 || x > 0.1),
    width: (y, x) => Math.max(Math.abs(y), x) / 16,
  },
  sinh: unary,
  cosh: unary,
  tanh: unary,
  sech: unary,
  sigmoid: { arguments: one(within(-30, 30)), width: () => 0.25 },
  softplus: { arguments: one(within(-30, 30)), width: () => 0.25 },
  erf: unary,
  lgamma: gamma,
  digamma: gamma,
  polygamma: { arguments: fc.tuple(fc.integer({ min: 0, max: 4 }), within(0.3, 6)), width: (_n, x) => x / 8 },
  checkPivot: { arguments: fc.tuple(fc.integer({ min: 0, max: 9 }), within(0.05, 8)), width: (_i, x) => x / 8 },
  abs: awayFromZero,
  relu: awayFromZero,
  max: awayFromDiagonal,
  min: awayFromDiagonal,
  sign: awayFromZero,
  step: awayFromZero,
};

/** Returns the derivative of a partial with respect to argument `index`, by the chain rule and the table. */
function differentiateTerm(term: PartialTerm, index: number): PartialTerm {
  const zero: PartialTerm = { tag: 'real', value: 0 };
  if (term.tag === 'argument') return { tag: 'real', value: term.index === index ? 1 : 0 };
  if (term.tag !== 'operation') return zero;
  return term.arguments.reduce<PartialTerm>((sum, argument, k) => {
    const partial = operationRow(term.operation).partials[k];
    if (partial === undefined) return sum;
    const product: PartialTerm = {
      tag: 'operation',
      operation: 'multiply',
      arguments: [substitute(partial, term.arguments), differentiateTerm(argument, index)],
    };
    return { tag: 'operation', operation: 'add', arguments: [sum, product] };
  }, zero);
}

function substitute(term: PartialTerm, values: readonly PartialTerm[]): PartialTerm {
  if (term.tag === 'argument') return values[term.index] ?? term;
  if (term.tag !== 'operation') return term;
  return { ...term, arguments: term.arguments.map((argument) => substitute(argument, values)) };
}

/** Whether a row's partials, up to the second order, agree with differences at these arguments. */
function partialsHold(row: Operation, values: readonly [number, number], width: number): boolean {
  const names = row.parameters.map((_, k) => k).filter((k) => row.parameters[k] === 'real');
  const call = evaluator(row);
  const exact = numericPartials(row);
  const at = (k: number, x: number): [number, number] => (k === 0 ? [x, values[1]] : [values[0], x]);
  const close = (actual: number, f: (x: number) => number, k: number): boolean => {
    const { slope, error } = differentiate(f, values[k] ?? 0, width);
    return Math.abs(actual - slope) <= 1e-8 * Math.max(1, Math.abs(slope)) + 10 * error;
  };
  return names.every((k) => {
    const partial = row.partials[k];
    const first = exact[k];
    if (partial === undefined || first === undefined) return false;
    if (!close(first(...values), (x) => Number(call(...at(k, x).slice(0, row.parameters.length))), k)) return false;
    return names.every((m) => {
      const [second] = numericPartials({ ...row, partials: [differentiateTerm(partial, m)] });
      return second !== undefined && close(second(...values), (x) => first(...at(m, x)), m);
    });
  });
}

/** Returns the terms of the same type that differ from a partial in one place. */
function mutantsOf(term: PartialTerm, row: Operation): readonly PartialTerm[] {
  switch (term.tag) {
    case 'argument':
      return row.parameters.flatMap((leaf, index) =>
        index !== term.index && leaf === row.parameters[term.index] ? [{ tag: 'argument', index }] : [],
      );
    case 'real':
    case 'int':
      return [term.value + 1, term.value - 1, -term.value]
        .filter((value) => value !== term.value)
        .map((value) => ({ ...term, value }));
    case 'operation': {
      const { parameters, result } = operationRow(term.operation);
      const others = OPERATION_NAMES.filter((name) => {
        const other = operationRow(name);
        return name !== term.operation && other.result === result && other.parameters.join() === parameters.join();
      }).map((name): PartialTerm => ({ ...term, operation: name }));
      const parts = term.arguments.filter((_, k) => parameters[k] === result);
      const isSwappable = parameters[0] === parameters[1] && !['add', 'multiply', 'addInt'].includes(term.operation);
      const inside = term.arguments.flatMap((argument, k) =>
        mutantsOf(argument, row).map((mutant): PartialTerm => ({ ...term, arguments: term.arguments.with(k, mutant) })),
      );
      const swapped: PartialTerm = { ...term, arguments: term.arguments.toReversed() };
      return [...others, ...parts, ...(isSwappable ? [swapped] : []), ...inside];
    }
  }
}

const differentiable = OPERATION_NAMES.filter((name) => operationRow(name).partials.some((p) => p !== undefined));

describe('the operations table', () => {
  it('names every row by its key, and has partials for exactly the real parameters of real operations', () => {
    for (const name of OPERATION_NAMES) {
      const row = operationRow(name);
      expect(row.name).toBe(name);
      expect(row.partials.map((p) => p !== undefined)).toEqual(
        row.parameters.map((p) => row.result === 'real' && p === 'real'),
      );
    }
  });

  it.each(differentiable)('has partials of %s that differences confirm, to the second order', (name) => {
    const region = REGIONS[name];
    if (region === undefined) throw new Error(`no region for ${name}`);
    fc.assert(
      fc.property(region.arguments, (values) => {
        expect(partialsHold(operationRow(name), values, region.width(...values))).toBe(true);
      }),
      { ...runs(), seed: 1 },
    );
  });

  it('does not hold with any partial scaled or shifted', () => {
    for (const name of differentiable) {
      const row = operationRow(name);
      const region = REGIONS[name];
      if (region === undefined) throw new Error(`no region for ${name}`);
      row.parameters.forEach((_, k) => {
        const partial = row.partials[k];
        if (partial === undefined) return;
        const mutants: readonly PartialTerm[] = [
          { tag: 'operation', operation: 'add', arguments: [partial, { tag: 'real', value: 1e-3 }] },
          { tag: 'operation', operation: 'multiply', arguments: [partial, { tag: 'real', value: 1.001 }] },
        ];
        // Scaling a zero partial changes nothing.
        for (const mutant of partial.tag === 'real' && partial.value === 0 ? mutants.slice(0, 1) : mutants) {
          const mutated = { ...row, partials: row.partials.map((p, i) => (i === k ? mutant : p)) };
          const samples = fc.sample(region.arguments, { seed: 2, numRuns: 20 });
          expect(samples.some((s) => !partialsHold(mutated, s, region.width(...s)))).toBe(true);
        }
      });
    }
  });

  it.each(differentiable)('would not hold with any partial of %s changed in one place', (name) => {
    const row = operationRow(name);
    const region = REGIONS[name];
    if (region === undefined) throw new Error(`no region for ${name}`);
    const samples = fc.sample(region.arguments, { seed: 2, numRuns: 40 });
    row.partials.forEach((partial, k) => {
      if (partial === undefined) return;
      for (const mutant of mutantsOf(partial, row)) {
        const mutated = { ...row, partials: row.partials.with(k, mutant) };
        const isRefuted = samples.some((values) => !partialsHold(mutated, values, region.width(...values)));
        expect(isRefuted, JSON.stringify(mutant)).toBe(true);
      }
    });
  });

  it('defines derivatives at kinks as 0, or by the first of equals', () => {
    const at = (name: OperationName, ...values: readonly [number, number]): number[] =>
      (NUMERIC_PARTIALS.get(name) ?? []).map((partial) => partial?.(...values) ?? Number.NaN);
    expect(at('relu', 0, 0)).toEqual([0]);
    expect(at('abs', 0, 0)).toEqual([0]);
    expect(at('max', 2, 2)).toEqual([1, 0]);
    expect(at('min', 2, 2)).toEqual([1, 0]);
    expect(at('powerInt', 0, 0)[0]).toBe(0);
    expect(at('powerInt', 0, 1)[0]).toBe(1);
    expect(at('powerInt', 0, 2)[0]).toBe(0);
    expect(at('powerInt', -3, 3)[0]).toBe(27);
    expect(at('powerInt', -3, 0)[0]).toBe(0);
  });

  it('has finite partials far out in the domain', () => {
    for (const name of ['sigmoid', 'softplus', 'tanh', 'atan', 'erf'] as const) {
      const [partial] = NUMERIC_PARTIALS.get(name) ?? [];
      for (const x of [-1e308, -1000, 1000, 1e308]) expect(Number.isFinite(partial?.(x, 0))).toBe(true);
    }
    const [asin] = NUMERIC_PARTIALS.get('asin') ?? [];
    expect(Number.isFinite(asin?.(1 - 2 ** -53, 0))).toBe(true);
  });

  it('knows the boundaries between branches', () => {
    const on = (name: OperationName, ...values: readonly LeafValue[]): boolean | undefined =>
      boundaryOf(operationRow(name))?.(...values);
    expect(on('less', 1, 1)).toBe(true);
    expect(on('less', 1, 2)).toBe(false);
    expect(on('lessSmooth', 1, 1)).toBe(undefined);
    expect(on('lessInt', 1, 1)).toBe(undefined);
    expect(on('abs', -0)).toBe(true);
    expect(on('max', 3, 3)).toBe(true);
    expect(on('floor', 3)).toBe(true);
    expect(on('floor', 3.5)).toBe(false);
    expect(on('atan2', 0, -1)).toBe(true);
    expect(on('atan2', 0, 1)).toBe(false);
  });

  it('names the operation, or what it tests, in its domain messages', () => {
    const TESTED: Partial<Record<OperationName, string>> = {
      checkPivot: 'the matrix',
      checkSide: 'the matrix',
      checkRow: 'the matrix',
      checkLength: 'two sequences',
      checkItems: 'the sequence',
    };
    for (const name of OPERATION_NAMES) {
      const row = operationRow(name);
      const domain = domainOf(row);
      if (domain === undefined) continue;
      const sentence = domain(0, 0) ?? domain(1, 1) ?? domain(0, -1) ?? domain(-1, 0);
      expect(sentence).toContain(TESTED[name] ?? row.notation.symbol);
    }
  });
});

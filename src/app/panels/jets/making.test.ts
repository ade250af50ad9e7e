import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { applyOperation } from '../../../language/operations/apply';
import { OPERATION_NAMES, type OperationName } from '../../../language/operations/names';
import { operationRow } from '../../../language/operations/table';
import { internalError } from '../../../language/source/internal-error';
import { COPY_ENTRY, INPUT_ENTRY, type TracePayload } from '../../../protocol/messages';
import { jetShape, MIXED_SECOND, type JetShape } from '../../../semantics/jets/multi-index';
import { JET_RULES } from '../../../semantics/jets/rules';
import { sweepJets } from '../../../semantics/jets/sweep';
import { newMeter } from '../../../semantics/outcome';
import { drain } from '../../../semantics/task';
import { COPY, INPUT, NO_OPERAND, Trace } from '../../../semantics/trace';
import { runs } from '../../../testing/runs';
import { agrees, type TraceJets, makingOf, numberOf, shownTerms, type Summed } from './making';

type Operand = number | { readonly constant: number };

/** The jets of one operation on inputs with these jets, or on constants; undefined if it has none. */
function jetsOf(
  shape: JetShape,
  seeds: readonly (readonly number[])[],
  name: OperationName | 'copy',
  operands: readonly Operand[],
): TraceJets | undefined {
  const trace = new Trace([]);
  for (const seed of seeds) trace.append(INPUT, NO_OPERAND, NO_OPERAND, seed[0] ?? 0, 0, 0);
  const places = operands.map((operand) => (typeof operand === 'number' ? operand : trace.constant(operand.constant)));
  const values = places.map((place) => trace.valueOf(place));
  if (name !== 'copy') {
    const made = applyOperation(operationRow(name), values);
    if (made.tag !== 'value' || typeof made.value !== 'number') return undefined;
    const [left = NO_OPERAND, right = NO_OPERAND] = places;
    trace.append(OPERATION_NAMES.indexOf(name), left, right, made.value, 0, 0);
  } else trace.append(COPY, places[0] ?? NO_OPERAND, NO_OPERAND, values[0] ?? 0, 0, 0);
  const jets = drain(sweepJets(trace, shape, seeds, newMeter()));
  if ('tag' in jets) return undefined;
  const window = trace.length;
  const inputs = seeds.map(() => INPUT_ENTRY);
  const offsets = [...seeds.map(() => 0), 0, places.length];
  const written: Pick<TracePayload, 'operations' | 'offsets' | 'operands' | 'constants' | 'values' | 'origins'> = {
    operations: Int16Array.from([...inputs, name === 'copy' ? COPY_ENTRY : OPERATION_NAMES.indexOf(name)]),
    offsets: Int32Array.from(offsets),
    operands: Int32Array.from(places),
    constants: trace.constants.slice(0, trace.constantCount),
    values: trace.values.slice(0, window),
    origins: new Int32Array(3 * window),
  };
  return {
    shape,
    jets,
    trace: {
      count: window,
      window,
      head: window,
      entries: Int32Array.from({ length: window }, (_, i) => i),
      names: undefined,
      inputLabels: seeds.map((_, i) => 'xy'[i] ?? ''),
      ...written,
    },
  };
}

function summedAt(jets: TraceJets | undefined, index: number): Summed {
  if (jets === undefined) return internalError('no jets');
  const making = makingOf(jets, jets.trace.window - 1, index);
  return 'terms' in making ? making : internalError(making.rule);
}

function written({ terms }: Summed): readonly string[] {
  return terms.map(({ coefficient, partial, factors, product }) =>
    [
      coefficient,
      ...(partial === undefined ? [] : [`d${partial.beta.join('')}=${partial.value}`]),
      ...factors.map(({ argument, index, exponent }) => `${'xy'[argument] ?? ''}${index}^${exponent}`),
      `: ${product}`,
    ].join(' '),
  );
}

const SHAPES: readonly JetShape[] = [jetShape(1, 6), jetShape(2, 4), jetShape(3, 3), MIXED_SECOND];
const DIFFERENTIABLE = OPERATION_NAMES.filter((name) => {
  const { result, parameters } = operationRow(name);
  return result === 'real' && parameters.includes('real') && JET_RULES[name] !== undefined;
});

describe('the terms add up to what the runtime computes', () => {
  /** Arguments where an operation is defined and its derivatives do not overflow. */
  function valueFor(name: OperationName, argument: number, eighths: number): number {
    const x = eighths / 8;
    if (name === 'asin' || name === 'acos') return x / 3;
    if (name === 'log' || name === 'sqrt' || (name === 'power' && argument === 0)) return 1.1 + Math.abs(x);
    if (name === 'divide' && argument === 1) return x < 0 ? x - 0.5 : x + 0.5;
    if (name === 'atan2') return argument === 0 ? x : Math.abs(x) + 0.5;
    return x;
  }

  it.each(DIFFERENTIABLE)('of %s', (name) => {
    const { parameters } = operationRow(name);
    let compared = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...SHAPES),
        fc.array(fc.array(fc.integer({ min: -16, max: 16 }), { minLength: 35, maxLength: 35 }), {
          minLength: 2,
          maxLength: 2,
        }),
        fc.constantFrom(undefined, 0, 1),
        fc.integer({ min: -3, max: 5 }),
        (shape, eighths, constant, int) => {
          const seeds = parameters.map((_, i) =>
            shape.indices.map((_index, at) => {
              const number = eighths[i]?.[at] ?? 0;
              return at === 0 ? valueFor(name, i, number) : number / 8;
            }),
          );
          const operands = parameters.map((parameter, i): Operand => {
            if (parameter === 'int') return { constant: int };
            return i === constant && parameters.length > 1 ? { constant: seeds[i]?.[0] ?? 0 } : i;
          });
          const jets = jetsOf(shape, seeds, name, operands);
          if (jets === undefined) return;
          const entry = jets.trace.window - 1;
          shape.indices.forEach((index, at) => {
            if (at === 0) return;
            const number = numberOf(jets, entry, at);
            const making = makingOf(jets, entry, at);
            compared += 1;
            if (making.rule === 'constant') expect(Math.abs(number)).toBe(0);
            else if (!('terms' in making)) internalError(making.rule);
            else
              expect(agrees(making, number), `(${index.join()}): ${making.sum}, ${number}, ${making.magnitude}`).toBe(
                true,
              );
          });
        },
      ),
      runs(0.4),
    );
    expect(compared).toBeGreaterThan(100);
  });
});

describe('the terms', () => {
  const x = [2, 3, 5, 7, 11, 13];
  const y = [17, 19, 23, 29, 31, 37];
  const shape = jetShape(2, 2);

  test('of a product follow the product rule, with binomial coefficients', () => {
    expect(written(summedAt(jetsOf(shape, [x, y], 'multiply', [0, 1]), 4))).toEqual([
      '1 x0^1 y4^1 : 62',
      '1 x1^1 y3^1 : 87',
      '1 x3^1 y1^1 : 133',
      '1 x4^1 y0^1 : 187',
    ]);
    expect(written(summedAt(jetsOf(shape, [x, y], 'multiply', [0, 1]), 2))[1]).toBe('2 x1^1 y1^1 : 114');
    expect(written(summedAt(jetsOf(shape, [x], 'multiply', [{ constant: 4 }, 0]), 4))).toEqual(['1 x0^1 y4^1 : 44']);
  });

  test('of another operation follow the formula, lowest partials first', () => {
    expect(written(summedAt(jetsOf(shape, [x], 'sin', [0]), 4))).toEqual([
      `1 d1=${Math.cos(2)} x4^1 : ${Math.cos(2) * 11}`,
      `1 d2=${-Math.sin(2)} x3^1 x1^1 : ${-Math.sin(2) * 7 * 3}`,
    ]);
    expect(
      written(summedAt(jetsOf(jetShape(1, 4), [x], 'exp', [0]), 4)).map((term) => term.replace(/=\S+| :.*/gu, '')),
    ).toEqual(['1 d1 x4^1', '4 d2 x3^1 x1^1', '3 d2 x2^2', '6 d3 x2^1 x1^2', '1 d4 x1^4']);
    // An operation without a second partial has no term for it.
    expect(written(summedAt(jetsOf(shape, [x, y], 'subtract', [0, 1]), 4))).toEqual([
      '1 d10=1 x4^1 : 11',
      '1 d01=-1 y4^1 : -31',
    ]);
  });

  test('name the entries of their factors, and leave out constants', () => {
    const making = summedAt(jetsOf(shape, [x, y], 'divide', [1, { constant: 4 }]), 3);
    expect(making.terms.map(({ factors }) => factors)).toEqual([
      [{ argument: 0, entry: 1, index: 3, exponent: 1, value: 29 }],
    ]);
    expect(written(summedAt(jetsOf(shape, [x], 'copy', [0]), 4))).toEqual(['1 x4^1 : 11']);
  });

  test('are 0 if a factor is 0, even if the partial is not a number', () => {
    const jets = jetsOf(jetShape(1, 2), [[0, 0, 0]], 'powerInt', [0, { constant: 2 }]);
    expect(summedAt(jets, 2).terms.map(({ isZero, product }) => [isZero, product])).toEqual([
      [true, 0],
      [true, 0],
    ]);
  });

  test('are shown with nonzero terms first if there are too many', () => {
    const seed = jetShape(2, 4).indices.map((index, i) => (index.join() === '1,1' ? 0 : i + 1));
    const { terms } = summedAt(jetsOf(jetShape(2, 4), [seed, seed], 'atan2', [0, 1]), 11);
    expect(terms.length).toBeGreaterThan(40);
    expect(shownTerms(terms)).toHaveLength(40);
    const moving = terms.filter(({ isZero }) => !isZero);
    expect(shownTerms(terms).slice(0, moving.length)).toEqual(moving.slice(0, 40));
    expect(shownTerms(terms.slice(0, 40))).toEqual(terms.slice(0, 40));
  });

  test('are missing for inputs, values and operations that are constant near the point', () => {
    const jets = jetsOf(shape, [x], 'sign', [0]);
    if (jets === undefined) return internalError('no jets');
    expect(makingOf(jets, 0, 4)).toEqual({ rule: 'input' });
    expect(makingOf(jets, 1, 0)).toEqual({ rule: 'value' });
    expect(makingOf(jets, 1, 4)).toEqual({ rule: 'constant', operation: 'sign' });
  });
});

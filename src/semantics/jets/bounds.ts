import { OPERATION_NAMES } from '../../language/operations/names';
import { internalError } from '../../language/source/internal-error';
import type { Task } from '../task';
import { COPY, INPUT, NO_OPERAND, type Trace } from '../trace';
import { at, constantJet, multiply, newJets, scratch, type Jets } from './arithmetic';
import { jetShape, type JetShape } from './multi-index';
import { JET_RULES, type JetRule } from './rules';
import type { Jet } from './sweep';

const ENTRIES_A_SLICE = 500;

/**
 * Returns, for every entry, the sums of the absolute values of all Faà di Bruno terms: the result of `sweepJets` with
 * the absolute values of all seeds and partial derivatives. Rounding errors are measured against it, so
 * that cancellation does not count as disagreement.
 */
export function* sweepBounds(trace: Trace, shape: JetShape, seeds: readonly Jet[]): Task<Float64Array> {
  const jets = newJets(shape, trace.length);
  const { coefficients, size } = jets;
  const own = [newJets(jetShape(1, shape.order), 2), newJets(jetShape(2, shape.order), 3)] as const;
  for (let entry = 0; entry < trace.length; entry++) {
    if (entry % ENTRIES_A_SLICE === 0) yield;
    const out = entry * size;
    const operation = trace.operations[entry] ?? INPUT;
    if (operation === INPUT) {
      const seed = seeds[entry] ?? internalError('an input without a jet');
      for (let i = 1; i < size; i++) coefficients[out + i] = Math.abs(seed[i] ?? 0) / at(shape.factorials, i);
    } else {
      bound(jets, own, trace, entry, operation);
    }
    coefficients[out] = Math.abs(at(trace.values, entry));
  }
  for (let i = 0; i < coefficients.length; i++) coefficients[i] = at(coefficients, i) * at(shape.factorials, i % size);
  return coefficients.subarray(0, trace.length * size);
}

function bound(
  jets: Jets,
  [unary, binary]: readonly [Jets, Jets],
  trace: Trace,
  entry: number,
  operation: number,
): void {
  const { size } = jets;
  const out = entry * size;
  const left = trace.left[entry] ?? NO_OPERAND;
  const right = trace.right[entry] ?? NO_OPERAND;
  if (operation === COPY) {
    if (left >= 0) jets.coefficients.copyWithin(out, left * size, (left + 1) * size);
    return;
  }
  const name = OPERATION_NAMES[operation] ?? internalError('no operation');
  const rule = JET_RULES[name] ?? internalError('an operation without derivatives in a trace');
  const values = [at(trace.values, entry), trace.valueOf(left), trace.valueOf(right)] as const;
  if (left >= 0 && right >= 0) {
    const partials = partialsOf(binary, rule, values, [true, true]);
    composeTwo(jets, out, left * size, right * size, partials);
  } else {
    const partials = partialsOf(unary, rule, values, [left >= 0, right >= 0]);
    compose(jets, out, Math.max(left, right) * size, partials);
  }
}

/** Returns the absolute Taylor coefficients of an operation at a point, with respect to the arguments that vary. */
function partialsOf(
  jets: Jets,
  rule: JetRule,
  [value, x, y]: readonly [number, number, number],
  [byFirst, bySecond]: readonly [boolean, boolean],
): Float64Array {
  const { coefficients, size } = jets;
  coefficients.fill(0);
  const variable = (number: number, start: number, direction: number): number => {
    coefficients[start] = number;
    if (size > 1) coefficients[start + direction] = 1;
    return start;
  };
  coefficients[0] = value;
  // With two variables, (1, 0) comes after all (0, j).
  const both = byFirst && bySecond;
  const first = byFirst ? variable(x, size, both ? jets.shape.order + 1 : 1) : constantJet(jets, 0, x);
  const second = bySecond ? variable(y, both ? 2 * size : size, 1) : constantJet(jets, 1, y);
  rule(jets, 0, first, second);
  return coefficients.slice(0, size).map(Math.abs);
}

/** out = Σ_n partials[n] d^n, where d is x without its value, by Horner's rule. */
function compose(jets: Jets, out: number, x: number, partials: Float64Array): void {
  const d = difference(jets, 0, x);
  horner(jets, out, d, partials);
}

/** out = Σ partials[i, j] d^i e^j */
function composeTwo(jets: Jets, out: number, x: number, y: number, partials: Float64Array): void {
  const { coefficients: c, size, shape } = jets;
  const [d, e, inner] = [difference(jets, 0, x), difference(jets, 1, y), scratch(jets, 3)];
  c.fill(0, out, out + size);
  for (let i = shape.order; i >= 0; i--) {
    // The entries (i, 0), ..., (i, R - i) are consecutive.
    const count = shape.order - i + 1;
    const start = partials.length - ((shape.order - i + 1) * (shape.order - i + 2)) / 2;
    horner(jets, inner, e, partials.subarray(start, start + count));
    times(jets, out, d);
    for (let k = 0; k < size; k++) c[out + k] = at(c, out + k) + at(c, inner + k);
  }
}

function horner(jets: Jets, out: number, d: number, partials: Float64Array): void {
  const { coefficients: c, size } = jets;
  c.fill(0, out, out + size);
  for (let n = partials.length - 1; n >= 0; n--) {
    times(jets, out, d);
    c[out] = at(c, out) + at(partials, n);
  }
}

/** out = out d */
function times(jets: Jets, out: number, d: number): void {
  const { coefficients: c, size } = jets;
  const product = scratch(jets, 2);
  multiply(jets, product, out, d);
  c.copyWithin(out, product, product + size);
}

function difference(jets: Jets, which: 0 | 1, x: number): number {
  const { coefficients: c, size } = jets;
  const d = scratch(jets, which);
  c.copyWithin(d, x, x + size);
  c[d] = 0;
  return d;
}

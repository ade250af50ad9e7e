import { OPERATION_NAMES } from '../../language/operations/names';
import { internalError } from '../../language/source/internal-error';
import type { Meter } from '../outcome';
import type { SweepProblem } from '../sweep';
import type { Task } from '../task';
import { COPY, INPUT, NO_OPERAND, type Trace } from '../trace';
import { at, constantJet, newJets, type Jets } from './arithmetic';
import type { JetShape } from './multi-index';
import { CONSTANT_RULE, JET_RULES, type JetRule } from './rules';

/** The derivatives of one entry, one per index of the shape. */
export type Jet = ArrayLike<number>;

/** The number of operations between two pauses. */
const SLICE = 400_000;

/** The rules by the trace's index of the operation. */
const RULES: readonly (JetRule | undefined)[] = OPERATION_NAMES.map((name) => JET_RULES[name]);

/**
 * Computes the (k,R)-Taylor representation (Huot, Staton & Vákár, 2.2) of everything in a trace in one forward pass:
 * from the jets of the first entries, the inputs or the copies of a point, to those of all entries, one after the
 * other. A jet consists of derivatives, not divided by factorials; its first number is the entry's value, whatever the
 * seed says. The sweep stops at the first entry with a derivative that is not finite. It is linear in the trace; the
 * meter counts the operations, and the entries as visits.
 */
export function* sweepJets(
  trace: Trace,
  shape: JetShape,
  seeds: readonly Jet[],
  meter: Meter,
  /** The entries that are needed, closed under operands; undefined means all. */
  needed?: Uint8Array,
): Task<Float64Array | SweepProblem> {
  const jets = newJets(shape, trace.length);
  const { coefficients, size } = jets;
  const moving = new Uint8Array(trace.length);
  let next = SLICE;
  let problem: SweepProblem | undefined;
  for (let entry = 0; entry < trace.length && problem === undefined; entry++) {
    if (needed !== undefined && needed[entry] !== 1) continue;
    const out = entry * size;
    coefficients[out] = at(trace.values, entry);
    if (!enter(jets, trace, entry, seeds, moving)) continue;
    meter.visits++;
    if (!isFinite(jets, out)) problem = { tag: 'problem', entry };
    if (jets.work < next) continue;
    next = jets.work + SLICE;
    yield;
  }
  meter.derivative += jets.work;
  if (problem !== undefined) return problem;
  for (let entry = 0; entry < trace.length; entry++) {
    if (moving[entry] === 0) continue;
    for (let i = 1; i < size; i++) {
      const place = entry * size + i;
      coefficients[place] = at(coefficients, place) * at(shape.factorials, i);
    }
  }
  return coefficients.subarray(0, trace.length * size);
}

/** Writes the jet of an entry above its value. Returns whether it depends on a varying entry, and so has a jet. */
function enter(jets: Jets, trace: Trace, entry: number, seeds: readonly Jet[], moving: Uint8Array): boolean {
  const { coefficients, size, shape } = jets;
  const out = entry * size;
  const operation = trace.operations[entry] ?? INPUT;
  if (operation === INPUT || entry < seeds.length) {
    const seed = seeds[entry] ?? internalError('an input without a jet');
    for (let i = 1; i < size; i++) {
      const coefficient = (seed[i] ?? 0) / at(shape.factorials, i);
      coefficients[out + i] = coefficient;
      if (coefficient !== 0) moving[entry] = 1;
    }
    return moving[entry] === 1;
  }
  const left = trace.left[entry] ?? NO_OPERAND;
  const right = trace.right[entry] ?? NO_OPERAND;
  const moves = (left >= 0 && moving[left] === 1) || (right >= 0 && moving[right] === 1);
  // If no operand varies, an infinite partial does not matter.
  if (!moves) return false;
  moving[entry] = 1;
  const x = moving[left] === 1 ? left * size : constantJet(jets, 0, trace.valueOf(left));
  if (operation === COPY) {
    coefficients.copyWithin(out + 1, x + 1, x + size);
    return true;
  }
  const y = moving[right] === 1 ? right * size : constantJet(jets, 1, trace.valueOf(right));
  const rule = RULES[operation] ?? internalError('an operation without derivatives in a trace');
  rule(jets, out, x, y);
  if (rule === CONSTANT_RULE) moving[entry] = 0;
  return true;
}

function isFinite({ coefficients, size, shape }: Jets, out: number): boolean {
  for (let i = 1; i < size; i++) {
    if (!Number.isFinite(at(coefficients, out + i) * at(shape.factorials, i))) return false;
  }
  return true;
}

import type { PartialTerm } from '../../language/operations/operation';
import { internalError } from '../../language/source/internal-error';
import type { Meter } from '../outcome';
import { ROWS, RUN_TIME_ROWS } from '../rows';
import type { SweepProblem } from '../sweep';
import type { Task } from '../task';
import { COPY, type Trace } from '../trace';
import { at } from './arithmetic';

/** Operations between two pauses. */
const SLICE = 400_000;

/**
 * The reverse sweep in the arithmetic of (k,1) jets: an adjoint, and its derivatives in k directions, of every entry. So
 * the adjoints of the point are the gradient, and their derivatives the Hessian times each direction. `tangents` has the
 * entries' own jets, of `size` numbers each (`sweepJets`); `marks` those that depend on the point. Linear in the trace.
 */
export function* sweepSecond(
  trace: Trace,
  marks: Uint8Array,
  tangents: Float64Array,
  size: number,
  result: number,
  meter: Meter,
): Task<Float64Array | SweepProblem> {
  const adjoints = new Float64Array(trace.length * size);
  adjoints[result * size] = 1;
  let work = 0;
  let next = SLICE;
  for (let entry = trace.length - 1; entry >= 0; entry--) {
    if (marks[entry] === 0 || !isSome(adjoints, entry * size, size)) continue;
    meter.visits++;
    const operands = [trace.left[entry] ?? -1, trace.right[entry] ?? -1];
    const [left = -1, right = -1] = operands;
    const operation = trace.operations[entry] ?? COPY;
    const [x, y] = [trace.valueOf(left), trace.valueOf(right)];
    for (const [k, operand] of operands.entries()) {
      if (operand < 0 || marks[operand] === 0) continue;
      const partial = operation === COPY ? ONE : dual(partialOf(operation, k), x, y);
      pull(adjoints, operand * size, entry * size, partial, tangents, [left * size, right * size], size);
      work += 6 * size;
      if (!isFinite(adjoints, operand * size, size)) {
        meter.derivative += work;
        return { tag: 'problem', entry };
      }
    }
    if (work < next) continue;
    next = work + SLICE;
    yield;
  }
  meter.derivative += work;
  return adjoints;
}

/** towards += from * partial, with the derivatives of the product. */
function pull(
  adjoints: Float64Array,
  towards: number,
  from: number,
  partial: Dual,
  tangents: Float64Array,
  [left, right]: readonly [number, number],
  size: number,
): void {
  const adjoint = at(adjoints, from);
  const { value, first, second } = partial;
  if (adjoint !== 0) adjoints[towards] = at(adjoints, towards) + adjoint * value;
  for (let d = 1; d < size; d++) {
    // What is 0 counts as 0 even times what is no number.
    const change = left >= 0 ? product(first, at(tangents, left + d)) : 0;
    const slope = change + (right >= 0 ? product(second, at(tangents, right + d)) : 0);
    const term = product(at(adjoints, from + d), value) + product(adjoint, slope);
    adjoints[towards + d] = at(adjoints, towards + d) + term;
  }
}

function product(left: number, right: number): number {
  return left === 0 || right === 0 ? 0 : left * right;
}

function isSome(numbers: Float64Array, start: number, size: number): boolean {
  for (let i = start; i < start + size; i++) if (numbers[i] !== 0) return true;
  return false;
}

function isFinite(numbers: Float64Array, start: number, size: number): boolean {
  for (let i = start; i < start + size; i++) if (!Number.isFinite(numbers[i])) return false;
  return true;
}

/** A function of an operation's arguments, and its derivatives by the first and the second. */
interface Dual {
  readonly value: number;
  readonly first: number;
  readonly second: number;
}

const ONE: Dual = { value: 1, first: 0, second: 0 };

function partialOf(operation: number, parameter: number): PartialTerm {
  return ROWS[operation]?.row.partials[parameter] ?? internalError('an operation without a partial by a real argument');
}

function dual(term: PartialTerm, x: number, y: number): Dual {
  switch (term.tag) {
    case 'argument':
      return term.index === 0 ? { value: x, first: 1, second: 0 } : { value: y, first: 0, second: 1 };
    case 'real':
    case 'int':
      return { value: term.value, first: 0, second: 0 };
    case 'operation': {
      const { evaluate, partials } = RUN_TIME_ROWS[term.operation];
      const [left = ONE, right = ONE] = term.arguments.map((argument) => dual(argument, x, y));
      let [first, second] = [0, 0];
      for (const [k, argument] of [left, right].entries()) {
        if (argument.first === 0 && argument.second === 0) continue;
        const slope = partials[k]?.(left.value, right.value) ?? 0;
        first += product(slope, argument.first);
        second += product(slope, argument.second);
      }
      return { value: evaluate(left.value, right.value) as number, first, second };
    }
  }
}

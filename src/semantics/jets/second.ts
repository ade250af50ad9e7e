import type { PartialTerm } from '../../language/operations/operation';
import { compilePartial, type NumericPartial } from '../../language/operations/partials';
import { internalError } from '../../language/source/internal-error';
import type { Meter } from '../outcome';
import { ROWS, RUN_TIME_ROWS } from '../rows';
import type { SweepProblem } from '../sweep';
import type { Task } from '../task';
import { COPY, type Trace } from '../trace';
import { at } from './arithmetic';

/** The number of operations between two pauses. */
const SLICE = 400_000;

const PARAMETERS = [0, 1] as const;

/**
 * Performs the reverse sweep in the arithmetic of (k,1) jets: an adjoint of every entry, and its derivatives in k
 * directions. So the adjoints of the point are the gradient, and their derivatives the Hessian times each direction.
 * `tangents` has the entries' own jets, of `size` numbers each (`sweepJets`); `marks` are the entries that depend on
 * the point. It takes time linear in the trace.
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
  const sweep: Sweep = { adjoints, tangents, size };
  let work = 0;
  let next = SLICE;
  for (let entry = trace.length - 1; entry >= 0; entry--) {
    if (marks[entry] === 0 || !isSome(adjoints, entry * size, size)) continue;
    meter.visits++;
    const operation = trace.operations[entry] ?? COPY;
    for (const k of PARAMETERS) {
      const operand = (k === 0 ? trace.left[entry] : trace.right[entry]) ?? -1;
      if (operand >= 0 && marks[operand] === 1) {
        pull(sweep, trace, entry, operand, operation === COPY ? ONE : partialOf(operation, k));
        work += 6 * size;
        if (!isFinite(adjoints, operand * size, size)) {
          meter.derivative += work;
          return { tag: 'problem', entry };
        }
      }
    }
    if (work < next) continue;
    next = work + SLICE;
    yield;
  }
  meter.derivative += work;
  return adjoints;
}

interface Sweep {
  readonly adjoints: Float64Array;
  readonly tangents: Float64Array;
  readonly size: number;
}

/** adjoint(operand) += adjoint(entry) × partial, as a product of jets. */
function pull({ adjoints, tangents, size }: Sweep, trace: Trace, entry: number, operand: number, partial: Slope): void {
  const left = trace.left[entry] ?? -1;
  const right = trace.right[entry] ?? -1;
  const x = trace.valueOf(left);
  const y = trace.valueOf(right);
  const from = entry * size;
  const towards = operand * size;
  const adjoint = at(adjoints, from);
  const value = partial.value(x, y);
  if (adjoint !== 0) adjoints[towards] = at(adjoints, towards) + adjoint * value;
  const first = left < 0 || adjoint === 0 ? 0 : (partial.first?.(x, y) ?? 0);
  const second = right < 0 || adjoint === 0 ? 0 : (partial.second?.(x, y) ?? 0);
  for (let d = 1; d < size; d++) {
    // Zero times an infinite or undefined number counts as 0.
    let slope = 0;
    if (first !== 0) slope = product(first, at(tangents, left * size + d));
    if (second !== 0) slope += product(second, at(tangents, right * size + d));
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

/** A partial derivative of an operation, and its own derivatives by the first and second argument unless they are 0. */
interface Slope {
  readonly value: NumericPartial;
  readonly first: NumericPartial | undefined;
  readonly second: NumericPartial | undefined;
}

const ZERO: NumericPartial = () => 0;
const ONE: Slope = { value: () => 1, first: undefined, second: undefined };

/** The partials by operation and parameter. */
const PARTIALS: readonly (readonly (Slope | undefined)[])[] = ROWS.map(({ row }) =>
  row.partials.map((term) =>
    term === undefined ? undefined : { value: compilePartial(term), first: slope(term, 0), second: slope(term, 1) },
  ),
);

function partialOf(operation: number, parameter: number): Slope {
  return PARTIALS[operation]?.[parameter] ?? internalError('an operation without a partial by a real argument');
}

/** Returns the derivative of a term by an argument, by the chain rule; undefined if it is always 0. */
function slope(term: PartialTerm, index: number): NumericPartial | undefined {
  if (term.tag !== 'operation') return term.tag === 'argument' && term.index === index ? () => 1 : undefined;
  const [left = ZERO, right = ZERO] = term.arguments.map(compilePartial);
  const shares = term.arguments.flatMap((argument, k): readonly NumericPartial[] => {
    const outer = RUN_TIME_ROWS[term.operation].partials[k];
    const inner = slope(argument, index);
    if (outer === undefined || inner === undefined) return [];
    return [(x, y) => product(outer(left(x, y), right(x, y)), inner(x, y))];
  });
  const [share, other] = shares;
  if (share === undefined || other === undefined) return share;
  return (x, y) => share(x, y) + other(x, y);
}

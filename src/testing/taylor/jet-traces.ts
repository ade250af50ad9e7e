/** Builders of traces, and the jets of their entries. */
import { applyOperation } from '../../language/operations/apply';
import { OPERATION_NAMES, type OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import { NOWHERE } from '../../language/source/span';
import { newMeter } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { INPUT, NO_OPERAND, Trace } from '../../semantics/trace';
import { sweepBounds } from '../../semantics/jets/bounds';
import type { JetShape } from '../../semantics/jets/multi-index';
import { sweepJets, type Jet } from '../../semantics/jets/sweep';

/** Returns a trace being built, whose operations are applied as they are added. */
export function tracing(inputs: readonly number[]): {
  readonly trace: Trace;
  apply: (name: OperationName, ...operands: readonly (number | { readonly constant: number })[]) => number;
} {
  const trace = new Trace([NOWHERE]);
  for (const input of inputs) trace.append(INPUT, NO_OPERAND, NO_OPERAND, input, 0, 0);
  return {
    trace,
    apply: (name, ...operands) => {
      const places = operands.map((operand) =>
        typeof operand === 'number' ? operand : trace.constant(operand.constant),
      );
      const applied = applyOperation(
        operationRow(name),
        places.map((place) => trace.valueOf(place)),
      );
      const value = applied.tag === 'value' ? (applied.value as number) : NaN;
      return trace.append(OPERATION_NAMES.indexOf(name), places[0] ?? NO_OPERAND, places[1] ?? NO_OPERAND, value, 0, 0);
    },
  };
}

export function jetsOfTrace(trace: Trace, shape: JetShape, seeds: readonly Jet[]): Float64Array {
  const found = drain(sweepJets(trace, shape, seeds, newMeter()));
  return 'tag' in found ? internalError(`entry ${found.entry}`) : found;
}

export function boundsOf(trace: Trace, shape: JetShape, seeds: readonly Jet[]): Float64Array {
  return drain(sweepBounds(trace, shape, seeds));
}

/** Returns the jet of a variable: x, and 1 in the first direction. */
export function jetVariable(shape: JetShape, x: number): Jet {
  return shape.indices.map((index) => {
    if (index.every((n) => n === 0)) return x;
    return index.every((n, i) => n === (i === 0 ? 1 : 0)) ? 1 : 0;
  });
}

import type { LeafValue } from '../../../language/operations/operation';
import { NOWHERE, type Span } from '../../../language/source/span';
import type { Closure } from '../../../semantics/closure';
import type { Instruction, Op } from '../../../semantics/code';
import type { MachineState } from '../../../semantics/state';
import type { Value } from '../../../semantics/value';

/** The machine's state before a step: the instruction and the registers it reads. */
export interface InstructionPlace {
  readonly instruction: Instruction;
  readonly base: number;
  readonly closure: Closure;
  readonly machine: MachineState;
}

export function originAt({ instruction, machine }: InstructionPlace): Span {
  return machine.executable.origins[instruction.origin] ?? NOWHERE;
}

/** Returns the number of components of the tuple that a projection reads. */
export function arityAt({ instruction, machine }: InstructionPlace): number {
  return instruction.op === (9 satisfies Op['project']) ? (machine.read(instruction.a) as readonly Value[]).length : 0;
}

/** Returns the arguments of an operation that are not reals. */
export function leavesAt({ instruction, machine }: InstructionPlace): readonly (LeafValue | undefined)[] {
  return instruction.row.row.parameters.map((leaf, k) =>
    leaf === 'real' ? undefined : (machine.read(instruction.operands[k] ?? 0) as LeafValue),
  );
}

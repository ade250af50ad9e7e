import type { Term } from '../../../language/core/tree';
import type { LeafValue } from '../../../language/operations/operation';
import { NOWHERE, type Span } from '../../../language/source/span';
import type { Type } from '../../../language/types/type';
import type { Closure } from '../../../semantics/closure';
import type { Instruction, Op } from '../../../semantics/code';
import type { MachineState } from '../../../semantics/state';
import type { Value } from '../../../semantics/value';

/** Where a step is taken: the registers before it. */
export interface Place {
  readonly instruction: Instruction;
  readonly base: number;
  readonly closure: Closure;
  readonly machine: MachineState;
}

export function originOf({ instruction, machine }: Place): Span {
  return machine.executable.origins[instruction.origin] ?? NOWHERE;
}

export function isCall({ op }: Instruction): boolean {
  return op === (5 satisfies Op['call']) || op === (6 satisfies Op['tailCall']);
}

/** Of a projection: how many components the tuple has. */
export function arityOf({ instruction, machine }: Place): number {
  return instruction.op === (9 satisfies Op['project']) ? (machine.read(instruction.a) as readonly Value[]).length : 0;
}

/** Of an operation: the arguments that are no reals. */
export function leavesOf({ instruction, machine }: Place): readonly (LeafValue | undefined)[] {
  if (instruction.op !== (2 satisfies Op['operation1']) && instruction.op !== (3 satisfies Op['operation2'])) return [];
  return instruction.row.row.parameters.map((leaf, k) =>
    leaf === 'real' ? undefined : (machine.read(instruction.operands[k] ?? 0) as LeafValue),
  );
}

export function argumentTypes(term: Term | undefined, count: number, isRest: boolean): readonly Type[] {
  if (term?.tag === 'derivative') return [term.point.type];
  const types: Type[] = [];
  let callee: Term | undefined = term;
  for (; callee?.tag === 'apply'; callee = callee.function) types.push(callee.argument.type);
  types.reverse();
  // The second half of a call that gives more arguments than the function takes.
  return isRest ? types.slice(-count) : types.slice(0, count);
}

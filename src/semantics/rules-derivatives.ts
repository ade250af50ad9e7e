import { internalError } from '../language/source/internal-error';
import type { Instruction } from './code';
import type { Derivation } from './derivative';
import { BYTES } from './memory';
import type { MachineState } from './state';
import { INPUT, NO_OPERAND, UNRECORDED } from './trace';
import { primalOf, Traced, type Value } from './value';

/* Derivatives, inputs, outputs and `watch`. Each rule answers what comes next. */

/** The state is the copy of the point, the derivation, the function's result. */
export function beginDerivative(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const { slots, base } = machine;
  const { term, origin, target } = instruction;
  if (term?.tag !== 'derivative') return internalError('a derivative without its term');
  const point = machine.read(instruction.a);
  const { copy, derivation } = machine.derivatives.begin(term, point, origin, machine.call);
  machine.inside++;
  slots[base + target] = copy;
  slots[base + target + 1] = derivation;
  return machine.charge(BYTES.traced * derivation.copies) ? instruction.next : undefined;
}

export function endDerivative(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const { slots, base, meter, trace } = machine;
  const { term, origin } = instruction;
  if (term?.tag !== 'derivative') return internalError('a derivative without its term');
  const state = base + instruction.a;
  const derivation = slots[state + 1] as Derivation;
  const result = slots[state + 2];
  const [point, direction] = instruction.operands.map((operand) => machine.read(operand));
  machine.inside--;
  const { visits } = meter;
  const entries = trace.length;
  meter.live = Math.max(meter.live, entries);
  meter.nodes += entries - derivation.start;
  // Adjoints and marks of the sweep.
  if (!machine.charge(17 * (entries - derivation.start))) return undefined;
  const free = machine.options.budget.bytes - machine.stackBytes() - trace.bytes;
  const answer = machine.derivatives.end(term, derivation, result, point, direction, origin, machine.call, free);
  meter.steps += meter.visits - visits;
  for (let i = 0; i < 3; i++) slots[state + i] = undefined;
  if (answer.tag === 'value') return machine.give(instruction, answer.value);
  machine.stop(answer.failure.code === 'budget-memory' ? machine.memoryFailure() : answer.failure);
  return undefined;
}

export function watch(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const { term } = instruction;
  const { pauseAt } = machine.options;
  const name = machine.read(instruction.a);
  const value = machine.read(instruction.b);
  if (machine.options.watch === true && machine.inside === 0 && term !== undefined) {
    const leaves = machine.watches.record(String(name), term, value, machine.reals);
    machine.kept += BYTES.watched + 8 * leaves;
    if (pauseAt?.tag === 'watch' && pauseAt.name === name && machine.watches.count(name) > pauseAt.record) {
      machine.status = 'paused';
      return undefined;
    }
  }
  return machine.give(instruction, value);
}

export function output(machine: MachineState, instruction: Instruction): Instruction {
  machine.outputs.push(machine.slots[machine.base + instruction.a]);
  return instruction.next;
}

export function beginInput(machine: MachineState, instruction: Instruction): Instruction {
  const given = machine.options.inputs;
  if (given?.has(instruction.name) !== true) return instruction.next;
  machine.slots[machine.base + instruction.target] = given.get(instruction.name);
  return instruction.alternative;
}

export function endInput(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const value = machine.slots[machine.base + instruction.target];
  // The program's value for an input may mention inputs above it, which are traced.
  const plain = instruction.term === undefined ? value : machine.reals.map(instruction.term.type, value, primalOf);
  machine.inputs.set(instruction.name, plain);
  const next = machine.give(instruction, tracedInput(machine, instruction, plain));
  const { pauseAt } = machine.options;
  if (pauseAt?.tag !== 'input' || pauseAt.name !== instruction.name) return next;
  machine.status = 'paused';
  return undefined;
}

/** An input's value as the program sees it. */
function tracedInput(machine: MachineState, { term, origin }: Instruction, value: Value): Value {
  const { tracing } = machine.options;
  if (tracing === undefined || tracing === 'none' || term === undefined) return value;
  return machine.reals.map(term.type, value, (real) => {
    const primal = primalOf(real);
    if (tracing === 'dependencies') return new Traced(primal, UNRECORDED);
    return new Traced(primal, machine.trace.append(INPUT, NO_OPERAND, NO_OPERAND, primal, origin, 0));
  });
}

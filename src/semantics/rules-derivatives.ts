import { internalError } from '../language/source/internal-error';
import type { Instruction } from './code';
import type { Derivation, DerivativeResult } from './derivative';
import { withArguments } from './failure';
import { HIGHEST_TAYLOR_ORDER } from './jets/inside';
import { BYTES } from './memory';
import type { DerivativeKind } from './native';
import type { MachineState } from './state';
import type { Task } from './task';
import { INPUT, NO_OPERAND, UNRECORDED } from './trace';
import { Items, primalOf, Traced, type Value } from './value';

/* Derivatives, inputs, outputs and `watch`. Each rule returns the next instruction. */

/** Starts a derivative. The state is the copy of the point, the derivation, and the function's result. */
export function beginDerivative(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const { slots, base } = machine;
  const { term, origin, target } = instruction;
  if (term?.tag !== 'derivative') return internalError('a derivative without its term');
  const kind = instruction.name as DerivativeKind;
  if (kind === 'taylor') {
    const order = machine.read(instruction.b) as number;
    if (order < 0 || order > HIGHEST_TAYLOR_ORDER) {
      machine.stop({ code: 'domain', message: withArguments(order < 0 ? TOO_LOW : TOO_HIGH, [order]) });
      return undefined;
    }
  }
  const point = machine.read(instruction.a);
  if (!machine.fits(point)) return undefined;
  const { copy, derivation } = machine.derivatives.begin(term, point, origin, machine.call);
  machine.inside++;
  if (kind === 'taylor') machine.evaluating++;
  slots[base + target] = copy;
  slots[base + target + 1] = derivation;
  return machine.charge(BYTES.traced * derivation.copies) ? instruction.next : undefined;
}

const TOO_LOW = 'taylor needs an order of at least 0';
const TOO_HIGH = `taylor supports orders up to ${HIGHEST_TAYLOR_ORDER}: larger factorials overflow`;

/** Ends a derivative. The sweep can pause between slices; then the machine returns to this instruction. */
export function endDerivative(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const { slots, base, meter } = machine;
  const { visits } = meter;
  const ending = (machine.ending ??= beginEnd(machine, instruction));
  if (ending === undefined) return undefined;
  const step = ending.next();
  meter.steps += meter.visits - visits;
  if (step.done !== true) return undefined;
  machine.ending = undefined;
  for (let i = 0; i < 3; i++) slots[base + instruction.a + i] = undefined;
  const answer = step.value;
  if (answer.tag === 'value') return machine.give(instruction, answer.value);
  machine.stop(answer.failure.code === 'budget-memory' ? machine.memoryFailure() : answer.failure);
  return undefined;
}

function beginEnd(machine: MachineState, instruction: Instruction): Task<DerivativeResult> | undefined {
  const { slots, base, meter, trace } = machine;
  const { term, origin, name } = instruction;
  if (term?.tag !== 'derivative') return internalError('a derivative without its term');
  const kind = name as DerivativeKind;
  const state = base + instruction.a;
  const derivation = slots[state + 1] as Derivation;
  const result = slots[state + 2];
  const [point, direction] = instruction.operands.map((operand) => machine.read(operand));
  machine.inside--;
  if (kind === 'taylor') machine.evaluating--;
  if (!machine.fits(result)) return undefined;
  const entries = trace.length;
  meter.live = Math.max(meter.live, entries);
  meter.nodes += entries - derivation.start;
  // This is the memory of the sweep's adjoints and marks.
  if (!machine.charge(17 * (entries - derivation.start))) return undefined;
  const free = machine.options.budget.bytes - machine.stackBytes() - trace.bytes;
  const { call } = machine;
  return machine.derivatives.end({ kind, term, derivation, result, point, direction, origin, call, free });
}

export function recordWatch(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const { term } = instruction;
  const { pauseAt } = machine.options;
  const name = machine.read(instruction.a);
  const value = machine.read(instruction.b);
  if (machine.options.watch === true && machine.inside === machine.evaluating && term !== undefined) {
    if (!machine.fits(value)) return undefined;
    const leaves = machine.watches.record(String(name), term, value, machine.reals);
    machine.kept += BYTES.watched + 8 * leaves;
    if (pauseAt?.tag === 'watch' && pauseAt.name === name && machine.watches.count(name) > pauseAt.record) {
      machine.status = 'paused';
      return undefined;
    }
  }
  return machine.give(instruction, value);
}

export function output(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const value = machine.slots[machine.base + instruction.a];
  // Engines take a recorded result apart; others show only its beginning.
  if (machine.options.tracing === 'record' && !machine.fits(value)) return undefined;
  machine.outputs.push(value);
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
  if (!machine.fits(value)) return undefined;
  // The program's default for an input may use earlier inputs, which are traced. A typed array holds no traced reals.
  const isPlain = instruction.term === undefined || (value instanceof Items && value.items instanceof Float64Array);
  const plain = isPlain ? value : machine.reals.map(instruction.term.type, value, primalOf);
  machine.inputs.set(instruction.name, plain);
  const next = machine.give(instruction, tracedInput(machine, instruction, plain));
  const { pauseAt } = machine.options;
  if (pauseAt?.tag !== 'input' || pauseAt.name !== instruction.name) return next;
  machine.status = 'paused';
  return undefined;
}

/** Keeps the value of data, which nothing differentiates by. */
export function endData(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const { name, term, target } = instruction;
  const value = machine.slots[machine.base + target];
  if (!machine.fits(value)) return undefined;
  const isPlain = machine.options.inputs?.has(name) === true || term === undefined;
  const plain = isPlain ? value : machine.reals.map(term.type, value, primalOf);
  machine.inputs.set(name, plain);
  return machine.give(instruction, plain);
}

/** Returns an input's value as the program sees it. */
function tracedInput(machine: MachineState, { term, origin }: Instruction, value: Value): Value {
  const { tracing } = machine.options;
  if (tracing === undefined || tracing === 'none' || term === undefined) return value;
  return machine.reals.map(term.type, value, (real) => {
    const primal = primalOf(real);
    if (tracing === 'dependencies') return new Traced(primal, UNRECORDED);
    return new Traced(primal, machine.trace.append(INPUT, NO_OPERAND, NO_OPERAND, primal, origin, 0));
  });
}

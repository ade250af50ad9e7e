import { internalError } from '../language/source/internal-error';
import { returnOf } from './calls';
import type { Action } from './closure';
import { NO_SLOT, type Instruction } from './code';
import { DeltaState, DeltaSweep, overflowIn, wrapBindings, type DeltaMap, type Sweep } from './delta';
import type { DeltaId } from './delta-node';
import { TracedSweep } from './delta-traced';
import { Emitter } from './emit';
import { BYTES } from './memory';
import { FAILED, operate } from './operate';
import type { MachineState } from './state';
import { Tape, taped, TAPED } from './tape';
import { Items, primalOf, type Value, type Variant } from './value';

/*
 * The monad M of Krawiec et al., Figure 10: M a = DeltaState -> (a, DeltaState). The state is a register of the
 * machine, so running an action means evaluating it. Each rule returns the next instruction.
 */

export function pureAction(machine: MachineState, instruction: Instruction): Instruction | undefined {
  if (!machine.charge(BYTES.action)) return undefined;
  return machine.give(instruction, { tag: 'pure', value: machine.read(instruction.a) } satisfies Action);
}

export function suspend(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const { operands } = instruction;
  if (!machine.charge(BYTES.action + BYTES.item * operands.length)) return undefined;
  return machine.give(instruction, {
    tag: 'suspended',
    closure: machine.closure,
    entry: instruction.alternative,
    slots: operands,
    values: operands.map((operand) => machine.read(operand)),
  } satisfies Action);
}

export function deltaLetAction(machine: MachineState, instruction: Instruction): Instruction | undefined {
  if (!machine.charge(BYTES.action)) return undefined;
  const delta = machine.read(instruction.a);
  return machine.give(instruction, { tag: 'deltaLet', delta, instruction, call: machine.call } satisfies Action);
}

export function runDeltaLet(machine: MachineState, instruction: Instruction): Instruction {
  const id = bindDelta(machine, machine.read(instruction.a), instruction, machine.call);
  if (instruction.operands.length > 1) recordPrimal(machine, id, machine.read(instruction.b));
  return machine.give(instruction, id);
}

/** An operation whose last operand is a binding: its value is the primal value there. */
export function boundOperation(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const [x, y, id] = instruction.operands.map((operand) => machine.read(operand));
  if (instruction.derivative) machine.meter.derivative++;
  else machine.meter.primal++;
  const value = operate(machine, instruction, machine.call, x, y, machine.site);
  if (value === FAILED) return undefined;
  recordPrimal(machine, (instruction.row.isBinary ? id : y) as DeltaId, value);
  return machine.give(instruction, value);
}

function recordPrimal({ delta }: MachineState, id: DeltaId, value: Value): void {
  if (delta instanceof DeltaState) delta.recordPrimal(id, primalOf(value));
}

/** Runs an action that is a value. A suspended one continues in an activation like the one where it was made. */
export function runAction(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const { slots } = machine;
  const { target } = instruction;
  const action = machine.read(instruction.a) as Action;
  if (action.tag !== 'suspended') {
    const value =
      action.tag === 'pure' ? action.value : bindDelta(machine, action.delta, action.instruction, action.call);
    if (target !== NO_SLOT) return machine.give(instruction, value);
    slots[machine.base + instruction.b] = value;
    return returnOf(instruction);
  }
  const { code } = action.closure;
  if (target !== NO_SLOT) {
    const bottom = machine.base + machine.closure.code.size;
    machine.pushFrame(instruction);
    machine.base = bottom;
  }
  machine.closure = action.closure;
  const { base } = machine;
  if (slots.length < base + code.size && !machine.growSlots(base + code.size)) return undefined;
  action.slots.forEach((slot, i) => (slots[base + slot] = action.values[i]));
  return action.entry;
}

/**
 * Starts a sequence. The state is the actions, the results so far, the index, and the action or its result;
 * `buildStore` keeps a result.
 */
export function beginSequence(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const { slots, base } = machine;
  const { items } = machine.read(instruction.a) as Items;
  if (!machine.charge(BYTES.sequence + BYTES.item * items.length)) return undefined;
  const state = base + instruction.target;
  slots[state] = items;
  slots[state + 1] = [];
  slots[state + 2] = 0;
  return instruction.next;
}

export function nextOfSequence(machine: MachineState, instruction: Instruction): Instruction {
  const { slots } = machine;
  const state = machine.base + instruction.a;
  const actions = slots[state] as readonly Value[];
  const index = slots[state + 2] as number;
  if (index < actions.length) {
    slots[state + 3] = actions[index];
    return instruction.alternative;
  }
  const results = new Items(slots[state + 1] as readonly Value[]);
  slots[state] = slots[state + 1] = undefined;
  return machine.give(instruction, results);
}

export function beginRunDelta(machine: MachineState, instruction: Instruction): Instruction {
  const first = machine.read(instruction.a) as number;
  const outside = machine.delta;
  if (machine.options.deltas === 'tape') {
    const tape = new Tape(first);
    machine.tapes.push(tape);
    machine.delta = tape;
  } else {
    const state = new DeltaState(first);
    machine.deltas.push(state);
    machine.delta = state;
  }
  return machine.give(instruction, outside);
}

export function endRunDelta(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const { slots } = machine;
  const state = machine.base + instruction.a;
  const [, result] = slots[state + 1] as readonly [Value, Variant];
  const current = machine.delta ?? internalError('the end of runDelta without its state');
  machine.delta = slots[state] as MachineState['delta'];
  if (current instanceof Tape) return machine.give(instruction, taped(current, result));
  const size = BYTES.variant + BYTES.sequence + 3 * BYTES.item;
  if (!machine.charge(size * current.bindings.length)) return undefined;
  current.result = result;
  return machine.give(instruction, wrapBindings(current, result));
}

/** The number of visits between possible pauses. */
const VISITS = 64;

/** Returns its own instruction until the sweep is done. */
export function deltaEval(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const { meter } = machine;
  const isNew = machine.sweep === undefined;
  const sweep = (machine.sweep ??= beginSweep(machine, instruction));
  const visits = sweep.advance(VISITS);
  meter.visits += visits;
  // However often it resumes, it counts as one step plus its visits.
  meter.steps += isNew ? visits : visits - 1;
  if (visits > 0) return instruction;
  machine.sweep = undefined;
  if (!machine.charge(BYTES.mapEntry * sweep.result.size)) return undefined;
  if (overflowIn(sweep.result) === undefined) return machine.give(instruction, sweep.result);
  machine.stop({
    code: 'not-finite',
    message: 'a contribution to the derivative overflows',
  });
  return undefined;
}

function beginSweep(machine: MachineState, { operands, origin }: Instruction): Sweep {
  const [amount, delta, map] = operands.map((operand) => machine.read(operand)) as [Value, Variant, DeltaMap];
  if (machine.inside > 0 || (machine.options.tracing ?? 'none') !== 'none') {
    const emitter = new Emitter(machine.trace, machine.meter, Infinity).at(origin, machine.call);
    return new TracedSweep(amount, delta, map as ReadonlyMap<DeltaId, Value>, emitter);
  }
  if (delta.name !== TAPED) return new DeltaSweep(amount as number, delta, map);
  const [tape, result] = delta.payload as readonly [Tape, Variant];
  machine.kept += tape.sweepBytes;
  return tape.sweep(amount as number, result);
}

export function deltaLookup(machine: MachineState, instruction: Instruction): Instruction {
  const id = machine.read(instruction.a) as number;
  const map = machine.read(instruction.b) as DeltaMap;
  return machine.give(instruction, map.get(id) ?? 0);
}

function bindDelta(machine: MachineState, delta: Value, { origin }: Instruction, call: number): number {
  const state = machine.delta ?? internalError('deltaLet outside runDelta');
  if (state instanceof Tape) return bindOnTape(machine, state, delta as Variant);
  const span = machine.executable.origins[origin] ?? internalError('an instruction without origin');
  machine.kept += BYTES.deltaBinding;
  machine.meter.nodes++;
  return state.bind(delta as Variant, span, call);
}

function bindOnTape(machine: MachineState, tape: Tape, delta: Variant): DeltaId {
  const { bytes, nodes } = tape;
  const id = tape.bind(delta);
  machine.kept += tape.bytes - bytes;
  machine.meter.nodes += tape.nodes - nodes;
  return id;
}

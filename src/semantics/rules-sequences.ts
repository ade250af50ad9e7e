import { Building } from './building';
import type { Instruction } from './code';
import { negativeLength, outOfBounds } from './failure';
import { BYTES } from './memory';
import { copiedItems, itemsOf } from './reals';
import type { MachineState } from './state';
import { Cell, Items, type Value } from './value';

/* The rules of sequences that execute once per sequence instead of once per item. Each returns the next instruction. */

export function makeSequence(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const items = instruction.operands.map((operand) => machine.read(operand));
  if (instruction.flag) {
    if (!machine.charge(BYTES.sequence + BYTES.item * items.length)) return undefined;
    return machine.give(instruction, new Items(items));
  }
  if (!machine.charge(BYTES.cell * items.length)) return undefined;
  return machine.give(instruction, listOf(items, null));
}

/** Starts a fold from the last item. The state is the items, the number left, the accumulator, and the item. */
export function beginFold(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const { slots, base } = machine;
  const sequence = machine.read(instruction.a);
  const start = machine.read(instruction.b);
  const items = itemsOf(sequence);
  if (!(sequence instanceof Items) && !machine.charge(BYTES.item * items.length)) return undefined;
  const state = base + instruction.target;
  slots[state] = items;
  slots[state + 1] = items.length;
  slots[state + 2] = start;
  machine.decisions?.add(items.length);
  return instruction.next;
}

export function takeLength(machine: MachineState, instruction: Instruction): Instruction {
  const sequence = machine.read(instruction.a);
  let length = sequence instanceof Items ? sequence.items.length : 0;
  for (let cell = sequence; cell instanceof Cell; cell = cell.tail) length++;
  return machine.give(instruction, length);
}

export function append(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const left = machine.read(instruction.a);
  const right = machine.read(instruction.b);
  // Memory is counted before it is taken: the host cannot make what is too large.
  if (typeof left === 'string') {
    const length = left.length + String(right).length;
    if (length > LONGEST_STRING) {
      machine.stop(machine.memoryFailure());
      return undefined;
    }
    return machine.charge(BYTES.string + BYTES.character * length)
      ? machine.give(instruction, left + String(right))
      : undefined;
  }
  const items = itemsOf(left);
  if (left instanceof Items)
    return machine.charge(BYTES.sequence + BYTES.item * (items.length + itemsOf(right).length))
      ? machine.give(instruction, new Items([...copiedItems(left), ...copiedItems(right)]))
      : undefined;
  return machine.charge(BYTES.cell * items.length)
    ? machine.give(instruction, listOf(items, right as Cell | null))
    : undefined;
}

/** The most characters of a string in JavaScript, in the engine that allows the fewest. */
const LONGEST_STRING = 2 ** 29 - 24;

/** Returns an array as it is, and copies the items of a list. */
export function toArray(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const sequence = machine.read(instruction.a);
  if (sequence instanceof Items) return machine.give(instruction, sequence);
  const items = itemsOf(sequence);
  return machine.charge(BYTES.sequence + BYTES.item * items.length)
    ? machine.give(instruction, new Items(items))
    : undefined;
}

export function update(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const [array = 0, at = 0, item = 0] = instruction.operands;
  const items = copiedItems(machine.read(array));
  const index = machine.read(at) as number;
  if (index < 0 || index >= items.length) {
    machine.stop(outOfBounds(index, items.length));
    return undefined;
  }
  if (!machine.charge(BYTES.sequence + BYTES.item * items.length)) return undefined;
  items[index] = machine.read(item);
  return machine.give(instruction, new Items(items));
}

/** Starts a build. The state is the length, the items so far, the index, and the item. */
export function beginBuild(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const { slots, base } = machine;
  const count = machine.read(instruction.a) as number;
  if (count < 0) {
    machine.stop(negativeLength(count));
    return undefined;
  }
  if (!machine.charge(BYTES.sequence + BYTES.item * count)) return undefined;
  const state = base + instruction.target;
  slots[state] = count;
  slots[state + 1] = new Building(count);
  slots[state + 2] = 0;
  machine.decisions?.add(count);
  return instruction.next;
}

export function nextOfBuild(machine: MachineState, instruction: Instruction): Instruction {
  const { slots } = machine;
  const state = machine.base + instruction.a;
  if ((slots[state + 2] as number) < (slots[state] as number)) return instruction.alternative;
  const built = new Items((slots[state + 1] as Building).items());
  slots[state + 1] = undefined;
  return machine.give(instruction, built);
}

export function storeInBuild(machine: MachineState, instruction: Instruction): Instruction {
  const { slots } = machine;
  const state = machine.base + instruction.a;
  (slots[state + 1] as Building).push(slots[state + 3]);
  slots[state + 2] = (slots[state + 2] as number) + 1;
  return instruction.next;
}

function listOf(items: ArrayLike<Value>, tail: Cell | null): Cell | null {
  let list = tail;
  for (let i = items.length - 1; i >= 0; i--) list = new Cell(items[i], list);
  return list;
}

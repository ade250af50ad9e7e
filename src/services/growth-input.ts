import { counted } from '../language/source/counted';
import { error } from '../language/source/diagnostic';
import type { ProgramInput } from './program';
import type { GrowthInput } from '../protocol/growth';
import { BYTES } from '../semantics/memory';
import type { Budget, Outcome } from '../semantics/outcome';
import { itemsOf } from '../semantics/reals';
import type { Task } from '../semantics/task';
import { Cell, Items } from '../semantics/value';
import type { Value } from '../semantics/value';
import type { Program } from './program';

/** Returns the inputs that can grow: first the ints, then lists and arrays. */
export function growingInputs({ inputs }: Program): readonly ProgramInput[] {
  return [...inputs.filter(({ type }) => type.tag === 'int'), ...inputs.filter(({ type }) => type.tag === 'sequence')];
}

export function describeGrowing({ label, type, span }: ProgramInput): GrowthInput {
  return { name: label, size: type.tag === 'int' ? 'value' : 'length', span };
}

/** Returns the input's value at a size: the number itself, or that many items, repeating the given ones. */
export function* valueOfSize(input: ProgramInput, given: Value, size: number, budget: Budget): Task<Outcome<Value>> {
  const { type } = input;
  if (type.tag !== 'sequence') return { tag: 'ok', value: size };
  const items = itemsOf(given);
  if (items.length === 0) return { tag: 'failed', diagnostic: noItem(input) };
  if (size * BYTES.cell > budget.bytes) return { tag: 'stopped', diagnostic: tooLong(input, size) };
  const itemAt = (at: number): Value => items[at % items.length];
  if (type.container === 'array') {
    const array: Value[] = [];
    for (let at = 0; at < size; at++) {
      array.push(itemAt(at));
      if (at % SLICE === SLICE - 1) yield;
    }
    return { tag: 'ok', value: new Items(array) };
  }
  let list: Cell | null = null;
  for (let at = size - 1; at >= 0; at--) {
    list = new Cell(itemAt(at), list);
    if (at % SLICE === SLICE - 1) yield;
  }
  return { tag: 'ok', value: list };
}

/** Items made between two yields. */
const SLICE = 4096;

function noItem({ label, span }: ProgramInput) {
  const hint = 'give it at least one item: a longer one repeats its items';
  return error('growth-empty', span, `${label} is empty, so it cannot grow`, { hint });
}

function tooLong({ label, span }: ProgramInput, size: number) {
  const message = `${label} with ${counted(size, 'item')} does not fit in the memory limit`;
  return error('budget-memory', span, message, { hint: 'try smaller sizes' });
}
